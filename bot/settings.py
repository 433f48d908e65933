"""The settings of the program: from the environment, then from an optional TOML file, then the defaults.

Not for the settings of one server, person or game: those are rows of the store.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import BadSetting

PREFIX = "KONTOR_"
FILE = "kontor.toml"

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

IN_FILES = ("token", "database")
"""The secrets, each of which a file may hold."""
LARGEST_SECRET = 4096
"""Characters."""
LARGEST_PORT = 65535
IN_MEMORY = ":memory:"
"""SQLite's name for a database that each connection has for itself."""

Term = Annotated[float, msgspec.Meta(ge=0, le=100_000)]
Positive = Annotated[float, msgspec.Meta(gt=0, le=1_000_000)]


class Secret:
    """A text that is never printed by accident; `reveal` is the one way to read it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Each field is the environment variable KONTOR_<NAME>, and the key of the same name in the TOML file."""

    token: Secret | None = None
    """The bot's Discord token; without one the bot runs in local mode."""
    token_file: Path | None = None
    """A file with the token instead, as containers and services hand secrets over."""
    local: bool = True
    """Whether there is local mode without a token. In a container nobody could reach its page."""
    data: Path = Path("kontor-data")
    """The folder of the embedded database; made when it is missing."""
    database: Secret | None = None
    """A postgresql:// or sqlite:/// address; without one, a SQLite file in `data`. It may hold a password."""
    database_file: Path | None = None
    """A file with that address instead."""
    local_port: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_PORT)] = 4747
    """Where the page of local mode is, on this computer only; 0 takes any free port."""
    local_browser: bool = True
    """Whether local mode opens the page in the browser when it is started from a terminal."""
    busy_seconds: Positive = 10.0
    """How long to wait for a database that somebody else is writing to."""
    connections: Annotated[int, msgspec.Meta(ge=2, le=100)] = 5
    """How many connections to the database this process keeps."""
    give_up_hours: Positive = 24.0
    """How long a letter that cannot be delivered is tried again."""
    backups: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 7
    """How many daily backups are kept, and as many from before migrations; 0: none are made."""
    backup_folder: Path | None = None
    """Where they are; none: in `data`."""
    lobby_hours: Term = 24.0
    """After how long a lobby that nobody has joined is closed; of this term and the next ones, 0 is never."""
    rest_days: Term = 60.0
    """After how long a game that nobody has touched is set aside, and its people asked."""
    posts_days: Term = 7.0
    """For how long it is kept which posts a game had that is over."""
    left_days: Term = 30.0
    """After how long the games and settings of a server that removed the bot are deleted."""
    shard_count: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Into how many shards Discord divides the servers, for all processes together; none: as Discord advises."""
    shard_ids: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()
    """The shards of this process, with `shard_count`; none: all. In the environment, numbers with commas."""
    metrics_port: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_PORT)] | None = None
    """Where Prometheus finds the figures, and whoever watches over the process its health; none: nowhere."""
    metrics_address: str = "127.0.0.1"
    """The address of this machine on which that port is open; 0.0.0.0 is all of them."""
    thinkers: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """In how many processes computers think that look ahead; they give way to whatever else runs here."""
    think_seconds: Annotated[float, msgspec.Meta(ge=0.01, le=60)] = 1.0
    """Of a core, that such a computer has for a decision."""
    late_seconds: Positive = 120.0
    """How late the oldest letter or timer may be before the process does not count as ready."""
    contact: str | None = None
    """How to reach whoever runs the bot, for the pages of /privacy: an address, a server, a name."""
    titles: tuple[str, ...] = ()
    """Modules that register more titles when they are imported. In the environment, names with commas."""
    boards: Path | None = None
    """A folder of corrected boards, `<title>/<number>/<file>.json`; new games are on those with the highest number."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    def backups_in(self) -> Path:
        return self.backup_folder or self.data / "backups"

    def url(self) -> URL:
        """The address for SQLAlchemy, with the driver this program uses."""
        if self.database is None:
            return URL.create(DRIVERS["sqlite"], database=str(self.data / "kontor.sqlite3"))
        try:
            url = make_url(self.database.reveal())
        except (ArgumentError, ValueError):  # a ValueError for a port that is no number
            raise BadSetting(f"{PREFIX}DATABASE is no database address.") from None
        kind = url.drivername.partition("+")[0]
        if kind not in DRIVERS:
            raise BadSetting(f"{PREFIX}DATABASE must start with postgresql:// or sqlite:///, not {kind}://.")
        if url.port is not None and not 0 < url.port <= LARGEST_PORT:
            raise BadSetting(f"{PREFIX}DATABASE names a port that is not between 1 and {LARGEST_PORT}.")
        if kind == "sqlite" and (url.database or IN_MEMORY) == IN_MEMORY:
            raise BadSetting(f"{PREFIX}DATABASE must name a file: sqlite:///path/to/kontor.sqlite3.")
        return url.set(drivername=DRIVERS[kind])


def read_settings(environment: Mapping[str, str] = os.environ, folder: Path | None = None) -> Settings:
    """The settings in force. The file is KONTOR_CONFIG, or kontor.toml in the folder if there is one."""
    values: dict[str, object] = {}
    named = environment.get(f"{PREFIX}CONFIG")
    file = Path(named) if named else (folder or Path()) / FILE
    if named or _is_there(file):
        values |= _from_file(file)
    said = {name: text for name in Settings.__struct_fields__ if (text := environment.get(PREFIX + name.upper()))}
    for name in IN_FILES:
        if name in said or f"{name}_file" in said:  # either way of saying it wins over both in the settings file
            values.pop(name, None)
            values.pop(f"{name}_file", None)
    for name, text in said.items():
        values[name] = _one(name, text, f"{PREFIX}{name.upper()}", strict=False)
    for name in IN_FILES:
        _take_from_file(values, name)
    return Settings(**values)  # type: ignore[arg-type]


def _take_from_file(values: dict[str, object], name: str) -> None:
    """A secret that stands in a file of its own."""
    file = values.get(f"{name}_file")
    if not isinstance(file, Path):
        return
    place = f"{PREFIX}{name.upper()}_FILE"
    if name in values:
        raise BadSetting(f"{PREFIX}{name.upper()} and {place} are both set; one of them is enough.")
    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST_SECRET + 1).decode().strip()
    except OSError as error:
        raise BadSetting(f"{place}: the file {file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadSetting(f"{place}: the file {file} is no text.") from None
    if not text or len(text) > LARGEST_SECRET or len(text.split()) > 1:
        raise BadSetting(f"{place}: the file {file} must hold the secret and nothing else, on one line.")
    values[name] = Secret(text)


def _is_there(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError as error:
        raise BadSetting(f"The settings file {file} cannot be read: {error.strerror}.") from None


def _from_file(file: Path) -> dict[str, object]:
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"The settings file {file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):  # no TOML, no UTF-8, a number of thousands of digits; brackets in brackets
        # The parser's own message may quote the line, and the line may be the token.
        raise BadSetting(f"The settings file {file} is no TOML.") from None
    for name in raw:
        if name not in Settings.__struct_fields__:
            known = ", ".join(Settings.__struct_fields__)
            raise BadSetting(f"The settings file {file} has “{name}”, which is no setting; there are {known}.")
    return {name: _one(name, value, f"“{name}” in {file}", strict=True) for name, value in raw.items()}


def _one(name: str, value: object, place: str, *, strict: bool) -> object:
    """One typed value. The sentence about a wrong one says where it stands and what is wrong, not what it is."""
    if name in ("shard_ids", "titles") and isinstance(value, str):
        value = [part.strip() for part in value.split(",")]
    wanted = next(field.type for field in msgspec.structs.fields(Settings) if field.name == name)
    try:
        return msgspec.convert(value, wanted, strict=strict, dec_hook=_special)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{place} is wrong: {error}.") from None


def _special(wanted: type, value: object) -> object:
    if not isinstance(value, str):
        raise msgspec.ValidationError(f"Expected `str`, got `{type(value).__name__}`")
    if wanted is Secret:
        return Secret(value)
    if wanted is Path:
        return _path(value)
    raise NotImplementedError(wanted)  # how msgspec is told that a type is none of these


def _path(text: str) -> Path:
    if "\0" in text:
        raise msgspec.ValidationError("Expected a path, got a zero character")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise msgspec.ValidationError("Expected a path, got one in the home of a user who has none") from None
