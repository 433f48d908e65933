"""Two versions of the rules side by side: recorded games of each, and what is written of their states.

Not for the rule that changed: `test_turn` has HT-5.3.
"""

from pathlib import Path

import msgspec

from engine import record
from engine.chance import Stream
from engine.registry import title
from engine.teutonica.actions import Recruit
from engine.teutonica.state import TeutonicaState1
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import of_version_1
from tests.engine.teutonica.positions import position

RECORDS = Path(__file__).parents[2] / "records" / "teutonica"


def recorded(version: str) -> list[record.Record]:
    found = [record.read(msgspec.json.decode(file.read_bytes())) for file in sorted(RECORDS.glob("*.json"))]
    return [one for one in found if one.rules == version]


def under(version: str, one: record.Record) -> record.Verdict:
    """The same lines under another version; the digest names the version, so it is left out."""
    return record.verify(msgspec.structs.replace(one, rules=version, digest=None))


@clauses("HT-5.3")
def test_a_version_is_known_by_the_class_of_the_state_and_writes_the_same_bytes() -> None:
    older = title("teutonica", "1")
    state = position(stock={"P1": "4T"})
    assert older.encode(of_version_1(state)) == TITLE.encode(state)
    assert type(older.decode(TITLE.encode(state))) is TeutonicaState1
    assert type(older.play(of_version_1(state), 0, Recruit("3T"))[0]) is TeutonicaState1
    assert type(older.resample(of_version_1(state), 0, Stream("seed", "other"))) is TeutonicaState1
    assert (older.rules_version, TITLE.rules_version) == ("1", "2")
    assert older.versions == TITLE.versions == ("1", "2")


@clauses("HT-5.3")
def test_records_of_version_1_stay_and_their_lines_are_legal_under_version_2() -> None:
    older = recorded("1")
    assert len(older) >= 60
    assert all(under("2", one).valid for one in older[::4])


@clauses("HT-5.3")
def test_records_of_version_2_hold_pieces_back_in_2020_only() -> None:
    by_edition = {
        edition: {under("1", one).valid for one in recorded("2") if one.options["edition"] == edition}
        for edition in ("2009", "2020")
    }
    assert by_edition["2009"] == {True}
    assert False in by_edition["2020"]
