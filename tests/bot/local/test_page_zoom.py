"""Pictures looked at closely: one tap opens them, fingers, wheel and keys enlarge them, Escape closes them.

Not for pictures in messages: `test_page.py`.
"""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from bot.local.server import Server
from tests.bot.local.browser import needs_browser, open_page, shot, slash

pytestmark = needs_browser


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
async def page(request: pytest.FixtureRequest, server: Server, bot: None) -> AsyncIterator[Page]:
    async with open_page(server, request.param, touch=request.param == "phone") as page:
        await expect(page.locator("#status")).to_have_text("")
        await slash(page, "sample everything")
        await page.get_by_role("button", name="Enlarge: The board.").click()
        await expect(page.locator("dialog.zoom[data-scale]")).to_be_visible()
        yield page


async def scale(page: Page) -> float:
    """Screen pixels for a pixel of the picture."""
    return float(await page.locator("dialog.zoom").get_attribute("data-scale") or 0)


async def test_a_picture_is_enlarged_and_closed(page: Page) -> None:
    whole = await scale(page)
    width = page.viewport_size["width"] if page.viewport_size else 0
    image = page.locator("dialog.zoom img")
    await expect(image).to_have_attribute("alt", "The board.")
    shown = await image.bounding_box()
    assert shown is not None
    assert shown["width"] == pytest.approx(min(width, 300 * whole), abs=2)  # as large as the screen allows
    await shot(page, "zoom")

    await page.keyboard.press("+")
    assert await scale(page) > whole
    await page.keyboard.press("0")
    assert await scale(page) == whole
    await page.get_by_role("button", name="Larger").click()
    larger = await scale(page)
    assert larger > whole
    await page.keyboard.press("PageDown")
    await expect(image).to_have_attribute("alt", "The hand.")
    assert await scale(page) == whole  # the next one is whole again
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(page.get_by_role("button", name="Enlarge: The board.")).to_be_focused()


async def test_two_fingers_enlarge_and_one_moves(page: Page) -> None:
    """By the browser's own touch events, as a screen sends them."""
    whole = await scale(page)
    session = await page.context.new_cdp_session(page)
    size = page.viewport_size or {"width": 0, "height": 0}
    x, y = size["width"] / 2, size["height"] / 2

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    await touch("touchStart", (x - 40, y))
    await touch("touchStart", (x - 40, y), (x + 40, y))
    for apart in range(50, 130, 10):
        await touch("touchMove", (x - apart, y), (x + apart, y))
    await touch("touchEnd")
    pinched = await scale(page)
    assert pinched == pytest.approx(min(3 * whole, 6), rel=0.1)

    def left() -> str:
        return "image => image.getBoundingClientRect().left"

    before = await page.locator("dialog.zoom img").evaluate(left())
    await touch("touchStart", (x, y))
    await touch("touchMove", (x - 60, y))
    await touch("touchEnd")
    assert await page.locator("dialog.zoom img").evaluate(left()) == pytest.approx(before - 60, abs=1)
    await expect(page.locator("dialog.zoom")).to_be_visible()  # to move it is not to close it


@pytest.mark.long
async def test_the_wheel_enlarges_what_is_under_it(page: Page) -> None:
    image = page.locator("dialog.zoom img")
    box = await image.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.5
    await page.mouse.move(x, y)
    whole = await scale(page)
    await page.mouse.wheel(0, -700)
    await expect(page.locator("dialog.zoom")).not_to_have_attribute("data-scale", f"{whole:.4f}")
    now = await image.bounding_box()
    assert now is not None
    assert (x - now["x"]) / now["width"] == pytest.approx(0.75, abs=0.02)
    await page.mouse.dblclick(x, y)
    await expect(page.locator("dialog.zoom")).to_have_attribute("data-scale", f"{whole:.4f}")
    await page.mouse.click(5, 5)  # beside the picture
    await expect(page.locator("dialog")).to_have_count(0)
