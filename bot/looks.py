"""What a person may look at whenever they like, for their eyes only: the board, their hand, the log, help, a rule.

Not for what all get to see: `bot.posts`. Not for decisions: `bot.panel`.
"""

import discord
import msgspec

from bot.answers import MOST_TEXT, Attachment, Reply, answer, house_of, picture_file
from bot.components import GOOD, MAIN, Choice, Choose, Press, Touch, button, menu, on, view
from bot.errors import Refused
from bot.house import House
from bot.store.sheet import Sheet
from bot.telling import Teller
from bot.texts import Texts
from engine.registry import title as find_title
from engine.values import View

LOG_LINES = 30


def board_buttons(words: Texts, sheet: Sheet) -> list[Press]:
    """What stands under every board post."""
    number, version = sheet.number, sheet.version
    return [
        button("play", words.say("Play"), number, version, style=GOOD, row=0),
        button("hand", words.say("My hand"), number, style=MAIN, row=0),
        button("board", words.say("Board"), number, row=0),
        button("log", words.say("Log"), number, row=0),
        button("undo", words.say("Undo"), number, version, row=1),
        button("help", words.say("Help"), number, row=1),
    ]


async def board(house: House, words: Texts, game: int, user: int) -> Reply:
    """The board as it is now, in the reader's language and palette."""
    sheet, whole = await house.histories.get(game)
    style = await house.style(sheet, words, user)
    teller = Teller(words, sheet.title, style["names"])
    content = teller.position(whole, [seat.user is not None for seat in sheet.seats])
    picture = await house.studio.board(whole, style)
    return Reply(content, view(*board_buttons(words, sheet)), picture_file(picture, "board.png"))


async def hand(house: House, words: Texts, game: int, user: int) -> Reply:
    """The person's secrets; the alt text of the picture holds them too, so it goes nowhere else."""
    sheet = await house.table.sheet(game)
    seat = sheet.seat_of(user)
    return await hand_of(house, words, sheet, seat)


async def hand_of(house: House, words: Texts, sheet: Sheet, seat: int) -> Reply:
    seen = sheet.title.view(sheet.state, seat)
    style = await house.style(sheet, words, sheet.seats[seat].user)
    picture = await house.studio.hand(sheet.title.key, seen, style)
    content = words.say("Your hand in game {number} ({title}).", number=sheet.number, title=sheet.title.name)
    if picture is None:
        content = f"{content}\n{_plainly(words, seen)}"
    return Reply(content, view(*play_buttons(words, sheet)), picture_file(picture, "hand.png"))


def play_buttons(words: Texts, sheet: Sheet) -> list[Press]:
    return [button("play", words.say("Play"), sheet.number, sheet.version, style=GOOD)]


def _plainly(words: Texts, seen: View) -> str:
    """A hand without a picture: its fields as they are written in the notation."""
    private = msgspec.to_builtins(getattr(seen, "private", None))
    if not isinstance(private, dict):
        return words.say("You have no secrets in this game.")
    return "\n".join(f"{name}: {_short(content)}" for name, content in private.items())


def _short(content: object) -> str:
    if isinstance(content, list | tuple):
        return ", ".join(map(_short, content)) or "–"
    return "–" if content is None or content == "" else str(content)


async def log(house: House, words: Texts, game: int, user: int) -> Reply:
    """The decisions that stand, as this person may read them; the latest in the message, all of them as a file."""
    sheet, whole = await house.histories.get(game)
    seat = next((number for number, each in enumerate(sheet.seats) if each.user == user), None)
    lines = whole.log(seat)
    if not lines:
        return Reply(words.say("Nothing has been decided yet."))
    shown = lines[-LOG_LINES:]
    while sum(map(len, shown)) + len(shown) > MOST_TEXT - 100:
        shown = shown[1:]
    files = () if len(shown) == len(lines) else (Attachment("log.txt", "\n".join(lines).encode()),)
    return Reply("```\n" + "\n".join(shown) + "\n```", files=files)


async def board_help(house: House, words: Texts, game: int, user: int) -> Reply:
    """What to do now, and where the rules are."""
    sheet = await house.table.sheet(game)
    title = sheet.title
    lines = [words.say("**{title}**, game {number}.", title=title.name, number=game)]
    if sheet.status == "running":
        teller = Teller(words, title, await house.names(sheet, words))
        lines.append(teller.turn(title.view(sheet.state, None)))
    lines.append(
        words.say(
            "Press **Play** and choose, or type /{title} and a decision. **My hand** shows your cards to you alone. "
            "**Undo** takes back your latest decision while nobody has seen anything new. /rules has the rules.",
            title=title.key,
        )
    )
    return Reply("\n".join(lines))


def guide(words: Texts, section: str | None = None, game: int = 0) -> Reply:
    """How to play here at all: what one needs first, or a section, with a menu of all of them."""
    choices = [Choice(name, heading) for name, heading in words.guide_sections().items()]
    items: list[Press | Choose] = [menu("guide", words.say("Read more about …"), choices, game, chosen=section)]
    if game:
        items.append(button("help", words.say("This game"), game, style=GOOD))
    return Reply(words.guide(section), view(*items), instead=section is not None)


@on("guide")
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


async def export(house: House, words: Texts, game: int) -> Reply:
    record = await house.table.export(game)
    data = msgspec.json.format(msgspec.json.encode(record), indent=1)
    return Reply(
        words.say("The record of game {number}, with its seed: anybody can replay it.", number=game),
        files=(Attachment(f"kontor-{game}.json", data),),
    )


async def replay(interaction: discord.Interaction, words: Texts, game: int) -> Reply:
    """The film of a game goes to everybody, once; whoever asks again is shown where it is."""
    house = house_of(interaction)
    sheet = await house.table.sheet(game)
    async with house.channel_lock[sheet.header.channel]:
        if (shown := await _film_post(interaction, sheet)) is not None:
            return Reply(words.say("The replay of game {number} is here: {place}", number=game, place=shown.jump_url))
        if not await house.finding.is_queued(game, "film"):
            await house.table.film(game, str(interaction.id))
    return Reply(words.say("The replay of game {number} is being made; everybody will see it.", number=game))


async def _film_post(interaction: discord.Interaction, sheet: Sheet) -> discord.PartialMessage | None:
    """The post with the film, if there is one that nobody has deleted."""
    receipt = await house_of(interaction).finding.last_receipt(sheet.number, "film")
    if receipt is None:
        return None
    place = interaction.client.get_partial_messageable(sheet.header.channel, guild_id=sheet.header.guild)
    post = place.get_partial_message(int(receipt))
    try:
        await post.fetch()
    except discord.NotFound:
        return None
    except discord.HTTPException:  # perhaps the bot may not read here; that is no reason to make it again
        pass
    return post


# ---- presses


@on("board")
async def press_board(interaction: discord.Interaction, touch: Touch) -> None:
    house = house_of(interaction)
    await answer(interaction, lambda words: board(house, words, touch.game, interaction.user.id), game=touch.game)


@on("hand")
async def press_hand(interaction: discord.Interaction, touch: Touch) -> None:
    house = house_of(interaction)
    await answer(interaction, lambda words: hand(house, words, touch.game, interaction.user.id), game=touch.game)


@on("log")
async def press_log(interaction: discord.Interaction, touch: Touch) -> None:
    house = house_of(interaction)
    await answer(interaction, lambda words: log(house, words, touch.game, interaction.user.id), game=touch.game)


@on("help")
async def press_help(interaction: discord.Interaction, touch: Touch) -> None:
    house = house_of(interaction)
    await answer(interaction, lambda words: board_help(house, words, touch.game, interaction.user.id), game=touch.game)


@on("export")
async def press_export(interaction: discord.Interaction, touch: Touch) -> None:
    house = house_of(interaction)
    await answer(interaction, lambda words: export(house, words, touch.game), game=touch.game)


@on("rule")
async def press_rule(interaction: discord.Interaction, touch: Touch) -> None:
    house = house_of(interaction)

    async def work(words: Texts) -> Reply:
        sheet = await house.table.sheet(touch.game)
        return rule(words, sheet.title.key, touch.rest)

    await answer(interaction, work, game=touch.game)


@on("replay")
async def press_replay(interaction: discord.Interaction, touch: Touch) -> None:
    await answer(interaction, lambda words: replay(interaction, words, touch.game), game=touch.game)
