"""The catalogues against what the titles declare: nothing missing, nothing left over, everything fit for Discord.

Not for whether the sentences come out well: `test_speech.py` walks through games for that.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

import msgspec
import pytest

from bot.texts import LANGUAGES, Texts, texts
from bot.texts.extract import ROOT
from bot.texts.speaker import LONGEST
from engine.declaration import phases_in
from engine.policies import playout, simple_policy
from engine.registry import KEYS, title
from engine.title import AnyTitle
from engine.values import Event
from render.words.catalogue import Catalogue, catalogue, told
from render.words.template import Template, names, pieces, variants
from tests.bot.texts.prose import assert_set_in_french
from tests.engine.walks import VARIANTS, walk
from tests.facts import facts, package_of

COMMAND = re.compile(r"[\w-]{1,32}")
"""What Discord takes for the name of a command or an option, besides being in small letters."""

each_title = pytest.mark.parametrize("key", KEYS)
each_book = pytest.mark.parametrize(("code", "key"), [(code, key) for code in LANGUAGES for key in KEYS])


def events_of(key: str) -> dict[str, type[Event]]:
    """By tag every event that the title's modules define."""
    title(key)
    return {
        str(kind.__struct_config__.tag): kind
        for kind in Event.__subclasses__()
        if kind.__module__.startswith(f"{package_of(key)}.")
    }


def fields_of(kind: type[msgspec.Struct]) -> set[str]:
    """The fields a template can ask for, those of structs inside as `terms.give`."""
    found = set()
    for field in msgspec.structs.fields(kind):
        inner = isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
        found |= {f"{field.name}.{name}" for name in fields_of(field.type)} if inner else {field.name}
    return found


def templates_of(book: Catalogue) -> Iterator[Template]:
    for verb in book.verbs.values():
        yield from (verb.choice, verb.did, verb.label)
    for whole in book.wholes.values():
        yield from (whole.choice, whole.label)
    yield from book.stories.values()
    yield from (event for event in book.events.values() if event is not None)
    yield from (text for words in book.words.values() for text in words.values())
    yield from (source.text for source in book.names.values())
    yield from book.picture.values()


def kinds_asked_for(book: Catalogue) -> set[str]:
    texts = (text.replace("[", "").replace("]", "") for template in templates_of(book) for text in variants(template))
    asked = (piece.kind for text in texts for piece in pieces(text) if piece.name)
    kinds = {kind.rstrip("*") for kind in asked if "|" not in kind and kind != "?"}
    return (kinds | set(book.fields.values()) | set(book.short.values())) - {""}


def kinds_drawn(key: str) -> set[str]:
    """The kinds whose words a painter asks for by name."""
    painter = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "render" / key).glob("*.py"))
    return set(re.findall(r"\bword\([\"'](\w+)[\"'],", painter))


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_in(each)


@each_book
def test_verbs_and_their_parameters_are_those_of_the_title(code: str, key: str) -> None:
    book = catalogue(code, key)
    assert list(book.verbs) == [verb.name for verb in title(key).verbs]
    for verb in title(key).verbs:
        assert list(book.verbs[verb.name].params) == [param.name for param in verb.params], verb.name


@each_book
def test_templates_of_a_verb_ask_for_its_fields(code: str, key: str) -> None:
    for verb in title(key).verbs:
        text = catalogue(code, key).verbs[verb.name]
        fields = fields_of(verb.action)
        assert names(text.choice) <= fields, verb.name
        assert "who" in names(text.did), verb.name
        assert names(text.did) <= fields | {"who"}, verb.name


@each_book
def test_whole_moves_and_their_parameters_are_those_of_the_title(code: str, key: str) -> None:
    book = catalogue(code, key)
    assert set(book.wholes) == {whole.name for whole in title(key).wholes}
    for whole in title(key).wholes:
        text, params = book.wholes[whole.name], {param.name for param in whole.params}
        assert set(text.params) == params, whole.name
        assert params == names(text.choice), whole.name
        assert names(text.label) <= params, whole.name


@each_book
def test_stories_say_whose_they_are(code: str, key: str) -> None:
    for name, template in catalogue(code, key).stories.items():
        assert "who" in names(template), name


@each_book
def test_a_decision_as_news_keeps_its_secrets(code: str, key: str) -> None:
    for verb, secrets in facts(key).secret.items():
        assert secrets <= fields_of(title(key).verb_named[verb].action)
        assert not names(catalogue(code, key).verbs[verb].did) & secrets, verb


@each_book
def test_a_choice_names_every_parameter(code: str, key: str) -> None:
    for verb in title(key).verbs:
        asked = names(catalogue(code, key).verbs[verb.name].choice)
        assert {param.name for param in verb.params} <= asked, verb.name


@each_book
def test_events_are_those_of_the_title(code: str, key: str) -> None:
    book, events = catalogue(code, key), events_of(key)
    assert set(book.events) == set(events)
    for tag, template in book.events.items():
        if template is not None:
            assert names(template) <= fields_of(events[tag]), tag


@each_title
def test_the_languages_leave_the_same_events_untold(key: str) -> None:
    silent = [{tag for tag, text in catalogue(code, key).events.items() if text is None} for code in LANGUAGES]
    assert silent[0] == silent[1]


@each_book
def test_every_word_is_printed(code: str, key: str) -> None:
    book, game = catalogue(code, key), title(key)
    for kind in {param.kind for verb in game.verbs for param in verb.params}:
        for word in some_words(game, kind):
            assert book.printed(kind, word), (kind, word)
            assert texts(code).word(game, kind, word)


def some_words(game: AnyTitle, kind: str) -> Iterable[str]:
    """All of them; of a million the first few thousand, which are the shortest."""
    words = iter(game.words(kind))
    return (word for word, _ in zip(words, range(5000), strict=False))


@each_book
def test_words_of_a_kind_can_be_told_apart(code: str, key: str) -> None:
    game = title(key)
    for kind in {param.kind for verb in game.verbs for param in verb.params}:
        shown = Counter(texts(code).word(game, kind, word) for word in some_words(game, kind))
        assert [text for text, count in shown.items() if count > 1] == [], kind


@each_book
def test_no_word_is_left_over(code: str, key: str) -> None:
    book, game = catalogue(code, key), title(key)
    declared = {param.kind for verb in game.verbs for param in verb.params}
    needed = declared | (kinds_asked_for(book) - {"seat"}) | kinds_drawn(key)
    on_panels = {param.kind for whole in game.wholes for param in whole.params}
    assert needed <= set(book.words) | set(book.names) <= needed | on_panels
    for kind in declared & set(book.words):
        written = {word for word in book.words[kind] if not word.startswith("/")}
        assert written <= set(some_words(game, kind)), kind
        for pattern in set(book.words[kind]) - written:
            assert any(re.fullmatch(pattern[1:-1], word) for word in some_words(game, kind)), (kind, pattern)


@each_book
def test_decisions_are_those_a_seat_can_owe(code: str, key: str) -> None:
    phases = set(phases_in(title(key).state_type)) - {"over"}
    reached = {
        decision.kind
        for variant in VARIANTS
        if variant.key == key and variant.seats == 3
        for game in walk(variant, "decisions", 40)
        for decision in game.to_act()
    }
    assert set(catalogue(code, key).decisions) == phases | reached


@each_book
def test_options_are_those_of_the_title(code: str, key: str) -> None:
    book = catalogue(code, key)
    declared = {field.name: field.type for field in msgspec.structs.fields(title(key).options_type)}
    assert set(book.options) == set(declared)
    for name, declared_type in declared.items():
        later = name in title(key).options_type.later
        kind = get_args(declared_type)[0] if later else declared_type  # without UNSET
        choices = ("true", "false") if kind is bool else get_args(kind)
        words = {str(choice) for choice in choices if not isinstance(choice, type | msgspec.Meta)}
        assert set(book.options[name].values) == words, name


@each_book
def test_categories_are_those_of_the_score(code: str, key: str) -> None:
    categories: set[str] = set()
    variants = [variant for variant in VARIANTS if variant.key == key]
    for variant in (variants[0], variants[-1]):  # without any option, and with the last of them
        game = variant.game("categories")
        playout(game, simple_policy, 20_000, "categories")
        result = game.result()
        assert result is not None
        categories.update(result.ranking[0].breakdown)
    assert set(catalogue(code, key).categories) == categories


@each_title
def test_events_that_replace_a_decision_exist_and_say_something(key: str) -> None:
    for verb, tags in told().get(key, {}).items():
        assert verb in title(key).verb_named
        for code in LANGUAGES:
            assert all(catalogue(code, key).events[tag] is not None for tag in tags), verb


def test_only_titles_have_events_that_replace_decisions() -> None:
    assert set(told()) <= set(KEYS)


@each_book
def test_names_fit_slash_commands(code: str, key: str) -> None:
    speaker, game = texts(code), title(key)
    verbs = [speaker.verb(game, verb) for verb in game.verbs]
    assert len(set(verbs)) == len(verbs)
    for verb in game.verbs:
        params = [speaker.param(game, verb, param) for param in verb.params]
        assert len(set(params)) == len(params), verb.name
        for name in (speaker.verb(game, verb), *params):
            assert COMMAND.fullmatch(name), name
            assert name == name.lower(), name


@each_book
def test_descriptions_fit_discord(code: str, key: str) -> None:
    for text in descriptions(texts(code), title(key)):
        assert 0 < len(text) <= LONGEST, text


def descriptions(speaker: Texts, game: AnyTitle) -> Iterator[str]:
    yield speaker.about(game)
    for verb in game.verbs:
        yield speaker.about_verb(game, verb)
        yield from (speaker.about_param(game, verb, param) for param in verb.params)
    for name in game.options_type.__struct_fields__:
        yield from (speaker.option(game, name), speaker.about_option(game, name))


@each_title
def test_french_is_set_as_french_is(key: str) -> None:
    for text in strings_in(msgspec.to_builtins(catalogue("fr", key))):
        if not text.startswith("/") and not text.endswith(".json"):
            assert_set_in_french(text)


@each_title
def test_printed_names_are_the_same_in_all_languages(key: str) -> None:
    english, french = (catalogue(code, key) for code in LANGUAGES)
    assert english.names.keys() == french.names.keys()
    for kind, source in english.names.items():
        assert (source.files, source.list) == (french.names[kind].files, french.names[kind].list)
