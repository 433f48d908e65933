"""Recorded complete games replay bit for bit, and a changed record is found out.

Not for how records are made: `tests/records/make.py`.
"""

from pathlib import Path

import msgspec
import pytest

from engine import record
from engine.errors import BadRecord
from engine.history import MOST_LINES, ROOM_TO_FINISH, Game
from engine.notation import LONGEST_TEXT
from engine.registry import KEYS, title
from engine.values import Setup
from tests.engine.walks import VARIANTS, Variant, walk
from tests.facts import facts

FOLDER = Path(__file__).parent.parent / "records"
FILES = sorted(FOLDER.glob("*/*.json"))


def last(variant: Variant) -> Game:
    *_, game = walk(variant, "the limits", 60)
    return game


def load(path: Path) -> record.Record:
    return record.read(msgspec.json.decode(path.read_bytes()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_bit_for_bit(path: Path) -> None:
    """The digest in the record covers the bytes of the last state, so replaying proves it equal."""
    written = load(path)
    game = record.replay(written)
    assert written.digest is not None
    assert record.export(game) == written
    assert record.verify(written) == record.Verdict(True)
    assert game.result() is not None


@pytest.mark.parametrize("key", KEYS)
def test_there_are_enough_recorded_games_of_every_variant(key: str) -> None:
    written = [load(path) for path in FILES if path.parent.name == key]
    assert len(written) >= facts(key).records
    assert {one.rules for one in written} == set(title(key).versions)
    played = [(one.seats, one.options) for one in written if one.rules == title(key).rules_version]
    for variant in VARIANTS:
        if variant.key == key:
            assert (variant.seats, msgspec.to_builtins(variant.options)) in played


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_changed_line_is_found(variant: Variant) -> None:
    *_, game = walk(variant, "a changed line", 40)
    written = record.export(game)
    for place in range(0, len(written.actions), 7):
        dropped = written.actions[:place] + written.actions[place + 1 :]
        verdict = record.verify(msgspec.structs.replace(written, actions=dropped))
        assert not verdict.valid
        assert verdict.why
        assert verdict.at is not None
        assert verdict.at >= place


@pytest.fixture
def written() -> record.Record:
    variant = VARIANTS[0]
    *_, game = walk(variant, "a record to spoil", 30)
    return record.export(game)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": "another seed"}, "commitment"),
        ({"seed": None}, "no seed"),
        ({"title": "no such game"}, "no title"),
        ({"rules": "0"}, "version"),
        ({"seats": 9}, "players"),
        ({"options": {"no such option": 1}}, "option"),
        ({"actions": ["P1 place visby"]}, "Action 1"),
        ({"actions": ["P9 place danzig"]}, "no seat P9"),
        ({"actions": ["place danzig"]}, "A line is"),
        ({"actions": ["* rewind 5"]}, "no earlier position"),
        ({"actions": ["* rewind 00"]}, "no line of a record"),
        ({"actions": ["* rewind 1000000"]}, "no line of a record"),
        ({"actions": ["* rewind " + "9" * 900]}, "no line of a record"),
        ({"actions": ["* rewind " + "9" * 5000]}, "at most 1000 characters"),
        ({"actions": ["P1 place " + "x" * 5000]}, "at most 1000 characters"),
        ({"actions": ["P1 place danzig"] * (MOST_LINES + 1)}, "at most 100000 lines"),
        ({"actions": ["* deal riga.a=K1"]}, "no line of a record"),
        ({"actions": []}, "digest"),
        ({"digest": "0" * 64}, "digest"),
    ],
)
def test_a_spoilt_record_is_refused_with_the_reason(
    written: record.Record, change: dict[str, object], why: str
) -> None:
    spoilt = msgspec.structs.replace(written, **change)
    with pytest.raises(BadRecord, match=why):
        record.replay(spoilt)
    assert not record.verify(spoilt).valid


def test_a_line_in_other_words_than_ours_is_refused(written: record.Record) -> None:
    bare = msgspec.structs.replace(written, digest=None, actions=["P1 place danzig !", "P2 place  danzig"])
    with pytest.raises(BadRecord, match="Action 2"):
        record.replay(bare)


@pytest.mark.parametrize("value", [None, [], {}, {"title": 1}, {"title": "hansa", "extra": 1}])
def test_what_is_no_record_is_refused(value: object) -> None:
    with pytest.raises(BadRecord):
        record.read(value)


@pytest.mark.parametrize(
    "actions", [["* rewind " + "9" * 5000], ["P1 place danzig", "P2 " + "x" * 2000], ["P1 undo"] * (MOST_LINES + 1)]
)
def test_a_record_beyond_the_limits_is_not_even_read(written: record.Record, actions: list[str]) -> None:
    with pytest.raises(BadRecord, match="of length <="):
        record.read(msgspec.to_builtins(written) | {"actions": actions})


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_limits_are_far_from_what_games_need(variant: Variant) -> None:
    longest = max(len(variant.title.text(step.action)) for step in last(variant).steps)
    assert longest * 4 < LONGEST_TEXT
    assert last(variant).version * 10 < ROOM_TO_FINISH


def test_a_record_without_seed_keeps_the_secret(written: record.Record) -> None:
    game = record.replay(written)
    bare = record.export(game, with_seed=False)
    assert bare.seed is None
    assert bare.commitment == written.commitment
    assert game.setup is not None
    assert game.setup.seed not in str(msgspec.to_builtins(bare))


def test_a_game_from_a_loaded_state_has_a_record_too(written: record.Record) -> None:
    game = record.replay(written, 20)
    loaded = Game(game.title, None, game.state)
    seat = loaded.to_act()[0].seat
    loaded.apply(seat, loaded.title.legal(loaded.state, seat)[0])
    again = record.replay(record.read(msgspec.json.decode(msgspec.json.encode(record.export(loaded)))))
    assert again.state == loaded.state
    assert record.verify(record.export(loaded)).why == "The record has no commitment, so there is no deck to verify."


def test_upto_outside_the_record_is_refused(written: record.Record) -> None:
    assert record.replay(written, 0).state == record.replay(written, 0).first
    for upto in (-1, len(written.actions) + 1):
        with pytest.raises(BadRecord, match="actions"):
            record.replay(written, upto)


def test_a_seed_may_be_any_text() -> None:
    variant = VARIANTS[0]
    for seed in ("", "é\n", "0" * 10_000):
        game = Game.new(variant.title, Setup(variant.seats, variant.options, seed))
        assert record.verify(record.export(game)).valid
