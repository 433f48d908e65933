"""The locks: every package pinned and hashed, the running one part of the other, and nothing installed without them.

Not for whether the packages work: every other test is for that.
"""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RUNNING, DEVELOPMENT = "requirements.lock", "requirements-dev.lock"
PINNED = re.compile(r"([a-z0-9-]+)==([^ ]+)(?: ; [^-]+?)?((?: +--hash=sha256:[0-9a-f]{64})+)")


def packages(name: str) -> dict[str, tuple[str, str]]:
    """Version and hashes of each package."""
    joined = re.sub(r"\\\n", "", (ROOT / name).read_text(encoding="utf-8"))
    found = [PINNED.fullmatch(line) for line in joined.splitlines()]
    assert None not in found, f"{name} has a line without a version or a hash"
    return {match[1]: (match[2], match[3]) for match in found if match is not None}


def normal(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None
    return re.sub(r"[._-]+", "-", match[0]).lower()


def test_every_package_is_pinned_with_hashes_and_no_registry_is_named() -> None:
    for name in (RUNNING, DEVELOPMENT):
        assert packages(name)
        assert "://" not in (ROOT / name).read_text(encoding="utf-8")


def test_development_has_all_that_running_has_in_the_same_versions() -> None:
    assert packages(RUNNING).items() < packages(DEVELOPMENT).items()


def test_what_the_project_asks_for_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert {normal(one) for one in project["dependencies"] + extras["build"] + extras["film"]} <= packages(
        RUNNING
    ).keys()
    assert {normal(one) for one in extras["dev"]} <= packages(DEVELOPMENT).keys()


@pytest.mark.parametrize(("file", "lock"), [("Makefile", DEVELOPMENT), ("Dockerfile", RUNNING)])
def test_what_is_installed_is_checked(file: str, lock: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f"--require-hashes --requirement {lock}" in text
    assert "--no-deps --no-build-isolation" in text


def test_the_container_runs_the_python_that_is_tested_first() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    assert f"ARG PYTHON_IMAGE=python:{requires.removeprefix('>=')}-slim" in text
