"""One command group for each title, made from what its actions declare; every option completes to what is legal now.

Not for any one title: a new title gets its commands without a line here.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence

import discord
import msgspec
from discord import app_commands

from bot.errors import Refused
from bot.limits import COMPLETION
from bot.store.hosted_game import HostedGame
from bot.table.choice_tree import branches, root
from bot.table.typed_values import fitting, values_for
from bot.texts import Texts
from bot.texts.markdown import unmarked
from bot.ui.command_names import about, named, of_title
from bot.ui.commands.installs import OF_SERVERS, PLACES
from bot.ui.context import Context
from bot.ui.decide import decide
from bot.ui.in_time import completing
from bot.ui.labels import label_of, marks_of
from bot.ui.panels.play import after as shown_after
from bot.ui.panels.play import own_panel
from bot.ui.panels.trial import trial
from bot.ui.replies import Reply, answer, context_of
from bot.ui.typed_words import Candidate, best, meant
from engine.choices import Value
from engine.errors import EngineError
from engine.registry import title as find_title
from engine.registry import titles
from engine.title import AnyTitle
from engine.values import Action, Param, State, Verb

SEPARATOR = ";"

Choices = list[app_commands.Choice[str]]
Completer = Callable[[discord.Interaction, str], Coroutine[object, object, Choices]]


def groups() -> list[app_commands.Group]:
    return [group_of(title) for title in titles()]


def group_of(title: AnyTitle) -> app_commands.Group:
    group = app_commands.Group(
        name=title.key,
        description=of_title("about", title.key),
        allowed_contexts=PLACES,
        allowed_installs=OF_SERVERS,
    )
    for verb in title.verbs:
        group.add_command(_command(title, verb))
    if title.tried:
        group.add_command(_preview(title))
    group.add_command(_several(title))
    return group


# ---- one verb


def _command(title: AnyTitle, verb: Verb) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction, **given: str | None) -> None:
        typed = {name: text for name, text in given.items() if text is not None}
        await answer(interaction, lambda words: _decide(interaction, words, title, verb, typed), title)

    _declare(run, title, verb, verb.params)
    return app_commands.Command(
        name=of_title("verb", title.key, verb.name),
        description=of_title("about_verb", title.key, verb.name),
        callback=run,
    )


def _declare(run: Callable[..., Awaitable[None]], title: AnyTitle, verb: Verb, params: Sequence[Param]) -> None:
    """Gives the callback the signature that discord.py makes a command's options from, with words and completions."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    first = inspect.Parameter("interaction", kind, annotation=discord.Interaction)
    required = [inspect.Parameter(param.name, kind, annotation=str) for param in params if not param.optional]
    optional = [
        inspect.Parameter(param.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=str | None)
        for param in params
        if param.optional
    ]
    run.__signature__ = inspect.Signature([first, *required, *optional])  # type: ignore[attr-defined]
    if params:
        names = [param.name for param in params]
        app_commands.describe(**{name: of_title("about_param", title.key, verb.name, name) for name in names})(run)
        app_commands.rename(**{name: of_title("param", title.key, verb.name, name) for name in names})(run)
        app_commands.autocomplete(**{param.name: _completer(title, verb, param) for param in params})(run)


async def _seated(
    context: Context, interaction: discord.Interaction, title: AnyTitle
) -> tuple[HostedGame, list[Action]]:
    """The game of this channel and what the person may do in it."""
    game = await context.game_here(interaction, title=title.key)
    hosted = await context.table.hosted(game, str(interaction.id))
    if hosted.title.key != title.key:
        raise Refused("The game in this channel is {title}.", title=hosted.title.name)
    return hosted, hosted.running().legal(hosted.seat_of(interaction.user.id))


async def _decide(
    interaction: discord.Interaction, words: Texts, title: AnyTitle, verb: Verb, typed: Mapping[str, str]
) -> Reply:
    """The decision that was typed. One that leaves something open that matters is asked about on the panel."""
    context = context_of(interaction)
    hosted, actions = await _seated(context, interaction, title)
    title = hosted.title  # under the rules of this game, and on its board
    verb = title.verb_named[verb.name]
    chosen = read_values(words, title, verb, typed, actions, marks_of(hosted))
    found = fitting(actions, verb, chosen)
    open_optional = {param.name for param in verb.params if param.optional} - chosen.keys()
    plain = fitting(found, verb, dict.fromkeys(open_optional, "")) if open_optional else found
    if len(plain) == 1:
        text = title.text(plain[0])
    elif len(found) == 1:
        text = title.text(found[0])
    elif found and not any(title.open_ended(action) for action in found):
        return await _ask(context, words, interaction, hosted, verb)
    else:  # not listed: the engine says why not, or takes it if it is of an open family
        text = _spelled(title, verb, chosen)
    decided = await decide(context, words, interaction, hosted, (text,), hosted.version)
    return await shown_after(context, words, decided, interaction.user.id)


async def _ask(
    context: Context, words: Texts, interaction: discord.Interaction, hosted: HostedGame, verb: Verb
) -> Reply:
    """The panel at the verb that was typed, where that is a question of its own."""
    user = interaction.user.id
    ways = branches(root(hosted.title.choices(hosted.state, hosted.seat_of(user))))
    path = next((way.path for way in ways if way.name == verb.name and len(way.path) == 1), ())
    return await own_panel(context, words, hosted, user, path)


def _preview(title: AnyTitle) -> app_commands.Command[app_commands.Group, ..., None]:
    """The same as the verb that can be tried out, with nothing decided by it and any of its values left open."""
    verb = title.verb_named[title.tried]

    async def run(interaction: discord.Interaction, **given: str | None) -> None:
        typed = {name: text for name, text in given.items() if text is not None}

        async def work(words: Texts) -> Reply:
            context = context_of(interaction)
            hosted, actions = await _seated(context, interaction, title)
            here = hosted.title.verb_named[verb.name]  # under the rules of this game, and on its board
            chosen = read_values(words, hosted.title, here, typed, actions, marks_of(hosted))
            return await trial(context, words, hosted, interaction.user.id, chosen, instead=False)

        await answer(interaction, work, title)

    _declare(run, title, verb, [msgspec.structs.replace(param, optional=True) for param in verb.params])
    return app_commands.Command(
        name=named("/preview"),
        description=about("See what a decision would do; nothing is decided by it"),
        callback=run,
    )


def _spelled(title: AnyTitle, verb: Verb, chosen: Mapping[str, Value]) -> str:
    """The notation of an action that `legal` does not list, from the words given for its parameters."""
    fields: dict[str, object] = {"verb": verb.name}
    for param in verb.params:
        if value := chosen.get(param.name, ""):
            fields[param.name] = value.split(" ") if param.many else value
    return title.text(title.read(fields, strict=False))


# ---- words


def candidates(
    words: Texts, title: AnyTitle, param: Param, values: Sequence[Value], marks: Mapping[str, str]
) -> list[Candidate]:
    """Values with the names they go by; what the picture writes for one is such a name."""
    return [
        Candidate(value, label_of(words, title, param, value, marks), (marks[value],) if value in marks else ())
        for value in values
    ]


def read_values(
    words: Texts,
    title: AnyTitle,
    verb: Verb,
    typed: Mapping[str, str],
    actions: Sequence[Action],
    marks: Mapping[str, str],
) -> dict[str, Value]:
    """What was typed, as words of the title: first among what is legal, then among all words there are."""
    chosen: dict[str, Value] = {}
    for param in verb.params:
        if param.name in typed:
            legal = values_for(actions, verb, param, chosen)
            chosen[param.name] = _read_value(words, title, param, typed[param.name], legal, marks)
    return chosen


def _read_value(
    words: Texts, title: AnyTitle, param: Param, text: str, legal: Sequence[Value], marks: Mapping[str, str]
) -> Value:
    text = " ".join(text.split())
    if text in legal:
        return text
    if found := meant(text, candidates(words, title, param, legal, marks)):
        return found.value
    parts = text.replace(",", " ").split() if param.many else [text]
    return " ".join(_read_word(words, title, param, part, legal, marks) for part in parts)


def _read_word(
    words: Texts, title: AnyTitle, param: Param, text: str, legal: Sequence[Value], marks: Mapping[str, str]
) -> str:
    known = title.words(param.kind)
    for form in (text, text.lower(), text.upper()):
        if form in known:
            return form
    among = dict.fromkeys(word for value in legal for word in (value.split(" ") if param.many else [value]) if word)
    pool = list(among) if len(known) > 5000 else list(known)  # some kinds have more words than anybody can list
    found = meant(text, candidates(words, title, param, pool, marks))
    if found is None:
        raise Refused("“{word}” is not known here.", word=text)
    return found.value


def _completer(title: AnyTitle, verb: Verb, param: Param) -> Completer:
    @completing
    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        context = context_of(interaction)
        with context.metrics.stage("autocomplete"):
            try:
                hosted, actions = await _seated(context, interaction, title)
            except EngineError:
                return []  # a list has no place for a refusal; the command itself will say it
            words = await context.reader(interaction)
            own, here = hosted.title, hosted.title.verb_named[verb.name]  # under the rules of this game, on its board
            typed = {
                each.name: value
                for each in here.params
                if each.name != param.name
                and isinstance(value := getattr(interaction.namespace, _shown_as(title, verb, each), None), str)
            }
            marks = marks_of(hosted)
            given = {name: text for name, text in typed.items() if text}
            try:
                chosen = read_values(words, own, here, given, actions, marks)
            except EngineError:
                chosen = {}
            seat = hosted.seat_of(interaction.user.id)
            asked = {name: value for name, value in chosen.items() if name != param.name}
            possible = [*actions, *own.further(hosted.state, seat, here.name, asked)]
            values = [each for each in values_for(possible, here, param, chosen) if each and len(each) <= COMPLETION]
            return [
                app_commands.Choice(name=found.name[:COMPLETION], value=found.value)
                for found in best(current, candidates(words, own, param, values, marks))
            ]

    return complete


def _shown_as(title: AnyTitle, verb: Verb, param: Param) -> str:
    """How Discord calls the option."""
    return of_title("param", title.key, verb.name, param.name).message


# ---- several decisions in one command


def _several(title: AnyTitle) -> app_commands.Command[app_commands.Group, ..., None]:
    key = title.key

    @app_commands.describe(line=about("Decisions in their notation, with ; between them: all of them or none"))
    @app_commands.rename(line=named("/several line"))
    @app_commands.autocomplete(line=_line_completer(title))
    async def run(interaction: discord.Interaction, line: str) -> None:
        async def work(words: Texts) -> Reply:
            context = context_of(interaction)
            hosted, _ = await _seated(context, interaction, find_title(key))
            texts = [" ".join(part.split()) for part in line.split(SEPARATOR) if part.strip()]
            decided = await decide(context, words, interaction, hosted, texts, hosted.version)
            return await shown_after(context, words, decided, interaction.user.id)

        await answer(interaction, work, title)

    return app_commands.Command(
        name=named("/several"), description=about("Make several decisions at once, all or none"), callback=run
    )


def _line_completer(title: AnyTitle) -> Completer:
    @completing
    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        context = context_of(interaction)
        try:
            hosted, _ = await _seated(context, interaction, title)
            seat = hosted.seat_of(interaction.user.id)
            *before, last = current.split(SEPARATOR)
            state = after(hosted, seat, before)
        except EngineError:
            return []
        words = await context.reader(interaction)
        lead = "".join(f"{' '.join(part.split())}{SEPARATOR} " for part in before)
        return [
            app_commands.Choice(name=f"{lead}{found.name}"[:COMPLETION], value=f"{lead}{found.value}")
            for found in best(last, offers(words, hosted.title, state, seat))
            if len(lead) + len(found.value) <= COMPLETION
        ]

    return complete


def after(hosted: HostedGame, seat: int, texts: Sequence[str]) -> State:
    """The position after these decisions; refused as the whole list would be."""
    lead = [hosted.title.parse(" ".join(text.split())) for text in texts]
    return hosted.running().foreseen(seat, lead)


def offers(words: Texts, title: AnyTitle, state: State, seat: int) -> list[Candidate]:
    """Whole moves in words first, then every decision by its notation, which is what a longer line is made of."""
    wholes = [choice for choice in title.choices(state, seat) if len(choice.actions) > 1]
    line = f"{SEPARATOR} "
    found = [
        Candidate(line.join(map(title.text, whole.actions)), unmarked(words.choice(title, whole))) for whole in wholes
    ]
    for action in title.legal(state, seat):
        text = title.text(action)
        found.append(Candidate(text, text, (words.action(title, action),)))
    return found
