"""The one place that decides which emoji of ours stands where: behind a word, before a seat's name, on a button.

Not for how they are drawn (`render/emojis.py`) and not for how Discord gets them (`emoji_sync.py`). Nothing depends on
them: as long as Discord has none, or refuses them, texts and buttons are as plain as ever.
"""

import asyncio
import re
from collections.abc import Iterable, Iterator

import discord

from bot.store.hosted_game import HostedGame
from bot.table.choice_tree import Fork
from engine.choices import words_of
from engine.title import AnyTitle
from engine.values import Param
from render import emojis

PREFIX = "kontor"
"""What the names of ours begin with; others are the operator's."""
_OF_TITLE = 4
"""Letters of a title's key: names are short."""
_OF_DIGEST = 6
_NAME = re.compile(rf"{PREFIX}_(?P<slot>[a-z0-9]{{1,{_OF_TITLE}}}_\w+)_[0-9a-f]{{{_OF_DIGEST}}}")
_INVALID_FORM = 50035


def slot(title: str, key: str) -> str:
    """What an emoji is of, whatever it looks like."""
    return f"{title[:_OF_TITLE]}_{key}"


def name_of(title: str, key: str, digest: str) -> str:
    """Readable, and another one as soon as the picture is."""
    return f"{PREFIX}_{slot(title, key)}_{digest[:_OF_DIGEST]}"


def is_ours(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


class Emojis:
    """The emojis that Discord has of us, as this process knows it."""

    def __init__(self) -> None:
        self._there: dict[str, discord.PartialEmoji] = {}
        self.bell = asyncio.Event()
        """Rings when it has to be looked again which there are."""

    def learn(self, there: Iterable[discord.Emoji]) -> None:
        """Those there are; what is not ours is passed over. One that looks a little different is better than none."""
        self._there = {}
        for each in there:
            self.add(each)

    def add(self, emoji: discord.Emoji) -> None:
        if (found := _NAME.fullmatch(emoji.name)) is not None and emoji.id is not None:
            self._there[found["slot"]] = discord.PartialEmoji(name=emoji.name, id=emoji.id)

    def refused(self, error: discord.HTTPException) -> bool:
        """Whether a message was refused since it has an emoji that is gone; then none is used until we know better."""
        if error.code != _INVALID_FORM or "emoji" not in error.text.lower() or not self._there:
            return False
        self._there = {}
        self.bell.set()
        return True

    # ---- in texts

    def of_word(self, title: str, kind: str, word: str) -> str:
        return _written(self._of_word(title, kind, word))

    def of_seat(self, title: str, seats: int, seat: int) -> str:
        return _written(self._of_seat(title, seats, seat))

    # ---- on buttons and in menus

    def of_way(self, hosted: HostedGame, seat: int, here: Fork, way: Fork) -> discord.PartialEmoji | None:
        """The thing that a choice is about: the first that is chosen by it; what one does, if that has an emoji."""
        if not self._there:
            return None
        title, seats = hosted.title, len(hosted.seats)
        for param, value in _added(title, here, way):
            for word in words_of(value, param):
                if (found := self._of_value(title.key, seats, seat, param, word)) is not None:
                    return found
        return None if here.name else self._of_word(title.key, "verb", way.name, emojis.arms(title.key, seats, seat))

    def _of_value(self, key: str, seats: int, seat: int, param: Param, word: str) -> discord.PartialEmoji | None:
        if param.kind == "seat":
            return self._of_seat(key, seats, int(word.removeprefix("P")) - 1)
        return self._of_word(key, param.kind, word, emojis.arms(key, seats, seat))

    def _of_word(self, title: str, kind: str, word: str, arms: int | None = None) -> discord.PartialEmoji | None:
        if not self._there or (key := emojis.emblem(title, kind, word, arms)) is None:
            return None
        return self._there.get(slot(title, key))

    def _of_seat(self, title: str, seats: int, seat: int) -> discord.PartialEmoji | None:
        if not self._there or (arms := emojis.arms(title, seats, seat)) is None:
            return None
        return self._there.get(slot(emojis.SEAT, emojis.seat_key(arms)))


def _written(emoji: discord.PartialEmoji | None) -> str:
    return "" if emoji is None else str(emoji)


def _added(title: AnyTitle, here: Fork, way: Fork) -> Iterator[tuple[Param, str]]:
    """The values that a way adds to what is known, as its label tells them."""
    known = here.settled if here.name and here.choice is None else 0
    if way.choice is not None:
        given = list(zip(title.params_of(way.choice), way.choice.values, strict=True))
    else:
        given = [(pick.param, pick.value) for pick in way.picks(title)]
    return ((param, value) for param, value in given[known:] if value)
