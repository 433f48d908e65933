# mypy: ignore-errors
"""The games of the store: what is delivered of each, the buttons that are kept, and what is left to be done later.

Not for running by itself: `make.py` does.
"""

import asyncio

from bot.preferences import PersonPreferences, ServerPreferences
from engine.game import Game, Line
from hall import DAY, DMS, GUILD, LEFT, PEOPLE, first_may_undo, has_offer, replayed, script

from engine.chance import Stream
from engine.hansa.board import COLOURS
from engine.policies import moves, simple_policy
from engine.registry import title as find_title
from engine.title import UNDO
from tests.bot.lounge import parts, shown


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
    await hall.anna.slash(hall.channel, "game undo")
    await hall.play(game, whole.lines[end - 1 : end])
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


SETTINGS = (
    (0, "option.edition", "2009"), (0, "option.missions", "False"), (0, "option.favours", "False"),
    (1, "option.provinces", "literal"), (1, "option.provinces", "edge_closed"), (0, "option.board", "east"),
    (1, "option.stall", "40"), (1, "order", "True"), (1, "seats", "5"), (2, "language", "en"), (2, "full", "True"),
    (2, "pace", "24"),
)  # fmt: skip
"""Every menu of the set-up panel: its page, its name, and what is chosen."""


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
    pages = [parts(panel)]
    for page in ("2", "3"):
        pages.append(parts(shown(await hall.anna.click(panel, label=page))))
    for page, name, value in SETTINGS:
        menu = f"s:set:{await hall.game()}:0:{page}/{name}"
        hall.keep(pages[page], hall.anna, menu, "sets an option", value)
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
        here = await hall.sheet()
        await hall.anna.slash(hall.channel, "game back", position=here.version - 3)
        await hall.settle()
        await hall.bert.click(hall.posts()[-1], label="Agree")
        whole, _ = await hall.store.games.load(game, whole=True)
        await hall.play(game, whole.game.lines[here.version - 3 : here.version])
        await hall.settle()
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
    await hall.store.preferences.set_user(PEOPLE["carl"], PersonPreferences(closed=True))
    now = hall.clock.now()
    await hall.store.outbox.claim("0123456789abcdef", now, 60.0, 1)
    await hall.store.timers.claim("0123456789abcdef", now, 60.0, 1)
