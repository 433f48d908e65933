"""The judge itself: it knows Discord's document and finds what is wrong.

Not for the local server. Without the document these tests are skipped, and nothing else is judged either.
"""

import os
from pathlib import Path

import pytest

from tests.bot.local.judge import SETTING, Document, innermost, read_document


@pytest.fixture
def document() -> Document:
    named = os.environ.get(SETTING)
    if not named:
        pytest.skip(f"{SETTING} names no file, so nothing is judged by Discord's OpenAPI document (README: Tests)")
    return read_document(Path(named))


def test_a_good_message_is_good(document: Document) -> None:
    operation = document.operation("POST", "/channels/1/messages")
    assert operation is not None
    validator = operation.request()
    assert validator is not None
    assert validator.is_valid({"content": "Yes.", "nonce": "1", "tts": False})


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "x" * 5000},
        {"contents": "misspelt"},
        {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 9, "custom_id": "a"}]}]},
        {"embeds": [{"title": "x" * 300}]},
    ],
)
def test_a_wrong_message_is_found(document: Document, fields: dict[str, object]) -> None:
    operation = document.operation("POST", "/channels/1/messages")
    assert operation is not None
    validator = operation.request()
    assert validator is not None
    assert not validator.is_valid(fields)


def test_what_is_wrong_is_named_where_it_is(document: Document) -> None:
    operation = document.operation("POST", "/channels/1/messages")
    assert operation is not None
    validator = operation.request()
    assert validator is not None
    button = {"type": 2, "style": 1, "custom_id": "a", "label": "x" * 81}
    fields = {"components": [{"type": 17, "components": [{"type": 1, "components": [button]}]}]}
    (error,) = (inner for outer in validator.iter_errors(fields) for inner in innermost(outer))
    assert list(error.instance_path)[-1] == "label"


def test_the_more_exact_route_is_taken(document: Document) -> None:
    original = document.operation("PATCH", "/webhooks/1/token/messages/@original")
    other = document.operation("PATCH", "/webhooks/1/token/messages/2")
    assert original is not None
    assert original is not other
    assert document.operation("POST", "/channels/1/nonsense") is None
