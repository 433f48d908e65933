"""The short rules pages: complete, short enough, and every clause that can stop a player leads to a section.

Not for whether they are right: the specifications are the authority, and people read both.
"""

import ast

import pytest

from bot.texts import LANGUAGES, texts
from bot.texts.pages import page
from engine.registry import KEYS, title
from engine.title import AnyTitle
from tests.bot.texts.prose import assert_set_in_french
from tests.engine.clauses import ids_in_specification
from tests.facts import facts, folder_of, package_of

LONGEST = 1500
PAGES = ("kontor", "privacy", "terms")
"""Those that are about no title."""
RECONSTRUCTED = {"en": "reconstruction", "fr": "reconstitution"}

each_page = pytest.mark.parametrize(("code", "key"), [(code, key) for code in LANGUAGES for key in (*KEYS, *PAGES)])
each_rules = pytest.mark.parametrize(("code", "key"), [(code, key) for code in LANGUAGES for key in KEYS])


def clauses_declared(game: AnyTitle) -> tuple[str, ...]:
    return game.undo_clause, game.stale_clause, game.other_clause


def clauses_of_refusals(key: str) -> set[str]:
    """The clause ids that stand in a refusal of the title's code, and those it declares."""
    found = {clause for clause in clauses_declared(title(key)) if clause}
    for file in folder_of(package_of(key)).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("Illegal", "NotYourDecision", "Stale"):
                clause = node.args[0]
                if isinstance(clause, ast.Constant) and isinstance(clause.value, str):
                    found.add(clause.value)
    return found


@each_rules
def test_every_clause_of_a_refusal_has_its_section(code: str, key: str) -> None:
    found = clauses_of_refusals(key)
    assert len(found) >= facts(key).refused_clauses
    for clause in found:
        assert texts(code).rule(title(key), clause).startswith("## ")


@each_rules
def test_every_clause_of_the_specification_has_its_section(code: str, key: str) -> None:
    for clause in ids_in_specification(key):
        if clause[:2].isalpha():  # not a scenario or an invariant
            page(code, key).explaining(clause)


@each_page
def test_sections_are_short(code: str, key: str) -> None:
    for section in page(code, key).sections:
        assert section.body
        assert len(section.text()) <= LONGEST, section.id


@pytest.mark.parametrize("key", [*KEYS, *PAGES])
def test_the_languages_have_the_same_sections(key: str) -> None:
    english, french = (
        [(section.id, section.clauses, section.body.count("\n")) for section in page(code, key).sections]
        for code in LANGUAGES
    )
    assert english == french


@each_page
def test_pages_have_no_hard_line_breaks(code: str, key: str) -> None:
    for section in page(code, key).sections:
        for paragraph in section.body.split("\n\n"):
            assert all(line.startswith(("-", "1", "2", "3", "4")) for line in paragraph.split("\n")[1:]), paragraph


@pytest.mark.parametrize("key", [*KEYS, *PAGES])
def test_french_is_set_as_french_is(key: str) -> None:
    assert_set_in_french(page("fr", key).text().replace("«\u202f", "").replace("\u202f»", ""))


@pytest.mark.parametrize("key", ["hansa", "bohn", "haithabu"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_reconstructed_is_said(code: str, key: str) -> None:
    assert RECONSTRUCTED[code] in texts(code).rules(title(key), "setup")


def test_pages_and_sections_are_given_whole() -> None:
    speaker, hansa = texts("en"), title("hansa")
    assert speaker.rules(hansa).startswith("# Hansa\n\nOne merchant ship")
    assert list(speaker.sections(hansa))[:2] == ["setup", "placement"]
    assert all(speaker.rules(hansa, section) in speaker.rules(hansa) for section in speaker.sections(hansa))
    assert speaker.rule(hansa, "HA-7.2") == speaker.rules(hansa, "sailing")
    assert speaker.guide("start") in speaker.guide()
    with pytest.raises(KeyError, match="HA-99"):
        speaker.rule(hansa, "HA-99.1")
    with pytest.raises(KeyError, match="nowhere"):
        speaker.rules(hansa, "nowhere")


def test_a_clause_can_have_a_section_apart_from_its_chapter() -> None:
    assert page("en", "teutonica").explaining("HT-2.6").id == "desk"
    assert page("en", "teutonica").explaining("HT-2.8").id == "setup"
