"""The log in words: every entry as one reader may read it, in pages, and short enough for menus and completions.

Not for what is listed and how it is numbered (`engine.log`), and not for Discord.
"""

from collections.abc import Iterator, Sequence

import msgspec

from bot.limits import COMPLETION
from bot.texts.emblems import bare
from bot.texts.markdown import unmarked
from bot.texts.speaker import fitting, shorten
from bot.texts.summary import Summary
from engine.history import Game, followed
from engine.log import Entry, GameLog
from engine.values import known_to

PAGE = 10
"""Entries of a page."""
ROOM = 1500
"""Characters of a page: what stands around it fits into the same message."""
QUOTED = 400
"""Characters of an entry that is quoted."""
BOLD = "**"


class Row(msgspec.Struct, frozen=True):
    """An entry in words."""

    entry: Entry | None
    """None: the start."""
    text: str
    """One or more sentences."""

    @property
    def number(self) -> int | None:
        return 0 if self.entry is None else self.entry.number

    @property
    def undone(self) -> bool:
        return self.entry is not None and self.entry.undone


class Page(msgspec.Struct, frozen=True):
    """Some rows that follow each other; `end` is the place behind the last of them, `of` the number of all."""

    rows: tuple[Row, ...]
    end: int
    of: int

    @property
    def start(self) -> int:
        return self.end - len(self.rows)

    @property
    def number(self) -> int:
        return -(-self.end // PAGE)

    @property
    def pages(self) -> int:
        return -(-self.of // PAGE)


class ToldLog:
    """The log of a game for one reader: `viewer` is their seat, none for the table."""

    def __init__(self, summary: Summary, game: Game, viewer: int | None) -> None:
        self.log = GameLog(game)
        self._summary = summary
        self._words = summary.words
        self._title = game.title
        self._viewer = viewer

    # ---- entries

    def rows(self) -> list[Row]:
        """What the reader may know of, in order."""
        told = (Row(entry, self._told(entry)) for entry in self.log.entries)
        return [self._start(), *(row for row in told if row.text)]

    def row(self, number: int) -> Row:
        """The entry of a number; 0 is the start."""
        if number == 0:
            return self._start()
        entry = self.log.find(number)
        return Row(entry, self._told(entry))

    def _start(self) -> Row:
        words = self._words
        begins = words.say("The game begins.")
        game = self.log.game
        opening = game.opening
        if not opening and game.setup is not None:  # it was read from a position, which does not know how it came about
            opening = tuple(self._title.start(game.setup)[1])
        known = known_to(opening, self._viewer)
        told = (words.event(self._title, event, self._summary.who) for event in known)
        return Row(None, " ".join([begins, *filter(None, told)]))

    def _told(self, entry: Entry) -> str:
        """Empty if the reader may know nothing of it."""
        words, who = self._words, self._summary.who
        if not entry.made:
            return words.say("↶ The table went back to {number}.", number=entry.back_to)
        texts = list(self.log.texts(entry, self._viewer))
        last = texts[entry.made.index(max(entry.made))][0]
        events = followed(self._title, last, self._viewer)
        happened = [line for event in events if (line := words.event(self._title, event, who))]
        lines = list[str]()
        for step, text in texts:
            if (action := self._summary.readable(text)) is not None:
                news = words.news(self._title, step.seat, action, events, who)
                lines += news[: len(news) - len(happened)]
        lines += happened
        if not lines and entry.number is not None:
            lines = [words.say("{who} has decided something secret.", who=who(last.seat))]
        if lines and last.host:
            lines.append(words.say("(Time had run out.)"))
        return " ".join(lines)

    # ---- pages

    def page(self, end: int = 0) -> Page:
        """The page that ends at a place; the latest one for 0."""
        rows = self.rows()
        stop = min(max(end, PAGE), len(rows)) if end else len(rows)
        return Page(tuple(rows[max(0, stop - PAGE) : stop]), stop, len(rows))

    def lines(self, page: Page) -> str:
        """A page as it is read, grouped by rounds; where it would be too long, the longest entries are shortened."""
        rows = page.rows
        if sum(len(row.text) for row in rows) > ROOM:  # words are worth more than pictures
            rows = tuple(msgspec.structs.replace(row, text=bare(row.text)) for row in rows)
        most = _fair_share([len(row.text) for row in rows], ROOM)
        return "\n".join(self._grouped(rows, most))

    def _grouped(self, rows: Sequence[Row], most: int) -> Iterator[str]:
        seen: int | None = None
        for row in rows:
            if row.entry is not None and row.entry.round != seen:
                seen = row.entry.round
                yield BOLD + self.round_name(seen) + BOLD
            yield numbered(row, _closed(shorten(row.text, most)))

    def round_name(self, number: int) -> str:
        return self._words.say("Round {number}", number=number) if number else self._words.say("Before the first round")


def numbered(row: Row, text: str) -> str:
    """An entry as it stands in a message."""
    struck = f"~~{text}~~" if row.undone else text
    return struck if row.number is None else f"`{row.number}` {struck}"


def label(row: Row) -> str:
    """An entry as a choice, where nothing is bold or struck out."""
    return shorten(f"{row.number} · {unmarked(row.text)}", COMPLETION)


def brief(row: Row) -> str:
    """An entry that is quoted in a post or an answer."""
    return numbered(row, _closed(fitting(row.text, QUOTED)))


def _fair_share(lengths: Sequence[int], room: int) -> int:
    """The length to which the longest are shortened so that all of them fit."""
    left = room
    for place, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - place)
        if length > share:
            return share
        left -= length
    return max(lengths, default=room)


def _closed(text: str) -> str:
    """What was shortened may have lost the end of something bold."""
    return text + BOLD if text.count(BOLD) % 2 else text
