"""The log's entries: numbered as all can see, struck out when taken back, and telling nothing of what is sealed.

Not for words: `tests/bot/texts/test_log.py`.
"""

from itertools import permutations

import pytest

from engine.chance import Stream
from engine.errors import BadRequest
from engine.history import Game
from engine.log import GameLog
from engine.registry import KEYS, title
from engine.values import Setup
from tests.engine.walks import VARIANTS, Variant, walk

SOME = [next(variant for variant in VARIANTS if variant.key == key) for key in KEYS]


def back_and_forth(variant: Variant, seed: str, length: int = 80) -> Game:
    """A game with undone decisions, in which the table has gone back, also to what was taken back before."""
    stream = Stream(seed, "back")
    *_, game = walk(variant, seed, length, undo=True)
    for _ in range(6):
        game.rewind(stream.below(game.version))
        for _ in range(5):
            if decisions := game.to_act():
                seat = stream.choice(decisions).seat
                game.apply(seat, stream.choice(game.legal(seat)))
    return game


def prefix(game: Game, version: int) -> Game:
    assert game.setup is not None
    return Game.told(game.title, game.setup, game.lines[:version])


@pytest.mark.parametrize("variant", SOME, ids=str)
def test_a_number_stays_whatever_happens_later(variant: Variant) -> None:
    game = back_and_forth(variant, "stays")
    whole = [(each.number, each.version, each.made) for each in GameLog(game).entries if each.number is not None]
    assert [number for number, _, _ in whole] == list(range(1, len(whole) + 1))
    for version in range(0, game.version, 7):
        log = GameLog(prefix(game, version))
        entries = [(each.number, each.version, each.made) for each in log.entries if each.number is not None]
        assert entries == whole[: len(entries)]


@pytest.mark.parametrize("variant", SOME, ids=str)
def test_what_stands_is_listed_once_for_every_reader(variant: Variant) -> None:
    game = back_and_forth(variant, "once")
    log = GameLog(game)
    assert any(entry.undone for entry in log.entries)
    for viewer in (None, *range(variant.seats)):
        listed = sorted(
            f"P{step.seat + 1} {text}"
            for entry in log.entries
            if not entry.undone
            for step, text in log.texts(entry, viewer)
            if text is not None
        )
        assert listed == sorted(line.removesuffix(" !") for line in game.log(viewer))


@pytest.mark.parametrize("variant", SOME, ids=str)
def test_every_number_leads_to_its_position_and_back(variant: Variant) -> None:
    game = back_and_forth(variant, "leads")
    log = GameLog(game)
    for number in range(log.latest + 1):
        version = log.version_of(number)
        assert log.number_at(version) == number
        assert version == game.version or 0 <= version < game.version
    assert not log.is_now(log.latest) or not log.find(log.latest).undone
    with pytest.raises(BadRequest):
        log.find(log.latest + 1)


def test_what_the_table_goes_back_to_is_not_struck_out_any_more() -> None:
    game = Game.new(title("hansa"), Setup(2, title("hansa").read_options(2, {}), "again"))
    for port in ("riga", "reval", "danzig"):
        game.apply(game.to_act()[0].seat, game.title.parse(f"place {port}"))
    game.rewind(1)
    entries = GameLog(game).entries
    assert [(each.number, each.undone) for each in entries] == [(1, False), (2, True), (3, True), (None, False)]
    assert entries[-1].back_to == 1
    assert GameLog(game).is_now(1)
    game.rewind(3)
    assert not any(entry.undone for entry in GameLog(game).entries)
    assert GameLog(game).is_now(3)


def test_a_secret_order_takes_no_number() -> None:
    """HA-19.1: nobody else can know of it, so that nothing is counted by it."""
    one = title("hansa")
    plain, ordered = (Game.new(one, Setup(2, one.read_options(2, {}), "order")) for _ in range(2))
    ordered.apply(1, one.parse("standing fewest"))
    for game in (plain, ordered):
        for port in ("riga", "reval"):
            game.apply(game.to_act()[0].seat, one.parse(f"place {port}"))
    assert [entry.number for entry in GameLog(ordered).entries] == [None, 1, 2]
    assert GameLog(ordered).latest == GameLog(plain).latest
    ordered.apply(0, one.parse("standing fewest"))
    assert GameLog(ordered).is_now(2)
    assert not GameLog(ordered).is_now(1)


def test_sealed_answers_are_one_entry_whoever_was_first() -> None:
    """BH-21.4: the log does not tell in which order they came."""
    one = title("bohn")
    seen = set()
    for order in permutations(range(3)):
        game = Game.new(one, Setup(3, one.read_options(3, {}), "sealed"))
        for count, seat in enumerate(order):
            assert GameLog(game).latest == 0, count
            game.apply(seat, one.legal(game.state, seat)[0])
        log = GameLog(game)
        (entry,) = log.entries
        assert (entry.number, entry.version) == (1, 3)
        seen.add(tuple(text for _, text in log.texts(entry, None)))
    assert len(seen) == 1
