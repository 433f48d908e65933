"""The application's emojis: the bot's own small pictures, which it may use everywhere, and where a page gets them.

Not for reactions and not for a server's emojis: Kontor has neither.
"""

import base64
import binascii
import re

from aiohttp import web

from bot.local.models import Json
from bot.local.pictures import type_of
from bot.local.rest.body import read_fields
from bot.local.rest.errors import ApiError, invalid, unknown_emoji
from bot.local.rest.replies import nothing, reply
from bot.local.services import Services

MOST = 2000
LARGEST = 256 * 1024
NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,")


class Emojis:
    """The handlers; the tables of routes are at the end."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._world = services.world

    async def all(self, request: web.Request) -> web.Response:
        return reply({"items": [self._shape(int(number)) for number in self._world.card.emojis]})

    async def add(self, request: web.Request) -> web.Response:
        fields = await read_fields(request)
        name, content = self._name(fields.get("name")), _image(fields.get("image"))
        if len(self._world.card.emojis) >= MOST:
            raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
        number = self._world.ids.next()
        self._services.archive.keep_file(number, content, passing=False)
        self._world.save_emoji(number, name)
        return reply(self._shape(number), 201)

    async def one(self, request: web.Request) -> web.Response:
        number = int(request.match_info["emoji"])
        if str(number) not in self._world.card.emojis:
            raise unknown_emoji()
        if request.method == "DELETE":
            self._world.drop_emoji(number)
            self._services.archive.drop_file(number)
            return nothing()
        if request.method == "PATCH":
            fields = await read_fields(request)
            if "name" in fields:
                self._world.save_emoji(number, self._name(fields["name"], but=number))
        return reply(self._shape(number))

    def _name(self, name: object, but: int = 0) -> str:
        """A name that is allowed and that no other has."""
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise invalid("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(name == taken and int(number) != but for number, taken in self._world.card.emojis.items()):
            raise invalid("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
        return name

    def _shape(self, number: int) -> Json:
        return {
            "id": str(number),
            "name": self._world.card.emojis[str(number)],
            "roles": [],
            "user": self._services.payloads.user(self._world.bot),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }

    async def picture(self, request: web.Request) -> web.Response:
        """As Discord's CDN has it: for everybody who knows the number."""
        number = int(request.match_info["emoji"])
        content = await self._services.archive.file(number) if str(number) in self._world.card.emojis else None
        if content is None:
            raise web.HTTPNotFound(text="This emoji is gone.")
        headers = {"Cache-Control": "private, max-age=86400, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=content, content_type=type_of(content, "application/octet-stream"), headers=headers)

    def routes(self) -> list[web.RouteDef]:
        application = r"/applications/{application:\d+}/emojis"
        one = application + r"/{emoji:\d+}"
        methods = ("GET", "PATCH", "DELETE")
        return [
            web.get(application, self.all),
            web.post(application, self.add),
            *(web.route(method, one, self.one) for method in methods),
        ]

    def pictures(self) -> list[web.RouteDef]:
        """Beside the REST side, which is the bot's alone."""
        return [web.get(r"/cdn/emojis/{emoji:\d{1,20}}.png", self.picture)]


def _image(text: object) -> bytes:
    """The picture in a data URI."""
    if not isinstance(text, str) or (found := IMAGE.match(text)) is None:
        raise invalid("image", "IMAGE_INVALID", "Unsupported image type given.")
    try:
        content = base64.b64decode(text[found.end() :], validate=True)
    except binascii.Error:
        raise invalid("image", "BASE64_INVALID", "Invalid base64 data.") from None
    if len(content) > LARGEST:
        raise invalid("image", "BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {LARGEST / 1024:.1f} kb.")
    return content
