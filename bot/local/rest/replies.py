"""How a REST reply leaves: bare `application/json`, because discord.py compares the header letter for letter.

Not for errors of ours: anything but an ApiError is a fault of this server and shows as such.
"""

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.local.rest.errors import ApiError, unauthorized


def reply(value: object, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), status=status, headers={"Content-Type": "application/json"})


def nothing() -> web.Response:
    return web.Response(status=204)


@web.middleware
async def in_discords_words(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except ApiError as error:
        return reply(error.body, error.status)
    except web.HTTPNotFound:
        return reply({"message": "404: Not Found", "code": 0}, 404)
    except web.HTTPMethodNotAllowed:
        return reply({"message": "405: Method Not Allowed", "code": 0}, 405)


def demanding(token: str) -> Middleware:
    """Lets only the bot in. Interaction callbacks and webhooks carry a token of their own in the path instead."""

    @web.middleware
    async def demand(request: web.Request, handler: Handler) -> web.StreamResponse:
        own_token = request.path.startswith(("/api/v10/interactions/", "/api/v10/webhooks/"))
        if not own_token and request.headers.get("Authorization") != f"Bot {token}":
            raise unauthorized()
        return await handler(request)

    return demand
