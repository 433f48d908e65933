"""A position and what led to it in words: whose turn it is, what happened, who won. For posts and answers alike.

Not for pictures, and never for a state: what is told of a position comes from a view or from the public log.
"""

from collections.abc import Mapping, Sequence

from bot.texts import Texts
from bot.texts.markdown import plain
from engine.errors import EngineError
from engine.history import Game, followed
from engine.title import AnyTitle
from engine.values import Action, Event, Result, State, View

LONGEST = 1200
"""Characters of what happened in one post; the newest are kept."""
FARTHEST = 120
"""Decisions that are looked back at."""


class Summary:
    """Tells of one game in one language, calling its seats by these names."""

    def __init__(self, words: Texts, title: AnyTitle, names: Sequence[str]) -> None:
        self.words = words
        self.title = title
        self._names = [plain(name) for name in names]

    def who(self, seat: int) -> str:
        return f"**{self._names[seat]}**"

    def position(self, game: Game, people: Sequence[bool], called: Mapping[int, str] | None = None) -> str:
        """What stands over a picture of the board: what happened, whose turn it is, how the seats stand."""
        view: View = self.title.view(game.state, None)
        told = (self.latest(game, people), self.turn(view, called), self.score(view))
        return "\n".join(part for part in told if part)

    # ---- whose turn it is

    def turn(self, view: View, called: Mapping[int, str] | None = None) -> str:
        """Who owes what, one line each; those who are called, by what calls them."""
        calls = called or {}
        owed: dict[int, list[str]] = {}
        for decision in view.decisions:
            owed.setdefault(decision.seat, []).append(self.words.decision(self.title, decision.kind))
        return "\n".join(
            self.words.say("▶ {who}: {decisions}", who=calls.get(seat) or self.who(seat), decisions=", ".join(kinds))
            for seat, kinds in owed.items()
        )

    def score(self, view: View) -> str:
        """How the seats stand, in one small line."""
        figures = " · ".join(f"{self._names[seat]} {n}" for seat, n in enumerate(self.title.scores(view)))
        return self.words.say("-# {score}: {figures}", score=self.words.score(self.title), figures=figures)

    # ---- what happened

    def latest(self, game: Game, people: Sequence[bool]) -> str:
        """What was done in this turn or, when nothing was yet, since a person's turn before it."""
        steps = game.steps
        if all(self.title.is_aside(step.action) for step in steps):
            return self._fitted(self._sentences(game.opening))
        first = self._first_told(game, people)
        lines: list[str] = []
        for index in game.title.log_order(steps):
            if index >= first:
                lines += self._step(game, index)
        return self._fitted(lines)

    def _first_told(self, game: Game, people: Sequence[bool]) -> int:
        steps = game.steps
        first, seen, something = len(steps), self._turn_of(game.state), False
        while first > 0 and len(steps) - first < FARTHEST:
            turn = self._turn_of(steps[first - 1].before)
            if turn != seen:
                active = seen[1]
                if something and (active is None or people[active]):
                    break
                seen = turn
            first -= 1
            # An order that nobody knows of must not change what is told, not even by making it shorter.
            something = something or not self.title.is_aside(steps[first].action)
        return first

    def _turn_of(self, state: State) -> tuple[int, int | None]:
        view: View = self.title.view(state, None)
        return view.round, view.active

    def _step(self, game: Game, index: int) -> list[str]:
        """One decision as the table may read it, and what followed from it."""
        step = game.steps[index]
        shown = self.title.shown(game.steps, index, None, game.state)
        events = followed(self.title, step, None)
        action = None if self.title.is_aside(step.action) else self.readable(shown)
        if action is None:
            return self._sentences(events)
        return self.words.news(self.title, step.seat, action, events, self.who)

    def readable(self, shown: str | None) -> Action | None:
        """The decision; None where all or part of it is still secret: its events say what may be known."""
        if shown is None:
            return None
        try:
            action: Action = self.title.parse(shown)
        except EngineError:
            return None
        return action

    def _sentences(self, events: Sequence[Event]) -> list[str]:
        told = (self.words.event(self.title, event, self.who) for event in events if event.audience is None)
        return [sentence for sentence in told if sentence]

    def private(self, events: Sequence[dict[str, object]]) -> str:
        """Events that one seat may know, as plain values."""
        told = (self.words.event(self.title, event, self.who) for event in events)
        return self._fitted([sentence for sentence in told if sentence])

    def _fitted(self, lines: Sequence[str]) -> str:
        kept: list[str] = []
        room = LONGEST
        for line in reversed(lines):
            room -= len(line) + 1
            if room < 0:
                kept.append("…")
                break
            kept.append(line)
        return "\n".join(reversed(kept))

    # ---- the end

    def ranking(self, result: Result) -> str:
        """The score card in words."""
        lines = []
        for rank in result.ranking:
            parts = ", ".join(f"{self.words.category(self.title, key)} {n}" for key, n in rank.breakdown.items())
            breaks = zip(self.words.tie_breaks(self.title), rank.tie_break[: result.tie_breaks], strict=False)
            parts = "; ".join([parts, *(f"{name} {abs(n)}" for name, n in breaks)])
            total = self.words.say(
                "{place}. {who}: {total}", place=rank.place, who=self.who(rank.seat), total=rank.total
            )
            lines.append(f"{total} ({parts})" if parts else total)
        return "\n".join(lines)
