"""A position and what led to it in words: whose turn it is, what happened, who won. For posts and answers alike.

Not for pictures, and never for a state: what is told of a position comes from a view or from the public log.
"""

from collections.abc import Mapping, Sequence

from bot.texts import Texts
from bot.texts.emblems import bare
from bot.texts.markdown import plain
from engine.errors import EngineError
from engine.title import AnyTitle
from engine.values import Action, Result, View

LONGEST = 1200
"""Characters of what one person is told; the newest are kept."""


class Summary:
    """Tells of one game in one language, calling its seats by these names."""

    def __init__(self, words: Texts, title: AnyTitle, names: Sequence[str]) -> None:
        self.words = words
        self.title = title
        self._names = [plain(name) for name in names]

    def who(self, seat: int) -> str:
        return f"**{self._names[seat]}**"

    # ---- whose turn it is

    def turn(self, view: View, called: Mapping[int, str] | None = None) -> str:
        """Who owes what, one line each; those who are called, by what calls them."""
        calls = called or {}
        owed: dict[int, list[str]] = {}
        for decision in view.decisions:
            owed.setdefault(decision.seat, []).append(self.words.decision(self.title, decision.kind))
        return "\n".join(
            self.words.say(
                "→ {who}: {decisions}",
                who=self._charge(view, seat) + (calls.get(seat) or self.who(seat)),
                decisions=", ".join(kinds),
            )
            for seat, kinds in owed.items()
        )

    def score(self, view: View, number: int) -> str:
        """Which game it is and how its seats stand, in one small line."""
        figures = " · ".join(
            f"{self._charge(view, seat)}{self._names[seat]} {n}" for seat, n in enumerate(self.title.scores(view))
        )
        score = self.words.score(self.title)
        return self.words.say(
            "-# {title} · {number} · {score}: {figures}",
            title=self.title.name,
            number=number,
            score=score,
            figures=figures,
        )

    def _charge(self, view: View, seat: int) -> str:
        return self.words.charge(self.title, view.seats, seat)

    # ---- what happened

    def readable(self, shown: str | None) -> Action | None:
        """The decision; None where all or part of it is still secret: its events say what may be known."""
        if shown is None:
            return None
        try:
            action: Action = self.title.parse(shown)
        except EngineError:
            return None
        return action

    def private(self, events: Sequence[dict[str, object]]) -> str:
        """Events that one seat may know, as plain values."""
        told = (self.words.event(self.title, event, self.who) for event in events)
        return self._fitted([sentence for sentence in told if sentence])

    def _fitted(self, lines: Sequence[str]) -> str:
        if sum(len(line) + 1 for line in lines) > LONGEST:  # words are worth more than pictures
            lines = [bare(line) for line in lines]
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
        in_play = {key for rank in result.ranking for key, n in rank.breakdown.items() if n}
        for rank in result.ranking:
            rows = [(key, n) for key, n in rank.breakdown.items() if key in in_play]
            if len(rows) == 1:  # it says what the total says
                rows = []
            parts = ", ".join(f"{self.words.category(self.title, key)} {n}" for key, n in rows)
            breaks = zip(self.words.tie_breaks(self.title), rank.tie_break[: result.tie_breaks], strict=False)
            parts = self.words.listed([*filter(None, [parts]), *(f"{name} {abs(n)}" for name, n in breaks)])
            total = self.words.say(
                "{place}. {who}: {total}", place=rank.place, who=self.who(rank.seat), total=rank.total
            )
            lines.append(f"{total} ({parts})" if parts else total)
        return "\n".join(lines)
