"""What is kept while people gather: games that somebody is about to open, and who was invited by whom; on any database.

Not for what they are told: `tests/bot/ui/test_opening.py`, `tests/bot/ui/test_invitations.py`.
"""

import msgspec

from bot.store.hosted_game import Lobby
from bot.store.maintenance.forget import everybody, forget
from bot.store.maintenance.person import told_of
from bot.table.seats import Opening
from bot.table.sketch import Sketch, changed
from tests.bot.clocks import HandClock
from tests.bot.offline import ANNA, BERT, OfflineBot

CARL, GUILD = 9_003, 77
DAY = 24 * 3600.0


async def open_lobby(offline: OfflineBot, channel: int, *people: int, guild: int = GUILD) -> int:
    opening = Opening(title="hansa", owner=ANNA, channel=channel, guild=guild, people=people)
    return (await offline.table.open(opening)).game


async def test_a_person_has_one_sketch_which_is_put_away_after_a_while(offline: OfflineBot, clock: HandClock) -> None:
    sketches = offline.store.sketches
    first = Sketch(title="hansa", lobby=Lobby(limit=3), computers=("strong",), people=(BERT,))
    await sketches.put(ANNA, first, clock.now())
    assert await sketches.of(ANNA, Sketch) == first
    second = changed(first, options={"extra": True}, thread=True, pace=60.0)
    await sketches.put(ANNA, second, clock.now() + 5)
    assert await sketches.of(ANNA, Sketch) == second
    assert await sketches.of(BERT, Sketch) is None
    await sketches.forget(clock.now() + 5)
    assert await sketches.of(ANNA, Sketch) == second
    await sketches.forget(clock.now() + 6)
    assert await sketches.of(ANNA, Sketch) is None
    await sketches.put(ANNA, first, clock.now())
    await sketches.drop(ANNA)
    assert await sketches.of(ANNA, Sketch) is None


async def test_invitations_are_counted_by_server_and_day(offline: OfflineBot, clock: HandClock) -> None:
    invitations = offline.store.invitations
    await open_lobby(offline, 1, BERT, CARL)
    clock.advance(60)
    second = await open_lobby(offline, 2, BERT)
    await open_lobby(offline, 3, BERT, guild=GUILD + 1)
    counted = await invitations.counted(GUILD, ANNA, [BERT, CARL], clock.now() - DAY)
    assert (counted.made, counted.received[BERT], counted.received[CARL]) == (3, 2, 1)
    lately = await invitations.counted(GUILD, ANNA, [BERT, CARL], clock.now() - 30)
    assert (lately.made, lately.received[BERT], lately.received[CARL]) == (1, 1, 0)
    assert (await invitations.counted(GUILD, CARL, [BERT], 0.0)).made == 0
    await offline.table.join(second, CARL)
    await offline.table.invite(second, CARL, [BERT])
    again = await invitations.counted(GUILD, CARL, [BERT], 0.0)
    assert (again.made, again.received[BERT]) == (0, 2), "who waits for an answer already is not called again"
    await invitations.forget(clock.now() + 1)
    assert (await invitations.counted(GUILD, ANNA, [BERT], 0.0)).made == 0


async def test_an_invitation_is_answered_once(offline: OfflineBot) -> None:
    game = await open_lobby(offline, 1, BERT, CARL)
    await offline.table.decline(game, BERT)
    await offline.table.join(game, CARL)
    lobby = (await offline.table.hosted(game)).header.lobby
    assert (lobby.invited, lobby.declined) == ((), (BERT,))
    await offline.table.start(game, ANNA)
    assert (await offline.table.hosted(game)).header.lobby.declined == (), "nobody is waited for any more"


async def test_who_gathered_is_found_and_forgotten(offline: OfflineBot, clock: HandClock) -> None:
    game, database = await open_lobby(offline, 1, BERT, CARL), offline.store.database
    await offline.table.decline(game, CARL)
    await offline.store.sketches.put(ANNA, Sketch(title="hansa", people=(BERT,)), clock.now())
    await offline.store.sketches.put(CARL, Sketch(title="hansa"), clock.now())
    assert {ANNA, BERT, CARL} <= await everybody(database)
    (invitation,) = msgspec.convert((await told_of(database, BERT))["invitations"], list[dict[str, object]])
    assert (invitation["by"], invitation["user"]) == (ANNA, BERT)
    for user in (BERT, CARL):
        await forget(database, user, clock.now())
        told = await told_of(database, user)
        assert not any(value for name, value in told.items() if name != "user"), told
    assert await everybody(database) == {ANNA}
    lobby = (await offline.table.hosted(game)).header.lobby
    assert (lobby.invited, lobby.declined) == ((), ())
