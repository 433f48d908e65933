"""What `kontor check` says of one machine: fonts, database, clock; without Discord.

Not for the whole command: tests/e2e/test_operators.py.
"""

import pytest
from sqlalchemy import text

from bot.settings import Secret, Settings
from bot.store.database import Database
from bot.store.migrate import migrate, newest
from bot.ui import first_run
from bot.ui.access import missing
from bot.ui.first_run import PERMISSIONS, Found, look
from render import fonts


async def found(settings: Settings) -> dict[str, Found]:
    return {one.what: one for one in await look(settings)}


async def test_without_a_token_the_rest_is_looked_at_all_the_same(settings: Settings) -> None:
    said = await found(settings)
    assert (said["token"].mark, said["fonts"].mark) == ("FAIL", "ok")
    assert said["database"].mark != "FAIL"


async def test_of_a_database_it_says_what_the_next_start_will_do(empty: Settings) -> None:
    database = Database(empty)
    await migrate(database, "0003")
    assert f"schema is 0003; the next start brings it to {newest()}" in (await found(empty))["database"].said
    await migrate(database)
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    await database.write(lambda connection: connection.execute(newer))
    await database.close()
    one = (await found(empty))["database"]
    assert (one.mark, "newer than this program" in one.said) == ("FAIL", True)


async def test_a_database_that_is_not_there_is_a_failure() -> None:
    away = Settings(database=Secret("postgresql://kontor:hunter2@127.0.0.1:1/db"))
    one = (await found(away))["database"]
    assert one.mark == "FAIL"
    assert "hunter2" not in one.said


async def test_fonts_that_are_missing_are_a_failure(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> float:
        raise ModuleNotFoundError

    monkeypatch.setattr(fonts, "width", gone)
    assert (await found(settings))["fonts"].mark == "FAIL"


@pytest.mark.parametrize(
    ("apart", "mark", "said"),
    [([0.9, 3.0], "ok", "agrees"), ([7.2, 6.1], "FAIL", "6 seconds ahead"), ([-40.0], "FAIL", "40 seconds behind")],
)
def test_the_clock_is_compared_with_discords(apart: list[float], mark: str, said: str) -> None:
    (one,) = first_run._clock(apart)
    assert one.mark == mark
    assert said in one.said


def test_the_link_asks_for_all_that_posts_need() -> None:
    assert not missing(PERMISSIONS, in_thread=False, new_thread=True)
    assert not missing(PERMISSIONS, in_thread=True)
    assert not missing(PERMISSIONS, in_thread=False)
