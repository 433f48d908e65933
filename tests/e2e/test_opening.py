"""Opening a game by tapping, in a real browser: the panel, the people who are called, and how one of them joins.

Not for what all may be chosen: `tests/bot/ui/test_opening.py`. The pictures are for people to look at.
"""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from bot.local.server import Server
from tests.bot.local.browser import accessible, fits, needs_browser, open_page, shot, sidebar, slash
from tests.e2e.kontor import Kontor

pytestmark = needs_browser
WORDS = {
    "en-GB": (
        *("game new", "Options", "Back", "Open the game", "Join"),
        *("Add a computer", "Trader", "Whom do you invite", "Invited"),
    ),
    "fr-FR": (
        *("partie nouvelle", "Options", "Retour", "Ouvrir la partie", "Rejoindre"),
        *("Ajouter un ordinateur", "Négociant", "Qui invitez-vous", "Sur invitation"),
    ),
}


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["en-GB", pytest.param("fr-FR", marks=pytest.mark.long)])
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def page(size: str, locale: str, server: Server, kontor: Kontor) -> AsyncIterator[Page]:
    async with open_page(server, size, locale=locale) as page:
        yield page


async def become(page: Page, name: str) -> None:
    await sidebar(page)
    await page.get_by_role("button", name=name, exact=True).click()
    if await page.locator("body.drawer").count():
        await page.keyboard.press("Escape")


@pytest.mark.long
async def test_a_game_is_opened_by_tapping_and_somebody_joins(page: Page, locale: str) -> None:
    command, options, back, opens, joins, computer, level, whom, invited = WORDS[locale]
    await slash(page, command)
    panel = page.locator(".ephemeral").last
    await expect(panel.locator(".picture img")).to_be_visible()
    await shot(page, f"open-1-{locale}")
    await fits(page)
    await accessible(page)
    people = panel.get_by_role("combobox", name=whom)
    await people.click()
    await panel.get_by_role("option", name="Bruno").click()
    await panel.get_by_role("option", name="Clara").click()
    await shot(page, f"open-2-{locale}")
    await page.keyboard.press("Escape")
    await expect(panel).to_contain_text("@Bruno")
    await panel.get_by_role("combobox", name=computer).click()
    await panel.get_by_role("option", name=level).click()
    await expect(panel).to_contain_text(f"({level})")
    await expect(people).to_have_text("Bruno, Clara")
    await shot(page, f"open-3-{locale}")
    await panel.get_by_role("button", name=options).click()
    await expect(panel.get_by_role("button", name=back)).to_be_visible()
    await shot(page, f"open-4-{locale}")
    await panel.get_by_role("button", name=back).click()
    await panel.get_by_role("button", name=opens, exact=True).click()
    call = page.locator("#list .message", has_text="@Bruno").last
    await expect(call.get_by_role("button", name=joins)).to_be_visible()
    await shot(page, f"open-5-{locale}")
    await fits(page)
    await become(page, "Bruno")
    call = page.locator("#list .message", has_text="@Bruno").last
    await call.get_by_role("button", name=joins).click()
    lobby = page.locator("#list .message", has_text=invited).first
    await expect(lobby).to_contain_text("Bruno")
    await expect(page.locator(".ephemeral").last).to_contain_text("1")
    await shot(page, f"open-6-{locale}")
