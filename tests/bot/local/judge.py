"""Discord's own OpenAPI document as the judge of every request of the bot and every reply of the local server.

Not in the repository: KONTOR_DISCORD_OPENAPI names the file. Without it nothing is judged; `test_judge.py` is skipped
and says so.
"""

import copy
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.local.rest.body import FIELDS

SETTING = "KONTOR_DISCORD_OPENAPI"
PREFIX = "/api/v10"

Schema = dict[str, Any]

EXTRA = {
    # Fields that Discord documents or takes, and its OpenAPI document lacks.
    "nsfw": {"type": ["boolean", "null"]},
    "tts": {"type": "boolean"},
    "flags": {"type": "integer"},  # discord.py sends them with every embed
}


class Judge:
    """Collects what is wrong; `verdict` fails with all of it."""

    def __init__(self, document: "Document | None") -> None:
        self._document = document
        self.wrong: list[str] = []
        self.judged = 0

    @classmethod
    def of_environment(cls) -> "Judge":
        named = os.environ.get(SETTING)
        return cls(read_document(Path(named)) if named else None)

    @property
    def watch(self) -> Middleware:
        @web.middleware
        async def watch(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.content_type == "application/json":
                await request.read()  # kept by aiohttp, so that the handler can read it again
            response = await handler(request)
            if self._document is not None:
                await self._judge(request, response)
            return response

        return watch

    async def _judge(self, request: web.Request, response: web.StreamResponse) -> None:
        assert self._document is not None
        line = f"{request.method} {request.path}"
        operation = self._document.operation(request.method, request.path.removeprefix(PREFIX))
        if operation is None:
            self.wrong.append(f"{line}: no such route.")
            return
        self.judged += 1
        fields = request.get(FIELDS)
        if fields is None and request.content_type == "application/json":
            raw = await request.read()
            fields = msgspec.json.decode(raw) if raw else None
        if fields is not None and response.status < 400:
            self._note(f"{line}: request", operation.request(), fields)
        if isinstance(response, web.Response) and isinstance(response.body, bytes) and response.body:
            reply = msgspec.json.decode(response.body)
            self._note(f"{line}: reply {response.status}", operation.reply(response.status), reply)

    def _note(self, place: str, validator: "jsonschema_rs.Validator | None", value: object) -> None:
        if validator is None:
            self.wrong.append(f"{place}: a body where none is expected.")
            return
        for error in (inner for outer in validator.iter_errors(value) for inner in innermost(outer)):
            where = "/".join(str(part) for part in error.instance_path)
            self.wrong.append(f"{place}: at {where or 'the top'}: {error.message[:600]}")

    def verdict(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)


def innermost(error: jsonschema_rs.ValidationError) -> Iterator[jsonschema_rs.ValidationError]:
    """What is wrong inside a value that fits no schema of several: by the schema of its own `type`, if that is one."""
    branches: list[list[jsonschema_rs.ValidationError]] = getattr(error.kind, "context", [])
    meant = [branch for branch in branches if not any(list(one.instance_path)[-1:] == ["type"] for one in branch)]
    if len(meant) != 1:
        yield error
        return
    for one in meant[0]:
        yield from innermost(one)


class Operation:
    """One method of one route, with its validators made when they are first needed."""

    def __init__(self, document: "Document", operation: Schema) -> None:
        self._document = document
        self._operation = operation
        self._made: dict[str, jsonschema_rs.Validator | None] = {}

    def request(self) -> "jsonschema_rs.Validator | None":
        return self._validator("request", self._operation.get("requestBody", {}), self._document.strict)

    def reply(self, status: int) -> "jsonschema_rs.Validator | None":
        replies = self._operation["responses"]
        found = replies.get(str(status)) or replies.get(f"{status // 100}XX") or {}
        if "$ref" in found:
            found = self._document.at(found["$ref"])
        return self._validator(str(status), found, self._document.components)

    def _validator(self, name: str, body: Schema, components: Schema) -> "jsonschema_rs.Validator | None":
        if name not in self._made:
            schema = body.get("content", {}).get("application/json", {}).get("schema")
            whole = None if schema is None else {**schema, "components": components}
            self._made[name] = None if whole is None else jsonschema_rs.validator_for(whole)
        return self._made[name]


class Document:
    """The OpenAPI document, mended where it is known to be narrower than Discord itself."""

    def __init__(self, document: Schema) -> None:
        schemas = document["components"]["schemas"]
        schemas["SnowflakeType"] = {"anyOf": [{"type": "string", "pattern": "^[0-9]+$"}, {"type": "integer"}]}
        # The codes of single fields are words ("BASE_TYPE_REQUIRED"), in Discord's reference as in its replies.
        words = {"type": "object", "required": ["code", "message"], "properties": {"code": {"type": "string"}}}
        schemas["InnerErrors"]["properties"]["_errors"]["items"] = words
        self._whole = document
        self.components: Schema = {"schemas": schemas}
        self.strict: Schema = {"schemas": {name: _strict(schema) for name, schema in schemas.items()}}
        self._routes = [
            (re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path.count("{"), methods)
            for path, methods in document["paths"].items()
        ]
        # The route with fewer places to fill in is the more exact one: @original before {message_id}.
        self._routes.sort(key=lambda route: route[1])
        self._operations: dict[int, Operation] = {}

    def at(self, reference: str) -> Schema:
        found: Any = self._whole
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        result: Schema = found
        return result

    def operation(self, method: str, path: str) -> Operation | None:
        for pattern, _, methods in self._routes:
            if pattern.match(path) and method.lower() in methods:
                raw = methods[method.lower()]
                return self._operations.setdefault(id(raw), Operation(self, raw))
        return None


def _strict(schema: Schema) -> Schema:
    """The schema with unknown fields forbidden, so that a misspelt one is found."""
    if "properties" not in schema or "additionalProperties" in schema:
        return schema
    strict = copy.copy(schema)
    strict["properties"] = schema["properties"] | {
        name: extra for name, extra in EXTRA.items() if name not in schema["properties"]
    }
    strict["additionalProperties"] = False
    return strict


@cache
def read_document(file: Path) -> Document:
    return Document(json.loads(file.read_text(encoding="utf-8")))
