"""Play on Discord: whole games of every title by command and by thumb, and everything people do at the wrong moment.

Not for rules. simcord's Discord drives the real bot.
"""

import asyncio

import pytest

from bot.table.choice_tree import walk
from bot.ui.commands.play import after
from bot.ui.labels import marks_of
from bot.ui.panels.play import panel
from engine import record
from engine.errors import Illegal
from engine.registry import KEYS, title
from engine.values import Undo
from tests.bot.lounge import ENGLISH, Lounge, labels, menu_of, parts, shown
from tests.engine.hansa.positions import now, position
from tests.facts import facts, whole_games

# ---- whole games


@pytest.mark.parametrize("key", whole_games())
async def test_a_whole_game_by_command_and_by_thumb(lounge: Lounge, key: str) -> None:
    """Anna types, the others tap; nothing that was offered is ever refused."""
    others = [lounge.bert, lounge.carl][: title(key).seats[0] - 1]
    game = await lounge.started(key, *others)
    while (advised := await lounge.advised()) is not None:
        who, action = advised
        answer = shown(await lounge.command(who, action)) if who is lounge.anna else await lounge.thumb(who, action)
        assert answer.content.startswith("✓"), (key, advised, answer.content)
        await lounge.settle()
    hosted = await lounge.hosted()
    assert hosted.status == "finished"
    last = lounge.posts()[-1]
    assert hosted.header.seed in last.content
    assert labels(last) == ["Rematch", "Replay", "Log", "Record"]
    assert [file.filename for file in last.attachments] == ["board.png", "score.png"]
    told = await lounge.client.context.table.export(game)
    assert record.verify(told).valid
    assert (
        lounge.client.context.metrics.registry.get_sample_value("kontor_failures_total", {"stage": "command"}) is None
    )


@pytest.mark.parametrize("key", KEYS)
async def test_a_game_against_computers_goes_on_by_itself_when_its_people_resign(lounge: Lounge, key: str) -> None:
    await lounge.opened(key, lounge.bert, computers=title(key).seats[0] - 1)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    await lounge.play_by_slash(facts(key).early)
    assert "computer plays on for you" in shown(await lounge.anna.slash(lounge.channel, "game resign")).content
    await lounge.settle()
    hosted = await lounge.hosted()
    owed = {hosted.seats[seat].user for seat in hosted.owed()}
    assert owed <= {lounge.bert.id}, "computers have played as far as they can"
    assert "no seat" in shown(await lounge.anna.click(lounge.board(), label="Play")).content


# ---- typing


async def test_words_may_be_typed_as_people_write_them(lounge: Lounge) -> None:
    await lounge.started()
    offered = await lounge.anna.autocomplete(lounge.channel, "hansa place", "port", "lubk")
    assert offered == [{"name": "Lübeck", "value": "lubeck"}]
    assert "Lübeck" in shown(await lounge.anna.slash(lounge.channel, "hansa place", port="Lubek")).content
    assert "Riga" in shown(await lounge.bert.slash(lounge.channel, "hansa place", port="RIGA")).content
    unknown = shown(await lounge.anna.slash(lounge.channel, "hansa place", port="Hamburg"))
    assert "Hamburg" in unknown.content
    assert (await lounge.hosted()).version == 2


async def test_what_the_picture_shows_may_be_typed(lounge: Lounge) -> None:
    """Spaces of Hansa Teutonica: the number of the route and the letter of the space."""
    await lounge.started("teutonica", lounge.bert, lounge.carl)
    hosted = await lounge.hosted()
    who = lounge.actor(hosted.seats[next(iter(hosted.owed()))].user)
    space = "minden__hannover:3"
    mark = marks_of(hosted)[space]
    offered = await who.autocomplete(lounge.channel, "teutonica place", "space", mark, piece="T")
    assert offered[0]["value"] == space
    assert offered[0]["name"].startswith(f"{mark} · ")
    await who.slash(lounge.channel, "teutonica place", piece="T", space=mark)
    assert str((await lounge.hosted()).game.lines[-1]).endswith(f" place T {space}")


async def test_completion_lists_what_is_legal_now_and_25_at_most(lounge: Lounge) -> None:
    await lounge.started("teutonica", lounge.bert, lounge.carl)
    hosted = await lounge.hosted()
    seat = next(iter(hosted.owed()))
    who = lounge.actor(hosted.seats[seat].user)
    offered = await who.autocomplete(lounge.channel, "teutonica place", "space", "", piece="T")
    assert 0 < len(offered) <= 25
    legal = {hosted.title.text(action) for action in hosted.game.legal(seat)}
    assert all(f"place T {choice['value']}" in legal for choice in offered)
    exact = await who.autocomplete(lounge.channel, "teutonica place", "space", offered[7]["value"], piece="T")
    assert exact[0]["value"] == offered[7]["value"]
    other = lounge.bert if who is lounge.anna else lounge.anna
    assert await other.autocomplete(lounge.channel, "teutonica place", "space", "", piece="T") == []


async def test_a_refusal_names_the_rule_and_shows_it(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "hansa place", port="lubeck")
    early = shown(await lounge.bert.slash(lounge.channel, "hansa end"))
    assert "HA-" in early.content
    rule = shown(await lounge.bert.click(early, label="Show the rule"))
    assert rule.content.startswith("**HA-")
    assert len(rule.content) > 40
    closed = shown(await lounge.bert.slash(lounge.channel, "hansa place", port="copenhagen"))
    assert "Copenhagen" in closed.content
    assert (await lounge.hosted()).version == 1


async def test_several_decisions_in_one_command_are_all_or_none(lounge: Lounge) -> None:
    await lounge.started()
    while (await lounge.hosted()).title.view((await lounge.hosted()).state, None).decisions[0].kind == "place":
        await lounge.play_by_slash(1)
    hosted = await lounge.hosted()
    before = hosted.version
    refused = shown(await lounge.anna.slash(lounge.channel, "hansa several", line="skip; sail copenhagen; fly riga"))
    assert "fly" in refused.content
    assert (await lounge.hosted()).version == before
    kinds = [decision.kind for decision in hosted.game.to_act()]
    lead = "skip; " if kinds == ["refill"] else ""
    offered = await lounge.anna.autocomplete(lounge.channel, "hansa several", "line", lead + "sail")
    assert offered
    line = f"{offered[0]['value']}; end"
    assert shown(await lounge.anna.slash(lounge.channel, "hansa several", line=line)).content.startswith("✓")
    assert (await lounge.hosted()).version == before + len(line.split(";"))


async def test_a_list_that_shows_something_hidden_before_its_end_is_refused_whole(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    while (hosted := await lounge.hosted()).title.view(hosted.state, None).active is None:
        await lounge.play_by_slash(1)
    version = hosted.version
    active = hosted.title.view(hosted.state, None).active
    assert active is not None
    who = lounge.actor(hosted.seats[active].user)
    refusals = {
        shown(await who.slash(lounge.channel, "bohn several", line=f"contract 1; fulfil {card}")).content.split("\n")[0]
        for card in ("R1", "R2", "R3", "B1", "H2")
    }
    assert len(refusals) == 1, refusals
    assert "Only the last decision of a list" in refusals.pop()
    assert (await lounge.hosted()).version == version
    assert await who.autocomplete(lounge.channel, "bohn several", "line", "contract 1; ") == []


@pytest.mark.parametrize("order", [False, True])
async def test_nothing_said_before_a_sale_tells_of_a_standing_order(lounge: Lounge, order: bool) -> None:
    await lounge.started("hansa", lounge.bert, lounge.carl)
    hosted, wanted = await lounge.hosted(), ("sell", "G1 G2")
    game = position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3"])
    now(game).standing = (False, order, False)
    hosted.enter(game, 0)
    path: tuple[int, ...] = ()
    while (fork := walk(game.title, game.legal(0), path)) is not None and fork.action is None:
        path = (*path, next(place for place, value in enumerate(fork.values) if value in wanted))
    reply = await panel(lounge.client.context, ENGLISH, hosted, lounge.anna.id, path)
    lines = reply.content.split("\n")
    assert lines[-1].startswith("➜"), "the decision stands there without its consequences"
    with pytest.raises(Illegal):
        after(hosted, 0, ["sell G1 G2"])
    assert after(hosted, 0, ["sail copenhagen"])


async def test_an_offer_that_no_list_has_is_taken(lounge: Lounge) -> None:
    """Bohn Hansa: `legal` lists a bounded family of offers, commands take every valid one."""
    await lounge.started("bohn", lounge.bert, lounge.carl)
    for _ in range(60):
        hosted = await lounge.hosted()
        active = hosted.title.view(hosted.state, None).active
        if active is not None and any(hosted.title.text(a).startswith("offer") for a in hosted.game.legal(active)):
            break
        await lounge.play_by_slash(1)
    who = lounge.actor(hosted.seats[active].user)
    offers = [action for action in hosted.game.legal(active) if hosted.title.text(action).startswith("offer")]
    assert shown(await lounge.command(who, offers[-1])).content.startswith("✓")
    await lounge.settle()
    assert any("offer" in post.content for post in lounge.posts()[-3:])


# ---- the wrong person, the wrong moment


async def test_who_has_no_seat_may_look_but_not_play(lounge: Lounge) -> None:
    await lounge.started()
    board = lounge.board()
    assert "no seat" in shown(await lounge.carl.click(board, label="Play")).content
    assert "no seat" in shown(await lounge.carl.click(board, label="My hand")).content
    assert "no seat" in shown(await lounge.carl.click(board, label="Undo")).content
    assert "no seat" in shown(await lounge.carl.slash(lounge.channel, "hansa place", port="riga")).content
    assert "no seat" in shown(await lounge.carl.slash(lounge.channel, "game resign")).content
    dora = lounge.guild.add_member(lounge.env.create_user("dora"))
    given = await lounge.carl.slash(lounge.channel, "game replace", seat=1, person=dora)
    assert "Only its player" in shown(given).content
    assert shown(await lounge.carl.click(board, label="Board")).attachments[0].filename == "board.png"
    assert "`0` The game begins." in shown(await lounge.carl.click(board, label="Log")).content


async def test_who_is_not_to_decide_is_told_who_is(lounge: Lounge) -> None:
    await lounge.started()
    panel = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert "Nothing is asked of you" in panel.content
    assert "**anna**" in panel.content
    early = shown(await lounge.bert.slash(lounge.channel, "hansa place", port="riga"))
    assert "✓" not in early.content
    assert (await lounge.hosted()).version == 0


async def test_the_panel_points_at_the_places_in_a_picture(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "settings me", palette="night")
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    assert panel.attachments == []
    ports = shown(await lounge.anna.select(panel, ["0"]))
    (file,) = ports.attachments
    assert file.filename == "choices.png"
    assert str(file.description).startswith("port: tonsberg aalborg")
    assert str(file.description).endswith("en night")
    confirm = shown(await lounge.anna.select(ports, ["0"]))
    assert confirm.attachments == []


async def test_where_there_is_one_thing_to_do_nobody_is_asked_what_to_do(lounge: Lounge) -> None:
    await lounge.started("haithabu")
    advised = await lounge.advised()
    assert advised is not None
    panel = shown(await advised[0].click(lounge.board(), label="Play"))
    assert "**run** · …" in panel.content
    assert [file.filename for file in panel.attachments] == ["choices.png"]
    assert labels(panel) == []
    further = shown(await advised[0].select(panel, [next(iter(menu_of(panel).values()))]))
    assert labels(further)[-1] == "Back"
    assert shown(await advised[0].click(further, label="Back")).content == panel.content


async def test_a_panel_can_lie_about_for_a_day(lounge: Lounge) -> None:
    """The token it was sent with is good for a quarter of an hour; each press brings its own."""
    await lounge.started()
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    await lounge.env.advance_time(86_400)
    ports = shown(await lounge.anna.select(panel, ["0"]))
    await lounge.env.advance_time(86_400)
    confirm = shown(await lounge.anna.select(ports, ["0"]))
    assert shown(await lounge.anna.click(confirm, label="Confirm")).content.startswith("✓")


async def test_a_panel_of_an_older_position_starts_again_on_the_new_one(lounge: Lounge) -> None:
    await lounge.started()
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    ports = shown(await lounge.anna.select(panel, ["0"]))
    confirm = shown(await lounge.anna.select(ports, [menu_of(ports)["Riga"]]))
    await lounge.anna.slash(lounge.channel, "hansa place", port="reval")
    await lounge.bert.slash(lounge.channel, "hansa place", port="danzig")
    again = shown(await lounge.anna.click(confirm, label="Confirm"))
    assert "moved on" in again.content
    assert menu_of(again)
    assert (await lounge.hosted()).version == 2


async def test_an_older_menu_is_refreshed_not_obeyed(lounge: Lounge) -> None:
    await lounge.started()
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    await lounge.anna.slash(lounge.channel, "hansa place", port="reval")
    stale = shown(await lounge.anna.select(panel, ["0"]))
    assert "moved on" in stale.content


async def test_the_same_interaction_counts_once(lounge: Lounge) -> None:
    """A second delivery of what was applied answers from what was stored."""
    game = await lounge.started()
    table = lounge.client.context.table
    for _ in range(3):
        await table.act(game, lounge.anna.id, "place riga", made_on=0, interaction="one")
    assert (await lounge.hosted()).version == 1


async def test_several_people_decide_at_once(lounge: Lounge) -> None:
    """All merchants open at the same time; whatever order their answers arrive in, all of them count."""
    game = await lounge.started("bohn", lounge.bert, lounge.carl)
    table = lounge.client.context.table
    hosted = await lounge.hosted()
    owed = sorted(hosted.owed())
    assert len(owed) == 3
    texts = {seat: hosted.title.text(hosted.game.legal(seat)[0]) for seat in owed}
    users = {seat: hosted.seats[seat].user or 0 for seat in owed}
    await asyncio.gather(*(table.act(game, users[seat], texts[seat], made_on=hosted.version) for seat in owed))
    assert (await lounge.hosted()).version == 3


async def test_of_two_presses_of_one_button_one_counts(lounge: Lounge) -> None:
    await lounge.started()
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    ports = shown(await lounge.anna.select(panel, ["0"]))
    confirm = shown(await lounge.anna.select(ports, ["0"]))
    custom_id = next(str(part["custom_id"]) for part in parts(confirm) if part.get("label") == "Confirm")
    text = custom_id.rpartition(":=")[2]
    table, game = lounge.client.context.table, await lounge.game()
    results = await asyncio.gather(
        *(table.act(game, lounge.anna.id, text, made_on=0, interaction=f"press {n}") for n in range(2)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Exception) for result in results) == 1
    assert (await lounge.hosted()).version == 1


# ---- taking back


async def test_undo_by_post_panel_and_command(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(6)
    while (advised := await lounge.advised()) is not None:
        who, action = advised
        answer = shown(await lounge.command(who, action))
        if "Undo" in labels(answer):
            break
        await lounge.settle()
    version = (await lounge.hosted()).version
    back = shown(await who.click(answer, label="Undo"))
    assert back.content.startswith("✓ taken back")
    await lounge.settle()
    await lounge.command(who, action)
    await lounge.settle()
    assert shown(await who.click(lounge.board(), label="Undo")).content.startswith("✓")
    await lounge.command(who, action)
    assert shown(await who.slash(lounge.channel, "game undo")).content.startswith("✓")
    hosted = await lounge.hosted()
    assert hosted.version == version + 5
    other = lounge.bert if who is lounge.anna else lounge.anna
    assert "HA-18.5" in shown(await other.slash(lounge.channel, "game undo")).content


# ---- elsewhere, and afterwards


async def test_a_person_plays_from_their_private_messages(lounge: Lounge) -> None:
    """Outside of the channel the one game they play is meant."""
    await lounge.started()
    hosted = await lounge.hosted()
    assert not any(isinstance(action, Undo) for action in hosted.game.legal(0))
    answer = await lounge.anna.user.slash("hansa place", port="riga")
    assert shown(answer).content.startswith("✓")


async def test_the_record_is_for_afterwards(lounge: Lounge) -> None:
    await lounge.started()
    assert "when it is over" in shown(await lounge.anna.slash(lounge.channel, "game export")).content
    await lounge.play_by_slash(2)
    assert "`1` **anna** builds" in shown(await lounge.anna.slash(lounge.channel, "game log")).content
