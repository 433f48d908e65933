"""What the local Discord refuses in components, and that its figures are those of Discord's own document.

Not for what it makes of components: test_wire.py.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from bot.local.component_rules import OPTION, PICTURE, SPANS, Span, Spans, check_message, check_modal
from bot.local.components import ComponentKind
from bot.local.models import Json
from bot.local.rest.errors import ApiError
from tests.bot.local.judge import SETTING, Document, read_document

LEAST_AND_MOST = (("minLength", "maxLength"), ("minItems", "maxItems"), ("minimum", "maximum"))
NOT_CHECKED = ("id",)
"""Kontor gives none."""


def button(**fields: object) -> Json:
    return {"type": 2, "style": 1, "label": "Sail", "custom_id": "sail"} | fields


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(**fields: object) -> Json:
    return {"type": 3, "custom_id": "port", "options": [{"label": "Riga", "value": "riga"}]} | fields


def people(*chosen: object, **fields: object) -> Json:
    return {"type": 5, "custom_id": "who", "default_values": list(chosen)} | fields


ANNA: Json = {"id": 7, "type": "user"}


def gallery(**fields: object) -> Json:
    return {"type": 12, "items": [{"media": {"url": "attachment://board.png"}} | fields]}


def test_what_fits_is_taken() -> None:
    long = row(button(label="x" * 80, custom_id="y" * 100))
    check_message([{"type": 17, "components": [{"type": 10, "content": "z" * 4000}, long]}], v2=True)
    check_message([row(menu(placeholder="p" * 150)), row(*(button(custom_id=f"{n}") for n in range(5)))], v2=False)
    check_message([gallery(description="a" * 1024)], v2=True)
    check_message([row(people()), row(people(ANNA, custom_id="one", min_values=0, max_values=3))], v2=True)


@pytest.mark.parametrize(
    ("part", "named"),
    [
        (row(button(label="x" * 81)), "label"),
        (row(button(custom_id="x" * 101)), "custom_id"),
        (row(button(label=None)), "label or an emoji"),
        (row(*(button(custom_id=f"{n}") for n in range(6))), "components"),
        (row(menu(), button()), "one select"),
        (row(menu(placeholder="x" * 151)), "placeholder"),
        (row(menu(options=[])), "options"),
        (row(menu(options=[{"label": "x" * 101, "value": "riga"}])), "label"),
        (row(menu(options=[{"label": "Riga", "value": "riga", "description": "x" * 101}])), "description"),
        (row(menu(max_values=26)), "max_values"),
        (row(people(ANNA, {"id": 8, "type": "user"})), "default_values"),
        (row(people(ANNA, ANNA, max_values=2)), "must differ"),
        (row(people({"id": 7, "type": "role"})), "default_values"),
        ({"type": 10, "content": ""}, "content"),
        (gallery(description="x" * 1025), "description"),
        (gallery(description=""), "description"),
        ({"type": 12, "items": []}, "items"),
        ({"type": 9, "components": [{"type": 10, "content": "x"}] * 4, "accessory": button()}, "components"),
        ({"type": 17, "components": [row(button())], "accent_color": 0x1000000}, "accent_color"),
    ],
)
def test_what_does_not_fit_is_refused(part: Json, named: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_message([part], v2=True)
    assert refused.value.status == 400
    assert named in str(refused.value.body["errors"])


def test_a_form_is_looked_at_too() -> None:
    field: Json = {"type": 4, "custom_id": "name", "style": 1}
    check_modal([{"type": 18, "label": "Name", "component": field}])
    with pytest.raises(ApiError):
        check_modal([{"type": 18, "label": "x" * 46, "component": field}])
    with pytest.raises(ApiError):
        check_modal([{"type": 18, "label": "Name", "component": field | {"placeholder": "x" * 101}}])


@pytest.fixture
def document() -> Document:
    named = os.environ.get(SETTING)
    if not named:
        pytest.skip(f"{SETTING} names no file, so the figures cannot be compared (README: Tests)")
    return read_document(Path(named))


def spans_of(schema: dict[str, Any]) -> Spans:
    found: Spans = {}
    for name, field in schema["properties"].items():
        for least, most in LEAST_AND_MOST:
            if most in field and name not in NOT_CHECKED:
                found[name] = Span(field.get(least, 0), field[most])
    return found


def test_the_figures_are_discords(document: Document) -> None:
    schemas = document.components["schemas"]
    seen = set[int]()
    for name, schema in schemas.items():
        if name.endswith(("ComponentForMessageRequest", "ComponentForModalRequest")):
            number = schema["properties"]["type"]["enum"][0]
            seen.add(number)
            expected = spans_of(schema)
            assert {key: SPANS.get(number, {}).get(key) for key in expected} == expected, name
    assert set(SPANS) <= seen
    for name in ("StringSelectOptionForRequest", "RadioGroupOptionForRequest", "CheckboxGroupOptionForRequest"):
        assert spans_of(schemas[name]) == OPTION
    assert spans_of(schemas["MediaGalleryItemRequest"]) == PICTURE
    assert ComponentKind.CONTAINER in seen
