"""What buttons are called: each says all that pressing it does, and a panel names only what was chosen.

Not for which choices there are: `tests/engine/<key>/test_choices.py`.
"""

import pytest

import render
from bot.limits import BUTTON_LABEL
from bot.table.choice_tree import opened, root
from bot.texts import LANGUAGES, texts
from bot.texts.summary import Summary
from bot.ui.labels import label_at
from engine.registry import title as find_title
from tests.bot.lounge import Lounge
from tests.bot.ui.test_hosting_clauses import seated, trading
from tests.engine.bohn import positions as bohn
from tests.engine.haithabu import positions as haithabu
from tests.engine.teutonica import positions as teutonica
from tests.engine.teutonica.playing import play


def test_a_runner_with_one_way_to_go_is_not_named_alone() -> None:
    """Its button makes the run: what is not asked is said."""
    title = find_title("haithabu")
    state = haithabu.position({"N1": "N-s1", "N2": "ac1"}, {"N": "b"})
    choices = title.choices(state, 0)
    alone = next(choice for choice in choices if choice.values[0] == "N2")
    others = [choice for choice in choices if choice.values[0] == "N1"][:30]
    assert len(others) > 20, "so many that they are behind a group"
    summary = Summary(texts("en"), title, ("Anna", "Bert", "Carl", "Dora"))
    fork, marks = root([*others, alone]), render.marks("haithabu", title.view(state, None))
    said = {way.choice: label_at(summary, marks, fork, way) for way in opened(fork)}
    assert said[alone].startswith("N2 to ")
    assert "N1 …" in said.values()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_group_whose_values_have_no_room_is_named_without_them(code: str) -> None:
    """Bohn Hansa: an answer with another offer, where what is answered has much to it. None is cut."""
    title = find_title("bohn")
    state = bohn.position(
        bohn.merchant("rostock", "blaue feuer sau×2 brech"),
        bohn.merchant("visby", "blaue×2 feuer×2 soja×2", "t1 t4 t5 t6 t7 Na Zo"),
    )
    state = bohn.apply(state, "P1 offer #1 P2 invite give=blaue,feuer take=soja,soja")
    fork = root(title.choices(state, 1))
    summary = Summary(texts(code), title, ("Anna", "Bertram von Stockelsdorf"))
    marks = render.marks("bohn", title.view(state, None))
    said = [label_at(summary, marks, fork, way) for way in opened(fork)]
    assert all(len(label) <= BUTTON_LABEL for label in said), said


async def test_a_panel_does_not_name_what_was_not_chosen(lounge: Lounge) -> None:
    lifted = play(
        teutonica.position(roads={"minden__hannover:1": "P1T", "minden__hannover:2": "P1T"}),
        *("P1 lift minden__hannover:1", "P1 lift minden__hannover:2"),
    )
    table = await seated(lounge, "teutonica", lifted)
    told = await table.panel(lounge.anna)
    assert "move the pieces" in told
    assert "(nothing)" not in told
    assert "\n**Put down** …\n" in told


async def test_what_may_be_done_out_of_turn_is_said_to_be_that(lounge: Lounge) -> None:
    """A contract may be bought at any time: the panel asks for nothing, and has buttons."""
    table = await seated(lounge, "bohn", trading())
    told = await table.panel(lounge.bert)
    assert "Nothing is asked of you now.\n" in told
    assert told.endswith("\nWhat you may do all the same:")
    assert "What you may do" not in await table.panel(lounge.anna)
