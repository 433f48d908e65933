"""The program as it is now goes on with what every release has written: games, timers, letters, buttons, records.

Not for the files themselves: the `make.py` of a release tells how they came about.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from simcord.results import ResponseMessage
from sqlalchemy import Select, select

from bot.__main__ import main
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.hosted_game import HostedGame, Seat
from bot.store.maintenance.doctor import examine
from bot.store.requests import GoBack
from bot.store.schema import games, interactions, outbox, timers
from bot.store.store import Store
from engine import record
from engine.chance import Stream
from engine.policies import simple_policy
from tests.bot.clocks import HandClock
from tests.bot.databases import KINDS, PostgreSQLs
from tests.bot.lounge import ENGLISH, answer_of, parts, text_of
from tests.bot.offline import OfflineBot, open_offline
from tests.releases.world import FOLDER, LATER, RELEASES, OldWorld, Press, World, load, open_world, world_of

RECORDS = sorted(FOLDER.glob("*/records/*.json"))


class Released(NamedTuple):
    """A store that a release has left, and what was around it."""

    settings: Settings
    world: World


@pytest.fixture(params=[(release, kind) for release in RELEASES for kind in KINDS], ids="-".join)
async def released(request: pytest.FixtureRequest, folder: Path) -> Released:
    release, kind = request.param

    def postgresqls() -> PostgreSQLs:
        server: PostgreSQLs = request.getfixturevalue("postgresqls")
        return server

    return Released(await load(release, kind, folder, postgresqls), world_of(release))


@pytest.fixture
def clock(released: Released) -> HandClock:
    return HandClock(released.world.now + LATER)


async def column(store: Store, query: "Select[tuple[object]]") -> list[int]:
    return await store.database.read(lambda connection: list(connection.execute(query).scalars()))  # type: ignore[arg-type]


async def games_that_are(store: Store, *statuses: str) -> list[int]:
    return await column(store, select(games.c.id).where(games.c.status.in_(statuses)).order_by(games.c.id))


def failures(metrics: Metrics) -> float:
    return _sum(metrics, "kontor_failures_total")


def refusals(metrics: Metrics) -> float:
    return _sum(metrics, "kontor_refusals_total")


def _sum(metrics: Metrics, name: str) -> float:
    samples = (sample for family in metrics.registry.collect() for sample in family.samples)
    return sum(sample.value for sample in samples if sample.name == name)


# ---- the store


async def test_every_game_is_whole_and_the_store_can_be_backed_up(
    released: Released, folder: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_offline(released.settings, clock) as offline:
        checkup = await examine(offline.store.database, clock.now())
        assert checkup.findings == ()
        for game in await games_that_are(offline.store, "running", "finished"):
            quick, whole = [await offline.store.games.load(game, whole=each) for each in (False, True)]
            assert quick.state == whole.state
            assert quick.version == whole.version
        for interaction in await column(offline.store, select(interactions.c.id)):
            answer = await offline.store.games.answer_to(str(interaction))
            assert answer is not None
            assert answer.repeated
    url = released.settings.url().set(drivername=released.settings.url().get_backend_name())
    monkeypatch.setenv("KONTOR_DATABASE", url.render_as_string(hide_password=False))
    assert await asyncio.to_thread(main, ["backup", str(folder / "backup")]) == 0
    monkeypatch.setenv("KONTOR_DATABASE", f"sqlite:///{folder / 'restored.sqlite3'}")
    assert await asyncio.to_thread(main, ["restore", str(folder / "backup")]) == 0
    assert await asyncio.to_thread(main, ["doctor"]) == 0


async def test_it_is_known_who_has_had_which_seat_and_who_acted_when(released: Released, clock: HandClock) -> None:
    async with open_offline(released.settings, clock) as offline:
        left = 0
        for game in await games_that_are(offline.store, "running"):
            hosted = await offline.table.hosted(game)
            seated = {seat.user or seat.resigned: number for number, seat in enumerate(hosted.seats)}
            attendance = hosted.header.attendance
            assert attendance.had == {user: number for user, number in seated.items() if user is not None}
            assert attendance.acted_at.keys() == hosted.people().keys()
            began = hosted.header.started_at
            assert began is not None
            assert all(began <= at <= released.world.now for at in attendance.acted_at.values())
            left += len(attendance.had) - len(hosted.people())
        assert left


# ---- the games


@pytest.mark.long
async def test_every_game_is_played_to_its_end(released: Released, clock: HandClock) -> None:
    """Where somebody asked to go back, all agree first."""
    async with open_offline(released.settings, clock) as offline:
        running = await games_that_are(offline.store, "running")
        for game in running:
            await go_back(offline, game)
            await play_on(offline, game, clock)
        over = await games_that_are(offline.store, "finished")
        assert set(running) <= set(over)
        for game in over:
            exported = await offline.table.export(game)
            assert record.verify(exported) == record.Verdict(True)
            assert record.replay(exported).result() is not None
        assert (await examine(offline.store.database, clock.now())).findings == ()


async def go_back(offline: OfflineBot, game: int) -> None:
    hosted = await offline.table.hosted(game)
    if not hosted.requests:
        return
    (request,) = hosted.requests
    assert isinstance(request.what, GoBack)
    for user in hosted.people().keys() - set(request.agreed):
        await offline.table.consent(game, user, True)
    hosted = await offline.store.games.load(game, whole=True)
    assert hosted.version == request.what.made_on + 1
    assert hosted.state == hosted.game.state_at(request.what.to)


async def play_on(offline: OfflineBot, game: int, clock: HandClock, most: int = 10_000) -> None:
    """By simple players, each through the table; computers when their timers run out."""
    stream = Stream("played on", str(game))
    timer_worker = offline.timer_worker()
    for _ in range(most):
        hosted = await offline.table.hosted(game)
        if hosted.status != "running":
            return
        people = [(seat, user) for seat in sorted(hosted.owed()) if (user := hosted.seats[seat].user) is not None]
        if not people:
            assert await timer_worker.begin_due()
            continue
        seat, user = people[0]
        action = simple_policy(hosted.title, hosted.state, seat, stream)
        await offline.table.act(game, user, hosted.title.text(action), made_on=hosted.version)


async def test_an_open_game_is_joined_and_started(released: Released, clock: HandClock) -> None:
    async with open_offline(released.settings, clock) as offline:
        (game,) = await games_that_are(offline.store, "open")
        before = await offline.table.hosted(game)
        taken = {seat.user for seat in before.seats}
        newcomer = next(user for user in released.world.people.values() if user not in taken)
        await offline.table.join(game, newcomer)
        await offline.table.start(game, before.header.owner)
        after = await offline.table.hosted(game)
        assert after.seats == [*before.seats, Seat(newcomer)]
        assert after.header.options == before.header.options
        await play_on(offline, game, clock, 30)
        assert (await offline.table.hosted(game)).version >= 30


async def test_timers_that_are_due_fire(released: Released, clock: HandClock) -> None:
    async with open_offline(released.settings, clock) as offline:
        timer_worker = offline.timer_worker()
        rows = await offline.store.database.read(
            lambda connection: [(row.game, row.seat, row.kind, row.due) for row in connection.execute(select(timers))]
        )
        assert {kind for _, _, kind, _ in rows} == {"computer", "absent"}
        for game, seat, kind, due in sorted(rows, key=lambda row: row[3]):
            clock.advance(max(0.0, due - clock.now()))
            before = await offline.table.hosted(game)
            assert before.timers()[seat] == kind
            await timer_worker.begin_due()
            whole = await offline.store.games.load(game, whole=True)
            line = whole.game.lines[before.version]
            assert (line.seat, line.host) == (seat, kind == "absent")


# ---- Discord


async def test_every_letter_that_waits_is_delivered(released: Released) -> None:
    async with open_world(released.settings, released.world) as world:
        store, metrics = world.lounge.store, world.lounge.client.context.metrics
        waiting = await column(store, select(outbox.c.id).where(outbox.c.status == "queued"))
        assert waiting
        await world.lounge.workers.outbox_worker.settle()
        arrived = select(outbox.c.id).where(outbox.c.id.in_(waiting), outbox.c.status == "delivered")
        assert sorted(await column(store, arrived)) == sorted(waiting)
        assert failures(metrics) == 0


async def test_every_button_and_menu_still_does_what_it_did(released: Released) -> None:
    async with open_world(released.settings, released.world) as world:
        offline = world.lounge.client.context
        for press in released.world.presses:
            before = await offline.table.hosted(press.game) if press.game else None
            refused = refusals(offline.metrics)
            answer = answer_of(await world.press(press))
            after = await offline.table.hosted(press.game) if press.game else None
            assert failures(offline.metrics) == 0, (press, answer)
            assert (refusals(offline.metrics) > refused) == (press.expect == "is refused"), (press, answer)
            assert text_of(answer), press
            assert await CAME_OF_IT[press.expect](Outcome(world, press, answer, before, after)), (press, answer)
        assert {press.expect for press in released.world.presses} == CAME_OF_IT.keys()


async def test_a_button_under_an_older_proposal_agrees_to_nothing_else(released: Released) -> None:
    """All of that release's are alike, so the post they are under must tell."""
    async with open_world(released.settings, released.world) as world:
        context = world.lounge.client.context
        press = next(one for one in released.world.presses if str(one.component["custom_id"]).startswith("b:agree:"))
        before = await context.table.hosted(press.game)
        older = await context.queries.earlier_receipts(press.game, "proposal")
        assert older
        for message in older:
            answer = answer_of(await world.press(press, int(message)))
            assert "does not stand any more" in text_of(answer)
        assert (await context.table.hosted(press.game)).revision == before.revision


class Outcome(NamedTuple):
    """What a press has led to; the sheets are of its game, if it has one."""

    world: OldWorld
    press: Press
    answer: ResponseMessage
    before: HostedGame | None
    after: HostedGame | None

    @property
    def sheets(self) -> tuple[HostedGame, HostedGame]:
        assert self.before is not None
        assert self.after is not None
        return self.before, self.after


async def unchanged(outcome: Outcome) -> bool:
    return outcome.before is None or outcome.sheets[0].revision == outcome.sheets[1].revision


async def shows_choices(outcome: Outcome) -> bool:
    return await unchanged(outcome) and bool(parts(outcome.answer))


async def has_moved_on(outcome: Outcome) -> bool:
    told = ENGLISH.say("The board has moved on since you looked at it.")
    return await shows_choices(outcome) and told in text_of(outcome.answer)


async def shows_picture(outcome: Outcome) -> bool:
    return await unchanged(outcome) and bool(outcome.answer.attachments)


async def shows_rule(outcome: Outcome) -> bool:
    clause = str(outcome.press.component["custom_id"]).rpartition(":")[2]
    return await unchanged(outcome) and clause in text_of(outcome.answer)


async def decides(outcome: Outcome) -> bool:
    before, after = outcome.sheets
    return after.version == before.version + 1


async def declines(outcome: Outcome) -> bool:
    before, after = outcome.sheets
    return len(before.requests) == 1 and not after.requests and after.version == before.version


async def changes_seats(outcome: Outcome) -> bool:
    before, after = outcome.sheets
    return abs(len(after.seats) - len(before.seats)) == 1


async def sets_option(outcome: Outcome) -> bool:
    before, after = (hosted.header for hosted in outcome.sheets)
    return (before.options, before.lobby, before.pace) != (after.options, after.lobby, after.pace)


async def starts(outcome: Outcome) -> bool:
    return [hosted.status for hosted in outcome.sheets] == ["open", "running"]


async def hands_out_record(outcome: Outcome) -> bool:
    (file,) = outcome.answer.attachments
    return record.verify(record.read(msgspec.json.decode(await file.read()))).valid


async def promises_replay(outcome: Outcome) -> bool:
    return await outcome.world.lounge.client.context.queries.is_queued(outcome.press.game, "film")


async def opens_game(outcome: Outcome) -> bool:
    return await outcome.world.lounge.client.context.queries.in_channel(outcome.press.channel) is not None


CAME_OF_IT: dict[str, Callable[[Outcome], Awaitable[bool]]] = {
    "opens a panel": shows_choices,
    "walks on the panel": shows_choices,
    "finds that the board has moved on": has_moved_on,
    "is refused": unchanged,
    "decides": decides,
    "declines": declines,
    "joins or leaves": changes_seats,
    "sets an option": sets_option,
    "starts": starts,
    "shows the hand": shows_picture,
    "shows the board": shows_picture,
    "shows the log": unchanged,
    "helps": unchanged,
    "shows a rule": shows_rule,
    "hands out the record": hands_out_record,
    "promises the replay": promises_replay,
    "opens a game": opens_game,
}


# ---- records


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_record_is_verified_and_exported_as_it_was(path: Path) -> None:
    written = record.read(msgspec.json.decode(path.read_bytes()))
    assert record.verify(written) == record.Verdict(True)
    game = record.replay(written)
    assert record.export(game) == written
    assert (game.result() is None) == ("unfinished" in path.stem)
