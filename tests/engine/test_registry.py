"""Titles are registered by a call, checked when they are loaded, and never stand in the way of others.

Not for what any title does.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

import data
import render
from engine import registry
from engine.declaration import faults
from engine.errors import BadTitle, UnknownTitle
from engine.registry import KEYS, Registration
from engine.values import Action, Param, State, Verb, View
from tests.example.actions import Take
from tests.example.title import NimTitle

SHIPPED = ["hansa", "teutonica", "bohn", "haithabu"]


@pytest.fixture(autouse=True)
def _registered_as_before() -> Iterator[None]:
    before = dict(registry._registrations)
    yield
    registry._registrations.clear()
    registry._registrations.update(before)


def toy(monkeypatch: pytest.MonkeyPatch, key: str, *, folder: Path = data.FOLDER, **changed: object) -> None:
    """Registers Nim once more, under another key and with other declarations."""
    module = ModuleType(f"toy_{key}")
    module.TITLE = type("Toy", (NimTitle,), {"key": key, **changed})()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    registry.register(Registration(key, module.__name__, f"{module.__name__}.pictures", folder))


def test_titles_are_known_in_the_order_of_their_registration() -> None:
    assert list(KEYS) == [*SHIPPED, "nim"]
    assert [title.key for title in registry.titles()] == [*SHIPPED, "nim"]
    assert list(registry.lacks()) == []


def test_a_key_belongs_to_one_title() -> None:
    registry.register(registry.registration("nim"))
    with pytest.raises(BadTitle, match=r"key “nim”: tests\.example\.title and another\.title"):
        registry.register(Registration("nim", "another.title", "another.pictures"))


def test_an_unknown_title_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownTitle, match=r"“chess”; there are hansa, .*, nim"):
        registry.title("chess")
    assert registry.data_folder("kontor") == data.FOLDER


def test_a_title_without_words_is_not_offered_and_the_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    toy(monkeypatch, "mute", folder=tmp_path)
    assert registry.title("mute").key == "mute"
    assert "mute" not in [title.key for title in registry.titles()]
    words, pictures = registry.lacks()
    for name in ("locales/en/mute.json", "locales/fr/mute.json", "rules/mute.en.md", "rules/mute.fr.md"):
        assert str(tmp_path / name) in words
    assert "toy_mute.pictures is missing" in pictures


def test_a_title_without_a_painter_writes_every_word_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.register(Registration("plain", "toy_plain", "tests.example.no_pictures"))
    assert not registry.has_painter("plain")
    view: Any = None
    assert render.marks("plain", view) == {}
    toy(monkeypatch, "bare")
    assert not registry.has_painter("bare")


def test_a_module_that_cannot_be_imported_is_named() -> None:
    registry.register_from(["tests.example"])
    with pytest.raises(BadTitle, match=r"The titles of no\.such\.module cannot be registered"):
        registry.register_from(["no.such.module"])


# ---- what a title declares


class Other(Action, frozen=True, tag="other"):
    pass


class Phaseless(State):
    phase: str


class Open(View, frozen=True, kw_only=True):
    private: str


class Fine(State):
    phase: Literal["over"]


@pytest.mark.parametrize("key", KEYS)
def test_every_title_declares_what_it_must(key: str) -> None:
    assert faults(registry.title(key)) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"seats": (4, 2)}, "its seats are 4 to 2"),
        ({"undo_clause": ""}, "undo_clause names no clause"),
        ({"stale_clause": "nowhere"}, "stale_clause names no clause"),
        ({"other_clause": ""}, "other_clause names no clause"),
        ({"state_type": Phaseless}, "no field `phase`"),
        ({"state_type": Take}, "state_type is no State"),
        ({"view_type": Open}, "no field `private`"),
        ({"action_type": Take | Other}, "the action Other has no verb"),
        ({"verbs": (Verb("other", Other), *NimTitle.verbs)}, "“other” is not in action_type"),
        ({"verbs": (Verb("grab", Take),)}, "the tag of the action of the verb “grab” is another"),
        ({"verbs": (Verb("take", Take, (Param("pile", "heap"),)),)}, "has no field “pile”"),
        ({"verbs": (Verb("take", Take, (Param("heap", "pile"),)),)}, "no words of the kind “pile”"),
    ],
)
def test_what_is_missing_is_said_when_a_title_is_loaded(
    changed: dict[str, Any], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy(monkeypatch, "faulty", **changed)
    with pytest.raises(BadTitle, match="is not complete: ") as refused:
        registry.title("faulty")
    assert fault in str(refused.value)


def test_a_title_has_the_key_it_is_registered_with(monkeypatch: pytest.MonkeyPatch) -> None:
    toy(monkeypatch, "one")
    registry.register(Registration("two", "toy_one", "toy_one.pictures"))
    with pytest.raises(BadTitle, match="its key is “one”"):
        registry.title("two")


def test_a_title_with_a_check_of_its_own_needs_no_other_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    toy(monkeypatch, "strict", check=lambda *_: None, other_clause="", state_type=Fine)
    assert faults(registry.title("strict")) == []


# ---- the console


def console(titles: str, *requests: dict[str, object]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "engine"],
        input="".join(json.dumps(request) + "\n" for request in requests),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"KONTOR_TITLES": titles},
    )


def test_the_console_plays_a_title_that_is_named_in_the_environment() -> None:
    done = console(
        "tests.example",
        {"op": "titles"},
        {"op": "new", "title": "nim", "seats": 3, "seed": "console"},
        {"op": "playout", "game": 1, "policy": "simple"},
        {"op": "apply", "game": 1, "seat": 0, "action": "take left 1"},
        {"op": "record", "game": 1},
    )
    titles, _, played, refused, written = map(json.loads, done.stdout.splitlines())
    assert [title["key"] for title in titles["titles"]] == [*SHIPPED, "nim"]
    assert played["finished"]
    assert refused["error"]["code"] == "not_your_decision"
    assert refused["error"]["clause"] == "NI-2.1"
    assert written["record"]["title"] == "nim"


def test_the_console_does_not_know_it_otherwise_and_names_a_module_that_is_missing() -> None:
    done = console("", {"op": "titles"})
    assert [title["key"] for title in json.loads(done.stdout)["titles"]] == SHIPPED
    wrong = console("no.such.module", {"op": "titles"})
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("kontor: The titles of no.such.module cannot be registered")
