"""The local Discord when things go wrong between it and a bot: late, lost, doubled and refused.

Not for how Kontor takes it: tests/e2e.
"""

import pytest

from bot.local.server import Server
from tests.bot.local.faults import Fault, Faults
from tests.bot.local.people import Guest
from tests.patience import PATIENCE, until

CALLBACK = r"POST .*/callback"


@pytest.mark.usefixtures("bot")
async def test_a_reply_lost_after_the_work_is_repeated_once(anna: Guest, faults: Faults) -> None:
    """discord.py sends the post again; the nonce keeps it one message."""
    fault = faults.add(Fault(r"POST .*/channels/\d+/messages", 1, 502, applied=True))
    await anna.slash("sample post")
    await anna.reads("Second")
    assert fault.met == 1
    assert sum(1 for one in anna.messages() if one["content"] in ("First", "Second")) == 1


@pytest.mark.usefixtures("bot")
async def test_a_callback_lost_after_the_work_is_refused_the_second_time(anna: Guest, faults: Faults) -> None:
    """40060: the bot sees an error although the person has seen the answer."""
    fault = faults.add(Fault(CALLBACK, 1, 502, applied=True))
    await anna.slash("sample sail", port="Riga")
    await anna.reads("Anna sails to Riga.")
    await until(lambda: fault.met == 1)
    assert sum(1 for one in anna.messages() if "Riga" in one["content"]) == 1


@pytest.mark.usefixtures("bot")
async def test_a_rate_limited_post_comes_later(anna: Guest, faults: Faults) -> None:
    fault = faults.add(Fault(r"POST .*/channels/\d+/messages", 2, 429))
    await anna.slash("sample post")
    await anna.reads("Posted.")
    assert fault.met == 2


@pytest.mark.usefixtures("bot")
async def test_an_answer_after_three_seconds_is_unknown(anna: Guest, server: Server, faults: Faults) -> None:
    server.services.interactions.answer_seconds = 0.0  # whatever comes now comes too late
    late = faults.add(Fault(CALLBACK, 1))
    sent = await anna.slash("sample sail", port="Riga")
    interaction = server.services.interactions.numbered(int(sent["interaction"]))
    assert interaction is not None
    await until(lambda: late.met)
    server.services.interactions.answer_seconds = PATIENCE
    await anna.slash("sample sail", port="Visby")
    await anna.reads("Anna sails to Visby.")
    assert interaction.answered is None
    assert all("Riga" not in one["content"] for one in anna.messages())
