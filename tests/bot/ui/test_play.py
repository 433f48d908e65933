"""Play on Discord: whole games of every title by command and by thumb, and everything people do at the wrong moment.

Not for rules. simcord's Discord drives the real bot.
"""

import asyncio

import pytest

from bot.table.choice_tree import Fork, root
from bot.ui.commands.play import after
from bot.ui.labels import marks_of
from bot.ui.panels.play import panel
from engine import record
from engine.errors import Illegal
from engine.registry import KEYS, title
from engine.values import Choice, Undo
from tests.bot.lounge import ENGLISH, Lounge, Shown, labels, menu_of, parts, shown, text_of
from tests.bot.table.test_choice_tree import forks
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import now, position
from tests.facts import facts, whole_games

# ---- whole games


@clauses("HA-18.1", "HT-25.1", "BH-20.1", "HB-16.1")
@pytest.mark.parametrize("key", whole_games())
async def test_a_whole_game_by_command_and_by_thumb(lounge: Lounge, key: str) -> None:
    """Anna types, the others tap; nothing that was offered is ever refused."""
    others = [lounge.bert, lounge.carl][: title(key).seats[0] - 1]
    game = await lounge.started(key, *others)
    while (advised := await lounge.advised()) is not None:
        who, action = advised
        answer = shown(await lounge.command(who, action)) if who is lounge.anna else await lounge.thumb(who, action)
        assert text_of(answer).startswith("✓"), (key, advised, text_of(answer))
        await lounge.settle()
    hosted = await lounge.hosted()
    assert hosted.status == "finished"
    last = lounge.posts()[-1]
    assert labels(last) == ["Rematch", "Replay", "Log", "Verify", "Record"]
    assert hosted.header.seed in text_of(shown(await lounge.carl.click(last, label="Verify")))
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
    asked = shown(await lounge.anna.slash(lounge.channel, "game resign"))
    assert (await lounge.hosted()).seats[0].user == lounge.anna.id, "it is asked once"
    assert "computer plays on for you" in text_of(shown(await lounge.anna.click(asked, label="Yes, resign")))
    await lounge.settle()
    hosted = await lounge.hosted()
    owed = {hosted.seats[seat].user for seat in hosted.owed()}
    assert owed <= {lounge.bert.id}, "computers have played as far as they can"
    assert "no seat" in text_of(shown(await lounge.anna.click(lounge.board(), label="Play")))


# ---- typing


async def test_words_may_be_typed_as_people_write_them(lounge: Lounge) -> None:
    await lounge.started()
    offered = await lounge.anna.autocomplete(lounge.channel, "hansa place", "port", "lubk")
    assert offered == [{"name": "Lübeck", "value": "lubeck"}]
    assert "Lübeck" in text_of(shown(await lounge.anna.slash(lounge.channel, "hansa place", port="Lubek")))
    assert "Riga" in text_of(shown(await lounge.bert.slash(lounge.channel, "hansa place", port="RIGA")))
    unknown = shown(await lounge.anna.slash(lounge.channel, "hansa place", port="Hamburg"))
    assert "Hamburg" in text_of(unknown)
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
    assert "HA-" in text_of(early)
    rule = shown(await lounge.bert.click(early, label="Show the rule"))
    assert text_of(rule).startswith("**HA-")
    assert len(text_of(rule)) > 40
    closed = shown(await lounge.bert.slash(lounge.channel, "hansa place", port="copenhagen"))
    assert "Copenhagen" in text_of(closed)
    assert (await lounge.hosted()).version == 1


async def test_several_decisions_in_one_command_are_all_or_none(lounge: Lounge) -> None:
    await lounge.started()
    while (await lounge.hosted()).title.view((await lounge.hosted()).state, None).decisions[0].kind == "place":
        await lounge.play_by_slash(1)
    hosted = await lounge.hosted()
    before = hosted.version
    refused = shown(await lounge.anna.slash(lounge.channel, "hansa several", line="skip; sail copenhagen; fly riga"))
    assert "fly" in text_of(refused)
    assert (await lounge.hosted()).version == before
    kinds = [decision.kind for decision in hosted.game.to_act()]
    lead = "skip; " if kinds == ["refill"] else ""
    offered = await lounge.anna.autocomplete(lounge.channel, "hansa several", "line", lead + "sail")
    assert offered
    line = f"{offered[0]['value']}; end"
    assert text_of(shown(await lounge.anna.slash(lounge.channel, "hansa several", line=line))).startswith("✓")
    assert (await lounge.hosted()).version == before + len(line.split(";"))


async def test_a_list_that_shows_something_hidden_before_its_end_is_refused_whole(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    while (hosted := await lounge.hosted()).title.view(hosted.state, None).active is None:
        await lounge.play_by_slash(1)
    version = hosted.version
    active = hosted.title.view(hosted.state, None).active
    assert active is not None
    who = lounge.actor(hosted.seats[active].user)
    refusals = set()
    for card in ("R1", "R2", "R3", "B1", "H2"):
        refused = shown(await who.slash(lounge.channel, "bohn several", line=f"contract 1; fulfil {card}"))
        refusals.add(text_of(refused).split("\n")[0])
    assert len(refusals) == 1, refusals
    assert "Only the last decision of a list" in refusals.pop()
    assert (await lounge.hosted()).version == version
    assert await who.autocomplete(lounge.channel, "bohn several", "line", "contract 1; ") == []


@clauses("HA-18.4")
async def test_nothing_said_before_a_sale_tells_of_a_standing_order(lounge: Lounge) -> None:
    """Whether Bert's order would answer the sale: not what is shown, not whether it asks for a second thought."""
    await lounge.started("hansa", lounge.bert, lounge.carl)
    hosted = await lounge.hosted()
    said: list[list[str]] = []
    for order in (False, True):
        game = position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3"])
        now(game).standing = (False, order, False)
        hosted.enter(game, 0)
        choices = game.title.choices(game.state, 0)
        places: list[tuple[Fork | None, Choice | None]] = [(fork, None) for fork in forks(root(choices))]
        places += [(None, choice) for choice in choices]
        said.append([])
        for fork, asked in places:
            path = () if fork is None else fork.path
            reply = await panel(lounge.client.context, ENGLISH, hosted, lounge.anna.id, path, asked=asked)
            assert reply.view is not None
            form = reply.form(layout=True)
            said[-1].append(str(form.view.to_components()))
        with pytest.raises(Illegal):
            after(hosted, 0, ["sell G1 G2"])
        assert after(hosted, 0, ["sail copenhagen"])
    assert any("sell" in each and "Confirm" in each for each in said[0])
    assert said[0] == said[1]


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
    assert text_of(shown(await lounge.command(who, offers[-1]))).startswith("✓")
    await lounge.settle()
    assert any("offer" in text_of(post) for post in lounge.posts()[-3:])


# ---- the wrong person, the wrong moment


async def test_who_has_no_seat_may_look_but_not_play(lounge: Lounge) -> None:
    await lounge.started()
    board = lounge.board()
    assert "no seat" in text_of(shown(await lounge.carl.click(board, label="Play")))
    assert "no seat" in text_of(shown(await lounge.carl.slash(lounge.channel, "game hand")))
    assert "no seat" in text_of(shown(await lounge.carl.click(board, label="Undo")))
    assert "no seat" in text_of(shown(await lounge.carl.slash(lounge.channel, "hansa place", port="riga")))
    assert "no seat" in text_of(shown(await lounge.carl.slash(lounge.channel, "game resign")))
    dora = lounge.guild.add_member(lounge.env.create_user("dora"))
    given = await lounge.carl.slash(lounge.channel, "game replace", seat=1, person=dora)
    assert "Only its player" in text_of(shown(given))
    assert (await lounge.more(lounge.carl, "board")).attachments[0].filename == "board.png"
    assert "`0` The game begins." in text_of(await lounge.more(lounge.carl, "log"))


async def test_who_is_not_to_decide_is_told_who_is(lounge: Lounge) -> None:
    await lounge.started()
    panel = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert "Nothing is asked of you" in text_of(panel)
    assert "**anna**" in text_of(panel)
    early = shown(await lounge.bert.slash(lounge.channel, "hansa place", port="riga"))
    assert "✓" not in text_of(early)
    assert (await lounge.hosted()).version == 0


async def test_the_panel_points_at_the_places_in_a_picture(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "settings me", palette="night")
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    (file,) = panel.attachments
    assert file.filename == "choices.png"
    assert str(file.description).startswith("port: tonsberg aalborg")
    assert str(file.description).endswith("en night")
    done = shown(await lounge.anna.click(panel, label="Riga"))
    assert done.attachments == [], "there is nothing to choose now"


async def test_own_cards_are_on_the_panel_where_a_title_has_any(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    for seat, person in enumerate((lounge.anna, lounge.bert, lounge.carl)):
        panel = shown(await person.click(lounge.board(), label="Play"))
        assert [str(file.description) for file in panel.attachments if file.filename == "hand.png"] == [
            f"hand of {seat} en day"
        ]


async def test_where_there_is_one_thing_to_do_nobody_is_asked_what_to_do(lounge: Lounge) -> None:
    await lounge.started("haithabu")
    advised = await lounge.advised()
    assert advised is not None
    who, _ = advised
    panel = shown(await who.click(lounge.board(), label="Play"))
    assert "**Run** …" in text_of(panel)
    assert [file.filename for file in panel.attachments] == ["choices.png"]
    assert "Back" not in labels(panel)
    further = shown(await who.click(panel, label=next(label for label in labels(panel) if label.endswith(" …"))))
    assert "Back" in labels(further)
    assert text_of(shown(await who.click(further, label="Back"))) == text_of(panel)


async def test_no_two_things_on_a_panel_have_one_name(lounge: Lounge) -> None:
    """Ids are Discord's demand; values of menus are remembered by some clients from one step to the next."""
    await lounge.started("teutonica", lounge.bert, lounge.carl)
    known: set[str] = set()
    for _ in range(6):
        advised = await lounge.advised()
        assert advised is not None
        panel = shown(await advised[0].click(lounge.board(), label="Play"))
        ids = [str(part["custom_id"]) for part in parts(panel)]
        assert len(set(ids)) == len(ids)
        if any("options" in part for part in parts(panel)):
            values = set(menu_of(panel).values())
            assert not values & known
            known |= values
        await lounge.thumb(*advised)
        await lounge.settle()


async def test_a_panel_can_lie_about_for_a_day(lounge: Lounge) -> None:
    """The token it was sent with is good for a quarter of an hour; each press brings its own."""
    await lounge.started("haithabu")
    advised = await lounge.advised()
    assert advised is not None
    who, action = advised
    hosted = await lounge.hosted()
    panel = shown(await who.click(lounge.board(), label="Play"))
    await lounge.env.advance_time(86_400)
    further = shown(await who.click(panel, label=next(label for label in labels(panel) if label.endswith(" …"))))
    await lounge.env.advance_time(86_400)
    back = shown(await who.click(further, label="Back"))
    await lounge.env.advance_time(86_400)
    choices = list(hosted.title.choices(hosted.state, hosted.seat_of(who.id)))
    wanted = next(choice for choice in choices if choice.actions == (action,))
    assert text_of(await lounge.choose(who, back, wanted, choices)).startswith("✓")


@clauses("HA-18.7")
async def test_a_panel_of_an_older_position_starts_again_on_the_new_one(lounge: Lounge) -> None:
    await lounge.started()
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    table, game = lounge.client.context.table, await lounge.game()  # a slash command would close the panel
    await table.act(game, lounge.anna.id, "place reval", made_on=0)
    await table.act(game, lounge.bert.id, "place danzig", made_on=1)
    again = shown(await lounge.anna.click(panel, label="Riga"))
    assert "moved on" in text_of(again)
    assert "Danzig" in text_of(again), "it says what has changed"
    assert "Riga" in labels(again)
    assert (await lounge.hosted()).version == 2
    assert text_of(shown(await lounge.anna.click(again, label="Riga"))).startswith("✓")


async def test_a_choice_that_still_means_the_same_is_taken(lounge: Lounge) -> None:
    """The contracts that somebody opens with are their own affair, whoever else has opened meanwhile."""
    await lounge.started("bohn", lounge.bert, lounge.carl)
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    take = next(str(part["custom_id"]) for part in parts(panel) if str(part["custom_id"]).startswith("b:take:"))
    await lounge.command(lounge.bert, (await lounge.hosted()).game.legal(1)[0])
    assert text_of(shown(await lounge.anna.click(panel, custom_id=take))).startswith("✓ open")
    assert (await lounge.hosted()).version == 2


@clauses("HB-16.3")
async def test_an_older_group_is_refreshed_not_obeyed(lounge: Lounge) -> None:
    await lounge.started("haithabu")
    advised = await lounge.advised()
    assert advised is not None
    who, action = advised
    panel = shown(await who.click(lounge.board(), label="Play"))
    hosted = await lounge.hosted()
    await lounge.client.context.table.act(hosted.number, who.id, hosted.title.text(action), made_on=0)
    group = next(label for label in labels(panel) if label.endswith(" …"))
    stale = shown(await who.click(panel, label=group))
    assert "moved on" in text_of(stale)
    assert (await lounge.hosted()).version == 1


async def test_what_cannot_be_taken_back_is_asked_once_more(lounge: Lounge) -> None:
    """A refill shows what was hidden; what it leads to is not done before it is confirmed."""
    await lounge.started()
    while not any(choice.name == "refill" for choice in await _choices(lounge)):
        await lounge.play_by_slash(1)
        await lounge.settle()
    hosted = await lounge.hosted()
    (seat,) = hosted.owed()
    who = lounge.actor(hosted.seats[seat].user)
    panel = shown(await who.click(lounge.board(), label="Play"))
    asked = shown(await who.click(panel, label=next(label for label in labels(panel) if "Refill" in label)))
    assert "This cannot be taken back." in text_of(asked)
    assert labels(asked)[:2] == ["Confirm", "Back"]
    assert (await lounge.hosted()).version == hosted.version
    back = shown(await who.click(asked, label="Back"))
    assert "Confirm" not in labels(back)
    asked = shown(await who.click(back, label=next(label for label in labels(back) if "Refill" in label)))
    assert text_of(shown(await who.click(asked, label="Confirm"))).startswith("✓")
    assert (await lounge.hosted()).version == hosted.version + 1


async def _choices(lounge: Lounge) -> list[Choice]:
    hosted = await lounge.hosted()
    return [choice for seat in hosted.owed() for choice in hosted.title.choices(hosted.state, seat)]


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
    custom_id = next(str(part["custom_id"]) for part in parts(panel) if part.get("label") == "Riga")
    text = custom_id.rpartition(":=")[2]
    table, game = lounge.client.context.table, await lounge.game()
    results = await asyncio.gather(
        *(table.act(game, lounge.anna.id, text, made_on=0, interaction=f"press {n}") for n in range(2)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Exception) for result in results) == 1
    assert (await lounge.hosted()).version == 1


# ---- taking back


@clauses("HA-18.5")
async def test_undo_by_post_panel_and_command(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(6)
    while (advised := await lounge.advised()) is not None:
        who, action = advised
        answer = shown(await lounge.command(who, action))
        if (undo := undo_of(answer)) is not None:
            break
        await lounge.settle()
    assert undo is not None
    version = (await lounge.hosted()).version
    assert ENGLISH.action((await lounge.hosted()).title, action).startswith(undo.removeprefix("Undo: ").rstrip("…"))
    back = shown(await who.click(answer, label=undo))
    assert text_of(back).startswith("✓ taken back")
    await lounge.settle()
    await lounge.command(who, action)
    await lounge.settle()
    assert text_of(shown(await who.click(lounge.board(), label="Undo"))).startswith("✓")
    await lounge.command(who, action)
    assert text_of(shown(await who.slash(lounge.channel, "game undo"))).startswith("✓")
    assert (await lounge.hosted()).version == version + 5


@clauses("HA-18.5")
async def test_nobody_takes_back_once_another_has_decided(lounge: Lounge) -> None:
    """HA-18.5: a turn that was ended can be taken back until somebody else decides, and then no more."""
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    assert undo_of(panel) == "Undo: place 2 booths in Riga"
    assert undo_of(shown(await lounge.bert.click(lounge.board(), label="Play"))) is None
    await lounge.bert.slash(lounge.channel, "hansa place", port="reval")
    assert "HA-18.5" in text_of(shown(await lounge.anna.slash(lounge.channel, "game undo")))
    assert undo_of(shown(await lounge.anna.click(lounge.board(), label="Play"))) is None
    assert (await lounge.hosted()).version == 2


def undo_of(panel: Shown) -> str | None:
    """The button that takes back, if the panel has one."""
    return next((label for label in labels(panel) if label.startswith("Undo")), None)


# ---- elsewhere, and afterwards


async def test_a_person_plays_from_their_private_messages(lounge: Lounge) -> None:
    """Outside of the channel the one game they play is meant."""
    await lounge.started()
    hosted = await lounge.hosted()
    assert not any(isinstance(action, Undo) for action in hosted.game.legal(0))
    answer = await lounge.anna.user.slash("hansa place", port="riga")
    assert text_of(shown(answer)).startswith("✓")


async def test_the_record_is_for_afterwards(lounge: Lounge) -> None:
    await lounge.started()
    assert "when it is over" in text_of(shown(await lounge.anna.slash(lounge.channel, "game export")))
    await lounge.play_by_slash(2)
    assert "`1` **anna** builds" in text_of(shown(await lounge.anna.slash(lounge.channel, "game log")))
