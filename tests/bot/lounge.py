"""The real bot in simcord's Discord: a server, a channel, three people, and short ways to play there.

Not for assertions. The workers do not run by themselves here: `settle` delivers letters and fires timers.
"""

import contextlib
import hashlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
import msgspec
import simcord
from simcord._dpy_internals import real_monotonic
from simcord._settlement import _wakes_recognized_wait
from simcord.results import InteractionResult, ResponseMessage

from bot.app import assemble
from bot.monitoring.metrics import Metrics
from bot.pictures.pool import PicturePool, Style
from bot.settings import Settings
from bot.store.hosted_game import HostedGame
from bot.store.store import Store, open_store
from bot.table.choice_tree import branches, root
from bot.texts import texts
from bot.ui.client import Kontor
from bot.workers.upkeep import Workers
from engine.chance import Stream
from engine.choices import value_of
from engine.history import Game
from engine.policies import simple_policy
from engine.title import AnyTitle
from engine.values import Action, Choice, Options, Result, View
from render.emojis import Emoji
from render.look import Picture
from render.theme import ThemeName
from render.words import Language
from tests.bot.clocks import HandClock
from tests.patience import PATIENCE

ENGLISH = texts("en")
PNG = b"\x89PNG\r\n\x1a\n"
"""How every such picture begins: discord.py looks at no more of it."""
LONG = 60.0
"""Seconds that nobody waits for in a test."""
PRESSES = 12
"""On the way to one choice, at most."""
Shown = discord.Message | ResponseMessage


class Lounge:
    """One running bot and the people around it."""

    def __init__(
        self, env: simcord.Env, store: Store, settings: Settings, client: Kontor, workers: Workers, clock: HandClock
    ) -> None:
        self.env = env
        self.store = store
        self.settings = settings
        self.client = client
        self.clock = clock
        self.workers = workers
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("table")
        self.anna, self.bert, self.carl = (
            self.guild.add_member(env.create_user(name)) for name in ("anna", "bert", "carl")
        )
        self._stream = Stream("lounge", "players")

    async def settle(self) -> None:
        """Until no letter is to be delivered and no timer is due."""
        await self.env.settle()
        while True:
            await self.workers.outbox_worker.settle()
            if not await self.workers.timer_worker.begin_due():
                return

    async def restart(self) -> None:
        """A new process on the same store."""
        self.client.context.close()
        self.client, self.workers = assemble(self.store, self.settings, self.clock, Metrics())
        self.client.context.pictures = BlankPictures(self.client.context.metrics)
        await self.env.restart_bot(self.client)

    # ---- games

    async def opened(self, title: str = "hansa", *others: simcord.MemberActor, **options: object) -> int:
        """A game of Anna's, seats in the order of joining unless said otherwise; not started yet."""
        await self.anna.slash(self.channel, "game new", **({"title": title, "shuffle": False} | options))
        await self.settle()
        for other in others:
            await other.slash(self.channel, "game join")
        return await self.game()

    async def started(self, title: str = "hansa", *others: simcord.MemberActor, **options: object) -> int:
        game = await self.opened(title, *(others or (self.bert,)), **options)
        await self.anna.slash(self.channel, "game start")
        await self.settle()
        return game

    async def game(self) -> int:
        found = await self.client.context.queries.in_channel(self.channel.id, live=False)
        assert found is not None
        return found

    async def hosted(self) -> HostedGame:
        return await self.client.context.table.hosted(await self.game())

    def actor(self, user: int | None) -> simcord.MemberActor:
        return next(person for person in (self.anna, self.bert, self.carl) if person.id == user)

    async def advised(self) -> tuple[simcord.MemberActor, Action] | None:
        """Who of the people should decide what now; None when it is nobody's turn."""
        hosted = await self.hosted()
        for seat in sorted(hosted.owed()):
            if hosted.seats[seat].user is not None:
                return self.actor(hosted.seats[seat].user), simple_policy(
                    hosted.title, hosted.state, seat, self._stream
                )
        return None

    async def play_by_slash(self, most: int = 10_000) -> int:
        """The people decide by command, this often or to the end; returns how often they did."""
        for made in range(most):
            await self.settle()
            advised = await self.advised()
            if advised is None:
                return made
            answer = shown(await self.command(*advised))
            assert text_of(answer).startswith("✓"), (advised, text_of(answer))
        return most

    async def acted(self, actor: simcord.MemberActor) -> bool:
        """Whether somebody has decided something in the game."""
        return (await self.hosted()).acted_at(actor.id) is not None

    async def command(self, actor: simcord.MemberActor, action: Action) -> InteractionResult:
        """A decision as its slash command, every parameter by its word."""
        words, given = self.spelled((await self.hosted()).title, action)
        return await actor.slash(self.channel, words, **given)

    def spelled(self, title: AnyTitle, action: Action) -> tuple[str, dict[str, str]]:
        """The command and its options."""
        verb = title.verb_of[type(action)]
        options = {ENGLISH.param(title, verb, param): value_of(action, param) for param in verb.params}
        return f"{title.key} {ENGLISH.verb(title, verb)}", {name: value for name, value in options.items() if value}

    async def play_by_panel(self, most: int = 10_000) -> int:
        """The same with a thumb, from the Play button on."""
        for made in range(most):
            await self.settle()
            advised = await self.advised()
            if advised is None:
                return made
            answer = await self.thumb(*advised)
            assert text_of(answer).startswith("✓"), (advised, text_of(answer))
        return most

    async def thumb(self, actor: simcord.MemberActor, action: Action) -> ResponseMessage:
        """By the choice that begins with the decision, or with one of its kind; the panel afterwards."""
        hosted = await self.hosted()
        choices = list(hosted.title.choices(hosted.state, hosted.seat_of(actor.id)))
        wanted = nearest(choices, action)
        panel = shown(await actor.click(self.board(), label="Play"))
        return await self.choose(actor, panel, wanted, choices)

    async def choose(
        self, actor: simcord.MemberActor, panel: ResponseMessage, wanted: Choice, choices: Sequence[Choice]
    ) -> ResponseMessage:
        """Presses what leads to a choice until it is made."""
        hosted = await self.hosted()
        way = way_to(choices, wanted)
        texts = "=" + ";".join(map(hosted.title.text, wanted.actions))
        for _ in range(PRESSES):
            panel = await self._further(actor, panel, way, texts)
            if "Confirm" in labels(panel):
                return shown(await actor.click(panel, label="Confirm"))
            if (await self.hosted()).version != hosted.version:
                return panel
        raise AssertionError(f"{wanted} is not found on {text_of(panel)}")

    async def _further(
        self, actor: simcord.MemberActor, panel: ResponseMessage, way: Sequence[int], texts: str
    ) -> ResponseMessage:
        """One press, the one that leads farthest."""
        ids = [str(part["custom_id"]) for part in parts(panel) if not part.get("disabled")]
        for found in ids:
            if found.startswith("b:take:") and found.split(":", 4)[4] in (texts, f"{'.'.join(map(str, way))}/0"):
                return shown(await actor.click(panel, custom_id=found))
        places = [found.split(":", 4)[4] for found in ids if found.startswith("b:path:")]
        if any("options" in part for part in parts(panel)):
            values = {value: leads(way, value) for value in menu_of(panel).values()}
            if any(values.values()):
                return shown(await actor.select(panel, [max(values, key=values.__getitem__)]))
            pages = [part for part in parts(panel) if str(part.get("custom_id")).startswith("b:path:")]
            here = next(number for number, part in enumerate(pages) if part.get("disabled"))
            return shown(await actor.click(panel, custom_id=str(pages[here + 1]["custom_id"])))
        best = max(places, key=lambda place: leads(way, place))
        return shown(await actor.click(panel, custom_id=next(each for each in ids if each.endswith(f":{best}"))))

    async def more(self, actor: simcord.MemberActor, what: str) -> ResponseMessage:
        """What stands behind More on the board."""
        behind = shown(await actor.click(self.board(), custom_id=id_of(self.board(), "more")))
        return shown(await actor.click(behind, custom_id=id_of(behind, what)))

    async def sure(self, actor: simcord.MemberActor, command: str, place: Any = None) -> ResponseMessage:
        """What a command that asks once answers to a yes, in the game's channel or another place."""
        asked = shown(await actor.slash(place or self.channel, command))
        return await self.yes(actor, asked)

    async def yes(self, actor: Any, asked: ResponseMessage) -> ResponseMessage:
        """The answer once somebody has said yes to a question."""
        return shown(await actor.click(asked, label=next(label for label in labels(asked) if label.startswith("Yes"))))

    # ---- reading

    def watched(self) -> list[str]:
        """What the bot asks of the channel from now on; what it asks by the tokens of presses is not in it."""
        found: list[str] = []
        http = self.client.http
        request = http.request

        async def noted(route: discord.http.Route, **how: Any) -> Any:
            if route.path.startswith("/channels/") and route.channel_id == self.channel.id:
                found.append(f"{route.method} {route.path.rpartition('/')[2]}")
            return await request(route, **how)

        http.request = noted  # type: ignore[method-assign]
        return found

    def posts(self) -> list[discord.Message]:
        return list(self.channel.history())

    def board(self) -> discord.Message:
        """The latest board post."""
        return next(post for post in reversed(self.posts()) if "Play" in labels(post) and "More" in labels(post))

    def private(self, actor: simcord.MemberActor) -> list[discord.Message]:
        """What a person got by private message."""
        with contextlib.suppress(Exception):
            return list(actor.user.dm_channel.history())
        return []


def nearest(choices: Sequence[Choice], action: Action) -> Choice:
    """The shortest choice that has the decision in it, else one of its kind."""
    holding = [choice for choice in choices if action in choice.actions]
    alike = [choice for choice in choices if any(type(each) is type(action) for each in choice.actions)]
    return min(
        holding or alike or choices,
        key=lambda choice: (len(choice.actions), choice.actions.index(action) if holding else 0),
    )


def way_to(choices: Sequence[Choice], wanted: Choice) -> tuple[int, ...]:
    """The path to a choice."""
    fork = root(choices)
    while fork.choice is None:
        fork = next(way for way in branches(fork) if wanted in way.choices)
    return fork.path


def leads(way: Sequence[int], place: str) -> int:
    """How far along a way a place is; 0 if it is not on it."""
    path = [int(number) for number in place.partition("/")[0].split(".") if number]
    return len(path) if path == list(way[: len(path)]) else 0


TEXT = discord.ComponentType.text_display.value


def text_of(message: Shown) -> str:
    """The words of a message, whether it is laid out or not."""
    texts = [str(part["content"]) for part in everything(message) if part["type"] == TEXT]
    return "\n".join(texts) or message.content


def parts(message: Shown) -> list[dict[str, object]]:
    """The buttons and menus of a message as plain values."""
    return [part for part in everything(message) if "custom_id" in part]


def everything(message: Shown) -> Iterator[dict[str, object]]:
    """Its components as plain values, and those inside of them."""
    found = message.message if isinstance(message, ResponseMessage) else message
    rows = [msgspec.convert(row.to_dict(), dict[str, object]) for row in found.components]
    while rows:
        part = rows.pop(0)
        yield part
        rows[:0] = msgspec.convert(part.get("components", []), list[dict[str, object]])


def id_of(message: Shown, what: str) -> str:
    """Of the one button that does this."""
    (found,) = [str(part["custom_id"]) for part in parts(message) if str(part["custom_id"]).startswith(f"b:{what}:")]
    return found


def labels(message: Shown) -> list[str]:
    return [str(part["label"]) for part in parts(message) if "label" in part]


def menu_of(message: Shown) -> dict[str, str]:
    """The choices of the one menu of a message: label to value."""
    (found,) = [part for part in parts(message) if "options" in part]
    options = found["options"]
    assert isinstance(options, list)
    return {option["label"]: option["value"] for option in options}


def answer_of(result: InteractionResult) -> ResponseMessage:
    """The answer; one that takes long follows, and what was pressed stays as it is."""
    answer = result.followups[0] if result.followups else result.response
    assert answer is not None, result
    return answer


def shown(result: InteractionResult) -> ResponseMessage:
    """The answer, which must be for one person's eyes only."""
    answer = answer_of(result)
    assert answer.ephemeral
    return answer


class BlankPictures(PicturePool):
    """Draws nothing, quickly; what a picture would hold is noted in its place."""

    async def board(self, game: Game, style: Style, readers: Sequence[int] = ()) -> Picture | None:
        return Picture(b"board", f"board {game.version} {_told(style)} {' '.join(style['names'])}")

    async def hand(self, key: str, view: View, style: Style) -> Picture | None:
        return Picture(b"hand", f"hand of {view.seat} {_told(style)}")

    async def choices(
        self, game: Game, seat: int, places: Mapping[str, Sequence[str]], style: Style
    ) -> tuple[Picture, ...]:
        told = "; ".join(f"{kind}: {' '.join(words)}" for kind, words in places.items())
        return (Picture(b"choices", f"{told} {_told(style)}"),)

    async def cover(self, key: str, palette: ThemeName, language: Language) -> bytes | None:
        return f"cover {key} {language} {palette}".encode()

    async def trial(self, game: Game, seat: int, action: Action, after: View, style: Style) -> Picture | None:
        return Picture(b"trial", f"{game.title.text(action)} by {seat} {_told(style)}")

    async def score(self, key: str, view: View, result: Result, style: Style) -> Picture | None:
        return Picture(b"score", f"score {_told(style)}")

    async def emoji(self, title: str, key: str) -> Emoji | None:
        return Emoji(PNG, hashlib.sha256(f"{title} {key}".encode()).hexdigest())

    async def preview(self, key: str, seats: int, options: Options, style: Style) -> Picture | None:
        return Picture(b"preview", f"preview for {seats} {_told(style)}")


def _told(style: Style) -> str:
    return f"{style['language']} {style['palette']}"


class QuickEnv(simcord.Env):
    """Looks often whether the bot has settled: a whole game spends most of its time in these pauses otherwise.

    Timers that come due by the clock on the wall run then, as they do in life. simcord's own would first wait until
    everything else has come to rest: the time limit of what hangs would thus never end it. What is due much later comes
    about by `advance_time` alone.
    """

    async def _settle_internal(self, *, idle: float = 0.001, **how: object) -> None:
        how["timeout"] = PATIENCE  # simcord's own five seconds are too few beside other work
        await super()._settle_internal(idle=min(idle, 0.001), **how)  # type: ignore[arg-type]

    def _schedule_timer(self, record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
        super()._schedule_timer(record, callback, args, schedule_context)
        if record.real_handle is None:  # only `advance_time` brings it about
            return

        def run() -> None:
            if not record.handle.cancelled() and not _wakes_recognized_wait(self._settlement_state(), record):
                record.handle._run()

        due = record.real_handle.when()
        record.real_handle.cancel()
        if due - real_monotonic() > LONG:  # a driver's cache that expires: settling would wait for it to do so
            record.real_handle = None
            return
        assert self._runtime is not None
        record.real_handle = self._runtime.call_at(due, run, context=schedule_context)


@asynccontextmanager
async def open_lounge(settings: Settings, *, pictures: bool = False) -> AsyncIterator[Lounge]:
    settings = msgspec.structs.replace(settings, shard_count=1)
    async with open_store(settings) as store:
        clock = HandClock()
        client, workers = assemble(store, settings, clock, Metrics())
        if not pictures:
            client.context.pictures = BlankPictures(client.context.metrics)
        env = QuickEnv(
            client, settle_timeout=PATIENCE
        )  # simcord.run wants to begin and end in one task; a fixture does not
        await env.start()
        lounge = Lounge(env, store, settings, client, workers, clock)
        try:
            yield lounge
        finally:
            await env.shutdown()
            lounge.client.context.close()
        env.raise_errors()
