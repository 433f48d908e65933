"""Typical turns of every title take no more taps than people put up with.

Not for what is offered: `tests/engine/<key>/test_choices.py`.
"""

from tests.bot.table.taps import table


def test_typical_turns_take_no_more_taps_than_their_goals() -> None:
    for goal, taps, turns in table(games=2):
        assert turns, f"{goal.title}: no turn is like “{goal.about}”"
        assert taps <= goal.most, f"{goal.title}, {goal.about}: {taps} taps, {goal.most} wanted"
