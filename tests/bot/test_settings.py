"""Settings: where they come from, which wins, and errors that name the setting but never show a secret.

Not for what the settings do.
"""

import os
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.errors import BadSetting
from bot.settings import Secret, Settings, read_settings
from bot.store.database import Database

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ"


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    settings = read_settings({}, tmp_path)
    assert settings.token is None
    assert settings.url().render_as_string() == "sqlite+aiosqlite:///kontor-data/kontor.sqlite3"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "kontor.toml").write_text('data = "/srv/a"\nconnections = 7\nbusy_seconds = 3\n')
    settings = read_settings({"KONTOR_DATA": "/srv/b", "KONTOR_TOKEN": TOKEN}, tmp_path)
    assert (settings.data, settings.connections, settings.busy_seconds) == (Path("/srv/b"), 7, 3.0)
    assert settings.token is not None
    assert settings.token.reveal() == TOKEN


def test_the_file_can_be_named(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text("connections = 9")
    assert read_settings({"KONTOR_CONFIG": str(file)}, tmp_path).connections == 9
    with pytest.raises(BadSetting, match=r"missing\.toml cannot be read"):
        read_settings({"KONTOR_CONFIG": str(tmp_path / "missing.toml")}, tmp_path)


def test_an_empty_variable_is_none_at_all(tmp_path: Path) -> None:
    assert read_settings({"KONTOR_TOKEN": "", "KONTOR_CONNECTIONS": ""}, tmp_path) == Settings()


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"KONTOR_CONNECTIONS": "many"}, "KONTOR_CONNECTIONS is wrong"),
        ({"KONTOR_CONNECTIONS": "1"}, "KONTOR_CONNECTIONS is wrong"),
        ({"KONTOR_BUSY_SECONDS": "-1"}, "KONTOR_BUSY_SECONDS is wrong"),
    ],
)
def test_a_wrong_variable_is_named(environment: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=message):
        read_settings(environment, tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("conections = 5", "“conections”, which is no setting; there are token, token_file"),
        ('connections = "5"', "“connections” in .*kontor.toml is wrong"),
        ("token = 5", "“token” in .*kontor.toml is wrong"),
        (f"token = {TOKEN}", "is no TOML"),
    ],
)
def test_a_wrong_line_is_named(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "kontor.toml").write_text(text)
    with pytest.raises(BadSetting, match=message) as error:
        read_settings({}, tmp_path)
    assert TOKEN not in str(error.value)
    assert error.value.__suppress_context__ or error.value.__context__ is None


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://host/db", r"KONTOR_DATABASE must start with postgresql:// or sqlite:///, not mysql://"),
        ("sqlite://", "KONTOR_DATABASE must name a file"),
        ("hunter2", "KONTOR_DATABASE is no database address"),
    ],
)
def test_a_wrong_database_is_named(address: str, message: str) -> None:
    with pytest.raises(BadSetting, match=message) as error:
        Settings(database=Secret(address)).url()
    assert "hunter2" not in str(error.value)


def test_addresses_get_the_driver_of_the_house() -> None:
    url = Settings(database=Secret("postgres://kontor:hunter2@host/db")).url()
    assert url.drivername == "postgresql+asyncpg"


async def test_secrets_are_never_printed() -> None:
    settings = Settings(token=Secret(TOKEN), database=Secret("postgresql://kontor:hunter2@host/db"))
    for text in (repr(settings), str(settings), f"{settings.token}"):
        assert TOKEN not in text
        assert "hunter2" not in text
    database = Database(settings)
    assert "hunter2" not in database.name
    await database.close()


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_folder_that_cannot_be_made_is_named(kind: str, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    with pytest.raises(BadSetting, match=r"KONTOR_DATA: the folder .*blocked"):
        Database(Settings(data=blocked if kind == "file" else blocked / "deeper"))
    assert os.listdir(tmp_path) == ["blocked"]


# ---- secrets in files


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    (tmp_path / "database").write_text("postgresql://kontor:hunter2@host/db\n")
    files = {"KONTOR_TOKEN_FILE": str(tmp_path / "token"), "KONTOR_DATABASE_FILE": str(tmp_path / "database")}
    settings = read_settings(files, tmp_path)
    assert settings.token is not None
    assert settings.token.reveal() == TOKEN
    assert settings.url().password == "hunter2"
    assert TOKEN not in repr(settings)


def test_a_file_in_the_environment_wins_over_a_token_in_the_settings_file(tmp_path: Path) -> None:
    (tmp_path / "kontor.toml").write_text('token = "another"\n')
    (tmp_path / "token").write_text(TOKEN)
    settings = read_settings({"KONTOR_TOKEN_FILE": str(tmp_path / "token")}, tmp_path)
    assert settings.token is not None
    assert settings.token.reveal() == TOKEN


@pytest.mark.parametrize(
    ("held", "message"),
    [
        (None, "KONTOR_TOKEN_FILE: the file .* cannot be read"),
        (b"", "must hold the secret and nothing else"),
        (b"two words", "must hold the secret and nothing else"),
        (b"x" * 5000, "must hold the secret and nothing else"),
        (b"\xff\xfe", "is no text"),
    ],
)
def test_a_wrong_file_is_named_and_not_quoted(held: bytes | None, message: str, tmp_path: Path) -> None:
    if held is not None:
        (tmp_path / "token").write_bytes(held)
    with pytest.raises(BadSetting, match=message) as error:
        read_settings({"KONTOR_TOKEN_FILE": str(tmp_path / "token")}, tmp_path)
    assert "two words" not in str(error.value)


def test_two_ways_of_saying_a_secret_are_one_too_many(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN)
    with pytest.raises(BadSetting, match="KONTOR_TOKEN and KONTOR_TOKEN_FILE are both set"):
        read_settings({"KONTOR_TOKEN_FILE": str(tmp_path / "token"), "KONTOR_TOKEN": TOKEN}, tmp_path)


def test_without_a_token_a_container_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As the image has it: nobody could reach the page of local mode in there."""
    monkeypatch.setenv("KONTOR_LOCAL", "false")
    monkeypatch.setenv("KONTOR_DATA", str(tmp_path))
    monkeypatch.delenv("KONTOR_TOKEN", raising=False)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert "KONTOR_TOKEN is not set, nor KONTOR_TOKEN_FILE" in said
    assert "KONTOR_LOCAL=true" in said
    assert not list(tmp_path.iterdir())
