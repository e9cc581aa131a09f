"""A site that sells nothing, or only add-ons: no page invites anyone to buy what can't be bought."""

import re
from collections.abc import Sequence

import httpx2
import pytest

from showground.orders.actions.products import SetOnSale, set_on_sale
from tests.support.html import Page
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio

INVITATION = re.compile(
    r"rder a launch|dd-ons|rder an earlier|paid launch|paid listings|an pay|ut yours here|eature yours|dvertis"
    r"|rices and launch weeks|ll prices|what is not|heckout|uy (a|an|it|your)\b"
)
SHOP = re.compile(r"/advertise|/dashboard/order\b|/dashboard/listings/\d+/launch")
# Legal pages are the operator's own words, and apply to earlier orders too; chapters of the reference describe all of
# the API, whatever is sold, as do the scopes of a key; feeds, pictures and files of the site are no pages.
NOT_WALKED = re.compile(
    r"/(terms|privacy|docs/api|account/keys|static/|media/|badges/|pictures/|brand/|categories/[b-z])|.*\.\w+$"
)


async def sell_only(market: Market, *codes: str) -> None:
    every = [code for (code,) in await market.ask("select code from product")]
    for on_sale, chosen in ((True, codes), (False, set(every).difference(codes))):
        if chosen:
            asked = SetOnSale(codes=tuple(chosen), on_sale=on_sale)
            await market.world.dispatcher.call(set_on_sale, market.staff(), asked)


async def walk(client: httpx2.AsyncClient, starts: Sequence[str]) -> dict[str, Page]:
    """Every page that can be reached by links of this site, by its path."""
    waiting, pages = list(starts), dict[str, Page]()
    while waiting:
        path = waiting.pop()
        if path in pages or NOT_WALKED.match(path):
            continue
        answer = await client.get(path)
        if "location" in answer.headers:
            waiting.append(answer.headers["location"].partition("?")[0])
            continue
        assert answer.status_code == 200, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        pages[path] = Page(answer.text)
        waiting += [re.split("[?#]", link)[0] for link in pages[path].links() if link.startswith("/")]
    return pages


def invitations(pages: dict[str, Page]) -> list[tuple[str, str]]:
    words = [(path, found[0]) for path, page in pages.items() for found in INVITATION.finditer(page.text)]
    links = [(path, link) for path, page in pages.items() for link in page.links() if SHOP.match(link)]
    return words + links


async def test_no_page_of_a_site_without_products_invites_to_buy(market: Market) -> None:
    await sell_only(market)
    async with market.world.browser() as stranger, market.world.browser("alice") as alice:
        public = await walk(stranger, ["/", "/submit", "/sign-in"])
        listing_pages = [f"/dashboard/listings/{number}" for slug, number in market.ids.items() if slug != "foreign"]
        own = await walk(alice, ["/dashboard", "/account", *listing_pages])
    assert {"/rules", "/pricing", "/listings", "/agents"} <= set(public)
    draft = listing_pages[0]
    assert {f"{draft}/edit", f"{draft}/pictures", f"{draft}/preview", "/account/orders"} <= set(own)
    assert invitations(public) == []
    assert invitations(own) == []


async def test_the_footer_speaks_of_paid_placements_only_where_they_are_sold(market: Market) -> None:
    words = "Paid placements are always marked."
    assert words in (await market.world.client.get("/")).text
    await sell_only(market, "launch")
    page = (await market.world.client.get("/")).text
    assert "Facts come from each product" in page
    assert words not in page


async def test_what_is_not_sold_is_not_in_files_for_programs_either(market: Market) -> None:
    client = market.world.client
    assert "an order with a checkout link" in (await client.get("/docs/api")).text
    shown = {path: (await client.get(path)).text for path in ("/llms.txt", "/sitemaps/pages.xml", "/leaderboards/none")}
    assert "/advertise" in shown["/llms.txt"]
    assert "/advertise" in shown["/sitemaps/pages.xml"]
    assert "/leaderboards/billboard" in shown["/leaderboards/none"]
    await sell_only(market)
    assert "an order with a checkout link" not in (await client.get("/docs/api")).text
    for path in shown:
        text = (await client.get(path)).text
        for words in ("advertise", "billboard", "all prices"):
            assert words not in text.lower(), (path, words)


async def test_a_site_that_sells_only_add_ons_speaks_of_no_paid_launches(market: Market) -> None:
    await sell_only(market, "featured", "ai_review")
    client = market.world.client
    pricing = Page((await client.get("/pricing")).text).text
    assert "You pay only for what is listed below." in pricing
    assert "choose your week" not in pricing
    assert "Launch calendar" not in pricing
    rules = Page((await client.get("/rules")).text).text
    assert "Owners can pay to advertise their listing." in rules
    for words in ("choose their launch week", "paid launches", "paid listings"):
        assert words not in rules, words
    assert "/advertise" in Page((await client.get("/")).text).links()
    advertise = Page((await client.get("/advertise")).text).text
    assert "Featured for 30 days" in advertise
    assert "You choose the amount" not in advertise
    async with market.world.browser("alice") as alice:
        page = Page((await alice.get(f"/dashboard/listings/{market.ids['free']}")).text)
        assert "Order add-ons" in page.text
        assert "Order a launch" not in page.text
        assert (
            "paid launch" not in Page((await alice.get(f"/dashboard/listings/{market.ids['free']}/pictures")).text).text
        )
        assert "Featured for 30 days" in (await alice.get(f"/dashboard/listings/{market.ids['free']}/launch")).text


async def test_a_launch_within_a_bundle_is_a_launch_on_sale(market: Market) -> None:
    await sell_only(market, "launch_bundle")
    async with market.world.browser("alice") as alice:
        page = Page((await alice.get(f"/dashboard/listings/{market.ids['draft']}")).text)
    assert "Paid, $109.00" in page.text
    assert "Order a launch or add-ons" in page.text
    assert "Owners can pay to choose their launch week" in (await market.world.client.get("/rules")).text


async def test_where_nothing_is_sold_the_page_for_orders_leads_back_to_the_listing(market: Market) -> None:
    await sell_only(market)
    path = f"/dashboard/listings/{market.ids['draft']}"
    async with market.world.browser("alice") as alice:
        answer = await alice.get(f"{path}/launch")
    assert (answer.status_code, answer.headers["location"]) == (303, path)
