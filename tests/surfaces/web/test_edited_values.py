"""Two people edit the same: whoever saves second is told, keeps what they typed, and may then replace the first's."""

import asyncio
from collections.abc import AsyncGenerator

import httpx2
import pytest

from showground import orders
from showground.categories import category_tree
from tests.support.draft_world import Studio, running_studio, tidewater
from tests.support.form_fields import fields_of_form
from tests.support.html import Page
from tests.support.owner_homepages import Street, open_street
from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import staff_of

pytestmark = pytest.mark.anyio

TOLD = "Someone saved this after you opened it, so what you typed is not saved yet."
POST = {
    "title": "Winter", "slug": "winter", "summary": "Cold.", "body": "Snow.", "author": "Charlie",
    "published_at": "2026-03-01T09:00",
}  # fmt: skip
STAFF_FORMS = {
    "/admin/posts/of/winter": "body",
    "/admin/texts/privacy": "body",
    "/admin/emails/sign_in_link": "subject",
    "/admin/products/of/launch": "description",
    "/admin/categories/of/databases": "description",
    "/admin/brand": "purpose",
    "/admin/seller": "name",
    "/admin/announcement": "body",
}


@pytest.fixture
async def browser(market: Market) -> AsyncGenerator[httpx2.AsyncClient]:
    """Of Charlie, who is staff."""
    async with market.world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        await orders.add_shipped_products(db)
    async with staff_of(market.world) as staff:
        await staff.send("/admin/posts/new", **POST)
        yield staff.browser


async def open_form(browser: httpx2.AsyncClient, path: str) -> dict[str, str]:
    return fields_of_form((await browser.get(path)).text, 'form:has(input[name="opened"])')


async def stored(browser: httpx2.AsyncClient, path: str, field: str) -> str:
    return (await open_form(browser, path))[field]


@pytest.mark.parametrize(("path", "field"), STAFF_FORMS.items())
async def test_staff_are_told_of_changes_that_saving_would_undo(
    browser: httpx2.AsyncClient, path: str, field: str
) -> None:
    first, second = await open_form(browser, path), await open_form(browser, path)
    if path == "/admin/emails/sign_in_link":
        field, mine, theirs = "subject", "Mine", "Theirs"
    else:
        mine, theirs = "What I typed.", "What they typed."
    assert (await browser.post(path, data=first | {field: theirs})).status_code == 303
    refused = await browser.post(path, data=second | {field: mine})
    assert (refused.status_code, TOLD in Page(refused.text).text) == (412, True)
    assert await stored(browser, path, field) == theirs
    shown = fields_of_form(refused.text, 'form:has(input[name="opened"])')
    assert shown[field] == mine
    assert (await browser.post(path, data=shown)).status_code == 303
    assert await stored(browser, path, field) == mine


async def test_errors_and_previews_do_not_hide_that_someone_saved_meanwhile(browser: httpx2.AsyncClient) -> None:
    path = "/admin/posts/of/winter"
    mine = await open_form(browser, path)
    assert (await browser.post(path, data=await open_form(browser, path) | {"body": "Theirs."})).status_code == 303
    wrong = await browser.post(path, data=mine | {"body": "Mine.", "title": ""})
    assert wrong.status_code == 400
    mine = fields_of_form(wrong.text) | {"title": "Winter"}
    preview = await browser.post(path, data=mine | {"do": "preview"})
    assert preview.status_code == 200
    assert (await browser.post(path, data=fields_of_form(preview.text))).status_code == 412
    assert await stored(browser, path, "body") == "Theirs."


async def test_of_two_who_save_at_once_one_is_told(browser: httpx2.AsyncClient) -> None:
    path = "/admin/posts/of/winter"
    form = await open_form(browser, path)
    answers = await asyncio.gather(*(browser.post(path, data=form | {"body": f"Number {n}."}) for n in range(4)))
    assert sorted(answer.status_code for answer in answers) == [303, 412, 412, 412]


async def test_a_form_that_does_not_say_what_it_was_opened_with_is_saved(browser: httpx2.AsyncClient) -> None:
    """Programs of the operator's own may send one."""
    assert (await browser.post("/admin/posts/of/winter", data=POST | {"body": "Sent."})).status_code == 303
    assert await stored(browser, "/admin/posts/of/winter", "body") == "Sent."


async def test_owners_of_a_listing_are_told(database_url: str) -> None:
    async with open_street(database_url) as street:
        await _told_in_the_editor(street)


async def _told_in_the_editor(street: Street) -> None:
    number = await street.add(status="live", tagline="Backups", features=["One"])
    path = f"/dashboard/listings/{number}/edit"
    async with street.world.browser("alice") as browser:
        founder = {"name": ["Ada"], "title": [""], "bio": [""]}
        assert (await browser.post(f"{path}/founders", data=founder)).status_code == 303
        page = (await browser.get(path)).text
        tagline = fields_of_form(page, '[id="f-tagline"] form')
        features = fields_of_form(page, '[id="f-features"] form')
        socials = fields_of_form(page, '[id="f-founder_socials"] form')
        theirs = await browser.post(f"{path}/tagline", data=tagline | {"tagline": "Theirs"})
        assert theirs.status_code == 303
        assert (await browser.post(f"{path}/features", data=features | {"features": "Two"})).status_code == 303
        assert (
            await browser.post(f"{path}/founder_socials", data=socials | {"x": "https://x.com/ada"})
        ).status_code == 303  # other parts may be saved meanwhile
        refused = await browser.post(f"{path}/tagline", data=tagline | {"tagline": "Mine"})
        assert refused.status_code == 412
        text = Page(refused.text).text
        assert TOLD in text
        assert "Theirs" in text
        shown = fields_of_form(refused.text, '[id="f-tagline"] form')
        assert shown["tagline"] == "Mine"
        assert (await street.call("GET", f"/me/listings/{number}"))["tagline"] == "Theirs"
        assert (await browser.post(f"{path}/tagline", data=shown)).status_code == 303
        assert (await street.call("GET", f"/me/listings/{number}"))["tagline"] == "Mine"


async def test_editors_of_a_draft_are_told(database_url: str) -> None:
    async with running_studio(database_url) as studio:
        await _told_in_a_draft(studio)


async def _told_in_a_draft(studio: Studio) -> None:
    studio.drafter.proposal = tidewater(studio.url())
    draft = (await studio.ready())["id"]
    path = f"/dashboard/drafts/{draft}"
    async with studio.world.browser("alice") as browser:
        form = fields_of_form((await browser.get(path)).text, '[id="f-tagline"] form')
        assert (await browser.post(f"{path}/tagline", data=form | {"tagline": "Theirs"})).status_code == 303
        refused = await browser.post(f"{path}/tagline", data=form | {"tagline": "Mine"})
        assert (refused.status_code, TOLD in Page(refused.text).text) == (412, True)
        assert (await studio.get(draft))["fields"]["tagline"]["value"] == "Theirs"
        shown = fields_of_form(refused.text, '[id="f-tagline"] form')
        assert shown["tagline"] == "Mine"
        assert (await browser.post(f"{path}/tagline", data=shown)).status_code == 303
        assert (await studio.get(draft))["fields"]["tagline"]["value"] == "Mine"
