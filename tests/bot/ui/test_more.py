"""What stands behind a panel: orders and looks behind *More*, resigning, *Rules* where they are needed, *Why not …?*.

Not for the moves: `test_play.py`.
"""

import re

import pytest
import simcord
from simcord.results import ResponseMessage

from engine.registry import KEYS, title
from render.words.title_words import capital
from tests.bot.lounge import ENGLISH, Lounge, labels, menu_of, shown, text_of
from tests.engine.clauses import clauses

LAST_ROW = ["Rules", "Why not …?", "More"]
FOR_ALL = ["Log", "Board", "Board in words", "Help", "Follow …"]


async def opened(lounge: Lounge, key: str = "hansa") -> ResponseMessage:
    """Anna's panel of a new game."""
    await lounge.started(key, *[lounge.bert, lounge.carl][: title(key).seats[0] - 1])
    return shown(await lounge.anna.click(lounge.board(), label="Play"))


@pytest.mark.parametrize("key", KEYS)
async def test_they_stand_in_the_last_row_of_every_panel(lounge: Lounge, key: str) -> None:
    panel = await opened(lounge, key)
    assert labels(panel)[-3:] == LAST_ROW
    advised = await lounge.advised()
    assert advised is not None
    assert labels(await lounge.thumb(*advised))[-3:] == LAST_ROW


# ---- more


@pytest.mark.parametrize("key", KEYS)
async def test_orders_stand_behind_more_and_not_among_the_moves(lounge: Lounge, key: str) -> None:
    panel = await opened(lounge, key)
    hosted = await lounge.hosted()
    asides = [action for action in hosted.title.legal(hosted.state, 0) if hosted.title.is_aside(action)]
    named = [capital(ENGLISH.action(hosted.title, action)) for action in asides]
    assert not set(named) & set(labels(panel))
    more = shown(await lounge.anna.click(panel, label="More"))
    assert more.id == panel.id, "in the place of the panel"
    assert labels(more)[: len(named)] == named
    has_hand = hosted.title.has_hand(hosted.setup().options)
    assert ("My hand" in labels(more)) == has_hand
    assert {"Log", "Board", "Help", "Resign …", "Back"} <= set(labels(more))
    assert labels(shown(await lounge.anna.click(more, label="Back")))[-3:] == LAST_ROW


@clauses("HA-18.4")
async def test_an_order_is_given_at_once(lounge: Lounge) -> None:
    """It can be given again at any time, and is nobody's turn."""
    panel = await opened(lounge)
    more = shown(await lounge.anna.click(panel, label="More"))
    order = labels(more)[0]
    assert "order" in order
    done = shown(await lounge.anna.click(more, label=order))
    assert text_of(done).startswith("✓")
    assert labels(done)[-3:] == LAST_ROW
    assert (await lounge.hosted()).version == 1
    again = shown(await lounge.anna.click(done, label="More"))
    assert labels(again)[0] != order, "what is ordered now is not offered"


async def test_looks_leave_the_panel_where_it_is(lounge: Lounge) -> None:
    panel = await opened(lounge)
    more = shown(await lounge.anna.click(panel, label="More"))
    board = shown(await lounge.anna.click(more, label="Board"))
    assert board.id != panel.id
    assert [file.filename for file in board.attachments] == ["board.png"]
    assert "Resign …" in labels(panel)


async def test_resigning_asks_once(lounge: Lounge) -> None:
    panel = await opened(lounge)
    more = shown(await lounge.anna.click(panel, label="More"))
    asked = shown(await lounge.anna.click(more, label="Resign …"))
    assert text_of(asked).startswith("Leave game 1 (Hansa) to a computer?")
    assert (await lounge.hosted()).seats[0].user == lounge.anna.id
    done = shown(await lounge.anna.click(asked, label="Yes, resign"))
    assert done.id == panel.id
    assert "computer plays on for you" in text_of(done)
    assert labels(done) == []
    assert (await lounge.hosted()).seats[0].user is None


async def test_who_has_no_seat_gets_nothing_of_it(lounge: Lounge) -> None:
    """Whoever gave their seat up while the panel was open."""
    panel = await opened(lounge)
    await lounge.client.context.table.resign(await lounge.game(), lounge.anna.id, None)
    assert "no seat" in text_of(shown(await lounge.anna.click(panel, label="Why not …?")))
    assert labels(await more_of(lounge, lounge.anna)) == FOR_ALL, "as for all who watch"
    assert (await lounge.hosted()).version == 0


async def test_a_board_has_it_for_those_who_watch_and_for_those_who_play(lounge: Lounge) -> None:
    await lounge.started("haithabu", options="traps=true")
    assert labels(await more_of(lounge, lounge.carl)) == FOR_ALL
    theirs = labels(await more_of(lounge, lounge.bert))
    assert theirs[:4] == ["Log", "Board", "Board in words", "My hand"]
    assert "Resign …" in theirs
    assert "Back" not in theirs, "there is no panel to go back to"


async def more_of(lounge: Lounge, actor: simcord.MemberActor) -> ResponseMessage:
    return shown(await actor.click(lounge.board(), label="More"))


# ---- rules


@pytest.mark.parametrize("key", KEYS)
async def test_rules_open_at_the_decision_that_is_asked(lounge: Lounge, key: str) -> None:
    await opened(lounge, key)
    kinds = set[str]()
    for _ in range(24):
        advised = await lounge.advised()
        if advised is None:
            break
        who, action = advised
        hosted = await lounge.hosted()
        seat = hosted.seat_of(who.id)
        (kind,) = (each.kind for each in hosted.game.to_act() if each.seat == seat)
        if kind not in kinds:
            kinds.add(kind)
            panel = shown(await who.click(lounge.board(), label="Play"))
            rules = shown(await who.click(panel, label="Rules"))
            clause = hosted.title.clause_of.get(kind)
            page = ENGLISH.rules_lead(hosted.title) if clause is None else ENGLISH.rule(hosted.title, clause)
            assert page.startswith(text_of(rules).rstrip("…"))
            headings = ENGLISH.sections(hosted.title).values()
            assert clause is None or any(page.startswith(f"## {heading}\n") for heading in headings), clause
            assert len(text_of(rules)) > 40
            assert rules.id != panel.id, "beside the panel"
        await lounge.command(who, action)
        await lounge.settle()
    assert kinds


async def test_rules_of_one_decision_take_the_place_of_those_before(lounge: Lounge) -> None:
    panel = await opened(lounge)
    first = shown(await lounge.anna.click(panel, label="Rules"))
    second = shown(await lounge.anna.click(panel, label="Rules"))
    shown_now = {message for held in lounge.env.backend.messages.values() for message in held}
    assert first.id not in shown_now
    assert {panel.id, second.id} <= shown_now


# ---- why not


async def test_what_is_missing_is_named_with_the_rule_that_forbids_it(lounge: Lounge) -> None:
    panel = await opened(lounge)
    asked = shown(await lounge.anna.click(panel, label="Why not …?"))
    assert asked.id == panel.id
    assert text_of(asked) == "What would you like to do, and cannot?"
    verbs = menu_of(asked)
    assert list(verbs.values())[-1] == "place", "what can be done stands last"
    assert "standing" not in verbs.values()
    told = shown(await lounge.anna.select(asked, ["place"]))
    first, *reasons = text_of(told).split("\n")
    assert first == "**Place**"
    assert any("Copenhagen" in reason and "HA-" in reason for reason in reasons)
    assert not any("Riga" in reason for reason in reasons)
    early = shown(await lounge.anna.select(told, ["sail"]))
    assert "HA-" in text_of(early)
    assert labels(shown(await lounge.anna.click(early, label="Back")))[-3:] == LAST_ROW
    assert (await lounge.hosted()).version == 0


@pytest.mark.parametrize("key", KEYS)
async def test_every_title_says_why_not(lounge: Lounge, key: str) -> None:
    panel = await opened(lounge, key)
    asked = shown(await lounge.anna.click(panel, label="Why not …?"))
    for verb in menu_of(asked).values():
        asked = shown(await lounge.anna.select(asked, [verb]))
        assert len(text_of(asked).split("\n")) > 1
        assert len(text_of(asked)) < 2000
        assert "{" not in text_of(asked)
    failures = lounge.client.context.metrics.registry
    assert failures.get_sample_value("kontor_failures_total", {"stage": "command"}) is None


async def test_it_is_said_in_the_readers_language_with_the_names_of_the_people(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", language="fr")
    await opened(lounge, "bohn")
    panel = shown(await lounge.bert.click(lounge.board(), label="Play"))
    asked = shown(await lounge.bert.click(panel, label=next(each for each in labels(panel) if "Pourquoi" in each)))
    told = shown(await lounge.bert.select(asked, ["offer"]))
    assert "BH-" in text_of(told)
    assert not re.search(r"\bP[123]\b", text_of(told))
