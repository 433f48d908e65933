"""What a server allows, rule by rule.

Not for where it is asked: `tests/bot/ui/test_house_rules.py`.
"""

import pytest

from bot.errors import Refused
from bot.table import house_rules
from bot.table.preferences import THREAD_NAMES, ServerPreferences
from bot.texts import texts
from bot.ui.thread_names import thread_name

FREE = ServerPreferences()


def test_without_rules_everything_is_allowed() -> None:
    house_rules.check_opener(FREE, frozenset(), manages=False)
    house_rules.check_channel(FREE, 1)
    house_rules.check_thread(FREE)
    house_rules.check_games(FREE, 1000)
    house_rules.check_own(FREE, 1000)


def test_a_role_binds_all_but_those_who_manage_the_channel() -> None:
    rules = ServerPreferences(opener=7)
    house_rules.check_opener(rules, frozenset({7, 8}), manages=False)
    house_rules.check_opener(rules, frozenset(), manages=True)
    with pytest.raises(Refused, match=r"<@&7> may open games on this server \(see /settings server\)"):
        house_rules.check_opener(rules, frozenset({8}), manages=False)


def test_a_thread_belongs_to_its_channel() -> None:
    rules = ServerPreferences(channels=(1, 2))
    house_rules.check_channel(rules, 2)
    house_rules.check_channel(rules, 30, 1)
    with pytest.raises(Refused, match=r"in <#1>, <#2> only \(see /settings server\)"):
        house_rules.check_channel(rules, 30, 3)


@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_numbers_are_met_and_not_exceeded(others: int) -> None:
    rules = ServerPreferences(most_games=2, most_own=2)
    for check in (house_rules.check_games, house_rules.check_own):
        if others < 2:
            check(rules, others)
        else:
            with pytest.raises(Refused, match=r"as this server allows.*: 2 \(see /settings server\)"):
                check(rules, others)


def test_refusals_say_who_has_too_many() -> None:
    with pytest.raises(Refused) as own:
        house_rules.check_own(ServerPreferences(most_own=1), 1)
    with pytest.raises(Refused) as others:
        house_rules.check_own(ServerPreferences(most_own=1), 1, own=False)
    assert texts("fr").refusal(own.value).startswith("Vous avez une place dans")
    assert texts("fr").refusal(others.value).startswith("Cette personne a une place dans")


@pytest.mark.parametrize("pattern", THREAD_NAMES)
def test_names_of_threads_fit_and_keep_what_does_not_repeat(pattern: str) -> None:
    people = [f"Somebody with a long name {number}" for number in range(8)]
    named = thread_name(pattern, "Hansa Teutonica", people, 123456)  # type: ignore[arg-type]
    assert len(named) <= 100
    assert "Hansa Teutonica" in named
    assert ("123456" in named) == ("number" in pattern)
    assert ("…" in named) == ("people" in pattern)
