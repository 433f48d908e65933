"""A press leads the eye to its answer, and nothing that somebody uses is touched by what comes in meanwhile.

Not for what answers say, nor for how components look: `test_page.py`.
"""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Locator, Page, expect

from bot.local.models import Json
from bot.local.rest.body import Body
from bot.local.server import Server
from tests.bot.local.browser import fits, needs_browser, open_page, shot, slash

pytestmark = needs_browser
LINES = "\n".join(f"Line {number}." for number in range(30))


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
async def page(request: pytest.FixtureRequest, server: Server, bot: None) -> AsyncIterator[Page]:
    async with open_page(server, request.param) as page:
        await expect(page.locator("#status")).to_have_text("")
        yield page


def post(server: Server, content: str, **more: object) -> int:
    """The bot says something in the channel that is open."""
    body = Body({"content": content, **more})
    return server.services.writer.write(server.world.text_channels()[0].id, body, author=server.world.card.bot).id


def message(page: Page, text: str) -> Locator:
    return page.locator("#list .message", has_text=text).last


async def focused(page: Page) -> str:
    return str(await page.evaluate("document.activeElement.closest('[data-key]')?.dataset.key ?? ''"))


async def test_what_somebody_uses_stays_when_news_comes(page: Page, server: Server) -> None:
    """An open menu, a tick, a line half typed, the focus and the place in the log survive a new message and an edit."""
    await slash(page, "sample everything")
    await page.get_by_role("checkbox", name="Visby").check()
    await page.locator("#line").fill("Half a li")
    await page.get_by_role("combobox", name="Where to?").focus()
    await page.keyboard.press("ArrowDown")  # opens it, and chooses nothing
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("option", name="Riga")).to_be_focused()
    await shot(page, "menu")
    before = await page.locator("#log").evaluate("log => log.scrollTop")

    post(server, "News from elsewhere.")
    await expect(message(page, "News from elsewhere.")).to_be_attached()
    layout = next(one for one in server.world.messages[server.world.text_channels()[0].id].values() if one.components)
    components: list[Json] = [*layout.components]
    components[0] = components[0] | {"accent_color": 0x336699}
    server.services.writer.rewrite(layout, Body({"components": components, "attachments": _kept(layout.attachments)}))
    await expect(page.locator(".container")).to_have_css("border-left-color", "rgb(51, 102, 153)")

    await expect(page.get_by_role("option", name="Riga")).to_be_focused()
    await expect(page.get_by_role("checkbox", name="Visby")).to_be_checked()
    await expect(page.locator("#line")).to_have_value("Half a li")
    assert await page.locator("#log").evaluate("log => log.scrollTop") == before
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("combobox", name="Where to?")).to_be_focused()
    await expect(page.locator(".select [aria-busy]")).to_have_count(0)
    await fits(page)


def _kept(attachments: object) -> list[Json]:
    return [{"id": str(one.id)} for one in attachments]  # type: ignore[attr-defined]


async def test_an_answer_below_or_above_is_shown_and_has_the_focus(page: Page, server: Server) -> None:
    await slash(page, "sample layout")
    for number in range(3):
        post(server, f"Post {number}.\n{LINES}")
    await expect(message(page, "Post 2.")).to_be_attached()
    press = page.get_by_role("button", name="Press")
    await press.scroll_into_view_if_needed()
    await press.focus()
    await page.keyboard.press("Enter")
    answer = message(page, "Pressed.")
    await expect(answer).to_be_in_viewport(ratio=1)
    await expect(answer).to_be_focused()
    await page.keyboard.press("Tab")  # the next thing is in the answer
    await expect(answer.get_by_role("button", name="Dismiss")).to_be_focused()

    # A panel that grows where it is: its controls stay in sight, and next to the focus.
    await slash(page, "sample panel")
    await expect(page.locator("#line")).to_be_focused()  # whoever types goes on typing
    for size in range(1, 5):
        grow = page.get_by_role("button", name=f"Grow {size}")
        await expect(grow).to_be_in_viewport(ratio=1)
        await grow.click()
    last = page.get_by_role("button", name="Grow 5")
    await expect(last).to_be_in_viewport(ratio=1)
    await page.keyboard.press("Tab")
    await expect(last).to_be_focused()

    # What comes below is announced, and scrolls the panel no farther than its own beginning.
    post(server, f"Your turn, <@{server.world.persons()[0].id}>.\n{LINES}")
    await expect(page.locator(".pill")).to_have_text("Something new for you ↓")
    await expect(last).to_be_in_viewport()
    await page.locator(".pill").click()
    await expect(message(page, "Your turn, @Anna.")).to_be_in_viewport()
    await expect(page.locator(".pill")).to_be_hidden()


@pytest.mark.long
async def test_a_log_at_its_end_stays_there_and_one_that_is_read_does_not(page: Page, server: Server) -> None:
    for number in range(4):
        post(server, f"Post {number}.\n{LINES}")
    await expect(message(page, "Post 3.")).to_be_in_viewport()
    post(server, "The latest.")
    await expect(message(page, "The latest.")).to_be_in_viewport(ratio=1)
    await page.locator("#log").hover()
    await page.mouse.wheel(0, -4000)
    await expect(message(page, "Post 0.")).to_be_in_viewport()
    post(server, "Later still.")
    await expect(page.locator(".pill")).to_have_text("New below: 1 ↓")
    await expect(message(page, "Post 0.")).to_be_in_viewport()
    await page.locator("#log").evaluate("log => { log.scrollTop = log.scrollHeight; }")
    await expect(page.locator(".pill")).to_be_hidden()


@pytest.mark.long
async def test_without_the_server_a_typed_line_is_kept(page: Page, server: Server) -> None:
    await page.route("**/local/wish/say", lambda route: route.abort())
    await page.locator("#line").fill("Is anybody there?")
    await page.keyboard.press("Enter")
    problem = page.locator("#composer .problem")
    await expect(problem).to_contain_text("What you typed is kept")
    await expect(page.locator("#line")).to_have_value("Is anybody there?")
    await page.unroute("**/local/wish/say")
    await page.reload()
    await expect(page.locator("#line")).to_have_value("Is anybody there?")
    await page.locator("#line").press("Enter")
    await expect(message(page, "Is anybody there?")).to_be_visible()
    await expect(page.locator("#line")).to_have_value("")


@pytest.mark.long
async def test_a_link_to_an_old_message_goes_there(page: Page, server: Server) -> None:
    old = post(server, "The very first.")
    for number in range(70):
        post(server, f"Number {number}.")
    channel = server.world.text_channels()[0].id
    post(server, f"See https://discord.com/channels/{server.world.server}/{channel}/{old} again.")
    await page.reload()
    await page.get_by_role("button", name="#kontor › ✉").click()
    await expect(message(page, "The very first.")).to_be_in_viewport(ratio=1)
    await expect(message(page, "The very first.")).to_be_focused()
