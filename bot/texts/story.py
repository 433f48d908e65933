"""The story of a game for those who come back to it: what was done to them, what happened, what was taken back.

Not for the log, which has every decision, and never for a state: what is told is what everybody may know.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.texts.emblems import bare
from bot.texts.summary import Summary
from engine.history import Game, as_shown, followed, last_seen, turn_start
from engine.values import UNDO, Deed, Event, Passage

LONGEST = 1300
"""Characters of a story in a post."""
LONGEST_ALONE = 1800
"""Of one that is a message by itself."""
FARTHEST = 400
"""Decisions that are looked back at."""
MOST_TAKEN_BACK = 3
LONGEST_PATTERN = 3
"""Sentences that can be said together to come again and again."""
NEWS = "▸ "
"""Before what was done to the reader."""


class Told(NamedTuple):
    """Sentences in the order they are read."""

    done_to: tuple[str, ...]
    news: tuple[str, ...]
    own: tuple[str, ...]
    taken_back: tuple[str, ...]
    earlier: int = 0
    """Decisions that lie too far back to be told."""


class Sentences(NamedTuple):
    """Of some decisions, and those of them that say what was done to the reader."""

    lines: list[str]
    done_to: list[str]


class Story:
    """A game as these seats have not seen it yet; without seats, its latest turn."""

    def __init__(self, summary: Summary, game: Game, seats: Collection[int], *, with_result: bool = True) -> None:
        self._summary = summary
        self._game = game
        self._seats = seats
        self._with_result = with_result
        self.start = turn_start(game)
        """The place of the first decision of the turn that goes on."""
        self.first = min([self.start, *(last_seen(game, seat) for seat in seats)])
        """That of the first decision that is told."""

    def text(self, longest: int = LONGEST, *, in_log: bool = False) -> str:
        """As much as has room: what was done to the readers first, then the newest; what is missing is counted.

        It is found in the log or, where there is such a button, under “Since my turn”.
        """
        told = self.told()
        done_to = [f"**{NEWS}{line}**" for line in told.done_to]
        own = [*told.own, *(f"~~{line}~~" for line in told.taken_back)]
        lines = [*done_to, *told.news, *own]
        first_own = len(lines) - len(own)
        by_weight = [*range(len(done_to))[::-1], *range(first_own, len(lines))[::-1]]
        by_weight += range(len(done_to), first_own)[::-1]
        return self._within(longest, lines, by_weight, len(done_to), told.earlier, in_log=in_log)

    def _within(
        self, longest: int, lines: list[str], by_weight: Sequence[int], above: int, earlier: int, *, in_log: bool
    ) -> str:
        """The lines that have room, the weightiest first; behind the first `above`, how many are missing."""
        kept = _fitting(lines, by_weight, longest)
        if len(kept) < len(lines) or earlier:  # words are worth more than pictures
            lines = [bare(line) for line in lines]
            kept = _fitting(lines, by_weight, longest)
        if len(kept) == len(lines) and not earlier:
            return "\n".join(lines)
        most = len(lines) + earlier
        kept = _fitting(lines, by_weight, longest - len(self._missing(most, in_log)))
        told_above = [lines[place] for place in kept if place < above]
        told_below = [lines[place] for place in kept if place >= above]
        return "\n".join([*told_above, self._missing(most - len(kept), in_log), *told_below])

    def _missing(self, count: int, in_log: bool) -> str:
        """How much has no room, and where it is told."""
        say = self._summary.words.say
        if in_log:
            return say("-# And before that: {count} more. The **Log** has all of it.", count=count)
        return say("-# And before that: {count} more. **Since my turn** tells of it.", count=count)

    def since(self, version: int) -> str:
        """What was decided after the first `version` lines, for somebody who looked at the position of then."""
        seen = self._game.past_at(min(version, self._game.version))
        first = seen.shared(self._game.past_at(self._game.version))
        deeds, earlier = self._deeds(first, len(self._game.steps))
        lines = [*self._sentences(deeds).lines, *(f"~~{line}~~" for line in self._taken_back())]
        return self._within(LONGEST, lines, range(len(lines))[::-1], 0, earlier, in_log=True)

    def told(self) -> Told:
        words, title, who = self._summary.words, self._summary.title, self._summary.who
        if not any(not title.is_aside(step.action) for step in self._game.steps):
            opening = [event for event in self._game.opening if event.audience is None]
            told = (words.event(title, event, who) for event in opening)
            return Told((), tuple(line for line in told if line), (), self._taken_back())
        before, earlier = self._deeds(self.first, self.start)
        now, _ = self._deeds(self.start, len(self._game.steps))
        news, own = self._sentences(before), self._sentences(now)
        return Told(
            _summed((*news.done_to, *own.done_to)), tuple(news.lines), tuple(own.lines), self._taken_back(), earlier
        )

    def _deeds(self, first: int, end: int) -> tuple[list[Deed], int]:
        """What everybody may know of the decisions in these places, and how many more there were before."""
        game, title, deeds, earlier = self._game, self._game.title, list[Deed](), 0
        for index in reversed(title.log_order(game.steps)):
            if not first <= index < end:
                continue
            step, action = game.steps[index], as_shown(game, index)
            if len(deeds) == FARTHEST:
                earlier += action is not None
                continue
            events = tuple(event for event in followed(title, step, None) if self._is_told(event))
            if action is not None or (events and not title.is_aside(step.action)):
                deeds.append(Deed(step.seat, action, events))
        return deeds[::-1], earlier

    def _is_told(self, event: Event) -> bool:
        return event.audience is None and (self._with_result or not event.is_result)

    def _sentences(self, deeds: Sequence[Deed]) -> Sentences:
        words, title, who = self._summary.words, self._summary.title, self._summary.who
        lines, done_to = list[str](), list[str]()
        passages: list[Passage] = title.story(deeds) if deeds else []
        for passage in passages:
            said = words.passage(title, passage, who)
            if not said:
                continue
            hits = self._hits(passage, said)
            done_to += hits
            rest = [line for line in said if line not in hits]  # what stands above is not said twice
            if rest:
                lines.append(" ".join(rest))
        return Sentences(_counted(lines), [line.replace("**", "") for line in done_to])

    def _hits(self, passage: Passage, said: Sequence[str]) -> list[str]:
        """What a passage says that was done to the readers: by itself or, where that has none, its sentence."""
        words, title, who = self._summary.words, self._summary.title, self._summary.who
        seat, deeds = passage.seat, [(deed.seat, event) for deed in passage.deeds for event in deed.events]
        hits = {type(event) for by, event in deeds if self._is_hit(event, by)}
        apart = [(seat, event) for event in passage.events] if passage.name or len(passage.deeds) == 1 else deeds
        told = [(type(event), words.event(title, event, who)) for by, event in apart if self._is_hit(event, by)]
        in_sentence = hits - {kind for kind, line in told if line}
        return [*said[: bool(in_sentence)], *(line for _, line in told if line)]

    def _is_hit(self, event: Event, by: int) -> bool:
        """Whether it was done to the readers by somebody else."""
        return not set(event.done_to()).difference({by}).isdisjoint(self._seats)

    def _taken_back(self) -> tuple[str, ...]:
        """The latest decisions that were taken back since somebody else decided, oldest first.

        Asides count for nothing here: perhaps nobody knows of them.
        """
        game, title, lines, seat = self._game, self._game.title, list[str](), -1
        for version in range(game.version, 0, -1):
            line = game.lines[version - 1]
            if line.seat is None or len(lines) == MOST_TAKEN_BACK:
                break
            decided = title.parse(line.text)
            if decided != UNDO and title.is_aside(decided):
                continue
            if seat not in (line.seat, -1):
                break
            seat = line.seat
            if decided != UNDO:
                continue
            then = game.at(version - 1)
            place = then.past_at(0).shared(game.past_at(version))
            if (action := as_shown(then, place)) is not None:
                lines.insert(0, self._summary.words.did(title, self._summary.who(line.seat), action, self._summary.who))
        return tuple(lines)


def _summed(lines: Sequence[str]) -> tuple[str, ...]:
    """Each of the lines once, and how often it was said."""
    return tuple(line if count == 1 else f"{line} (×{count})" for line, count in Counter(lines).items())


def _counted(lines: Sequence[str]) -> list[str]:
    """What is said several times in a row is said once, and how often: an offer and its refusal, again and again."""
    found, place = list[str](), 0
    while place < len(lines):
        length, times = max(
            ((length, _repeats(lines, place, length)) for length in range(1, LONGEST_PATTERN + 1)),
            key=lambda pattern: (pattern[1] - 1) * pattern[0],
        )
        if times > 1:
            found.append(f"{' '.join(lines[place : place + length])} (×{times})")
        else:
            found.append(lines[place])
        place += length * times if times > 1 else 1
    return found


def _repeats(lines: Sequence[str], place: int, length: int) -> int:
    """How often the lines from a place on are there, one time after the other."""
    pattern, times = lines[place : place + length], 1
    while lines[place + length * times : place + length * (times + 1)] == pattern:
        times += 1
    return times


def _fitting(lines: Sequence[str], by_weight: Sequence[int], room: int) -> list[int]:
    """The places of the lines that have room, the weightiest first; after one that is missing none is told."""
    kept = list[int]()
    for place in by_weight:
        room -= len(lines[place]) + 1
        if room < 0:
            break
        kept.append(place)
    return sorted(kept)
