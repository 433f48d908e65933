"""A newcomer's first ten minutes in a real browser, at desktop and at phone width.

Not for the look itself: the pictures in KONTOR_SCREENSHOTS (or build/screenshots) are for people to look at. Where
there is no Chromium the tests are skipped and say so; with KONTOR_CI set they may not be.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.local.server import Server
from tests.bot.local.browser import accessible, fits, needs_browser, open_page, shot, sidebar
from tests.e2e.kontor import Kontor
from tests.e2e.stored import decided
from tests.patience import until

pytestmark = needs_browser


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
async def page(request: pytest.FixtureRequest, server: Server, kontor: Kontor) -> AsyncIterator[Page]:
    async with open_page(server, request.param) as page:
        yield page


async def start(page: Page, title: str) -> None:
    await page.locator(f"[data-start={title}]:enabled").click()
    await expect(page.locator("#list .picture img").last).to_be_visible()
    await expect(page.get_by_role("button", name="Undo").last).to_be_visible()


async def test_the_first_ten_minutes(page: Page, folder: Path) -> None:
    await expect(page.get_by_role("heading", name="Welcome to Kontor")).to_be_visible()
    await shot(page, "1-welcome")
    await fits(page)
    card = page.locator("form:has([data-start=hansa])")
    await card.locator("[name=level]").select_option(label="Apprentice")
    await expect(card.locator(".of-level")).to_have_text("overlooks things, good for a first game")
    await start(page, "hansa")
    await shot(page, "2-board")
    await fits(page)

    # By panel: Play, and a port.
    await play_by_panel(page, folder)
    await shot(page, "3-panel")
    await accessible(page)

    # By command, with the keyboard alone.
    await play_by_command(page)
    await shot(page, "4-command")
    await play_by_panel(page, folder)

    # Another game, whose hand is in the direct messages.
    await sidebar(page)
    await page.locator("#places .entry", has_text="guildhall").click()
    await start(page, "bohn")
    await sidebar(page)
    await expect(page.locator("#places .entry.news", has_text="✉").locator(".badge")).to_have_text("1")
    await page.locator("#places .entry", has_text="✉").click()
    await expect(page.locator("#place")).to_have_text("Kontor")
    hand = page.locator("#list .picture img").first
    await expect(hand).to_be_visible()
    assert await hand.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    await shot(page, "5-hand")

    # Enlarged, and closed again with the keyboard.
    await page.locator("#list .picture").first.click()
    await expect(page.locator("dialog.zoom")).to_be_visible()
    await shot(page, "6-enlarged")
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.zoom")).to_have_count(0)

    # Another person does not see it.
    await sidebar(page)
    await page.get_by_role("button", name="Bruno").click()
    await expect(page.locator("#list .picture")).to_have_count(0)
    await expect(page.locator("#list .ephemeral")).to_have_count(0)

    # In French, in the dark.
    await sidebar(page)
    await page.locator("#language").select_option("fr")
    await page.locator("#theme").select_option("dark")
    await expect(page.locator("#places")).to_contain_text("Messages privés")
    await page.locator("#places .entry", has_text="harbour").click()
    await expect(page.get_by_role("heading", name="Bienvenue chez Kontor")).to_be_visible()
    await shot(page, "7-french")
    await page.locator("#line").fill("/")
    await expect(page.locator(".menu li").first).to_be_visible()
    await shot(page, "8-commands")
    await fits(page)
    await page.locator("#line").fill("/partie aide")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator("#list .used")).to_have_text("Bruno a utilisé /partie aide")


PORTS = re.compile("^(Tønsberg|Aalborg|Lübeck|Stockholm|Kalmar|Danzig|Reval|Riga)$")


async def play_by_panel(page: Page, folder: Path) -> None:
    """One decision by the Play button and a button of the panel."""
    await my_turn(page)
    before = decided(folder)
    has_panel = page.get_by_role("button", name="Why not …?")
    older = await page.locator(".ephemeral", has=has_panel).evaluate_all("all => all.map((one) => one.dataset.id)")
    await page.get_by_role("button", name="Play", exact=True).last.click()
    # An older panel goes; until then it may have the same buttons.
    opened = page.locator(".ephemeral" + "".join(f':not([data-id="{one}"])' for one in older), has=has_panel)
    await opened.get_by_role("button", name=PORTS).first.click()
    # By then it may ask for the next decision already: the computers are quick.
    await until(lambda: decided(folder) > before)
    await expect(page.locator(".ephemeral", has=has_panel)).to_have_count(1)


async def my_turn(page: Page) -> None:
    board = page.locator("#list .message:not(.ephemeral):has(.picture)").last
    await expect(board).to_contain_text(re.compile("→ @?Anna"))


async def play_by_command(page: Page) -> None:
    """One decision by slash command: the first that is offered, with the first of its choices, keyboard only."""
    await my_turn(page)
    await page.locator("#log").focus()
    await page.keyboard.press("/")
    await page.keyboard.type("hansa place")
    await expect(page.locator(".menu li[aria-selected=true]")).to_contain_text(re.compile("/hansa place"))
    await page.keyboard.press("Enter")
    await expect(page.locator(".menu li[role=option]").first).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".ephemeral").last).to_contain_text("✓")  # it takes the place of the panel
    await expect(page.locator(".slots")).to_have_count(0)


@pytest.mark.long
async def test_the_page_comes_back_after_the_bot_was_killed(page: Page, kontor: Kontor, folder: Path) -> None:
    await start(page, "hansa")
    await kontor.kill()
    await expect(page.locator("#status")).to_have_text("Kontor is starting…")
    await kontor.start()
    await expect(page.locator("#status")).to_have_text("")
    await play_by_panel(page, folder)
