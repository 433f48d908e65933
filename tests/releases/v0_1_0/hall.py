# mypy: ignore-errors
"""The release's bot in simcord's Discord, with a channel for each game, and ways to get on in them.

Not for running by itself: `make.py` does.
"""

from itertools import groupby

from bot.client import INTERACTIONS_LAST, LETTERS_LAST
from bot.narrowing import value_of
from bot.panel import label_of, marks_of
from engine.game import Game

from engine.chance import Stream
from engine.policies import playout, simple_policy
from tests.bot.lounge import ENGLISH, Lounge, parts, shown

DAY = 86_400.0
GUILD = 1_100_000_000_000_000_001
PEOPLE = {name: 1_100_000_000_000_000_100 + n for n, name in enumerate(("anna", "bert", "carl", "dora", "emil"))}
DMS = {name: number + 100 for name, number in PEOPLE.items()}
TABLES = (
    "turn", "sealed", "teutonica", "teutonica2009", "bohn", "haithabu", "computer", "pace", "lobby", "finished",
    "ending", "aborted", "proposal", "declining", "changes", "closed", "begun",
)  # fmt: skip
CHANNELS = {name: 1_100_000_000_000_000_300 + n for n, name in enumerate(TABLES)}
LEFT = range(10, 22)
"""So many decisions before its end a running game stands: old games are to be played on, and not for long."""


def numbered(env, number, make):
    """What simcord makes next has this number, not one that its next world gives to something else."""
    env.backend.snowflake = lambda: env.backend.reserve_id(number)
    try:
        return make()
    finally:
        del env.backend.snowflake


class Hall(Lounge):
    """The real bot in simcord's Discord, with a channel for each game."""

    def __init__(self, env, store, settings, client, workers, clock):
        self.env, self.store, self.settings = env, store, settings
        self.client, self.workers, self.clock = client, workers, clock
        self.guild = env.create_guild(id=GUILD)
        self.channels = {
            name: numbered(env, number, lambda name=name: self.guild.create_text_channel(name))
            for name, number in CHANNELS.items()
        }
        self.people = {
            name: self.guild.add_member(numbered(env, number, lambda name=name: env.create_user(name)))
            for name, number in PEOPLE.items()
        }
        self.anna, self.bert, self.carl, self.dora, self.emil = self.people.values()
        for name, number in DMS.items():
            numbered(env, number, lambda name=name: self.people[name].user.dm_channel)
        self._stream = Stream("hall", "players")
        self.presses = []

    @property
    def table(self):
        return self.client.house.table

    def actor(self, user):
        return next(person for person in self.people.values() if person.id == user)

    def go_to(self, name):
        self.channel = self.channels[name]

    async def begin(self, name, title, *others, **options):
        self.go_to(name)
        return await self.started(title, *others, **options)

    async def play(self, game, lines):
        """What one seat decides without another in between is one command, as `/… several` gives it."""
        for seat, group in groupby(lines, key=lambda line: line.seat):
            sheet = await self.table.sheet(game)
            texts = [line.text for line in group]
            interaction = str(self.env.backend.snowflake())
            await self.table.act(game, sheet.seats[seat].user, *texts, made_on=sheet.version, interaction=interaction)

    async def play_near_end(self, game, fits=lambda game: True):
        """Most of a game, to a position that fits; returns what simple players would decide then."""
        whole = await script(await self.table.sheet(game))
        for left in LEFT:
            if fits(replayed(whole, len(whole.lines) - left)):
                end = len(whole.lines) - left
                await self.play(game, whole.lines[: end - 12])
                await self.settle()
                await self.tidy()
                for each in whole.lines[end - 12 : end]:
                    await self.play(game, [each])
                    await self.settle()
                return whole.lines[end:]
        raise AssertionError("no position fits")

    async def tidy(self):
        """What the release does every hour, with letters and interactions that are old enough."""
        self.clock.advance(2 * DAY)
        await self.store.games.forget(self.clock.now() - INTERACTIONS_LAST)
        await self.store.outbox.forget(self.clock.now() - LETTERS_LAST)

    async def confirmation(self, actor, action):
        """Through the menus to the confirmation of a decision; the buttons and menus of every panel on the way."""
        sheet = await self.sheet()
        title, marks = sheet.title, marks_of(sheet)
        verb = title.verb_of[type(action)]
        panel = shown(await actor.click(self.board(), label="Play"))
        met = [parts(panel)]
        if "What do you do?" in str(parts(panel)):
            panel = await self._pick(actor, panel, ENGLISH.verb(title, verb))
            met.append(parts(panel))
        for param in verb.params:
            if ENGLISH.about_param(title, verb, param) in panel.content:
                label = label_of(ENGLISH, title, param, value_of(action, param), marks)
                panel = await self._pick(actor, panel, label)
                met.append(parts(panel))
        return met

    def keep(self, message, by, what, expect, value=None, *, private=False):
        """A button or a menu, who presses it later, and what should come of it."""
        there = message if isinstance(message, list) else parts(message)
        found = [part for part in there if str(part.get("custom_id")).startswith(what)]
        part = next(part for part in found if not part.get("disabled"))
        if value == "first":
            value = part["options"][0]["value"]
        self.presses.append(
            {
                "component": {name: each for name, each in part.items() if each is not None},
                "values": [] if value is None else [value],
                "game": int(part["custom_id"].split(":")[2]),
                "channel": DMS[by.name] if private else self.channel.id,
                "by": by.name,
                "expect": expect,
            }
        )


async def script(sheet):
    game = Game.new(sheet.title, sheet.setup())
    playout(game, simple_policy, 10_000, "script")
    return game


def replayed(whole, count):
    game = Game.new(whole.title, whole.setup)
    for line in whole.lines[:count]:
        game.follow(line)
    return game


def first_may_undo(game):
    """The first seat is in the middle of its turn, with a choice."""
    return {each.seat for each in game.to_act()} == {0} and game.can_undo(0) and len(game.legal(0)) > 4


def has_offer(game):
    return any(decision.kind == "offer" for decision in game.to_act())
