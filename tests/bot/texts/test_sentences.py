"""The translators' file against the sentences in the code: complete, current, and with the same fields.

Not for the words of the titles: `test_catalogues.py`.
"""

import re
from io import BytesIO
from string import Formatter
from textwrap import dedent

import pytest
from babel.messages.catalog import Catalog

import data
from bot.errors import NotSeated, StoreBusy
from bot.store.database import BUSY
from bot.texts import LANGUAGES, texts
from bot.texts.extract import KEYWORDS, found, templates, translations, updated, written
from bot.texts.sentences import file_of
from tests.bot.texts.prose import assert_set_in_french

each_translation = pytest.mark.parametrize("code", LANGUAGES[1:])


def ids(catalog: Catalog) -> set[str]:
    return {message.id if isinstance(message.id, str) else message.id[0] for message in catalog if message.id}


def forms(string: object) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string) if isinstance(string, tuple | list) else ()


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_sentences_are_found() -> None:
    known = ids(found())
    assert "No route leads from {ship} to {port}." in known
    assert "The board has moved on since you looked at it." in known
    assert "{who} takes back the latest decision." in known


def test_the_search_reads_calls_names_and_places() -> None:
    code = """
        GONE = "gone"
        raise Illegal("HA-1", "no " "way")
        StoreGone(GONE)
        say(words["path"])
    """
    file = BytesIO(dedent(code).encode())
    texts_found = {(name, message) for _, name, message, _ in templates(file, KEYWORDS, (), {})}
    assert texts_found == {
        ("Illegal", ("HA-1", "no way")),
        ("StoreGone", ("gone",)),
    }


@each_translation
def test_every_sentence_is_translated_and_no_other(code: str) -> None:
    catalog = translations(code)
    assert ids(found()) - ids(catalog) == set(), "missing: run `make texts` and translate"
    assert ids(catalog) - ids(found()) == set(), "unused: run `make texts`"
    assert [message.id for message in catalog if message.id and not all(forms(message.string) or [""])] == []
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


@each_translation
def test_translations_have_the_same_fields(code: str) -> None:
    catalog = translations(code)
    for message in [*catalog, *catalog.obsolete.values()]:
        wanted = set().union(*(fields(text) for text in forms(message.id)))
        for text in forms(message.string):
            assert fields(text) == wanted, text


@each_translation
def test_the_file_is_as_the_tool_writes_it(code: str) -> None:
    assert written(updated(translations(code), code)) == (data.FOLDER / file_of(code)).read_bytes(), "run `make texts`"


@each_translation
def test_names_of_commands_fit_discord(code: str) -> None:
    catalog = translations(code)
    for message in [*catalog, *catalog.obsolete.values()]:
        for text in forms(message.string):
            if forms(message.id)[0].startswith("/"):
                assert re.fullmatch(r"/[\w-]{1,32}( [\w-]{1,32})?", text), text
                assert text == text.lower()


def test_french_is_set_as_french_is() -> None:
    catalog = translations("fr")
    for message in [*catalog, *catalog.obsolete.values()]:
        for text in forms(message.string):
            if message.id:
                assert_set_in_french(text)


def test_a_translation_that_was_obsolete_comes_back() -> None:
    old = Catalog(locale="fr", charset="utf-8", fuzzy=False)
    old.add("It is not your turn.", "Ce n’est pas votre tour.")
    old.add("gone for now", "parti")
    new = updated(old, "fr")
    assert new.obsolete["gone for now"].string == "parti"
    revived = next(message for message in updated(new, "fr") if message.id == "It is not your turn.")
    assert revived.string == "Ce n’est pas votre tour."


def test_numbers_choose_the_form() -> None:
    template = "{n:# game|# games}"
    assert [texts("en").say(template, n=n) for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert [texts("fr").say(template, n=n) for n in (0, 1, 2)] == ["0 game", "1 game", "2 games"]


def test_refusals_of_the_house_are_translated() -> None:
    busy = "La base de données est occupée\u202f; rien n’a été changé. Réessayez dans un instant."
    assert texts("fr").refusal(StoreBusy(BUSY)) == busy
    assert texts("fr").refusal(NotSeated("You have no seat in game {number}.", number=7)) == (
        "Vous n’avez pas de place dans la partie 7."
    )
    assert texts("en").refusal(StoreBusy(BUSY)) == BUSY
