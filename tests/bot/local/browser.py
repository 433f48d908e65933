"""A real browser on the page: Chromium through Playwright, at desktop and at phone width; pictures of it are kept.

Not for assertions, but for two: nothing went wrong in the page, and it asked nobody else for anything.
"""

import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import ConsoleMessage, Page, async_playwright, expect

from bot.local.server import Server
from tests.patience import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
SIZES = {"desktop": (1280, 860), "phone": (390, 844)}
PATIENCE_MS = PATIENCE * 1000
SHOTS = Path(os.environ.get("KONTOR_SCREENSHOTS", "build/screenshots"))

needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("KONTOR_CI"),
    reason="no Chromium, so the page is not tested in a browser (README: Tests)",
)
expect.set_options(timeout=PATIENCE_MS)


@contextlib.asynccontextmanager
async def open_page(server: Server, size: str, *, touch: bool = False, **wishes: Any) -> AsyncIterator[Page]:
    assert CHROMIUM is not None, "KONTOR_CI is set, but there is no Chromium."
    width, height = SIZES[size]
    wrong: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        shape: Any = {"viewport": {"width": width, "height": height}, "has_touch": touch, "locale": "en-GB"}
        page = await browser.new_page(**shape | wishes)
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _counts(said) else None)
        page.on("request", lambda sent: None if sent.url.startswith(server.base) else wrong.append(sent.url))
        await page.goto(f"{server.base}/")
        yield page
        await browser.close()
    assert not wrong, wrong


def _counts(said: ConsoleMessage) -> bool:
    """An error of the page; not an emoji it did not get, whose name it shows then, nor what a test kept from it."""
    kept = said.text in ("Failed to load resource: net::ERR_FAILED", "Failed to load resource: net::ERR_ACCESS_DENIED")
    return said.type == "error" and not kept and "/cdn/emojis/" not in said.location["url"]


async def shot(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    size = "phone" if await is_phone(page) else "desktop"
    await page.screenshot(path=SHOTS / f"{size}-{name}.png")


async def accessible(page: Page) -> None:
    """By axe-core, which the package carries: nothing that keeps somebody out. It runs beside the page's own policy."""
    await page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
    found = await Axe().run(page)
    wrong = [one for one in found.response["violations"] if one["impact"] in ("serious", "critical")]
    assert not wrong, "\n".join(
        f"{one['id']}: {part['html']}\n{part['failureSummary']}" for one in wrong for part in one["nodes"]
    )


async def is_phone(page: Page) -> bool:
    return await page.locator("#menu").is_visible()


async def sidebar(page: Page) -> None:
    """On a phone the list of channels has to be opened first."""
    if await is_phone(page) and await page.locator("body.drawer").count() == 0:
        await page.locator("#menu").click()


async def fits(page: Page) -> None:
    wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} pixels too wide"


async def slash(page: Page, words: str, *typed: str) -> None:
    """A command by keyboard alone; what is typed goes into its required options, one by one."""
    await page.locator("#line").focus()
    await page.keyboard.type(f"/{words}")
    await expect(page.locator(".menu li[aria-selected=true]")).to_contain_text(f"/{words}")
    await page.keyboard.press("Enter")
    for text in typed:
        await page.keyboard.type(text)
        await expect(page.locator(".menu li[role=option]")).to_have_count(1)
        await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".slots")).to_have_count(0)
