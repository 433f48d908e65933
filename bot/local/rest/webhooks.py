"""Answers to interactions: the callback, and the token that edits and follows up for fifteen minutes.

Not for deadlines and kinds of answers: `interactions.py`.
"""

from aiohttp import web

from bot.local.rest.body import read_body
from bot.local.rest.replies import nothing, reply
from bot.local.services import Services


class Webhooks:
    """The handlers; the table of routes is at the end."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def callback(self, request: web.Request) -> web.Response:
        found = self._services.interactions.find(int(request.match_info["interaction"]), request.match_info["token"])
        # discord.py always asks for the receipt and reads it, so there is always one.
        return reply(self._services.interactions.answer(found, await read_body(request)))

    async def follow_up(self, request: web.Request) -> web.Response:
        interaction = self._services.interactions.by_token(request.match_info["token"])
        message = self._services.interactions.follow_up(interaction, await read_body(request))
        return reply(self._services.payloads.message(message))

    async def message(self, request: web.Request) -> web.Response:
        interaction = self._services.interactions.by_token(request.match_info["token"])
        message = self._services.interactions.message_of(interaction, request.match_info["message"])
        if request.method == "DELETE":
            self._services.world.drop_message(message)
            return nothing()
        if request.method == "PATCH":
            message = self._services.writer.rewrite(message, await read_body(request))
        return reply(self._services.payloads.message(message))

    def routes(self) -> list[web.RouteDef]:
        webhook = r"/webhooks/{application:\d+}/{token}"
        return [
            web.post(r"/interactions/{interaction:\d+}/{token}/callback", self.callback),
            web.post(webhook, self.follow_up),
            *(
                web.route(method, webhook + r"/messages/{message:@original|\d+}", self.message)
                for method in ("GET", "PATCH", "DELETE")
            ),
        ]
