"""The page's side of the server: the files of the page, and what it asks and wishes in a person's name.

Not for the bot: it never comes through here.
"""

import asyncio
import hmac
import re
from importlib.resources import files
from typing import cast

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.local.gestures import Gestures, Impossible
from bot.local.interactions import InteractionKind
from bot.local.models import Channel, Json, Message, Person
from bot.local.pages import Pages
from bot.local.pictures import type_of
from bot.local.quick_start import Opponents, QuickStart, offered
from bot.local.rest.body import Body, decoded
from bot.local.rest.errors import ApiError
from bot.local.rest.replies import reply
from bot.local.services import Services
from bot.pictures.covers import PALETTES, cover
from engine.registry import KEYS
from render.fonts import Face, font_file
from render.theme import ThemeName
from render.words import LANGUAGES

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
FACES: dict[str, Face] = {"sans": "sans", "sans_semibold": "sans_semibold", "serif": "serif"}
MOST_MESSAGES = 60
KEY_PLACE = "{{key}}"
LONGEST_NUMBER = 20
NUMBER = re.compile(rf"[0-9]{{1,{LONGEST_NUMBER}}}")


def _part(request: web.Request, content: bytes, kind: str, headers: dict[str, str]) -> web.Response:
    """The file, or the bytes of it that were asked for: players of films seek by them."""
    try:
        asked = request.http_range
    except ValueError:  # what cannot be read is ignored (RFC 9110, 14.2)
        asked = slice(None)
    if asked.start is None and asked.stop is None:
        return web.Response(body=content, content_type=kind, headers=headers)
    start, stop, _ = asked.indices(len(content))
    if start >= stop:
        raise web.HTTPRequestRangeNotSatisfiable(headers={"Content-Range": f"bytes */{len(content)}"})
    headers |= {"Content-Range": f"bytes {start}-{stop - 1}/{len(content)}"}
    return web.Response(status=206, body=content[start:stop], content_type=kind, headers=headers)


def _number(text: str) -> int:
    """An id as the wire writes it; an empty one is 0, which nothing has."""
    if text and not NUMBER.fullmatch(text):
        raise Impossible(f"“{text[:LONGEST_NUMBER]}” is no number of anything.")
    return int(text or 0)


def _same(secret: str, said: str | None) -> bool:
    """Compares in constant time; as bytes, because what is said may hold any character."""
    return hmac.compare_digest(secret.encode(), (said or "").encode(errors="backslashreplace"))


class Wish(msgspec.Struct, frozen=True):
    """What a page sends: who, where, and whatever the wish needs."""

    person: str
    channel: str = ""
    locale: str = "en-US"
    words: list[str] = []
    values: dict[str, object] = {}
    focused: str | None = None
    message: str = ""
    custom_id: str = ""
    chosen: list[str] = []
    interaction: str = ""
    content: str = ""
    start: str = ""
    computers: int | None = None
    level: str = ""


class PageApi:
    """The handlers; the table of routes is at the end."""

    def __init__(self, services: Services, pages: Pages, key: str) -> None:
        self._services = services
        self._world = services.world
        self._pages = pages
        self._gestures = Gestures(services.world, services.payloads)
        self._quick_start = QuickStart(services, self._gestures)
        self._key = key

    # ---- files

    async def page(self, request: web.Request) -> web.Response:
        return self._file("index.html")

    async def file(self, request: web.Request) -> web.Response:
        return self._file(request.match_info["name"])

    def _file(self, name: str) -> web.Response:
        found = files("bot.local") / "page" / name
        suffix = "." + name.rpartition(".")[2]
        if suffix not in TYPES or not found.is_file():
            raise web.HTTPNotFound
        text = found.read_text(encoding="utf-8")
        if name == "index.html":
            # Only a page of this very address can read this; a script from elsewhere is kept out by the browser.
            text = text.replace(KEY_PLACE, self._key)
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer"}
        return web.Response(text=text, content_type=TYPES[suffix], headers=headers)

    async def font(self, request: web.Request) -> web.Response:
        face: Face = FACES[request.match_info["face"]]
        headers = {"Cache-Control": "private, max-age=86400"}
        return web.Response(body=font_file(face), content_type="font/ttf", headers=headers)

    async def cover(self, request: web.Request) -> web.Response:
        key, language, palette = (request.match_info[name] for name in ("key", "language", "palette"))
        if key not in KEYS or language not in LANGUAGES or palette not in PALETTES:
            raise web.HTTPNotFound
        # Beside the loop: the bot's requests do not wait for it.
        content = await asyncio.to_thread(cover, key, language, cast(ThemeName, palette))
        if content is None:
            raise web.HTTPNotFound(text="This title has no pictures.")
        return web.Response(body=content, content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})

    async def attachment(self, request: web.Request) -> web.Response:
        number = _number(request.match_info["attachment"])
        if not _same(self._services.payloads.signature(number), request.query.get("hm")):
            raise web.HTTPForbidden(text="This link to a file is not signed by this start of Kontor.")
        content = await self._services.archive.file(number)
        if content is None:
            raise web.HTTPNotFound(text="This file is gone.")
        kind = type_of(content, "application/octet-stream")
        headers = {"Cache-Control": "private, max-age=86400, immutable", "X-Content-Type-Options": "nosniff"}
        return _part(request, content, kind, headers | {"Accept-Ranges": "bytes"})

    # ---- looking

    def _check_key(self, said: str | None) -> None:
        if not _same(self._key, said):
            raise web.HTTPForbidden(text="This page belongs to an earlier start of Kontor.")

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        self._check_key(request.query.get("key"))
        person = self._person(request.query.get("person", ""))
        return await self._pages.serve(request, person.id, lambda: self._state(person))

    def _state(self, person: Person) -> Json:
        self._world.direct(person)
        seen = [one for one in self._world.channels.values() if self._world.enters(person.id, one)]
        return {
            "event": "state",
            "me": str(person.id),
            "bot": str(self._world.card.bot),
            "ready": self._services.gateway.ready.is_set(),
            "people": [{"id": str(one.id), "name": one.display} for one in self._world.persons()],
            "channels": [self._pages.channel(person.id, channel) for channel in seen],
            "unread": self._pages.unread(),
            "turns": self._pages.turns(),
            "starts": msgspec.to_builtins(offered()),
        }

    async def people(self, request: web.Request) -> web.Response:
        self._check_key(request.headers.get("X-Kontor-Key"))
        return reply([{"id": str(one.id), "name": one.display} for one in self._world.persons()])

    async def messages(self, request: web.Request) -> web.Response:
        self._check_key(request.headers.get("X-Kontor-Key"))
        person = self._person(request.query.get("person", ""))
        channel = self._channel(person, request.query.get("channel", ""))
        before = _number(request.query.get("before", ""))
        held = self._world.messages[channel.id].values()
        seen = [one for one in held if self._world.sees(person.id, one) and (not before or one.id < before)]
        payloads = [self._pages.message(one) for one in seen[-MOST_MESSAGES:]]
        return reply({"messages": payloads, "more": len(seen) > MOST_MESSAGES})

    async def commands(self, request: web.Request) -> web.Response:
        self._check_key(request.headers.get("X-Kontor-Key"))
        person = self._person(request.query.get("person", ""))
        channel = self._channel(person, request.query.get("channel", ""))
        return reply(self._gestures.commands_for(person, direct=channel.is_dm))

    def _person(self, number: str) -> Person:
        person = self._world.people.get(_number(number))
        if person is None or person.bot:
            raise Impossible("There is nobody with this number.")
        return person

    def _channel(self, person: Person, number: str) -> Channel:
        channel = self._world.channels.get(_number(number))
        if channel is None or not self._world.enters(person.id, channel):
            raise Impossible("This channel is gone.")
        return channel

    def _message(self, person: Person, wish: Wish) -> Message:
        channel = self._channel(person, wish.channel)
        message = self._world.message(channel.id, _number(wish.message))
        if message is None or not self._world.sees(person.id, message):
            raise Impossible("This message is gone.")
        return message

    # ---- wishing

    async def wish(self, request: web.Request) -> web.Response:
        """One door for every wish; the last word of the path says which. A refusal is an answer, too."""
        self._check_key(request.headers.get("X-Kontor-Key"))
        try:
            wish = msgspec.convert(decoded(await request.read()), Wish)
        except (ApiError, msgspec.ValidationError) as error:
            return reply({"refused": f"This is no wish: {error}"}, 400)
        try:
            person = self._person(wish.person)
            answer = await getattr(self, f"_wish_{request.match_info['wish']}")(person, wish)
        except TimeoutError:
            return reply({"refused": "Kontor does not answer; it may still be starting."})
        except RecursionError:
            return reply({"refused": "This is no wish: its values lie too deep in one another."}, 400)
        except (Impossible, ValueError, ApiError) as error:
            return reply({"refused": str(error)})
        return reply(answer or {})

    async def _wish_command(self, person: Person, wish: Wish) -> Json:
        name, data = self._gestures.command(wish.words, wish.values)
        channel = self._channel(person, wish.channel)
        return self._sent(InteractionKind.COMMAND, data, person, channel, wish.locale, name=name)

    async def _wish_complete(self, person: Person, wish: Wish) -> Json:
        _, data = self._gestures.command(wish.words, wish.values, wish.focused)
        channel = self._channel(person, wish.channel)
        interaction = self._services.interactions.send(
            InteractionKind.AUTOCOMPLETE, data, person=person.id, channel=channel.id, locale=wish.locale
        )
        return {"choices": await interaction.choices} if interaction.choices is not None else {}

    async def _wish_component(self, person: Person, wish: Wish) -> Json:
        message = self._message(person, wish)
        data = self._gestures.component(message, wish.custom_id, wish.chosen)
        channel = self._world.channels[message.channel]
        return self._sent(InteractionKind.COMPONENT, data, person, channel, wish.locale, message=message)

    async def _wish_menu(self, person: Person, wish: Wish) -> Json:
        message = self._message(person, wish)
        data = self._gestures.of_message(wish.words[0] if wish.words else "", message)
        channel = self._world.channels[message.channel]
        return self._sent(InteractionKind.COMMAND, data, person, channel, wish.locale)

    async def _wish_modal(self, person: Person, wish: Wish) -> Json:
        opener = self._services.interactions.numbered(_number(wish.interaction))
        if opener is None or opener.modal is None or opener.person != person.id:
            raise Impossible("This form is gone.")
        data = self._gestures.modal(opener.modal, wish.values)
        channel = self._channel(person, str(opener.channel))
        return self._sent(InteractionKind.MODAL, data, person, channel, wish.locale, message=opener.message)

    def _sent(
        self,
        kind: InteractionKind,
        data: Json,
        person: Person,
        channel: Channel,
        locale: str,
        *,
        message: Message | None = None,
        name: str = "",
    ) -> Json:
        interaction = self._services.interactions.send(
            kind, data, person=person.id, channel=channel.id, locale=locale, message=message, name=name
        )
        return {"interaction": str(interaction.id)}

    async def _wish_start(self, person: Person, wish: Wish) -> Json:
        channel = self._channel(person, wish.channel)
        opponents = Opponents(wish.computers, wish.level)
        thread = await self._quick_start.start(wish.start, person, channel, wish.locale, opponents)
        return {"channel": str(thread.id)}

    async def _wish_say(self, person: Person, wish: Wish) -> Json:
        channel = self._channel(person, wish.channel)
        message = self._services.writer.write(channel.id, Body({"content": wish.content}), author=person.id)
        self._world.mark_read(person.id, channel)
        return {"message": str(message.id)}

    async def _wish_read(self, person: Person, wish: Wish) -> Json:
        self._world.mark_read(person.id, self._channel(person, wish.channel))
        return {}

    async def _wish_dismiss(self, person: Person, wish: Wish) -> Json:
        message = self._message(person, wish)
        if message.viewer == person.id:
            self._world.drop_message(message)
        return {}

    @staticmethod
    def _looking(handler: Handler) -> Handler:
        """A handler that only looks: what is not there is said in the page's way."""

        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except Impossible as error:
                return reply({"refused": str(error)}, 404)

        return handle

    def routes(self) -> list[web.RouteDef]:
        wishes = "|".join(name.removeprefix("_wish_") for name in dir(self) if name.startswith("_wish_"))
        return [
            web.get("/", self.page),
            web.get(r"/page/{name:[a-z_]+\.[a-z]+}", self.file),
            web.get(r"/cdn/attachments/{channel:\d+}/{attachment:\d+}/{name}", self._looking(self.attachment)),
            web.get(r"/cover/{key:[a-z]+}.{language:[a-z]+}.{palette:[a-z]+}.png", self.cover),
            web.get(f"/font/{{face:{'|'.join(FACES)}}}.ttf", self.font),
            web.get("/local/socket", self._looking(self.socket)),
            web.get("/local/people", self.people),
            web.get("/local/messages", self._looking(self.messages)),
            web.get("/local/commands", self._looking(self.commands)),
            web.post(f"/local/wish/{{wish:{wishes}}}", self.wish),
        ]
