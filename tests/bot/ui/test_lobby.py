"""Gathering for a game on Discord: opening, joining, leaving, computers, options, starting, and who may not.

Not for play. simcord's Discord drives the real bot.
"""

import discord
import pytest

from bot.limits import MENU_LABEL
from bot.store.hosted_game import Lobby
from bot.texts import LANGUAGES, texts
from bot.ui.levels import LEVELS
from engine.policies import POLICIES
from tests.bot.lounge import Lounge, labels, menu_of, parts, shown, text_of


async def test_one_lobby_post_is_edited_as_people_come_and_go(lounge: Lounge) -> None:
    await lounge.opened()
    (post,) = lounge.posts()
    assert "1. anna" in text_of(post)
    assert labels(post) == ["Join", "Leave", "Start", "Add a computer", "Invite", "Remove a computer", "Set up"]
    assert "You play" in text_of(shown(await lounge.bert.click(post, label="Join")))
    await lounge.anna.click(post, label="Add a computer")
    await lounge.settle()
    (post,) = lounge.posts()
    assert "2. bert\n3. Computer 3" in text_of(post)
    await lounge.bert.click(post, label="Leave")
    await lounge.anna.click(post, label="Remove a computer")
    await lounge.settle()
    (post,) = lounge.posts()
    assert "bert" not in text_of(post)
    assert "Computer" not in text_of(post)


@pytest.mark.long
async def test_the_start_is_one_post_and_the_lobby_keeps_one_button(lounge: Lounge) -> None:
    """What chance is bound to stands behind a button from the start on, and not among what all must read."""
    await lounge.started()
    hosted = await lounge.hosted()
    lobby, board = lounge.posts()
    assert text_of(lobby) == "Game 1 (Hansa) has begun."
    assert labels(lobby) == ["Verify"]
    assert text_of(board).startswith("**Hansa**, game 1, begins. Seats, in order: **anna**, **bert**.\n")
    assert labels(board) == ["Play", "Undo", "Since my turn", "More"]
    assert all(hosted.commitment not in text_of(post) for post in lounge.posts())
    await lounge.play_by_slash(1)
    await lounge.settle()
    (lobby, board, _) = lounge.posts()
    assert "begins. Seats, in order:" in text_of(board), "the first turn does not wipe it out"
    proof = text_of(shown(await lounge.carl.click(lobby, label="Verify")))
    assert f"`{hosted.commitment}`" in proof
    assert hosted.header.seed not in proof
    await lounge.play_by_slash()
    await lounge.settle()
    assert hosted.header.seed in text_of(shown(await lounge.carl.click(lobby, label="Verify")))


async def test_the_start_is_told_when_computers_begin(lounge: Lounge) -> None:
    """The first board comes when they have moved; with three seats in Haithabu the third one begins."""
    await lounge.opened("haithabu", computers=2)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    (_, first) = lounge.posts()
    begins, told, *_ = text_of(first).split("\n")
    assert begins == "**Haithabu**, game 1, begins. Seats, in order: **anna**, **Computer 2**, **Computer 3**."
    assert told.startswith("**Computer 3** runs ")
    await lounge.play_by_slash(1)
    await lounge.settle()
    assert text_of(lounge.posts()[1]).startswith(begins), "it stays while the turn goes on"
    assert "begins" not in text_of(lounge.board())


async def test_the_start_says_the_options_in_words(lounge: Lounge) -> None:
    await lounge.started("haithabu", options="traps=True")
    assert "\n-# Options: with a trapped bridge\n" in text_of(lounge.board())
    lounge.channel = lounge.guild.create_text_channel("second")
    await lounge.started("teutonica", lounge.bert, lounge.carl, options="missions=True stall=40")
    told = (
        "\n-# Options: 2020 (Big Box), Hanseatic League, with mission cards, outer land in seven provinces, stall: 40\n"
    )
    assert told in text_of(lounge.board())


async def test_refusals_are_clear_and_for_the_asker_only(lounge: Lounge) -> None:
    await lounge.opened("hansa", seats=2)
    post = lounge.posts()[0]
    too_few = shown(await lounge.anna.click(post, label="Start"))
    assert "2 to 4 players" in text_of(too_few)
    assert "already" in text_of(shown(await lounge.anna.click(post, label="Join")))
    assert "Only the person who opened" in text_of(shown(await lounge.bert.click(post, label="Add a computer")))
    assert "Only the person who opened" in text_of(shown(await lounge.bert.click(post, label="Start")))
    assert "no seat" in text_of(shown(await lounge.bert.click(post, label="Leave")))
    await lounge.bert.click(post, label="Join")
    assert "All 2 seats" in text_of(shown(await lounge.carl.click(post, label="Join")))
    assert "going on in this channel" in text_of(
        shown(await lounge.carl.slash(lounge.channel, "game new", title="hansa"))
    )
    await lounge.settle()
    assert len(lounge.posts()) == 1


async def test_options_that_no_number_of_players_has_are_refused(lounge: Lounge) -> None:
    wrong = await lounge.anna.slash(lounge.channel, "game new", title="teutonica", options="board=moon")
    assert "no value of the option" in text_of(shown(wrong))
    wrong = await lounge.anna.slash(lounge.channel, "game new", title="hansa", options="board=east")
    assert "no option" in text_of(shown(wrong))
    wrong = await lounge.anna.slash(lounge.channel, "game new", title="hansa", seats=7)
    assert "2 to 4 players, not 7" in text_of(shown(wrong))
    await lounge.settle()
    assert lounge.posts() == []


async def test_options_complete_one_after_the_other(lounge: Lounge) -> None:
    first = await lounge.anna.autocomplete(lounge.channel, "game new", "options", "", title="teutonica")
    values = [choice["value"] for choice in first]
    assert "board=east" in values
    assert len(values) <= 25
    second = await lounge.anna.autocomplete(lounge.channel, "game new", "options", "board=east mis", title="teutonica")
    assert {choice["value"] for choice in second} == {"board=east missions=True", "board=east missions=False"}
    await lounge.anna.slash(lounge.channel, "game new", title="teutonica", options="board=league missions=True")
    hosted = await lounge.hosted()
    assert hosted.header.options == {"board": "league", "missions": True}


async def test_the_set_up_panel_changes_options_for_the_owner_only(lounge: Lounge) -> None:
    await lounge.opened("haithabu", lounge.bert)
    await lounge.settle()
    panel = shown(await lounge.anna.click(lounge.posts()[0], label="Set up"))
    traps, _, passages, *_ = (str(part["custom_id"]) for part in parts(panel))
    theirs = shown(await lounge.bert.click(lounge.posts()[0], label="Set up"))
    assert "Only the person who opened" in text_of(shown(await lounge.bert.select(theirs, ["True"], custom_id=traps)))
    await lounge.anna.select(panel, ["True"], custom_id=traps)
    panel = shown(await lounge.anna.select(panel, ["open"], custom_id=passages))
    _, second, *_ = (str(part["label"]) for part in parts(panel) if "options" not in part)
    panel = shown(await lounge.anna.click(panel, label=second))
    order, *_ = (str(part["custom_id"]) for part in parts(panel))
    await lounge.anna.select(panel, ["True"], custom_id=order)
    hosted = await lounge.hosted()
    assert hosted.header.options == {"traps": True, "passages": "open"}
    assert hosted.header.lobby.shuffle


async def test_the_set_up_panel_has_everything_on_its_pages(lounge: Lounge) -> None:
    await lounge.opened("teutonica", lounge.bert)
    await lounge.settle()
    panel = shown(await lounge.anna.click(lounge.posts()[0], label="Set up"))
    wanted = {
        "option.edition": "2009", "option.board": "league", "option.missions": "True", "option.favours": "False",
        "option.provinces": "literal", "option.stall": "40",
            "option.tiebreak": "all", "option.homeless": "stock", "order": "True", "seats": "3", "language": "fr",
        "full": "True", "hints": "True", "pace": "24",
    }  # fmt: skip
    met = []
    while True:
        for menu in [str(part["custom_id"]) for part in parts(panel) if "options" in part]:
            name = menu.rpartition("/")[2]
            met.append(name)
            panel = shown(await lounge.anna.select(panel, [wanted[name]], custom_id=menu))
            assert text_of(panel) == "Set up game 1.", text_of(panel)
        pages = [part for part in parts(panel) if "options" not in part]
        here = next(number for number, part in enumerate(pages) if part["disabled"])
        if pages[here] is pages[-1]:
            break
        panel = shown(await lounge.anna.click(panel, label=str(pages[here + 1]["label"])))
    assert met == list(wanted)
    header = (await lounge.hosted()).header
    assert header.options == {
        "edition": "2009", "board": "league", "missions": True, "favours": False, "provinces": "literal", "stall": 40,
        "tiebreak": "all", "homeless": "stock",
    }  # fmt: skip
    assert header.lobby == Lobby(limit=3, language="fr", shuffle=True, full_starts=True, hints=True)
    assert header.pace == 24 * 3600
    await lounge.settle()
    (post,) = lounge.posts()
    assert "24 h par décision" in text_of(post)


async def test_a_free_number_can_be_any(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "game new", title="teutonica", options="stall=7")
    assert (await lounge.hosted()).header.options == {"stall": 7}
    wrong = await lounge.bert.slash(lounge.channel, "game new", title="teutonica", options="stall=-7")
    assert "“-7” is no value of the option “stall”: 20, 0, 10, 40." in text_of(shown(wrong))


async def test_a_full_table_starts_by_itself_if_that_was_wanted(lounge: Lounge) -> None:
    await lounge.opened("hansa", seats=2, start_full=True)
    assert "begins" in text_of(shown(await lounge.bert.slash(lounge.channel, "game join")))
    assert (await lounge.hosted()).status == "running"


async def test_seats_are_drawn_by_the_seed(lounge: Lounge) -> None:
    orders = set()
    for _ in range(12):
        await lounge.opened("hansa", lounge.bert, lounge.carl, shuffle=True)
        await lounge.anna.slash(lounge.channel, "game start")
        hosted = await lounge.hosted()
        orders.add(tuple(seat.user for seat in hosted.seats))
        await lounge.sure(lounge.anna, "game abort")
    assert len(orders) > 1


async def test_computers_sit_down_at_once(lounge: Lounge) -> None:
    await lounge.opened("bohn", computers=2)
    assert [seat.policy for seat in (await lounge.hosted()).seats] == [None, "simple", "simple"]
    too_many = await lounge.bert.slash(lounge.guild.create_text_channel("two"), "game new", title="hansa", computers=5)
    assert "All 4 seats" in text_of(shown(too_many))


async def test_a_game_can_have_a_thread_of_its_own(lounge: Lounge) -> None:
    answer = await lounge.anna.slash(lounge.channel, "game new", title="hansa", thread=True)
    await lounge.settle()
    (thread,) = lounge.channel.threads
    assert thread.mention in text_of(shown(answer))
    (post,) = thread.history()
    assert "who plays?" in text_of(post)
    assert await lounge.client.context.queries.in_channel(lounge.channel.id) is None


async def test_a_channel_where_the_bot_may_not_post_is_refused_at_once(lounge: Lounge) -> None:
    assert lounge.client.user is not None
    mute, plain = (
        lounge.guild.create_text_channel(name, overwrites={lounge.client.user: overwrite})
        for name, overwrite in {
            "mute": discord.PermissionOverwrite(send_messages=False, attach_files=False),
            "plain": discord.PermissionOverwrite(create_public_threads=False),
        }.items()
    )
    answer = text_of(shown(await lounge.anna.slash(mute, "game new", title="hansa")))
    assert answer == "I lack permissions in this channel: Send Messages, Attach Files."
    answer = text_of(shown(await lounge.anna.slash(plain, "game new", title="hansa", thread=True)))
    assert answer == "I lack permissions in this channel: Create Public Threads."
    assert "is open" in text_of(shown(await lounge.anna.slash(plain, "game new", title="hansa")))


async def test_a_name_cannot_dress_up_as_markup(lounge: Lounge) -> None:
    joker = lounge.guild.add_member(lounge.env.create_user("**big**"))
    await lounge.opened("hansa", joker)
    await lounge.settle()
    assert r"2. \*\*big\*\*" in text_of(lounge.posts()[0])


async def test_two_people_at_the_same_moment_open_one_game(lounge: Lounge) -> None:
    import asyncio

    from bot.errors import Refused
    from bot.table.seats import Opening
    from bot.ui.panels.lobby import open_game

    house = lounge.client.context
    openings = [Opening(title="hansa", owner=number, channel=5) for number in range(6)]
    results = await asyncio.gather(
        *(open_game(house, opening, f"i{opening.owner}") for opening in openings), return_exceptions=True
    )
    assert sum(isinstance(result, Refused) for result in results) == 5


async def test_only_the_owner_or_whoever_manages_the_channel_calls_a_game_off(lounge: Lounge) -> None:
    await lounge.started()
    assert "Only the person" in text_of(shown(await lounge.bert.slash(lounge.channel, "game abort")))
    role = lounge.guild.create_role("keeper", permissions=discord.Permissions(manage_channels=True))
    keeper = lounge.guild.add_member(lounge.env.create_user("keeper"), roles=[role])
    assert "called off" in text_of(await lounge.sure(keeper, "game abort"))
    await lounge.settle()
    assert text_of(lounge.posts()[-1]) == "**keeper** has called game 1 off as a moderator.", "abort says who did it"
    assert (await lounge.hosted()).status == "aborted"


async def test_a_rematch_opens_the_same_again(lounge: Lounge) -> None:
    await lounge.started("haithabu", options="traps=True")
    running = shown(await lounge.bert.slash(lounge.channel, "game rematch"))
    assert "not over yet" in text_of(running)
    await lounge.sure(lounge.anna, "game abort")
    assert "is open" in text_of(shown(await lounge.bert.slash(lounge.channel, "game rematch")))
    hosted = await lounge.hosted()
    assert (hosted.status, hosted.header.owner, hosted.header.options) == ("open", lounge.bert.id, {"traps": True})


async def test_a_rematch_invites_the_same_people_and_turns_the_seats(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl, computers=1)
    before = [seat.user for seat in (await lounge.hosted()).seats]
    await lounge.carl.slash(lounge.channel, "settings me", ping="none")
    await lounge.sure(lounge.anna, "game abort")
    await lounge.settle()  # letters of two games have no order among them
    await lounge.bert.slash(lounge.channel, "game rematch")
    await lounge.settle()
    *_, post, call = lounge.posts()
    assert "Invited: **anna**, **carl**." in text_of(post)
    assert f"{lounge.anna.mention}, **carl**: **bert** invites you" in text_of(call), "who wants no calls is named only"
    assert labels(call) == ["Join", "No, thanks"]
    assert "(3 to 5 players)" in text_of(post), "there is room for more"
    stranger = lounge.guild.add_member(lounge.env.create_user("dora"))
    await stranger.click(post, label="Join")
    for person in (lounge.anna, lounge.carl):
        await person.click(call, label="Join")
    await lounge.settle()
    hosted = await lounge.hosted()
    assert [seat.user for seat in hosted.seats] == [*before[1:], before[0], stranger.id]
    assert "Invited" not in text_of(next(one for one in lounge.posts() if one.id == post.id))
    await lounge.bert.slash(lounge.channel, "game start")
    assert [seat.user for seat in (await lounge.hosted()).seats] == [*before[1:], before[0], stranger.id]


async def test_a_rematch_keeps_the_computers_but_not_the_stand_ins(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert, computers=1)
    await lounge.sure(lounge.bert, "game resign")
    await lounge.sure(lounge.anna, "game abort")
    await lounge.anna.slash(lounge.channel, "game rematch")
    assert [(seat.user, seat.policy) for seat in (await lounge.hosted()).seats] == [
        (None, "simple"),
        (lounge.anna.id, None),
    ]


async def test_the_lobby_shows_the_board_that_the_options_mean(lounge: Lounge) -> None:
    await lounge.opened("teutonica", options="board=britannia")
    (post,) = lounge.posts()
    assert [file.description for file in post.attachments] == ["preview for 3 en day"]
    for person in (lounge.bert, lounge.carl):
        await person.slash(lounge.channel, "game join")
    await lounge.anna.slash(lounge.channel, "game computer")
    await lounge.settle()
    assert [file.description for file in lounge.posts()[0].attachments] == ["preview for 4 en day"]
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    assert lounge.posts()[0].attachments == []


async def test_where_there_is_no_game_that_is_said(lounge: Lounge) -> None:
    for command in ("game join", "game start", "game board", "game hand", "game undo", "hansa end", "game resign"):
        assert "no game in this channel" in text_of(shown(await lounge.anna.slash(lounge.channel, command))), command
    assert await lounge.anna.autocomplete(lounge.channel, "hansa sail", "port", "") == []


async def test_newcomers_get_help_everywhere(lounge: Lounge) -> None:
    first = shown(await lounge.anna.slash(lounge.channel, "game help"))
    assert "/game new" in text_of(first)
    assert len(text_of(first)) < 2000
    for section in menu_of(first).values():
        assert text_of(shown(await lounge.anna.select(first, [section]))).startswith("## ")
    await lounge.started()
    assert "This game" in labels(shown(await lounge.anna.slash(lounge.channel, "game help")))
    assert "→ **anna**" in text_of(await lounge.more(lounge.carl, "help"))


async def test_every_level_is_offered_and_explained_where_a_computer_is_seated(lounge: Lounge) -> None:
    await lounge.opened()
    (post,) = lounge.posts()
    answer = shown(await lounge.anna.click(post, label="Add a computer"))
    assert menu_of(answer) == {level.name.message: name for name, level in LEVELS.items()}
    assert "Alderman" in menu_of(answer)
    answer = shown(await lounge.anna.select(answer, ["strong"]))
    assert "another level" in text_of(answer)
    await lounge.settle()
    assert [seat.policy for seat in (await lounge.hosted()).seats] == [None, "strong"]


def test_all_levels_are_told_in_every_language() -> None:
    assert set(LEVELS) == set(POLICIES)
    for code in LANGUAGES:
        told = [texts(code).say(part.message) for level in LEVELS.values() for part in level]
        assert len(set(told)) == len(told)
        assert max(map(len, told)) <= MENU_LABEL
