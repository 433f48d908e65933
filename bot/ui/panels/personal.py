"""What a person may look at whenever they like, for their eyes only: the board, their hand, help, a rule.

Not for what all get to see: `bot.ui.posts.sender`. Not for decisions: `play.py`. Not for the past: `log.py`.
"""

from collections.abc import Mapping, Sequence

import discord
import msgspec

import render
from bot.errors import Refused
from bot.limits import MESSAGE
from bot.pictures.pool import Style
from bot.store.hosted_game import HostedGame
from bot.texts import Texts
from bot.texts.story import LONGEST_ALONE, Story
from bot.ui.components import GOOD, MAIN, Choose, Handlers, MenuEntry, Press, Touch, button, menu, view
from bot.ui.context import Context
from bot.ui.labels import summary_of
from bot.ui.replies import Attachment, Reply, answer, context_of, on_game, picture_file
from engine.history import Game
from engine.registry import title as find_title
from engine.values import View, secrets_in


def board_buttons(words: Texts, hosted: HostedGame) -> list[Press]:
    """What stands under every board post: two rows on a phone, in every language. What is rarely wanted is in More."""
    number, version = hosted.number, hosted.version
    buttons = [button("play", words.say("Play"), number, version, style=GOOD, row=0)]
    if hosted.title.has_hand(hosted.setup().options):
        buttons.append(button("hand", words.say("My hand"), number, row=0))
    return [
        *buttons,
        button("undo", words.say("Undo"), number, version, row=0),
        button("since", words.say("Since my turn"), number, style=MAIN, row=1),
        button("more", words.say("More"), number, version, row=1),
    ]


async def board(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The board as it is now, in the reader's language and palette."""
    context, user = context_of(interaction), interaction.user.id
    hosted, whole = await context.whole_games.started(game)
    return await board_reply(
        context, words, hosted, whole, await context.style(hosted, words, user), readers_of(hosted, user)
    )


def readers_of(hosted: HostedGame, user: int) -> tuple[int, ...]:
    """The seat of a person or, for somebody who only watches, the one whose turn it is: its turn is told."""
    seat = hosted.people().get(user)
    active = hosted.title.view(hosted.state, None).active if seat is None else seat
    return () if active is None else (active,)


async def board_reply(
    context: Context,
    words: Texts,
    hosted: HostedGame,
    whole: Game,
    style: Style,
    readers: Sequence[int],
    calls: Mapping[int, int] | None = None,
) -> Reply:
    """A board with its words and buttons, for one reader or for the channel.

    It tells what the seats of the `readers` have not seen yet; `calls` are people to mention, by seat.
    """
    summary = summary_of(words, hosted, style["names"])
    mentions = {seat: f"<@{user}>" for seat, user in (calls or {}).items()}
    view_now: View = whole.title.view(whole.state, None)
    now = "\n".join(part for part in (summary.turn(view_now, mentions), summary.score(view_now, hosted.number)) if part)
    return Reply(
        Story(summary, whole, readers).text(),
        view(*board_buttons(words, hosted)),
        picture_file(await context.pictures.board(whole, style, readers), "board.png"),
        layout=True,
        below=now,
        accent=accent_of(hosted, view_now),
    )


def accent_of(hosted: HostedGame, seen: View) -> int | None:
    """The colour of the view's seat, else of the one whose turn it is."""
    seat = seen.active if seen.seat is None else seen.seat
    return None if seat is None else render.colour_of(hosted.title.key, seen.seats, seat)


async def in_words(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """All that the picture of the board says: more than Discord takes as its text."""
    context, user = context_of(interaction), interaction.user.id
    hosted, whole = await context.whole_games.started(game)
    readers = readers_of(hosted, user)
    picture = await context.pictures.board(whole, await context.style(hosted, words, user), readers)
    if picture is None:
        raise Refused("There is no picture of this board, and so no words for it.")
    above, below = list[str](), picture.words.split("\n")
    while below and sum(len(line) + 1 for line in (*above, below[0])) <= MESSAGE:
        above.append(below.pop(0))
    return Reply("\n".join(above), view(*play_buttons(words, hosted)), layout=True, below="\n".join(below))


async def since(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """All that happened since the person's last decision, with the board as it was then and as it is now.

    For somebody who only watches, since the last turn of the one whose turn it is.
    """
    context, user = context_of(interaction), interaction.user.id
    hosted, whole = await context.whole_games.started(game)
    style, readers = await context.style(hosted, words, user), readers_of(hosted, user)
    summary = summary_of(words, hosted, style["names"])
    story, steps = Story(summary, whole, readers), whole.steps
    if story.first >= len(steps):
        return Reply(words.say("Nothing has happened since then."))
    then = Game(whole.title, whole.setup, steps[story.first].before)
    before, now = await context.pictures.board(then, style), await context.pictures.board(whole, style, readers)
    fields = {"title": whole.title.name, "number": game}
    if user in hosted.people():
        heading = words.say("**{title}**, game {number}, since your last decision:", **fields)
    elif readers:
        last = summary.who(readers[0])
        heading = words.say("**{title}**, game {number}, since the last turn of {who}:", who=last, **fields)
    else:
        heading = words.say("**{title}**, game {number}, the latest turn:", **fields)
    files = (*picture_file(before, "before.png"), *picture_file(now, "now.png"))
    return Reply(
        f"{heading}\n{story.text(LONGEST_ALONE, in_log=True)}", view(*play_buttons(words, hosted)), files, layout=True
    )


async def hand(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The person's secrets; the alt text of the picture holds them too, so it goes nowhere else."""
    context = context_of(interaction)
    hosted = await context.table.hosted(game)
    return await hand_reply(context, words, hosted, hosted.seat_of(interaction.user.id))


async def hand_reply(context: Context, words: Texts, hosted: HostedGame, seat: int) -> Reply:
    seen = hosted.title.view(hosted.state, seat)
    style = await context.style(hosted, words, hosted.seats[seat].user)
    picture = await context.pictures.hand(hosted.title.key, seen, style)
    content = words.say("Your hand in game {number} ({title}).", number=hosted.number, title=hosted.title.name)
    if picture is None:
        content = f"{content}\n{plainly(words, seen)}"
    return Reply(
        content,
        view(*play_buttons(words, hosted)),
        picture_file(picture, "hand.png"),
        layout=True,
        accent=accent_of(hosted, seen),
    )


def play_buttons(words: Texts, hosted: HostedGame) -> list[Press]:
    return [button("play", words.say("Play"), hosted.number, hosted.version, style=GOOD)]


def plainly(words: Texts, seen: View) -> str:
    """A hand without a picture: its fields as they are written in the notation."""
    private = msgspec.to_builtins(secrets_in(seen))
    if not isinstance(private, dict):
        return words.say("You have no secrets in this game.")
    return "\n".join(f"{name}: {_short(content)}" for name, content in private.items())


def _short(content: object) -> str:
    if isinstance(content, list | tuple):
        return ", ".join(map(_short, content)) or "–"
    return "–" if content is None or content == "" else str(content)


async def board_help(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """What to do now, and where the rules are."""
    context = context_of(interaction)
    hosted = await context.table.hosted(game)
    title = hosted.title
    lines = [words.say("**{title}**, game {number}.", title=title.name, number=game)]
    if hosted.status == "running":
        summary = summary_of(words, hosted, await context.names.of_seats(hosted, words))
        lines.append(summary.turn(title.view(hosted.state, None)))
    lines.append(words.say("Press **Play** and choose, or type /{title} and a decision.", title=title.key))
    if title.has_hand(hosted.setup().options):
        lines.append(words.say("**My hand** shows your cards to you alone."))
    lines.append(
        words.say("**Undo** takes back your latest decision while nobody has seen anything new. /rules has the rules.")
    )
    return Reply("\n".join(lines))


def guide(words: Texts, section: str | None = None, game: int = 0) -> Reply:
    """How to play here at all: what one needs first, or a section, with a menu of all of them."""
    choices = [MenuEntry(name, heading) for name, heading in words.guide_sections().items()]
    items: list[Press | Choose] = [menu("guide", words.say("Read more about …"), choices, game, chosen=section)]
    if game:
        items.append(button("help", words.say("This game"), game, style=GOOD))
    return Reply(words.guide(section), view(*items), instead=section is not None)


async def choose_section(interaction: discord.Interaction, touch: Touch) -> None:
    async def work(words: Texts) -> Reply:
        return guide(words, touch.values[0], touch.game)

    await answer(interaction, work, game=touch.game)


def rule(words: Texts, key: str, clause: str) -> Reply:
    """The text of a clause, for whoever was stopped by it."""
    try:
        return Reply(f"**{clause}**\n{words.rule(find_title(key), clause)}")
    except KeyError:
        raise Refused("The rules have no clause {clause}.", clause=clause) from None


async def export(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    record = await context_of(interaction).table.export(game)
    data = msgspec.json.format(msgspec.json.encode(record), indent=1)
    return Reply(
        words.say("The record of game {number}, with its seed: anybody can replay it.", number=game),
        files=(Attachment(f"kontor-{game}.json", data),),
    )


async def proof(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """What chance is bound to, so that anybody can see afterwards that nobody touched the cards."""
    hosted = await context_of(interaction).table.hosted(game)
    commitment = words.say("Chance in game {number} is fixed by a seed.", number=game)
    commitment += "\n" + words.say("Its SHA-256 is `{commitment}`.", commitment=hosted.commitment)
    if hosted.status == "finished":
        seed = words.say("The seed was `{seed}`.", seed=hosted.header.seed)
        how = words.say("Whoever has the record and this seed can replay every draw: `kontor` and its console do.")
        return Reply(f"{commitment}\n{seed}\n{how}")
    return Reply(f"{commitment}\n{words.say('The seed itself is shown when the game is over.')}")


async def replay(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The film of a game goes to everybody, once; whoever asks again is shown where it is."""
    context = context_of(interaction)
    hosted = await context.table.hosted(game)
    async with context.channel_lock(hosted.header.channel):
        if (shown := await _film_post(interaction, hosted)) is not None:
            return Reply(words.say("The replay of game {number} is here: {place}", number=game, place=shown.jump_url))
        if not await context.queries.is_queued(game, "film"):
            await context.table.film(game, str(interaction.id))
    return Reply(words.say("The replay of game {number} is being made; everybody will see it.", number=game))


async def _film_post(interaction: discord.Interaction, hosted: HostedGame) -> discord.PartialMessage | None:
    """The post with the film, if there is one that nobody has deleted."""
    receipt = await context_of(interaction).queries.last_receipt(hosted.number, "film")
    if receipt is None:
        return None
    place = interaction.client.get_partial_messageable(hosted.header.channel, guild_id=hosted.header.guild)
    post = place.get_partial_message(int(receipt))
    try:
        await post.fetch()
    except discord.NotFound:
        return None
    except discord.HTTPException:  # perhaps the bot may not read here; that is no reason to make it again
        pass
    return post


async def show_rule(interaction: discord.Interaction, touch: Touch) -> None:
    """The clause that a refusal named."""

    async def work(words: Texts) -> Reply:
        hosted = await context_of(interaction).table.hosted(touch.game)
        return rule(words, hosted.title.key, touch.rest)

    await answer(interaction, work, game=touch.game)


HANDLERS: Handlers = {
    "board": on_game(board),
    "words": on_game(in_words),
    "since": on_game(since),
    "hand": on_game(hand),
    "help": on_game(board_help),
    "export": on_game(export),
    "proof": on_game(proof),
    "replay": on_game(replay),
    "rule": show_rule,
    "guide": choose_section,
}
