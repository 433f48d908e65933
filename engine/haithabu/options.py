"""What is chosen before a game of Haithabu, and what can be combined.

Not for what an option does: the clauses that it changes know that.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from engine.errors import BadOption
from engine.haithabu.board import SEATINGS
from engine.values import Options


class HaithabuOptions(Options, frozen=True):
    traps: bool = False
    """Section 12."""
    trap: Literal["spent", "stays"] | UnsetType = UNSET
    """HB-12.6."""
    passages: Literal["closed", "open"] | UnsetType = UNSET
    """HB-8.3."""
    passing: Literal["forced", "free"] | UnsetType = UNSET
    """HB-9.1."""
    later: ClassVar[Mapping[str, str | int | bool]] = {"trap": "spent", "passages": "closed", "passing": "forced"}


READINGS = (
    HaithabuOptions(traps=True, trap="stays"),
    HaithabuOptions(passages="open"),
    HaithabuOptions(passing="free"),
    HaithabuOptions(traps=True, trap="stays", passages="open", passing="free"),
)
"""The readings of HB-8.3, HB-9.1 and HB-12.6 that are not the usual ones: each by itself, and all at once."""


def variants() -> Iterator[tuple[int, Options]]:
    """Every number of seats, without traps and with them (HB-2.1, HB-12.1), and the other readings beside these."""
    for seats in SEATINGS:
        for options in (HaithabuOptions(), HaithabuOptions(traps=True), *READINGS):
            yield seats, options


def check_options(options: Options) -> None:
    """HB-12.6: raises BadOption for what is not offered."""
    assert isinstance(options, HaithabuOptions)
    if options.trap == "stays" and not options.traps:
        raise BadOption("A trap can only stay where there are traps: choose traps as well (HB-12.6).")
