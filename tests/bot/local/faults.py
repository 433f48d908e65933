"""Faults between the bot and the local Discord: failing, slow and rate-limited replies, a reply lost after the work.

Not for the gateway: `Gateway.cut` breaks that.
"""

import asyncio
import re
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.local.rest.replies import reply


@dataclass
class Fault:
    """What happens to the next `times` requests whose method and path match."""

    pattern: str
    times: int
    status: int | None = None
    applied: bool = False
    """Whether the request is carried out before its reply is lost."""
    seconds: float = 0.0
    code: int = 0
    """What Discord calls it."""
    met: int = 0


@dataclass
class Faults:
    waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault

    @property
    def meddle(self) -> Middleware:
        @web.middleware
        async def meddle(request: web.Request, handler: Handler) -> web.StreamResponse:
            fault = self._for(request)
            if fault is None:
                return await handler(request)
            fault.met += 1
            await asyncio.sleep(fault.seconds)
            if fault.status is None:
                return await handler(request)
            if fault.applied:
                await handler(request)
            body = {"message": "Fault", "code": fault.code, "retry_after": 0.3, "global": False}
            response = reply(body, fault.status)
            response.headers["Via"] = "1.1 fault"
            return response

        return meddle

    def _for(self, request: web.Request) -> Fault | None:
        line = f"{request.method} {request.path}"
        for fault in self.waiting:
            if fault.met < fault.times and re.search(fault.pattern, line):
                return fault
        return None
