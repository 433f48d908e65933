"""Those who watch: a quiet message for each round or for the end, until they do not wish it any more.

Not for those who play: `test_calls.py`.
"""

import pytest
import simcord

from bot.store.maintenance.person import told_of
from tests.bot.calls.test_calls import asleep, later, private
from tests.bot.lounge import Lounge, labels, shown, text_of


async def followed(lounge: Lounge, label: str) -> None:
    """Carl watches."""
    panel = await lounge.more(lounge.carl, "follow")
    assert "You do not follow **Hansa**, game 1." in text_of(panel)
    assert labels(panel) == ["Every round", "At its end", "Not at all"]
    assert "You follow" in text_of(shown(await lounge.carl.click(panel, label=label)))


async def played(lounge: Lounge, rounds: int) -> int:
    """Until the game has gone on for so many rounds; the one it is in now."""
    first = await now(lounge)
    while await now(lounge) < first + rounds and await lounge.play_by_slash(1):
        pass
    await lounge.settle()
    return await now(lounge)


async def now(lounge: Lounge) -> int:
    hosted = await lounge.hosted()
    return int(hosted.title.view(hosted.state, None).round)


def got(lounge: Lounge, actor: simcord.MemberActor) -> list[str]:
    return [text.split("\n")[0].split(": ")[-1] for text in private(lounge, actor)]


async def test_every_round_once(lounge: Lounge) -> None:
    await lounge.started()
    await followed(lounge, "Every round")
    first = await now(lounge)
    await played(lounge, 2)
    await lounge.restart()
    await played(lounge, 1)
    assert got(lounge, lounge.carl) == [f"round {first + each}." for each in (1, 2, 3)]
    message = lounge.private(lounge.carl)[-1]
    assert message.flags.value & 1 << 12, "it makes no sound"
    assert labels(message) == ["Board", "Follow …"]
    panel = await lounge.more(lounge.carl, "follow")
    assert "a quiet message for each round" in text_of(panel)
    await lounge.carl.click(panel, label="Not at all")
    await played(lounge, 1)
    assert len(got(lounge, lounge.carl)) == 3


@pytest.mark.long
async def test_rounds_of_a_night_are_one_message(lounge: Lounge) -> None:
    await lounge.started()
    await followed(lounge, "Every round")
    over = await asleep(lounge, lounge.carl)
    last = await played(lounge, 3)
    assert got(lounge, lounge.carl) == []
    await later(lounge, over - lounge.clock.now())
    assert got(lounge, lounge.carl) == [f"round {last}."]


@pytest.mark.long
async def test_the_end_alone(lounge: Lounge) -> None:
    await lounge.started()
    await followed(lounge, "At its end")
    await played(lounge, 1)
    assert got(lounge, lounge.carl) == []
    await lounge.play_by_slash()
    await lounge.settle()
    (text,) = private(lounge, lounge.carl)
    assert "is over. 🏆" in text
    assert (await lounge.hosted()).header.attendance.wishes == {}


async def test_a_game_that_is_called_off_has_an_end_too(lounge: Lounge) -> None:
    await lounge.started()
    await followed(lounge, "At its end")
    await lounge.sure(lounge.anna, "game abort")
    await lounge.settle()
    (text,) = private(lounge, lounge.carl)
    assert "has been called off." in text


async def test_who_plays_is_called_anyway(lounge: Lounge) -> None:
    await lounge.started()
    behind = shown(await lounge.anna.click(lounge.board(), label="More"))
    assert "Calls …" in labels(behind)
    assert "Follow …" not in labels(behind)


async def test_who_is_forgotten_follows_nothing(lounge: Lounge) -> None:
    await lounge.started()
    await followed(lounge, "Every round")
    told = await told_of(lounge.store.database, lounge.carl.id)
    assert [each["wishes"] for each in told["presence"]] == [{"follow": "round"}]  # type: ignore[attr-defined]
    await lounge.client.context.forgetting.forget(lounge.carl.id)
    assert (await lounge.hosted()).header.attendance.wishes == {}
    await played(lounge, 1)
    assert private(lounge, lounge.carl) == []
    assert (await told_of(lounge.store.database, lounge.carl.id))["presence"] == []


async def test_closed_doors_are_nobody_elses_business(lounge: Lounge) -> None:
    await lounge.started()
    await followed(lounge, "Every round")
    dm = lounge.carl.user.dm_channel
    lounge.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=50007, times=None)
    await played(lounge, 2)
    assert not any("cannot write to you in private" in text_of(post) for post in lounge.posts())
    assert "I cannot write to you in private" in text_of(await lounge.more(lounge.carl, "follow"))
