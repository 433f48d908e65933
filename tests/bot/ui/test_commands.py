"""Every command keeps Discord's limits, in every language. No judge we have checks all of them, so this one does.

Not for what commands do.
"""

import re
import unicodedata
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest
from discord import Locale

from bot.app import assemble
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.store import open_store
from bot.texts import LANGUAGES
from bot.ui.client import Kontor
from bot.ui.command_names import SPOKEN, CommandNames
from engine.registry import KEYS
from tests.bot.clocks import HandClock

NAME = re.compile(r"[-_'\w]{1,32}")
SUB_COMMAND, SUB_GROUP = 1, 2
TYPED, OF_MESSAGE = 1, 3
"""Types of commands."""
LOCALE_CODES = {locale.value for locale in Locale}

Part = dict[str, object]


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Kontor]:
    settings = Settings(data=tmp_path, shard_count=1)
    async with open_store(settings) as store:
        made, _ = assemble(store, settings, HandClock(), Metrics())
        yield made
        made.context.close()


@pytest.fixture
async def every_command(client: Kontor) -> list[Part]:
    """The commands as Discord gets them, all languages included."""
    await client.tree.set_translator(CommandNames())
    translator = client.tree.translator
    assert translator is not None
    return [await command.get_translated_payload(client.tree, translator) for command in client.tree.get_commands()]


@pytest.fixture
def commands(every_command: list[Part]) -> list[Part]:
    """Those that are typed."""
    return [command for command in every_command if command["type"] == TYPED]


def listed(part: Part, name: str) -> list[Part]:
    return msgspec.convert(part.get(name) or [], list[dict[str, object]])


def everything(part: Part) -> Iterator[Part]:
    yield part
    for option in listed(part, "options"):
        yield from everything(option)


def spoken(part: Part, field: str) -> list[str]:
    """A text of a part in every language."""
    others = msgspec.convert(part.get(f"{field}_localizations") or {}, dict[str, str])
    return [str(part[field]), *others.values()] if field in part else []


def weight(part: Part) -> int:
    """Names, descriptions and values, the longest language of each, as Discord counts up to 8,000."""
    own = sum(max((len(text) for text in spoken(part, field)), default=0) for field in ("name", "description"))
    values = sum(
        max(len(text) for text in spoken(choice, "name")) + len(str(choice["value"]))
        for choice in listed(part, "choices")
    )
    return own + values + sum(weight(option) for option in listed(part, "options"))


async def test_there_are_at_most_100_commands_and_none_twice(commands: list[Part]) -> None:
    assert {str(command["name"]) for command in commands} == {"game", "games", "settings", "rules", "privacy", *KEYS}
    for language in range(len(LANGUAGES)):
        names = [texts[min(language, len(texts) - 1)] for texts in (spoken(command, "name") for command in commands)]
        assert len(set(names)) == len(names) <= 100


async def test_a_board_has_a_menu_in_every_language(every_command: list[Part]) -> None:
    menu = [command for command in every_command if command["type"] == OF_MESSAGE]
    assert [command["name"] for command in menu] == ["My hand", "Since my turn", "Replay from here"]
    assert len(menu) <= 5, "Discord takes no more from what discord.py offers"
    for command in menu:
        names = spoken(command, "name")
        assert len(names) >= len(LANGUAGES)
        assert all(1 <= len(name) <= 32 for name in names)
    assert len(menu) + sum(command["type"] == TYPED for command in every_command) == len(every_command)


async def test_names_are_names_in_every_language(commands: list[Part]) -> None:
    for command in commands:
        for part in everything(command):
            for name in spoken(part, "name"):
                assert NAME.fullmatch(name), name
                assert name == name.lower(), name
                assert all(unicodedata.category(letter)[0] in "LN" or letter in "-_'" for letter in name), name


async def test_descriptions_are_there_and_short_enough(commands: list[Part]) -> None:
    for command in commands:
        for part in everything(command):
            texts = spoken(part, "description")
            assert texts, part["name"]
            assert all(1 <= len(text) <= 100 for text in texts), texts


async def test_options_are_at_most_25_unique_and_the_required_ones_come_first(commands: list[Part]) -> None:
    for command in commands:
        for part in everything(command):
            options = listed(part, "options")
            assert len(options) <= 25
            kinds = {option["type"] in (SUB_COMMAND, SUB_GROUP) for option in options}
            assert len(kinds) <= 1, "commands below a command leave no room for options"
            for place in range(len(LANGUAGES)):
                names = [texts[min(place, len(texts) - 1)] for texts in (spoken(option, "name") for option in options)]
                assert len(set(names)) == len(names), (part["name"], names)
            required = [bool(option.get("required")) for option in options]
            assert required == sorted(required, reverse=True), part["name"]


async def test_choices_are_at_most_25_and_exclude_autocomplete(commands: list[Part]) -> None:
    for command in commands:
        for part in everything(command):
            choices = listed(part, "choices")
            assert len(choices) <= 25
            assert not (choices and part.get("autocomplete"))
            for choice in choices:
                assert all(1 <= len(name) <= 100 for name in spoken(choice, "name"))
                assert len(str(choice["value"])) <= 100


async def test_a_command_weighs_at_most_8000(commands: list[Part]) -> None:
    heaviest = max(commands, key=weight)
    assert weight(heaviest) <= 8000, (heaviest["name"], weight(heaviest))


async def test_every_name_and_description_is_in_every_language_we_speak(commands: list[Part]) -> None:
    wanted = {locale.value for locale in SPOKEN}
    assert wanted <= LOCALE_CODES
    for command in commands:
        for part in everything(command):
            for field in ("name", "description"):
                others = msgspec.convert(part.get(f"{field}_localizations") or {}, dict[str, str])
                if not (field == "name" and part is command and part["name"] in KEYS):  # titles keep their names
                    assert set(others) == wanted, (part["name"], field)


async def test_all_parameters_of_titles_complete(commands: list[Part]) -> None:
    for command in commands:
        if command["name"] in KEYS:
            for verb in listed(command, "options"):
                assert all(option["autocomplete"] for option in listed(verb, "options")), verb["name"]
