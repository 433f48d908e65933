"""Command definitions: the limits Discord sets, which neither its OpenAPI document nor simcord check in full.

Not for what a person types: `gestures.py`.
"""

import re
import unicodedata
from enum import IntEnum
from typing import cast

from bot.local.models import Json
from bot.local.rest.errors import invalid

MOST = {1: 100, 2: 15, 3: 15}
"""Commands of each type: typed, on a person, on a message."""
MOST_OPTIONS = 25
MOST_CHOICES = 25
LONGEST_COMMAND = 8000
NAME = re.compile(r"^[-_'\w]{1,32}$")
LOCALES = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl"),
        *("pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW"),
        "ko",
    )
)


class Option(IntEnum):
    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


NESTED = (Option.SUBCOMMAND, Option.GROUP)


def options_of(definition: Json) -> list[Json]:
    return cast(list[Json], definition.get("options") or [])


def check_all(definitions: list[Json]) -> None:
    """Refuses a set of commands that Discord would refuse."""
    for kind, most in MOST.items():
        if sum(1 for one in definitions if one.get("type", 1) == kind) > most:
            raise invalid("_", "BASE_TYPE_MAX_LENGTH", f"There can be {most} commands of type {kind} at most.")
    names = [(one.get("type", 1), one.get("name")) for one in definitions]
    if len(set(names)) < len(names):
        raise invalid("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique.")
    for definition in definitions:
        typed = definition.get("type", 1) == 1
        _check(definition, typed=typed)
        if typed and _length(definition) > LONGEST_COMMAND:
            raise invalid("_", "APPLICATION_COMMAND_TOO_LARGE", f"“{definition['name']}” is over {LONGEST_COMMAND}.")


def filled(option: Json) -> Json:
    """An option without the empty fields that Discord leaves out of its replies."""
    shape = {key: value for key, value in option.items() if value is not None}
    if "options" in shape:
        shape["options"] = [filled(one) for one in options_of(shape)]
    return shape


def _check(definition: Json, *, typed: bool) -> None:
    name = str(definition.get("name", ""))
    _check_names(definition, name, typed=typed)
    options = options_of(definition)
    if len(options) > MOST_OPTIONS:
        raise invalid("options", "BASE_TYPE_MAX_LENGTH", f"“{name}” has over {MOST_OPTIONS} options.")
    if len(cast(list[Json], definition.get("choices") or [])) > MOST_CHOICES:
        raise invalid("choices", "BASE_TYPE_MAX_LENGTH", f"“{name}” has over {MOST_CHOICES} choices.")
    if definition.get("autocomplete") and definition.get("choices"):
        raise invalid("choices", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", f"“{name}” has choices and autocomplete.")
    names = [option.get("name") for option in options]
    if len(set(names)) < len(names):
        raise invalid("options", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", f"“{name}” has an option twice.")
    optional = False
    for option in options:
        _check(option, typed=True)
        if option.get("type") in NESTED:
            continue
        if option.get("required") and optional:
            raise invalid(
                "options",
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                f"Required options of “{name}” must stand before optional ones.",
            )
        optional = optional or not option.get("required")


def _check_names(definition: Json, name: str, *, typed: bool) -> None:
    localised = cast(dict[str, str], definition.get("name_localizations") or {})
    described = cast(dict[str, str], definition.get("description_localizations") or {})
    for locale in (*localised, *described):
        if locale not in LOCALES:
            raise invalid("name_localizations", "ENUM_TYPE_COERCE", f"“{locale}” is no locale.")
    for one in (name, *localised.values()):
        if typed and (not NAME.match(one) or one != one.lower()):
            raise invalid("name", "APPLICATION_COMMAND_INVALID_NAME", f"Command name “{one}” is invalid.")
        if unicodedata.normalize("NFC", one) != one:
            raise invalid("name", "APPLICATION_COMMAND_INVALID_NAME", f"Command name “{one}” is not normalised.")
    for text in (definition.get("description", ""), *described.values()):
        if typed and not 1 <= len(str(text)) <= 100:
            raise invalid("description", "BASE_TYPE_BAD_LENGTH", f"“{name}” must be described in 1 to 100 characters.")


def _length(definition: Json) -> int:
    """Discord counts the longest localisation of every name, description and choice."""
    total = _longest(definition, "name") + _longest(definition, "description")
    for choice in cast(list[Json], definition.get("choices") or []):
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(_length(option) for option in options_of(definition))


def _longest(definition: Json, field: str) -> int:
    localised = cast(dict[str, str], definition.get(f"{field}_localizations") or {})
    return max(len(text) for text in (str(definition.get(field) or ""), *localised.values()))
