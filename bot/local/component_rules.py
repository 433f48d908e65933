"""What Discord refuses in components: where they stand, how many and how long they are, which ids they have.

Not for what they are: `components.py`. The figures are those of Discord's OpenAPI document, and its tests compare them.
"""

from collections.abc import Container
from typing import NamedTuple, cast

from bot.local.components import SELECTS, ComponentKind, inside, kind, walk
from bot.local.models import Json
from bot.local.rest.errors import invalid

MOST_COMPONENTS = 40
MOST_ROWS = 5
MOST_BUTTONS = 5
LONGEST_TEXT = 4000
LINK = 5
PREMIUM = 6
"""Button styles that have no custom id."""
TOP_V2 = (
    ComponentKind.ROW,
    ComponentKind.SECTION,
    ComponentKind.TEXT,
    ComponentKind.GALLERY,
    ComponentKind.FILE,
    ComponentKind.SEPARATOR,
    ComponentKind.CONTAINER,
)
TOP_MODAL = (ComponentKind.ROW, ComponentKind.LABEL, ComponentKind.TEXT)


class Span(NamedTuple):
    """How long a text or a list may be, or how large a number."""

    least: int
    most: int


Spans = dict[str, Span]
NAMED: Spans = {"custom_id": Span(1, 100)}
_CHOICE: Spans = NAMED | {"placeholder": Span(0, 150), "min_values": Span(0, 25), "max_values": Span(1, 25)}
SPANS: dict[int, Spans] = {
    ComponentKind.ROW: {"components": Span(1, MOST_BUTTONS)},
    ComponentKind.BUTTON: NAMED | {"label": Span(0, 80), "url": Span(0, 512)},
    **dict.fromkeys(SELECTS, _CHOICE | {"default_values": Span(0, 25)}),
    ComponentKind.STRING_SELECT: _CHOICE | {"options": Span(1, 25)},
    ComponentKind.TEXT_INPUT: NAMED
    | {
        "label": Span(1, 45),
        "value": Span(0, 4000),
        "placeholder": Span(0, 100),
        "min_length": Span(0, 4000),
        "max_length": Span(1, 4000),
    },
    ComponentKind.SECTION: {"components": Span(1, 3)},
    ComponentKind.TEXT: {"content": Span(1, LONGEST_TEXT)},
    ComponentKind.THUMBNAIL: {"description": Span(1, 1024)},
    ComponentKind.GALLERY: {"items": Span(1, 10)},
    ComponentKind.CONTAINER: {"components": Span(1, MOST_COMPONENTS), "accent_color": Span(0, 0xFFFFFF)},
    ComponentKind.LABEL: {"label": Span(1, 45), "description": Span(1, 100)},
    ComponentKind.FILE_UPLOAD: NAMED | {"min_values": Span(0, 10), "max_values": Span(1, 10)},
    ComponentKind.RADIO_GROUP: NAMED | {"options": Span(2, 10)},
    ComponentKind.CHECKBOX_GROUP: NAMED
    | {"options": Span(1, 10), "min_values": Span(0, 10), "max_values": Span(1, 10)},
    ComponentKind.CHECKBOX: NAMED,
}
CHOSEN: dict[int, tuple[str, ...]] = {
    ComponentKind.USER_SELECT: ("user",),
    ComponentKind.ROLE_SELECT: ("role",),
    ComponentKind.MENTIONABLE_SELECT: ("user", "role"),
    ComponentKind.CHANNEL_SELECT: ("channel",),
}
"""What can be chosen already in a menu that Discord fills."""
OPTION: Spans = {"label": Span(1, 100), "value": Span(1, 100), "description": Span(0, 100)}
"""Of a menu, of radio buttons and of check boxes."""
PICTURE: Spans = {"description": Span(1, 1024)}
"""Of a gallery."""


def check_message(components: list[Json], *, v2: bool) -> None:
    everything = list(walk(components))
    if v2 and len(everything) > MOST_COMPONENTS:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"Must be {MOST_COMPONENTS} or fewer in total.")
    if not v2 and len(components) > MOST_ROWS:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
    top = TOP_V2 if v2 else (ComponentKind.ROW,)
    for component in components:
        if kind(component) not in top:
            raise invalid("components", "UNION_TYPE_CHOICES", f"Type {component['type']} must not stand here.")
    text = sum(len(str(one.get("content", ""))) for one in everything if kind(one) == ComponentKind.TEXT)
    if text > LONGEST_TEXT:
        raise invalid("components", "BASE_TYPE_MAX_LENGTH", f"Must be {LONGEST_TEXT} or fewer in length.")
    _check_each(everything)


def check_emojis(components: list[Json], known: Container[str]) -> None:
    """Emojis that are not Unicode's must be there."""
    for component in walk(components):
        for holder in (component, *cast(list[Json], component.get("options") or [])):
            number = cast(Json, holder.get("emoji") or {}).get("id")
            if number and str(number) not in known:
                raise invalid("components", "COMPONENT_INVALID_EMOJI", "Invalid emoji.")


def check_modal(components: list[Json]) -> None:
    if not 1 <= len(components) <= MOST_ROWS:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
    for component in components:
        if kind(component) not in TOP_MODAL:
            raise invalid("components", "UNION_TYPE_CHOICES", f"Type {component['type']} must not stand here.")
    _check_each(list(walk(components)))


def _check_each(everything: list[Json]) -> None:
    for component in everything:
        _check_spans(component, SPANS.get(kind(component), {}))
        for option in cast(list[Json], component.get("options") or []):
            _check_spans(option, OPTION)
        for picture in cast(list[Json], component.get("items") or []):
            _check_spans(picture, PICTURE)
        _check_one(component)
    ids = [str(one["custom_id"]) for one in everything if one.get("custom_id")]
    if len(set(ids)) < len(ids):
        raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated.")


def _check_spans(part: Json, spans: Spans) -> None:
    for name, span in spans.items():
        value = part.get(name)
        if value is None:
            continue
        size = value if isinstance(value, int) else len(cast("str | list[object]", value))
        if not span.least <= size <= span.most:
            code = "NUMBER_TYPE_MAX" if isinstance(value, int) else "BASE_TYPE_BAD_LENGTH"
            raise invalid("components", code, f"{name}: must be between {span.least} and {span.most}, is {size}.")


def _check_one(component: Json) -> None:
    match kind(component):
        case ComponentKind.ROW:
            kinds = {kind(part) for part in inside(component)}
            if kinds != {ComponentKind.BUTTON} and len(inside(component)) != 1:
                raise invalid("components", "BASE_TYPE_BAD_LENGTH", "A row holds one to five buttons, or one select.")
        case ComponentKind.BUTTON:
            if not (component.get("label") or component.get("emoji")):
                raise invalid("components", "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji.")
            named = component.get("style") not in (LINK, PREMIUM)
            if named and not component.get("custom_id"):
                raise invalid("components", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required.")
        case ComponentKind.STRING_SELECT | ComponentKind.RADIO_GROUP | ComponentKind.CHECKBOX_GROUP:
            options = cast(list[Json], component.get("options") or [])
            if not options:
                raise invalid("components", "BASE_TYPE_REQUIRED", "This field is required")
            values = [option.get("value") for option in options]
            if len(set(values)) < len(values):
                raise invalid("components", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The values must differ.")
        case found if found in CHOSEN:
            _check_chosen(component, CHOSEN[found])


def _check_chosen(select: Json, offered: Container[str]) -> None:
    """Of a menu that Discord fills: as many people or channels are chosen as it takes, each once, or none."""
    chosen = [(one.get("type"), str(one.get("id"))) for one in cast(list[Json], select.get("default_values") or [])]
    least, most = (int(cast(int, select.get(name, 1))) for name in ("min_values", "max_values"))
    if chosen and not least <= len(chosen) <= most:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"default_values: must be between {least} and {most}.")
    if len(set(chosen)) < len(chosen):
        raise invalid("components", "SELECT_COMPONENT_DEFAULT_VALUE_DUPLICATED", "The chosen values must differ.")
    if any(what not in offered for what, _ in chosen):
        raise invalid("components", "UNION_TYPE_CHOICES", "default_values: this menu offers no such thing.")
