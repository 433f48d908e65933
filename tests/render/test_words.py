"""Pictures and texts have one vocabulary: one file per title and language, and every key of it is asked for.

Not for whether the words are good ones.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import data
import render
from bot.texts import texts
from engine.policies import playout, simple_policy
from engine.registry import KEYS, title
from render.canvas import Sheet
from render.score_card import LABEL_SIZE, LABELS
from render.words import LANGUAGES, TitleWords, capital
from render.words.catalogue import catalogue, pictures
from render.words.template import Template, names, variants
from tests.bot.texts.prose import assert_set_in_french
from tests.engine.walks import VARIANTS
from tests.facts import Position
from tests.patience import PATIENCE
from tests.render.positions import POSITIONS, picture

ROOT = data.FOLDER.parent
PRINTED = re.compile(r"(?i)\b(blaue|feuer|sau|brech|soja|augen|rote|garten|zoll|nachschub|bohne)\b")
"""German names on the cards and in the notation of Bohn Hansa."""
SECOND_PERSON = re.compile(r"(?i)\b(you|your|yours|vous|votre|vos)\b")

each_title = pytest.mark.parametrize("key", KEYS)
each_book = pytest.mark.parametrize(("code", "key"), [(code, key) for code in LANGUAGES for key in KEYS])
each_language = pytest.mark.parametrize("code", LANGUAGES)


def sources(folder: Path) -> Iterator[ast.AST]:
    for file in sorted(folder.glob("*.py")):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def literals(folder: Path) -> list[re.Pattern[str]]:
    """Every text in the code of a folder; the places of an f-string stand for anything."""
    found = []
    for node in sources(folder):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(re.escape(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"\w+" for p in node.values]
            found.append("".join(parts))
    return [re.compile(text) for text in dict.fromkeys(found) if text.startswith(tuple("abcdefghijklmnopqrstuvwxyz"))]


def asked_for(folder: Path) -> set[str]:
    """The keys that are given to `text` as they are."""
    return {
        node.args[0].value
        for node in sources(folder)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "text"
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@each_book
def test_every_key_a_painter_asks_for_has_words(code: str, key: str) -> None:
    known = set(catalogue(code, key).picture) | set(pictures(code))
    assert asked_for(ROOT / "render" / key) <= known
    assert asked_for(ROOT / "render") <= set(pictures(code))


@each_title
def test_every_key_of_a_title_is_asked_for(key: str) -> None:
    asked = literals(ROOT / "render" / key)
    assert [text for text in catalogue("en", key).picture if not any(each.fullmatch(text) for each in asked)] == []


def test_every_key_of_no_title_is_asked_for() -> None:
    folders = [ROOT / "render", ROOT / "render" / "words", *(ROOT / "render" / key for key in KEYS)]
    asked = [each for folder in folders for each in literals(folder)]
    assert [text for text in pictures("en") if not any(each.fullmatch(text) for each in asked)] == []


@each_title
def test_no_key_is_both_of_a_title_and_of_none(key: str) -> None:
    assert not set(catalogue("en", key).picture) & set(pictures("en"))


@each_book
def test_the_languages_say_the_same_things(code: str, key: str) -> None:
    for english, theirs in (
        (catalogue("en", key).picture, catalogue(code, key).picture),
        (pictures("en"), pictures(code)),
    ):
        assert theirs.keys() == english.keys()
        assert {name: names(text) for name, text in theirs.items()} == {
            name: names(text) for name, text in english.items()
        }


@each_book
def test_score_rows_of_pictures_are_those_of_texts(code: str, key: str) -> None:
    game = next(variant for variant in VARIANTS if variant.key == key).game("rows")
    playout(game, simple_policy, 20_000, "rows")
    result = game.result()
    assert result is not None
    rows = [part for part in result.ranking[0].breakdown if any(rank.breakdown[part] for rank in result.ranking)]
    alt = render.score(key, game.title.view(game.state, None), result, language=code, width=320).alt
    speaker = texts(code)
    if len(rows) > 1:
        assert all(speaker.category(title(key), part) in alt for part in rows)


@each_book
def test_score_rows_find_room(code: str, key: str) -> None:
    sheet, book = Sheet.blank(10, 10, 1, "#ffffff"), catalogue(code, key)
    for label in book.categories.values():
        assert sheet.measure(capital(label), "sans", LABEL_SIZE) <= LABELS - 40, label


@each_book
def test_decisions_fit_whoever_reads_them(code: str, key: str) -> None:
    """They stand behind the name of any seat, in posts and in pictures."""
    assert [text for text in catalogue(code, key).decisions.values() if SECOND_PERSON.search(text)] == []


@each_language
def test_no_picture_says_a_printed_german_name(code: str) -> None:
    book = catalogue(code, "bohn")
    said: list[Template] = [*book.picture.values(), *book.decisions.values(), *book.categories.values()]
    said += [text for kind in book.words.values() for text in kind.values()]
    plain = [re.sub(r"\{[^{}]*\}", "", text) for template in said for text in variants(template)]
    assert [text for text in plain if PRINTED.search(text) and text not in ("soja", "haricot de soja")] == []


@pytest.mark.parametrize("position", [p for p in POSITIONS if p.key == "bohn"], ids=lambda position: position.name)
@each_language
def test_alt_texts_of_bohn_hansa_say_no_german_name(position: Position, code: str) -> None:
    alt = picture(position._replace(language=code), 320).alt.replace("soja", "")
    assert not PRINTED.search(alt), alt


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_alt_texts_are_set_as_french_is(position: Position) -> None:
    assert_set_in_french(picture(position._replace(language="fr"), 320).alt)


@each_language
def test_a_space_is_called_as_the_picture_writes_it(code: str) -> None:
    game = next(variant for variant in VARIANTS if variant.key == "teutonica").game("marks")
    written = render.marks("teutonica", game.title.view(game.state, None))
    speaker, words = texts(code).marked(written), TitleWords(code, "teutonica", written)
    for word, mark in written.items():
        if ":" in word:
            assert speaker.word(game.title, "space", word) == words.word("space", word)
            assert words.word("space", word).startswith(f"{mark} · ")
    assert texts(code).word(game.title, "space", word.partition(":")[0]).count(" · ") == 0


@each_language
def test_a_passage_is_called_as_the_picture_writes_it(code: str) -> None:
    words = TitleWords(code, "haithabu")
    for space in ("E-p1", "W-p7", "N-s2"):
        assert words.word("space", space).startswith(f"{words.word('mark', space)} · ")
        assert texts(code).word(title("haithabu"), "space", space) == words.word("space", space)


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no language “tlh”; there are en, fr"):
        TitleWords("tlh", "hansa")


def test_another_language_needs_data_only(tmp_path: Path) -> None:
    """A toy language, the English one under a code of Babel's that has three plural forms, speaks and draws."""
    folder = tmp_path / "data"
    shutil.copytree(data.FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copytree(folder / "locales" / "en", folder / "locales" / "pl")
    shutil.copytree(folder / "locales" / "fr" / "LC_MESSAGES", folder / "locales" / "pl" / "LC_MESSAGES")
    for page in (folder / "rules").glob("*.en.md"):
        shutil.copy(page, page.with_name(page.name.replace(".en.", ".pl.")))
    listed = folder / "locales" / "languages.json"
    languages = msgspec.json.decode(listed.read_bytes(), type=dict[str, dict[str, object]])
    listed.write_bytes(msgspec.json.encode(languages | {"pl": {"conjunction": "i"}}))
    program = f"""
import pathlib, data
data.FOLDER = pathlib.Path({str(folder)!r})
import render
from bot.texts import LANGUAGES, texts
from engine.registry import title
from render.words.grammar import grammar
hansa = title("hansa")
assert LANGUAGES == ("en", "fr", "pl")
assert texts("pl").verb(hansa, hansa.verbs[0]) == "place"
assert texts("pl").rules(hansa).startswith("# Hansa")
assert [grammar("pl").form(n, ("1", "2-4", "5")) for n in (1, 3, 5, 22)] == ["1", "2-4", "5", "2-4"]
assert render.preview("hansa", 3, hansa.read_options(3, {{}}), language="pl", width=320).alt
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT, timeout=PATIENCE)


def test_no_code_lists_languages() -> None:
    """Nothing but the data file does; that Discord has a locale “fr” is another matter."""
    for folder in ("bot", "engine", "render"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Tuple | ast.List | ast.Set):
                    values = {each.value for each in node.elts if isinstance(each, ast.Constant)}
                    assert not set(LANGUAGES) <= values, file
