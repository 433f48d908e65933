"""Reads what the bot sends: JSON, or a form whose part `payload_json` is the JSON and whose other parts are files.

Not for what the fields mean.
"""

from typing import cast

import msgspec
from aiohttp import BodyPartReader, web

from bot.local.models import Json
from bot.local.rest.errors import ApiError, invalid, too_large

FIELDS = web.RequestKey("fields", dict)
"""Where a request keeps the JSON of its form, for those who watch: a form can be read once only."""
LARGEST_FILE = 10 * 1024 * 1024
"""Discord's limit for a server without boosts; interactions name it to the bot."""
LARGEST_REQUEST = 25 * 1024 * 1024


class Upload(msgspec.Struct, frozen=True):
    """One file as it came."""

    filename: str
    content_type: str
    content: bytes


class Body(msgspec.Struct, frozen=True):
    """A request's fields and files; the files by the number behind `files[…]`."""

    fields: Json
    files: dict[int, Upload] = {}


def decoded(raw: bytes) -> object:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None


async def read_fields(request: web.Request) -> Json:
    value = decoded(await request.read() or b"{}")
    if not isinstance(value, dict):
        raise invalid("_", "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
    return cast(Json, value)


async def read_body(request: web.Request) -> Body:
    if not request.content_type.startswith("multipart/"):
        return Body(await read_fields(request))
    fields: Json = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid("_", "MULTIPART", "Parts must not be nested.")
        content = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            fields = cast(Json, decoded(content))
            continue
        if len(content) > LARGEST_FILE:
            raise too_large()
        number = _number(part.name or "")
        kind = part.headers.get("Content-Type", "application/octet-stream")
        files[number] = Upload(part.filename or f"file{number}", kind, content)
    request[FIELDS] = fields
    return Body(fields, files)


def _number(name: str) -> int:
    digits = name.removeprefix("files[").removesuffix("]")
    if not digits.isdecimal():
        raise invalid("files", "MULTIPART", f"The part {name} is no files[…].")
    return int(digits)
