"""The editor of drafts and listings in a real browser: every part of a live listing, with and without script."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Dialog, Locator, Page, expect

from showground import listings
from tests.browser.test_founders_pages import ROOMS, fits, sign_in, window
from tests.support.draft_world import Studio

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

LOGO = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
<script>document.title = "run"</script><image href="http://127.0.0.1:9/seen.png" width="9" height="9"/>
<rect width="9" height="9" fill="#0a7"/></svg>"""


async def go_live(studio: Studio, listing: int) -> None:
    async with studio.world.dispatcher.database.transaction() as db:
        now = studio.world.clock()
        await listings.status.set_state(db, listing, status="live", plan="free", launch_week=None, at=now)


@asynccontextmanager
async def editor_of_submitted(studio: Studio, chromium: Browser, port: int) -> AsyncGenerator[tuple[Page, str, int]]:
    """The editor of a listing whose draft was submitted, opened by its owner; with the ids of both."""
    draft = (await studio.ready())["id"]
    listing = (await studio.submitted(draft))["listing_id"]
    async with window(chromium, port, refused=True) as page:
        await page.goto(f"/dashboard/listings/{listing}/edit")
        await sign_in(studio, page, "alice@alice.example")
        yield page, draft, listing


async def open_part(page: Page, part: str) -> Locator:
    """Open the form of a part, by keyboard."""
    field = page.locator(f"#f-{part}")
    await field.locator("summary").focus()
    await page.keyboard.press("Enter")
    return field


@pytest.mark.parametrize("script", [True, False])
async def test_a_logo_is_uploaded_to_a_draft_and_replaced_on_the_live_listing(
    studio: Studio, async_chromium: Browser, port: int, script: bool
) -> None:
    draft = await studio.ready()
    async with window(async_chromium, port, refused=True, java_script_enabled=script) as page:
        await page.goto(f"/dashboard/drafts/{draft['id']}")
        await sign_in(studio, page, "alice@alice.example")
        field = page.locator("#f-logo_url")
        await field.get_by_text("Add Logo").click()
        await field.get_by_label("upload a file").set_input_files(
            {"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": LOGO}
        )
        await field.get_by_role("button", name="Save logo").click()
        await expect(field.get_by_alt_text("Your logo")).to_be_visible()
        if script:
            await field.get_by_text("Edit Logo").click()
            await fits(page)
        listing = (await studio.submitted(draft["id"]))["listing_id"]
        await go_live(studio, listing)
        await page.goto("/listings/tidewater")
        first = await page.locator("main img.logo--large").get_attribute("src")
        if script:
            await expect(page.locator("main img.logo--large")).to_have_js_property("naturalWidth", 512)
        await page.goto(f"/dashboard/listings/{listing}/edit")
        await field.get_by_text("Edit Logo").click()
        await field.get_by_label("upload a file").set_input_files(
            {"name": "logo.gif", "mimeType": "image/gif", "buffer": b"GIF89a"}
        )
        await field.get_by_role("button", name="Save logo").click()
        await expect(field.get_by_text("This file is not a PNG, JPEG, WebP or SVG.")).to_be_visible()
        await field.get_by_label("upload a file").set_input_files(
            {"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": LOGO.replace(b"#0a7", b"#70a")}
        )
        await field.get_by_role("button", name="Save logo").click()
        await expect(page.get_by_text("Logo saved.")).to_be_visible()
        await page.get_by_role("link", name="View your page").click()
        await expect(page.locator("main img.logo--large")).not_to_have_attribute("src", first or "")
        await page.goto(f"/dashboard/listings/{listing}/edit")
        await field.get_by_text("Edit Logo").click()
        await page.get_by_label("No logo").check()
        await page.get_by_role("button", name="Save logo").click()
        await page.goto("/listings/tidewater")
        await expect(page.locator("main img.logo--large")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
async def test_name_category_founders_and_seo_of_a_live_listing_are_edited_and_public(
    studio: Studio, async_chromium: Browser, port: int, script: bool
) -> None:
    listing = (await studio.submitted((await studio.ready())["id"]))["listing_id"]
    await go_live(studio, listing)
    async with window(async_chromium, port, refused=True, java_script_enabled=script) as page:
        await page.goto(f"/dashboard/listings/{listing}")
        await sign_in(studio, page, "alice@alice.example")
        await page.get_by_role("link", name="Edit listing").click()
        if script:
            await fits(page)
        tagline = page.locator("#f-tagline")
        await expect(tagline.get_by_text("“Backups for small databases.”")).to_be_visible()
        await expect(tagline.get_by_text("From your site")).to_be_visible()
        name = await open_part(page, "name")
        await name.get_by_label("Name").fill("Ebbtide")
        await page.keyboard.press("Enter")
        await expect(name.get_by_text("Name saved.")).to_be_visible()
        await expect(name.get_by_text("Stated by the maker")).to_be_visible()
        category = await open_part(page, "categories")
        await category.get_by_label("The primary category of your listing.").select_option("Analytics")
        await category.get_by_role("button", name="Save").click()
        await expect(category.get_by_text("Category saved.")).to_be_visible()
        founders = await open_part(page, "founders")
        await founders.get_by_label("Role").last.fill("Keeps the books")
        await founders.get_by_role("button", name="Save").click()
        await expect(founders.get_by_text("Must not be empty.")).to_be_visible()
        await expect(founders.get_by_label("Role").last).to_have_value("")  # another empty row
        if script:
            await expect(founders.locator("[aria-invalid=true]")).to_be_focused()
            await fits(page)
        await founders.locator("[aria-invalid=true]").fill("Bo Larsen")
        await founders.get_by_role("button", name="Save").click()
        await expect(founders.get_by_text("Founders saved.")).to_be_visible()
        seo = await open_part(page, "seo")
        await seo.get_by_label("Title").fill("Tested backups")
        await seo.get_by_label("Description").fill("Every backup is restored once.")
        await seo.get_by_role("button", name="Save").click()
        await seo.get_by_role("link", name="View your page").click()
        await expect(page.get_by_role("heading", name="Ebbtide", level=1)).to_be_visible()
        await expect(page).to_have_url(f"http://localhost:{port}/listings/tidewater")
        await expect(page).to_have_title("Tested backups · Showground")
        described = page.locator("meta[name=description]")
        await expect(described).to_have_attribute("content", "Every backup is restored once.")
        await expect(page.get_by_role("link", name="Analytics").first).to_be_visible()
        await page.get_by_role("link", name="Bo Larsen").first.click()
        await expect(page.get_by_role("heading", name="Bo Larsen", level=1)).to_be_visible()
        await page.goto("/categories/analytics")
        await expect(page.get_by_role("link", name="Ebbtide").first).to_be_visible()


async def test_text_typed_into_other_parts_stays_when_one_is_saved(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    async with editor_of_submitted(studio, async_chromium, port) as (page, draft, listing):
        for editor in (f"/dashboard/listings/{listing}/edit", f"/dashboard/drafts/{draft}"):
            await page.goto(editor)
            city, faqs, country = (
                await open_part(page, "city"), await open_part(page, "faqs"), await open_part(page, "country")
            )  # fmt: skip
            await city.get_by_label("City").fill("Braga")
            await faqs.get_by_label("Answer").last.fill("Half an answer")
            await country.get_by_label("Country").select_option("Spain")
            tagline = await open_part(page, "tagline")
            await tagline.get_by_label("One line that says what it is.").fill("x" * 200)
            await tagline.get_by_role("button", name="Save").click()
            await expect(tagline.locator("p.value")).to_have_text("x" * 200)
            await expect(city.get_by_label("City")).to_have_value("Braga")
            await expect(faqs.get_by_label("Answer").last).to_have_value("Half an answer")
            await expect(country.get_by_label("Country")).to_have_value("ES")
            await city.get_by_role("button", name="Save").click()
            await expect(city.locator("p.value")).to_have_text("Braga")
            await expect(faqs.get_by_label("Answer").last).to_have_value("Half an answer")
            await faqs.get_by_role("button", name="Save").click()  # refused: it has no question
            await expect(faqs.get_by_text("Must not be empty.")).to_be_visible()
            await expect(country.get_by_label("Country")).to_have_value("ES")
            await page.goto(editor)
            await expect(country.get_by_label("Country")).to_be_hidden()  # left without saving


async def test_text_typed_before_somebody_else_saved_the_part_replaces_theirs_only_if_wanted(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    async with editor_of_submitted(studio, async_chromium, port) as (page, _, listing):
        city, tagline = await open_part(page, "city"), await open_part(page, "tagline")
        await city.get_by_label("City").fill("Braga")
        other = await page.context.new_page()
        await other.goto(f"/dashboard/listings/{listing}/edit")
        theirs = await open_part(other, "city")
        await theirs.get_by_label("City").fill("Porto")
        await theirs.get_by_role("button", name="Save").click()
        await expect(theirs.locator("p.value")).to_have_text("Porto")
        await tagline.get_by_label("One line that says what it is.").fill("Backups that restore")
        await tagline.get_by_role("button", name="Save").click()
        await expect(tagline.locator("p.value")).to_have_text("Backups that restore")
        await city.get_by_role("button", name="Save").click()  # what was typed before they saved
        await expect(city.get_by_text("Someone saved this after you opened it")).to_be_visible()
        await expect(city.locator("p.value")).to_have_text("Porto")
        await expect(city.get_by_label("City")).to_have_value("Braga")
        await fits(page)
        await city.get_by_role("button", name="Save").click()
        await expect(city.locator("p.value")).to_have_text("Braga")


async def end_session(page: Page) -> None:
    await page.context.clear_cookies()


async def follow_mailed_link(studio: Studio, page: Page, email: str) -> Page:
    """Sign in by the link that is mailed, which mail programs open in a tab of its own."""
    await page.get_by_label("Email").fill(email)
    await page.get_by_role("button", name=re.compile("link", re.IGNORECASE)).click()
    await expect(page.get_by_text(email).first).to_be_visible()
    newest = "select body_text from outbox where template = 'sign_in_link' order by id desc limit 1"
    [(text,)] = await studio.rows(newest)
    tab = await page.context.new_page()
    await tab.goto(re.findall(r"/sign-in/\S+", text)[0])
    await tab.get_by_role("button", name="Sign in").click()
    await expect(tab).not_to_have_url(re.compile("/sign-in"))
    return tab


async def test_text_comes_back_after_the_session_ended(studio: Studio, async_chromium: Browser, port: int) -> None:
    listing = (await studio.submitted((await studio.ready())["id"]))["listing_id"]
    async with window(async_chromium, port) as page:
        await page.goto(f"/dashboard/listings/{listing}/edit")
        await sign_in(studio, page, "alice@alice.example")
        city, faqs = await open_part(page, "city"), await open_part(page, "faqs")
        await city.get_by_label("City").fill("Braga")
        await faqs.get_by_label("Answer").last.fill("Half an answer")
        await end_session(page)
        await city.get_by_role("button", name="Save").click()
        await expect(page.get_by_text("This browser keeps what you typed for an hour")).to_be_visible()
        await expect(page.get_by_text("what you typed is lost")).to_be_hidden()
        tab = await follow_mailed_link(studio, page, "alice@alice.example")
        await expect(tab.get_by_text("What you typed before you signed in is back here.")).to_be_visible()
        await expect(tab.locator("#f-city").get_by_label("City")).to_have_value("Braga")
        await expect(tab.locator("#f-faqs").get_by_label("Answer").last).to_have_value("Half an answer")
        await tab.locator("#f-city").get_by_role("button", name="Save").click()
        await expect(tab.locator("#f-city p.value")).to_have_text("Braga")
        await tab.goto(f"/dashboard/listings/{listing}/updates")
        await tab.get_by_label("Headline").fill("Version 2")
        await tab.get_by_label("What\u2019s new").fill("It restores\ntwice.")
        await end_session(tab)
        await tab.get_by_role("button", name="Post update").click()
        await sign_in(studio, tab, "alice@alice.example")
        await expect(tab.get_by_label("What\u2019s new")).to_have_value("It restores\ntwice.")
        await tab.get_by_role("button", name="Post update").click()
        await expect(tab.get_by_text("Posted.")).to_be_visible()
        await expect(tab.get_by_label("Headline")).to_have_value("")
        await tab.goto("/account/keys")
        await tab.get_by_label("Key name").fill("Alice\u2019s script")
        await end_session(tab)
        await tab.get_by_role("button", name="Create key").click()
        await sign_in(studio, tab, "bob@bob.example")
        await expect(tab.get_by_label("Key name")).to_have_value("")  # it is not Bob's
        await tab.get_by_role("button", name="Sign out").click()
        assert await tab.evaluate("[localStorage.unsaved, sessionStorage.unsaved]") == [None, None]


async def test_a_review_and_a_question_come_back_too(studio: Studio, async_chromium: Browser, port: int) -> None:
    await go_live(studio, (await studio.submitted((await studio.ready())["id"]))["listing_id"])
    async with window(async_chromium, port) as page:
        await page.goto("/me")
        await sign_in(studio, page, "bob@bob.example")
        for path, text, button in (
            ("/listings/tidewater/reviews", "Restores\nin a minute.", "Post review"),
            ("/listings/tidewater/questions", "Does it back up MariaDB as well?", "Ask question"),
        ):
            await page.goto(path)
            written = page.locator("main textarea")
            await written.fill(text)
            if await page.locator("input[name=stars][value='4']").count():
                await page.locator("input[name=stars][value='4']").check(force=True)
            await end_session(page)
            await page.get_by_role("button", name=button).click()
            await sign_in(studio, page, "bob@bob.example")
            await expect(page).to_have_url(f"http://localhost:{port}{path}")
            await expect(written).to_have_value(text)
            await page.get_by_role("button", name=button).click()
            await expect(page.get_by_text(text.split("\n")[-1])).to_be_visible()


async def test_leaving_asks_and_submitting_tells_what_is_not_saved(
    studio: Studio, async_chromium: Browser, port: int
) -> None:
    draft = await studio.ready()
    asked: list[str] = []

    async def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        await dialog.dismiss()

    async with window(async_chromium, port) as page:
        await page.goto(f"/dashboard/drafts/{draft['id']}")
        await sign_in(studio, page, "alice@alice.example")
        page.on("dialog", stay)
        city = await open_part(page, "city")
        await city.get_by_label("City").fill("Braga")
        async with page.expect_event("dialog"):
            await page.locator("#submit").get_by_role("link", name="Preview").click()
        await expect(city.get_by_label("City")).to_have_value("Braga")
        await page.get_by_role("button", name="Submit Tidewater").click()
        told = page.locator("[data-unsaved]")
        await expect(told).to_contain_text("Not saved yet: City. Save this first")
        await fits(page)
        await city.get_by_role("button", name="Save").click()
        await expect(city.locator("p.value")).to_have_text("Braga")
        await city.get_by_text("Edit City").click()
        await city.get_by_label("City").fill("Faro")
        await page.get_by_role("button", name="Submit Tidewater").click()
        await told.get_by_role("button", name="Submit without it").click()
        await expect(page.get_by_role("heading", name="Choose how to launch")).to_be_visible()
        assert asked == ["beforeunload"]
    assert await studio.rows("select city from listing") == [("Braga",)]


OUTSIDE = """() => [...document.querySelectorAll("main *")].filter((element) =>
  element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1
  && !element.closest(".vh, pre, [tabindex='0']")).map((element) => element.outerHTML.slice(0, 160))"""


async def test_long_names_fit_on_a_phone(studio: Studio, async_chromium: Browser, port: int) -> None:
    draft, other = (await studio.ready())["id"], (await studio.ready("second.test"))["id"]
    for each in (draft, other):
        await studio.edit(
            each, fields={"name": "Donaudampfschifffahrtsgesellschaftskapitaen" * 2, "tagline": "x" * 120}
        )
    listing = (await studio.submitted(draft))["listing_id"]
    await go_live(studio, listing)
    async with window(async_chromium, port, viewport={"width": 375, "height": 800}) as page:
        await page.goto("/dashboard")
        await sign_in(studio, page, "alice@alice.example")
        await page.goto(f"/dashboard/drafts/{other}")
        await page.get_by_label("Invite a co-founder").fill("a" * 60 + "@" + "b" * 60 + ".example")
        await page.get_by_role("button", name="Send invitation").click()
        await page.goto(f"/dashboard/listings/{listing}/updates")
        await page.get_by_label("Headline").fill("y" * 150)
        await page.get_by_label("What\u2019s new").fill("z" * 150)
        await page.get_by_role("button", name="Post update").click()
        rooms = ("", *(f"/{room}" for room in (*ROOMS, "launch", "withdraw", "transfer")))
        for path in (
            "/dashboard",
            f"/dashboard/drafts/{other}",
            f"/dashboard/drafts/{other}/delete",
            *(f"/dashboard/listings/{listing}{room}" for room in rooms),
            "/dashboard/interview",
            "/dashboard/claims",
            "/me",
            "/account/orders",
        ):
            await page.goto(path)
            assert await page.evaluate(OUTSIDE) == [], path
            assert await page.evaluate("document.documentElement.scrollWidth") <= 375, path
