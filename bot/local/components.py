"""Components of messages and modals: which there are, what is inside them, their numbers and pictures.

Not for the rules Discord has for them (`component_rules.py`), and not for what a component does: the bot is told about
a click and answers.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import cast

from bot.local.models import Json


class ComponentKind(IntEnum):
    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


SELECTS = (
    ComponentKind.STRING_SELECT,
    ComponentKind.USER_SELECT,
    ComponentKind.ROLE_SELECT,
    ComponentKind.MENTIONABLE_SELECT,
    ComponentKind.CHANNEL_SELECT,
)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, those inside others too, in the order they are shown."""
    for component in components:
        yield component
        yield from walk(inside(component))


def inside(component: Json) -> list[Json]:
    found = list(cast(list[Json], component.get("components") or []))
    for name in ("component", "accessory"):
        if component.get(name):
            found.append(cast(Json, component[name]))
    return found


def kind(component: Json) -> int:
    return int(cast(int, component["type"]))


def numbered(components: list[Json]) -> list[Json]:
    """The components with the defaults that Discord fills in: a number for each, and how many values a select takes."""
    taken = {cast(int, one["id"]) for one in walk(components) if one.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)
    return [_changed(component, lambda one: _filled(one, free)) for component in components]


def _filled(component: Json, free: Iterator[int]) -> Json:
    filled = {key: value for key, value in component.items() if value is not None}
    if "emoji" in filled:
        filled["emoji"] = _emoji(filled["emoji"])
    if "options" in filled:
        filled["options"] = [_option(option) for option in cast(list[Json], filled["options"])]
    if not filled.get("id"):
        filled["id"] = next(free)
    if kind(filled) in SELECTS:
        filled = {"min_values": 1, "max_values": 1} | filled
    if "default_values" in filled:  # Discord's numbers are texts; discord.py sends them as numbers
        filled["default_values"] = [one | {"id": str(one["id"])} for one in cast(list[Json], filled["default_values"])]
    if kind(filled) == ComponentKind.CONTAINER:
        filled = {"accent_color": None, "spoiler": False} | filled
    return filled


def _option(option: Json) -> Json:
    filled = {key: value for key, value in option.items() if value is not None}
    return filled | {"emoji": _emoji(filled["emoji"])} if "emoji" in filled else filled


def _emoji(emoji: object) -> Json:
    """As Discord tells of it: without the id that discord.py sends as null for one of Unicode's, and with any other as
    text. discord.py sends a number, which a browser would round.
    """
    told = {key: value for key, value in cast(Json, emoji).items() if value is not None}
    return told | {"id": str(told["id"])} if "id" in told else told


def _changed(component: Json, change: Callable[[Json], Json]) -> Json:
    """The component and all those inside it, changed, parents first."""
    new = change(component)
    if new.get("components"):
        new["components"] = [_changed(one, change) for one in cast(list[Json], new["components"])]
    for name in ("component", "accessory"):
        if new.get(name):
            new[name] = _changed(cast(Json, new[name]), change)
    return new


def with_media(components: list[Json], media: dict[str, Json], message: int) -> list[Json]:
    """The components with the addresses of their pictures, in place of the names of attached files."""

    def resolved(item: object) -> Json:
        link = str(cast(Json, item).get("url", ""))
        found = media.get(link.removeprefix("attachment://"))
        if found is None:
            return {"id": str(message), "url": link, "proxy_url": link}
        shape: Json = {key: found.get(key) for key in ("url", "proxy_url", "width", "height", "content_type")}
        return {key: value for key, value in shape.items() if value is not None} | {
            "id": found["id"],
            "attachment_id": found["id"],
        }

    def change(component: Json) -> Json:
        match kind(component):
            case ComponentKind.GALLERY:
                items = cast(list[Json], component["items"])
                return component | {"items": [item | {"media": resolved(item["media"])} for item in items]}
            case ComponentKind.THUMBNAIL:
                return component | {"media": resolved(component["media"])}
            case ComponentKind.FILE:
                name = str(cast(Json, component["file"]).get("url", "")).removeprefix("attachment://")
                size = media.get(name, {}).get("size", 0)
                return component | {"file": resolved(component["file"]), "name": name, "size": size}
        return dict(component)

    return [_changed(component, change) for component in components]


def by_name(components: list[Json], names: dict[str, str]) -> list[Json]:
    """The components with attached files named again, where the bot sent back an address it was given."""

    def back(item: object) -> Json:
        link = str(cast(Json, item).get("url", ""))
        name = names.get(link.partition("?")[0])
        return {"url": f"attachment://{name}"} if name else {"url": link}

    def change(component: Json) -> Json:
        match kind(component):
            case ComponentKind.GALLERY:
                items = cast(list[Json], component["items"])
                return component | {"items": [item | {"media": back(item["media"])} for item in items]}
            case ComponentKind.THUMBNAIL:
                return component | {"media": back(component["media"])}
            case ComponentKind.FILE:
                return component | {"file": back(component["file"])}
        return dict(component)

    return [_changed(component, change) for component in components]
