"""Rate limits: the headers Discord sends with every reply, and 429 for whoever does not heed them.

Not for the page: people are slow enough.
"""

import hashlib
import time

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.local.rest.replies import reply


class Limit(msgspec.Struct, frozen=True):
    """So many requests in so many seconds."""

    requests: int
    seconds: float


class Window(msgspec.Struct):
    """What has been used of a limit, and when it starts anew."""

    ends: float = 0.0
    used: int = 0


GENEROUS = Limit(50, 1.0)
"""Discord's global limit for each route and channel; nobody at home has to wait for a board."""


def limiting(limit: Limit) -> Middleware:
    """Counts by route and its first number, as Discord does. Interaction endpoints are exempt."""
    windows: dict[str, Window] = {}

    @web.middleware
    async def count(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith(("/api/v10/interactions/", "/api/v10/webhooks/")):
            return await handler(request)
        resource = request.match_info.route.resource
        major = request.match_info.get("channel") or request.match_info.get("server") or ""
        pattern = resource.canonical if resource else request.path
        window = windows.setdefault(f"{request.method} {pattern} {major}", Window())
        now = time.time()
        if now >= window.ends:
            window.ends, window.used = now + limit.seconds, 0
        window.used += 1
        left = limit.requests - window.used
        bucket = hashlib.sha256(f"{request.method} {pattern}".encode()).hexdigest()[:24]
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
            "X-RateLimit-Bucket": bucket,
            # Without it discord.py takes a 429 for a ban by the proxy in front of Discord.
            "Via": "1.1 kontor",
        }
        response = _too_many(window.ends - now) if left < 0 else await handler(request)
        response.headers.update(headers)
        return response

    return count


def _too_many(wait: float) -> web.Response:
    response = reply({"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False}, 429)
    response.headers.update({"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": "user"})
    return response
