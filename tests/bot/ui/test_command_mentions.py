"""Commands that an answer names can be pressed in Discord, in every language; nothing else is touched.

Not for what the texts say. simcord's Discord drives the real bot.
"""

import re

import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.command_mentions import CommandMentions, spelled
from tests.bot.lounge import Lounge, menu_of, shown, text_of


async def test_the_guide_mentions_commands(lounge: Lounge) -> None:
    """A mention begins the command when it is pressed; raw Markdown would only name it."""
    ids = {command.name: command.id for command in await lounge.client.tree.fetch_commands()}
    first = text_of(shown(await lounge.anna.slash(lounge.channel, "game help")))
    assert f"</game new:{ids['game']}>" in first
    assert f"</hansa sail:{ids['hansa']}>" in first
    assert not re.search(r"`/", first), "none is left as plain text"
    assert len(first) < 2000


async def test_a_french_reader_presses_the_same_commands(lounge: Lounge) -> None:
    """Discord takes only the English name in a mention, and writes it for everybody."""
    await lounge.anna.slash(lounge.channel, "settings me", language="fr")
    first = shown(await lounge.anna.slash(lounge.channel, "game help"))
    assert "</game new:" in text_of(first)
    for section in menu_of(first).values():
        read = text_of(shown(await lounge.anna.select(first, [section])))
        assert not re.search(r"(?<![</\w])/(partie|réglages|règles)", read), read


async def test_a_title_without_one_of_its_commands_stays_as_it_is(lounge: Lounge) -> None:
    await lounge.started()
    help_text = text_of(await lounge.more(lounge.anna, "help"))
    assert "type /hansa and a decision" in help_text
    assert re.search(r"</rules:\d+> has the rules", help_text)


async def test_only_whole_names_are_mentioned(lounge: Lounge) -> None:
    mentions = lounge.client.context.mentions
    for text in ("/game newer", "x/game new", "</game new:5>", "https://example.org/rules", "/rulesets"):
        assert mentions.in_text(text) == text
    assert re.fullmatch(r"\(</rules:\d+>\)", mentions.in_text("(/rules)"))


def test_before_discord_has_answered_texts_stay_as_they_are() -> None:
    assert CommandMentions().in_text("`/game new` and /rules") == "`/game new` and /rules"


@pytest.mark.parametrize("code", LANGUAGES)
async def test_no_two_commands_are_called_the_same(lounge: Lounge, code: str) -> None:
    paths = [
        command.qualified_name for command in lounge.client.tree.walk_commands() if not hasattr(command, "commands")
    ]
    names = [spelled(texts(code), path) for path in paths]
    assert len(set(names)) == len(names)
