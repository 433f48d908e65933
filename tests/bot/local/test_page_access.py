"""Whoever sees little or uses no mouse gets in everywhere: axe-core looks at every kind of thing the page shows.

Not for what keys do: `test_page_eye.py`, `test_page_zoom.py`. Boards and panels of Kontor: `tests/e2e/test_browser.py`.
"""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from bot.local.server import Server
from tests.bot.local.browser import accessible, is_phone, needs_browser, open_page, slash

pytestmark = needs_browser
CASES = [
    pytest.param(("phone", "light"), marks=pytest.mark.long),
    pytest.param(("desktop", "dark"), marks=pytest.mark.long),
    pytest.param(("phone", "dark"), marks=pytest.mark.long),
    pytest.param(("desktop", "light"), marks=pytest.mark.long),
]


@pytest.fixture(params=CASES)
async def page(request: pytest.FixtureRequest, server: Server, bot: None) -> AsyncIterator[Page]:
    size, colours = request.param
    async with open_page(server, size, color_scheme=colours) as page:
        await expect(page.locator("#status")).to_have_text("")
        yield page


async def test_nothing_serious_is_found(page: Page) -> None:
    await expect(page.locator(".welcome .start")).not_to_have_count(0)
    await accessible(page)
    await slash(page, "sample everything")
    await accessible(page)
    await page.locator(".tools summary").first.press("Enter")
    await accessible(page)
    await page.keyboard.press("Escape")
    await slash(page, "sample board")
    await page.get_by_role("combobox", name="A port").click()
    await accessible(page)
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Sign").click()
    await accessible(page)
    await page.keyboard.press("Escape")
    await page.locator("#line").fill("/")
    await accessible(page)
    await page.locator("#line").fill("")
    await page.get_by_role("img", name="A grey square.").first.click()
    await accessible(page)
    await page.keyboard.press("Escape")
    if await is_phone(page):
        await page.locator("#menu").click()
        await accessible(page)
    await page.evaluate("document.body.append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        await accessible(page)
