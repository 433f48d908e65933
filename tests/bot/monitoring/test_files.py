"""The files that stand beside the program for operators: compose file, image, dashboard, alerts; as far as text tells.

Not for running them: that needs a container engine. What they start is run without one in tests/e2e/test_operators.py.
"""

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS
from bot.monitoring.metrics import Metrics
from bot.settings import PREFIX, Settings
from bot.workers.outbox import GRACE

ROOT = Path(__file__).parents[3]
MONITORING = ROOT / "data" / "monitoring"
LINE = re.compile(r"^(?P<indent> *)(?P<item>- )?(?P<rest>.*)$")
KNOWN = {f"{PREFIX}{name.upper()}" for name in Settings.__struct_fields__} | {f"{PREFIX}CONFIG"}

Tree = dict[str, "Tree | str | list[str]"]


def tree_of(text: str) -> Tree:
    """What our compose file uses of YAML: mappings, lists of texts, anchors and their aliases; anything else fails."""
    lines = [line.split(" #")[0].rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    anchors: dict[str, Tree] = {}
    found, rest = _block(lines, 0, anchors)
    assert not rest, rest
    assert isinstance(found, dict)
    return found


def _block(lines: list[str], depth: int, anchors: dict[str, Tree]) -> tuple["Tree | list[str]", list[str]]:
    if lines and lines[0].lstrip().startswith("- "):
        items = []
        while lines and lines[0].startswith(" " * depth + "- "):
            items.append(_scalar(lines.pop(0).strip()[2:]))
        return items, lines
    tree: Tree = {}
    while lines and len(lines[0]) - len(lines[0].lstrip()) == depth:
        key, _, value = lines.pop(0).strip().partition(":")
        value = value.strip()
        if key == "<<":
            tree = {**anchors[value.removeprefix("*")], **tree}
            continue
        if value and not value.startswith("&"):
            tree[key] = _list(value) if value.startswith("[") else _scalar(value)
            continue
        deeper = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
        inner: Tree | list[str] = {}
        if deeper > depth:
            inner, lines = _block(lines, deeper, anchors)
        if value:
            assert isinstance(inner, dict)
            anchors[value.removeprefix("&")] = inner
        tree[key] = inner
    return tree, lines


def _scalar(text: str) -> str:
    return text.strip().strip('"')


def _list(text: str) -> list[str]:
    return [_scalar(part) for part in text.strip("[]").split(",")]


@pytest.fixture(scope="module")
def compose() -> Tree:
    return tree_of((ROOT / "compose.yaml").read_text())


def part(tree: "Tree | str | list[str]", *names: str) -> "Tree | str | list[str]":
    for name in names:
        assert isinstance(tree, dict)
        tree = tree[name]
    return tree


def mapping(tree: "Tree | str | list[str]", *names: str) -> Tree:
    found = part(tree, *names)
    assert isinstance(found, dict)
    return found


def environments(compose: Tree) -> Iterator[Tree]:
    for name, service in mapping(compose, "services").items():
        if name != "database":
            yield mapping(service, "environment")


def test_the_compose_file_sets_what_is_a_setting_and_takes_secrets_from_files(compose: Tree) -> None:
    services = mapping(compose, "services")
    assert set(services) == {"kontor", "kontor-shard-0", "kontor-shard-1", "database"}
    for environment in environments(compose):
        assert set(environment) <= KNOWN
        assert environment["KONTOR_TOKEN_FILE"] == "/run/secrets/token"
        assert environment["KONTOR_DATABASE_FILE"] == "/run/secrets/database"
    for name, service in services.items():
        wanted = part(service, "secrets")
        assert set(wanted) <= set(mapping(compose, "secrets")), name
    assert "password" not in part(services, "kontor", "secrets"), "only the database needs it"


def test_two_processes_share_the_shards(compose: Tree) -> None:
    services = mapping(compose, "services")
    assert "profiles" not in mapping(services, "kontor")
    for number in ("0", "1"):
        service = mapping(services, f"kontor-shard-{number}")
        assert service["profiles"] == ["shards"]
        environment = mapping(service, "environment")
        assert (environment["KONTOR_SHARD_COUNT"], environment["KONTOR_SHARD_IDS"]) == ("2", number)


def test_who_is_stopped_has_time_to_finish(compose: Tree) -> None:
    """A process takes its grace twice at most: for answers, and for letters under way."""
    for name in ("kontor", "kontor-shard-0"):
        seconds = part(compose, "services", name, "stop_grace_period")
        assert isinstance(seconds, str)
        assert int(seconds.removesuffix("s")) >= 4 * GRACE


def test_the_image_runs_the_python_that_the_lock_is_for_and_asks_for_its_health() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    (image,) = re.findall(r"^ARG PYTHON_IMAGE=python:(\d+\.\d+)-slim$", docker, re.MULTILINE)
    (locked,) = re.findall(r"--python-version (\d+\.\d+)", (ROOT / "Makefile").read_text())
    assert image == locked
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert image == here or "KONTOR_CI" not in os.environ, "what is tested is what is run"
    (asked,) = re.findall(r"HEALTHCHECK .* CMD (\[.*\])", docker)
    program, command = json.loads(asked)
    assert program == "kontor"
    assert command in COMMANDS
    assert set(re.findall(r"KONTOR_\w+", docker)) <= KNOWN
    assert "KONTOR_LOCAL=false" in docker


def metric_names(text: str) -> set[str]:
    return set(re.findall(r"\bkontor_[a-z_]+", text))


def offered() -> set[str]:
    """All names under which the figures are found."""
    return {name for family in Metrics().registry.collect() for name in _names(family.name, family.type)}


def _names(name: str, kind: str) -> set[str]:
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}.get(kind, ("",))
    return {name + ending for ending in endings}


def test_the_dashboard_shows_every_figure_and_no_other() -> None:
    shown = json.loads((MONITORING / "dashboard.json").read_text())
    asked = {name for panel in shown["panels"] for target in panel["targets"] for name in metric_names(target["expr"])}
    assert asked <= offered()
    bare = {re.sub(r"_(bucket|count|sum)$", "", name) for name in offered()}
    assert bare == {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked}


def test_the_operators_page_lists_every_figure_and_no_other() -> None:
    page = (ROOT / "data" / "operators.md").read_text()
    listed = [name for line in page.splitlines() if line.startswith("| `kontor_") for name in metric_names(line)]
    assert len(listed) == len(set(listed))
    assert set(listed) == {re.sub(r"_(bucket|count|sum)$", "", name) for name in offered()}


def test_the_alerts_ask_for_figures_that_there_are_and_each_is_explained() -> None:
    text = (MONITORING / "alerts.yml").read_text()
    asked = {name for line in text.splitlines() if "expr:" in line for name in metric_names(line)}
    assert asked
    assert asked <= offered()
    page = (ROOT / "data" / "operators.md").read_text()
    alerts = re.findall(r"- alert: (\w+)", text)
    assert len(alerts) == text.count("summary:") == text.count("expr:")
    assert [name for name in alerts if f"`{name}`" not in page] == []


@pytest.mark.parametrize("page", ["README.md", "data/operators.md"])
def test_pages_name_only_settings_and_commands_that_there_are(page: str) -> None:
    text = (ROOT / page).read_text()
    others = {"KONTOR_SEED", "KONTOR_TORTURE", "KONTOR_OUTAGE", "KONTOR_DISCORD_OPENAPI", "KONTOR_TEST_PATIENCE"}
    assert set(re.findall(r"\bKONTOR_[A-Z_]+\b", text)) <= KNOWN | others
    assert set(re.findall(r"`(?:\.venv/bin/)?kontor ([a-z]+)", text)) <= set(COMMANDS)


def test_every_setting_is_told_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    assert sorted(name for name in KNOWN if name not in text) == []
