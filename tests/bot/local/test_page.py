"""The page shows and does everything a bot can ask for: forms, layouts, menus, private answers, silence.

Not for Kontor: the sample bot asks for more than Kontor does today.
"""

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

import render
from bot.limits import UPLOAD
from bot.local.models import Json
from bot.local.rest.body import Body, Upload
from bot.local.server import Server
from engine.history import decisions
from tests.bot.local.browser import fits, needs_browser, open_page, shot, slash
from tests.bot.texts.test_summary import begun

pytestmark = needs_browser


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
async def page(request: pytest.FixtureRequest, server: Server, bot: None) -> AsyncIterator[Page]:
    async with open_page(server, request.param) as page:
        await expect(page.locator("#status")).to_have_text("")
        yield page


async def test_a_command_completes_itself(page: Page) -> None:
    await slash(page, "sample sail", "vis")
    await expect(page.locator("#list .message").last).to_contain_text("Anna sails to Visby.")
    await expect(page.locator("#list .used")).to_have_text("Anna used /sample sail")


async def test_what_is_missing_or_unknown_is_said(page: Page) -> None:
    await page.locator("#line").fill("/nonsense")
    await page.keyboard.press("Enter")
    await expect(page.locator("#composer .problem")).to_have_text("There is no such command.")
    await page.locator("#line").fill("/sample sail")
    await page.keyboard.press("Enter")
    await expect(page.locator(".menu li[role=option]").first).to_contain_text("Lübeck")
    await page.keyboard.press("Escape")
    await page.locator("#composer .send").click()
    await expect(page.locator("#composer .problem")).to_have_text("“port” is missing.")


async def test_a_form_is_filled_in_and_a_secret_dismissed(page: Page) -> None:
    await slash(page, "sample board")
    await page.get_by_role("button", name="Sign").click()
    await page.get_by_label("Name").fill("Hildebrand")
    await shot(page, "form")
    await page.keyboard.press("Enter")
    answer = page.locator(".ephemeral", has_text="Signed: Hildebrand")
    await expect(answer).to_be_visible()
    await expect(page.locator("dialog")).to_have_count(0)
    await answer.get_by_role("button", name="Dismiss").click()
    await expect(answer).to_have_count(0)


async def test_menus_pictures_and_buttons_change_the_message(page: Page) -> None:
    await slash(page, "sample board")
    board = page.locator("#list .message").last
    await expect(board.get_by_role("img", name="A grey square.")).to_be_visible()
    await board.get_by_role("combobox", name="A port").click()
    await board.get_by_role("option", name="Riga").click()
    await expect(board).to_contain_text("Chosen: riga")
    await board.get_by_role("button", name="Count 0").click()
    await expect(board.get_by_role("button", name="Count 1")).to_be_visible()


async def test_a_message_with_a_picture_has_a_menu_that_keys_open(page: Page) -> None:
    await slash(page, "sample layout")
    menu = page.locator("#list .message .tools summary")
    box, message = await menu.bounding_box(), await page.locator("#list .message").last.bounding_box()
    assert box is not None
    assert message is not None
    assert box["y"] < message["y"] + box["height"], "it stands at the top, in the way of nothing"
    await menu.focus()
    await page.keyboard.press("Enter")
    await shot(page, "menu-of-message")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Weigh")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".ephemeral")).to_contain_text("kontor: 1 pictures.")
    await expect(page.get_by_role("button", name="Weigh")).to_be_hidden()


@pytest.mark.long
async def test_a_layout_is_shown(page: Page) -> None:
    await slash(page, "sample layout")
    layout = page.locator("#list .container")
    await expect(layout.get_by_role("heading", name="Lübeck")).to_be_visible()
    await expect(layout.locator("strong")).to_have_text("port")
    await layout.get_by_role("button", name="Press").click()
    await expect(page.locator(".ephemeral")).to_contain_text("Pressed.")
    await shot(page, "layout")
    await fits(page)


async def test_a_press_that_came_too_late_is_told_in_the_readers_language(page: Page) -> None:
    """The message has changed while somebody pressed; what the server says of it is English."""
    await slash(page, "sample board")
    await page.evaluate("localStorage.setItem('kontor-language', 'fr')")
    await page.reload()
    await page.route("**/local/wish/component", lambda route: route.fulfill(json={"refused": "This button is gone."}))
    await page.get_by_role("button", name="Count 0").click()
    await expect(page.locator(".toast")).to_have_text(re.compile("Ce n’est plus proposé"))


async def test_emojis_are_seen_in_texts_on_buttons_and_in_menus(page: Page) -> None:
    await slash(page, "sample everything")
    message = page.locator("#list .message").last
    for place in (".text", ".section button", ".select"):
        emoji = message.locator(f"{place} img.emoji").first
        await expect(emoji).to_have_js_property("complete", True)
        assert await emoji.evaluate("image => image.naturalWidth") > 0, place


@pytest.mark.long
async def test_a_command_that_a_text_names_is_begun_by_pressing_it(page: Page) -> None:
    await page.locator("#line").fill("Try </sample sail:5> first")
    await page.keyboard.press("Enter")
    message = page.locator("#list .message").last
    await expect(message.locator(".text")).to_have_text("Try /sample sail first")
    await message.get_by_role("button", name="/sample sail").click()
    await expect(page.locator(".slots .command")).to_have_text("/sample sail")


@pytest.mark.long
async def test_silence_is_said(page: Page, server: Server) -> None:
    await slash(page, "sample board")
    await expect(page.get_by_role("button", name="Silent")).to_be_visible()
    server.services.interactions.answer_seconds = 0.2
    await page.get_by_role("button", name="Silent").click()
    await expect(page.locator(".toast")).to_have_text("Kontor did not answer. Try again in a moment.")
    await expect(page.get_by_role("button", name="Silent")).not_to_have_attribute("aria-busy", "true")


async def test_markup_is_text_and_never_html(page: Page, server: Server) -> None:
    await page.locator("#line").fill("<img src=x onerror=alert(1)> **bold** `code` ~~gone~~ https://example.org/")
    await page.keyboard.press("Enter")
    message = page.locator("#list .message").last
    await expect(message.locator(".text")).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(message.locator("strong")).to_have_text("bold")
    await expect(message.locator("code")).to_have_text("code")
    await expect(message.locator(".text img")).to_have_count(0)


@pytest.mark.long
async def test_a_film_is_loaded_and_says_what_it_shows(page: Page, server: Server) -> None:
    content = render.replay("hansa", list(decisions(begun("hansa"))), "mp4", limit=UPLOAD).content
    described: Json = {"attachments": [{"id": 0, "filename": "replay.mp4", "description": "A game."}]}
    body = Body(described, {0: Upload("replay.mp4", "application/octet-stream", content)})
    message = server.services.writer.write(server.world.text_channels()[0].id, body, author=server.world.card.bot)
    assert message.attachments[0].content_type == "video/mp4"
    async with page.expect_response(re.compile(r"/replay\.mp4\?")) as fetched:  # the page's policy lets it be loaded
        await page.reload()
    assert (await fetched.value).status in (200, 206)
    film = page.locator("#list video.film")
    await expect(film).to_be_visible()
    await expect(film).to_have_attribute("title", "A game.")
    await expect(film).to_have_attribute("controls", "")
    await shot(page, "film")
    await fits(page)


FAR = "<t:99999999999999999> <t:8640000000001:R> <t:8640000000000:F>"


async def say(page: Page, text: str) -> None:
    await page.locator("#line").fill(text)
    await page.keyboard.press("Enter")


@pytest.mark.long
async def test_a_moment_that_no_calendar_has_is_shown_as_it_is_written(page: Page) -> None:
    await say(page, "Before.")
    await say(page, FAR)
    await say(page, "After.")
    far = page.locator("#list .message .text", has_text="<t:99999999999999999> <t:8640000000001:R>")
    await expect(far.locator("time")).to_have_count(1)  # the last moment of all is one
    await page.reload()
    await expect(far).to_be_visible()
    for text in ("Before.", "After."):
        await expect(page.locator("#list .text", has_text=text)).to_be_visible()


@pytest.mark.long
async def test_a_message_that_cannot_be_drawn_shows_its_text_and_hides_no_other(page: Page) -> None:
    await say(page, "Before.")
    await expect(page.locator("#list .text", has_text="Before.")).to_be_visible()
    await page.evaluate("() => { Intl.RelativeTimeFormat = class { constructor() { throw new Error('broken'); } }; }")
    await say(page, "It is <t:1:R> **late**.")
    await expect(page.locator("#list .raw")).to_have_text("It is <t:1:R> **late**.")
    await say(page, "After.")
    for text in ("Before.", "After."):
        await expect(page.locator("#list .text", has_text=text)).to_be_visible()
