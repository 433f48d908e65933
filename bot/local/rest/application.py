"""The bot itself, its server and the commands it registers.

Not for the rules a command definition must keep: `commands.py`.
"""

from typing import cast

from aiohttp import web

from bot.local import commands
from bot.local.models import EVERYTHING, Json, Person
from bot.local.rest.body import decoded, read_fields
from bot.local.rest.errors import unknown_command, unknown_member, unknown_server, unknown_user
from bot.local.rest.replies import nothing, reply
from bot.local.services import Services


class Application:
    """The handlers; the table of routes is at the end."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._world = services.world

    # ---- who am I

    async def me(self, request: web.Request) -> web.Response:
        about: Json = {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}
        return reply(self._services.payloads.user(self._world.bot) | about)

    async def user(self, request: web.Request) -> web.Response:
        return reply(self._services.payloads.user(self._person(request)))

    def _person(self, request: web.Request) -> Person:
        person = self._world.people.get(int(request.match_info["person"]))
        if person is None:
            raise unknown_user()
        return person

    async def about(self, request: web.Request) -> web.Response:
        owner = self._services.payloads.user(self._world.owner)
        return reply(
            {
                "id": str(self._world.card.bot),
                "name": "Kontor",
                "icon": None,
                "description": "",
                "summary": "",
                "type": None,
                "hook": True,
                "bot_public": False,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": 0,
                "flags_new": "0",
                "owner": owner,
                "team": None,
                "redirect_uris": [],
                "interactions_endpoint_url": None,
                "role_connections_verification_url": None,
                "approximate_guild_count": 1,
                "approximate_user_install_count": 0,
                "approximate_user_authorization_count": 0,
                "explicit_content_filter": 0,
                "eligible_oauth2_scopes": [],
                "bot": self._services.payloads.user(self._world.bot),
            }
        )

    async def gateway(self, request: web.Request) -> web.Response:
        limit: Json = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
        return reply({"url": self._services.gateway.address, "shards": 1, "session_start_limit": limit})

    # ---- the server

    def _in_server(self, request: web.Request) -> None:
        if int(request.match_info["server"]) != self._world.server:
            raise unknown_server()

    async def server(self, request: web.Request) -> web.Response:
        self._in_server(request)
        return reply(self._services.payloads.server())

    async def servers(self, request: web.Request) -> web.Response:
        """Those of the bot: the one there is, in which it may do everything."""
        shape = self._services.payloads.server()
        kept = {name: shape[name] for name in ("id", "name", "icon", "banner", "features")}
        return reply([kept | {"owner": False, "permissions": str(EVERYTHING)}])

    async def channels(self, request: web.Request) -> web.Response:
        self._in_server(request)
        return reply([self._services.payloads.channel(channel) for channel in self._world.text_channels()])

    async def roles(self, request: web.Request) -> web.Response:
        self._in_server(request)
        return reply(self._services.payloads.roles())

    async def members(self, request: web.Request) -> web.Response:
        self._in_server(request)
        return reply([self._services.payloads.member(person) for person in self._world.people.values()])

    async def member(self, request: web.Request) -> web.Response:
        self._in_server(request)
        person = self._world.people.get(int(request.match_info["person"]))
        if person is None:
            raise unknown_member()
        return reply(self._services.payloads.member(person))

    # ---- commands

    def _place(self, request: web.Request) -> str:
        server = request.match_info.get("server", "")
        if server and int(server) != self._world.server:
            raise unknown_server()
        return server

    async def list_commands(self, request: web.Request) -> web.Response:
        return reply(self._world.commands(self._place(request)))

    async def set_commands(self, request: web.Request) -> web.Response:
        place = self._place(request)
        wanted = cast(list[Json], decoded(await request.read()))
        commands.check_all(wanted)
        known = {(one["type"], one["name"]): str(one["id"]) for one in self._world.commands(place)}
        new = [self._registered(place, one, known.get((one.get("type", 1), one["name"]))) for one in wanted]
        self._world.save_commands(place, new)
        return reply(new)

    async def add_command(self, request: web.Request) -> web.Response:
        place = self._place(request)
        fields = await read_fields(request)
        others = [one for one in self._world.commands(place) if one["name"] != fields.get("name")]
        commands.check_all([*others, fields])
        known = next((str(one["id"]) for one in self._world.commands(place) if one not in others), None)
        command = self._registered(place, fields, known)
        self._world.save_commands(place, [*others, command])
        return reply(command, 200 if known else 201)

    async def one_command(self, request: web.Request) -> web.Response:
        place = self._place(request)
        held = self._world.commands(place)
        command = next((one for one in held if one["id"] == request.match_info["command"]), None)
        if command is None:
            raise unknown_command()
        others = [one for one in held if one is not command]
        if request.method == "DELETE":
            self._world.save_commands(place, others)
            return nothing()
        if request.method == "PATCH":
            fields = await read_fields(request)
            commands.check_all([*others, command | fields])
            command = self._registered(place, command | fields, str(command["id"]))
            self._world.save_commands(place, [*others, command])
        return reply(command)

    def _registered(self, place: str, command: Json, known: str | None) -> Json:
        """The definition with what Discord adds to it."""
        shape: Json = {"type": 1, "description": "", "default_member_permissions": None, "nsfw": False} | command
        shape["options"] = [commands.filled(option) for option in cast(list[Json], command.get("options") or [])]
        shape |= {
            "id": known or str(self._world.ids.next()),
            "application_id": str(self._world.card.bot),
            "version": str(self._world.ids.next()),
        }
        shape["integration_types"] = shape.get("integration_types") or [0]
        permissions = shape["default_member_permissions"]
        shape["default_member_permissions"] = None if permissions is None else str(permissions)
        return shape | ({"guild_id": place} if place else {})

    def routes(self) -> list[web.RouteDef]:
        application = r"/applications/{application:\d+}"
        server = r"/guilds/{server:\d+}"
        routes = [
            web.get("/users/@me", self.me),
            web.get("/users/@me/guilds", self.servers),
            web.get(r"/users/{person:\d+}", self.user),
            web.get("/oauth2/applications/@me", self.about),
            web.get("/applications/@me", self.about),
            web.get("/gateway", self.gateway),
            web.get("/gateway/bot", self.gateway),
            web.get(server, self.server),
            web.get(server + "/channels", self.channels),
            web.get(server + "/roles", self.roles),
            web.get(server + "/members", self.members),
            web.get(server + r"/members/{person:\d+}", self.member),
        ]
        for place in (application, application + server):
            routes += [
                web.get(place + "/commands", self.list_commands),
                web.put(place + "/commands", self.set_commands),
                web.post(place + "/commands", self.add_command),
                *(
                    web.route(method, place + r"/commands/{command:\d+}", self.one_command)
                    for method in ("GET", "PATCH", "DELETE")
                ),
            ]
        return routes
