"""A game that somebody is about to open: what they have chosen so far, and the opening it becomes.

Not for keeping it (`bot.store.sketches`), and not for the panel it is chosen on (`bot.ui.panels.opening`).
"""

from collections.abc import Mapping

import msgspec

from bot.errors import Refused
from bot.store.hosted_game import Lobby
from bot.table.seats import Opening, Plan, check_options
from engine.policies import policy_named
from engine.registry import title as find_title
from engine.title import AnyTitle


class Sketch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything but who opens it and where."""

    title: str
    options: Mapping[str, object] = {}
    lobby: Lobby = Lobby(shuffle=True)
    pace: float | None = None
    """Seconds for a decision, as `Opening` has them."""
    thread: bool | None = None
    """Whether it gets a thread of its own; none: as the server has it."""
    computers: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    """Who is to be invited."""
    changes: int = 0
    """How often something was chosen: each view of the panel differs from the one before."""

    @property
    def of(self) -> AnyTitle:
        return find_title(self.title)

    @property
    def seats(self) -> int:
        return self.lobby.limit or self.of.seats[1]

    @property
    def free(self) -> int:
        """The seats that are left for others than whoever opens it and the computers."""
        return self.seats - 1 - len(self.computers)

    def opening(self, owner: int, guild: int | None, channel: int) -> Opening:
        return Opening(
            title=self.title,
            owner=owner,
            channel=channel,
            guild=guild,
            options=self.options,
            pace=self.pace,
            lobby=self.lobby,
            computers=self.computers,
            people=self.people,
        )


def changed(sketch: Sketch, **fields: object) -> Sketch:
    return msgspec.structs.replace(sketch, changes=sketch.changes + 1, **fields)


def with_title(sketch: Sketch, key: str) -> Sketch:
    """Of another title: its options are its own, and it may have fewer seats."""
    low, high = find_title(key).seats
    limit = sketch.lobby.limit
    lobby = msgspec.structs.replace(sketch.lobby, limit=limit if limit is not None and low <= limit <= high else None)
    return changed(sketch, title=key, options={}, lobby=lobby, computers=sketch.computers[: (lobby.limit or high) - 1])


def with_plan(sketch: Sketch, plan: Plan) -> Sketch:
    """With another option or another way to gather; Refused if a game could not be opened so."""
    fields: dict[str, object] = {}
    if plan.options is not None:
        check_options(sketch.of, plan.options)
        fields["options"] = dict(plan.options)
    if plan.lobby is not None:
        fields["lobby"] = plan.lobby
        fields["computers"] = sketch.computers[: (plan.lobby.limit or sketch.of.seats[1]) - 1]
    if not isinstance(plan.pace, msgspec.UnsetType):
        fields["pace"] = plan.pace
    return changed(sketch, **fields)


def with_computer(sketch: Sketch, policy: str) -> Sketch:
    policy_named(policy)
    if not sketch.free:
        raise Refused("All {high} seats are taken.", high=sketch.seats)
    return changed(sketch, computers=(*sketch.computers, policy))


def without_computer(sketch: Sketch) -> Sketch:
    """The one that came last goes."""
    return changed(sketch, computers=sketch.computers[:-1])
