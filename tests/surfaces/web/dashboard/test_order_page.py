"""The order page: the next full week is the default, what can't be bought is not offered, and prices come at once."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.support.html import Page
from tests.support.shop_world import NEXT, WEEKS, Market

from .forms import check_manners, refused, see, send

pytestmark = pytest.mark.anyio


def path_of(market: Market, slug: str = "draft") -> str:
    return f"/dashboard/listings/{market.ids[slug]}/launch"


async def offered(browser: httpx2.AsyncClient, path: str) -> set[str]:
    page = await see(browser, path)
    return {box["value"] or "" for box in page.all("input") if box.get("name") == "product"}


async def post(browser: httpx2.AsyncClient, path: str, **fields: Any) -> Page:
    """The page again, with nothing wrong on it."""
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 200, answer.text
    page = Page(answer.text)
    check_manners(page, path)
    return page


async def ordered(market: Market) -> list[Any]:
    return await market.ask("select product, week from purchase_line order by purchase_id, position")


async def test_nothing_is_preselected_for_a_listing_that_is_live(market: Market) -> None:
    async with market.world.browser("alice") as alice:
        page = await see(alice, path_of(market, "free"))
        assert [box["value"] for box in page.all("input") if box.get("name") == "product" and "checked" in box] == []
        page = await see(alice, f"{path_of(market, 'free')}?product=launch")
        assert [box["value"] for box in page.all("input") if box.get("name") == "product" and "checked" in box] == [
            "launch"
        ]


async def test_its_countries_are_those_of_the_checkout(market: Market) -> None:
    def offered_in(html: str, name: str) -> list[str]:
        select = re.search(rf'<select[^>]* name="{name}".*?</select>', html, re.DOTALL)
        assert select
        return re.findall(r'value="([^"]+)"', select[0])

    async with market.world.browser("alice") as browser:
        path = path_of(market)
        places = offered_in((await browser.get(path)).text, "billing_country")
        assert {"XK", "IC", "DE-HELIGOLAND"} <= set(places)
        form = {"product": "launch", "launch.week": NEXT}
        for place, told in (("XK", "Not charged in Kosovo"), ("DE-HELIGOLAND", "Depends on your country")):
            assert told in (await post(browser, path, **form, do="quote", billing_country=place)).text
        there = await browser.post(path, data=form | {"do": "checkout", "billing_country": "XK"})
        checkout = await browser.get(urlsplit(there.headers["location"]).path)
        assert offered_in(checkout.text, "country") == places
        [chosen] = re.findall(r'<option value="([^"]+)" selected', checkout.text)
        assert chosen == "XK"


async def test_what_is_preselected_is_totalled_at_once(market: Market) -> None:
    async with market.world.browser("alice") as browser:
        page = await see(browser, path_of(market))
        assert "Total$49.00" in page.text
        assert "Draft, week of 16 March 2026" in page.text
        page = await see(browser, f"{path_of(market)}?product=launch_bundle&week={WEEKS[3]}")
        assert "Total$109.00" in page.text
        assert "week of 6 April 2026" in page.text
        for odd in ("?product=relaunch", "?product=nothing", "?product=launch&week=2020-01-06", "?week=now"):
            await see(browser, path_of(market) + odd)
        page = await see(browser, f"{path_of(market)}?product=extra_categories")  # it needs more before it has a price
        assert "Complete the selected items to see the total." in page.text
        assert not page.all("output")
        assert "alert" not in [found.get("role") for _, found in page.elements]


async def test_the_default_is_the_next_full_week_and_now_is_asked_about(market: Market) -> None:
    path = path_of(market)
    market.world.clock.now += timedelta(days=4, hours=10)  # Sunday, 22:00 UTC
    async with market.world.browser("alice") as browser:
        html = (await browser.get(path)).text
        assert f'<option value="{NEXT}" selected>' in html
        assert "Launch now: this week ends in 2 hours" in html
        await send(browser, path, product="launch", do="checkout")
        await send(browser, path, product="launch", do="checkout", **{"launch.week": WEEKS[4].isoformat()})
        assert await ordered(market) == [("launch", WEEKS[0]), ("launch", WEEKS[4])]
        now = {"product": "launch", "launch.week": "now"}
        page = await post(browser, path, **now, do="quote")
        assert "launches now: voting ends in 2 hours" in page.text
        assert "Launch now?" not in page.text
        page = await post(browser, path, **now, do="checkout")
        assert "This week ends in 2 hours." in page.text
        assert {("do", "checkout-next"), ("do", "checkout-now")} <= {
            (button.get("name"), button.get("value")) for button in page.all("button")
        }
        assert len(await ordered(market)) == 2  # it only asked
        await send(browser, path, **now, do="checkout-next")
        there = await send(browser, path, **now, do="checkout-now")
        assert (await ordered(market))[2:] == [("launch", WEEKS[0]), ("launch", None)]
        page = Page((await browser.get(urlsplit(there).path)).text)
        assert "week of 9 March 2026" in page.text
        assert (
            "goes live right after the payment, in the week of 9 to 15 March 2026. This week ends in 2 hours."
            in page.text
        )


async def test_the_api_still_goes_live_now_without_a_week(market: Market) -> None:
    order = await market.order(market.item("launch"))
    await market.pay(order["number"])
    assert (await market.standing("draft")).status == "live"


async def test_in_the_week_of_its_launch_the_dashboard_tells_the_rank(market: Market) -> None:
    dashboard, rank = f"/dashboard/listings/{market.ids['paid']}", re.compile(r"This week\s*#[12] of 2")
    async with market.world.browser("alice") as browser:
        assert rank.search((await see(browser, dashboard)).text)
        market.world.clock.move(days=7)
        assert not rank.search((await see(browser, dashboard)).text)


async def test_a_sponsor_knows_which_newsletter_it_is(market: Market) -> None:
    dashboard = f"/dashboard/listings/{market.ids['paid']}"
    async with market.world.browser("alice") as browser:
        assert "Newsletter sponsor" not in (await see(browser, dashboard)).text
        for week in ("16 March 2026", "23 March 2026"):
            told = f"The next newsletter without a sponsor is that of {week}."
            assert told in (await see(browser, path_of(market, "paid"))).text
            order = await market.order(market.item("newsletter_sponsor", "paid"))
            checkout: str = order["checkout_url"]
            assert told in (await see(browser, urlsplit(checkout).path)).text
            await market.pay(order["number"])
        sponsored = re.compile(r"Newsletter sponsor\s*16 March 2026, 23 March 2026")
        assert sponsored.search((await see(browser, dashboard)).text)


async def test_what_a_listing_cannot_buy_is_not_offered(market: Market) -> None:
    anything = {"featured", "done_for_you", "ai_review", "billboard_min", "newsletter_sponsor"}
    new = anything | {"launch", "launch_bundle", "extra_categories"}
    fitting = {
        "draft": new,
        "waiting": new | {"skip_queue"},
        "queued": new | {"skip_queue"},
        "free": new | {"relaunch"},
        "paid": anything | {"extra_categories", "relaunch"},
        "suspended": set[str](),
    }
    async with market.world.browser("alice") as browser:
        for slug, codes in fitting.items():
            assert await offered(browser, path_of(market, slug)) == codes, slug
            for code in codes:  # what is offered is accepted
                more = {f"{code}.categories": "testing"} if code == "extra_categories" else {}
                also = ["launch"] if code == "extra_categories" and slug != "paid" else []
                page = await post(browser, path_of(market, slug), product=[*also, code], do="quote", **more)
                assert "Total" in page.text, (slug, code, page.text)
        assert (
            "is suspended, so nothing can be bought for it" in (await see(browser, path_of(market, "suspended"))).text
        )
        page = await refused(browser, path_of(market), product="relaunch", do="checkout")  # typed into the address bar
        assert "Select at least one item." in page.text
        taken = re.findall(
            r'name="skip_queue.week">.*?</select>', (await browser.get(path_of(market, "queued"))).text, re.DOTALL
        )
        assert str(WEEKS[6]) not in taken[0]  # it launches in this week already


async def test_a_live_free_listing_is_upgraded_and_launches_again_only_if_asked(market: Market) -> None:
    path = path_of(market, "free")
    async with market.world.browser("alice") as browser:
        html = (await browser.get(path)).text
        assert "Upgrade only, no new launch" in html
        assert "Launch now" not in html
        there = await send(browser, path, product="launch", do="checkout")
        assert await ordered(market) == [("launch", None)]
        assert "is upgraded to the paid plan." in Page((await browser.get(urlsplit(there).path)).text).text


async def test_nothing_selected_is_no_error_until_checkout(market: Market) -> None:
    async with market.world.browser("alice") as browser:
        page = await post(browser, path_of(market), do="quote")
        assert "Select items to see the total." in page.text
        page = await refused(browser, path_of(market), do="checkout")
        assert "Select at least one item." in page.text


async def test_after_payment_the_receipt_leads_on(market: Market) -> None:
    order = await market.order(market.item("launch", week=NEXT))
    await market.pay(order["number"])
    receipt = urlsplit(market.shop.receipt_url(market.world.dispatcher.site, order["number"])).path
    own = f"/dashboard/listings/{market.ids['draft']}"
    page = await see(market.world.client, receipt)
    assert {"/listings/draft", own, f"{own}/badge", f"{own}/share"} <= set(page.links())
    assert "Launch week: Monday 16 to Sunday 22 March 2026." in page.text
    async with market.world.browser("charlie") as other:  # paid for somebody else's listing
        assert not [link for link in (await see(other, receipt)).links() if link.startswith(own)]
    async with market.world.browser("alice") as owner:
        assert "UnlockedPictures, milestones, story" in (await see(owner, own)).text.replace("\n", "")
        for link in ("/listings/draft", own, f"{own}/badge", f"{own}/share"):
            await see(owner, link)
        page = await see(owner, f"{own}/share")
        assert "Draft launches on Showground on 16 March 2026" in page.text
        assert "You can ask there for an email when it launches." in page.text  # following alone sends none
        assert "/pictures/listings/draft.png" in [image["src"] for image in page.all("img")]
        assert "&lt;a href=&#34;http://localhost:8000/listings/draft&#34;" in page.html
        market.world.clock.move(days=5)
        async with market.world.dispatcher.database.transaction() as db:
            await db.execute("update listing set status = 'live' where slug = 'draft'")
        assert "Draft is live on Showground this week" in (await see(owner, f"{own}/share")).text
        second = f"/dashboard/listings/{market.ids['second']}/share"
        assert "find texts, a picture and embed code here" in (await see(owner, second)).html


async def test_categories_are_named_and_not_by_their_slugs(market: Market) -> None:
    order = await market.order(market.item("extra_categories", "paid", categories=["databases", "api-tools"]))
    checkout: str = order["checkout_url"]
    pages = [await see(market.world.client, urlsplit(checkout).path)]
    await market.pay(order["number"])
    receipt = urlsplit(market.shop.receipt_url(market.world.dispatcher.site, order["number"])).path
    pages.append(await see(market.world.client, receipt))
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update listing_version set surface = 'job'")  # as after a payment by card
    async with market.world.browser("alice") as owner:
        for rooms in ("", "/versions"):
            pages.append(await see(owner, f"/dashboard/listings/{market.ids['paid']}{rooms}"))
            assert "Changed automatically." in pages[-1].text
    for page in pages:
        assert "Databases" in page.text
        assert "databases" not in page.text


async def test_mistakes_are_told_in_the_words_of_the_form(market: Market) -> None:
    async with market.world.browser("alice") as browser:
        page = await refused(
            browser, path_of(market), product="billboard_min", do="checkout", **{"billboard_min.amount": "5"}
        )
        assert "Billboard: Enter at least $10." in page.text
        sent = {"product": "billboard_min", "billboard_min.amount": "1,000,000.01"}
        page = await refused(browser, path_of(market), do="checkout", **sent)
        assert "Billboard: Enter at most $1,000,000." in page.text
        for odd in ("ten", "1.200", "12,50,00", "1,20.5", "-20"):
            sent = {"product": "billboard_min", "billboard_min.amount": odd}
            page = await refused(browser, path_of(market), do="checkout", **sent)
            assert "Billboard: Enter an amount in US dollars, such as 25 or 25.50." in page.text, odd
        page = await refused(browser, path_of(market), product=["launch", "extra_categories"], do="checkout")
        assert "Extra categories: Choose at least one category." in page.text
        page = await refused(browser, path_of(market, "waiting"), product=["launch", "skip_queue"], do="checkout")
        assert "Skip the queue: Launch launches this listing, so there is no queue to skip." in page.text
        assert await ordered(market) == []


def selected(page: Page) -> list[str | None]:
    return [box["value"] for box in page.all("input") if box.get("name") == "product" and "checked" in box]


async def test_a_bundle_takes_the_place_of_what_it_includes(market: Market) -> None:
    async with market.world.browser("alice") as browser:
        for part, name in (("launch", "Launch"), ("featured", "Featured for 30 days"), ("ai_review", "Listing check")):
            for both in ([part, "launch_bundle"], ["launch_bundle", part]):
                page = await post(browser, path_of(market), product=both, do="quote")
                assert f"Launch bundle already includes {name}." in page.text
                assert "Total$109.00" in page.text
                assert selected(page) == ["launch_bundle"]
        await send(browser, path_of(market), product=["launch", "launch_bundle", "billboard_min"], do="checkout")
        assert [product for product, _ in await ordered(market)] == ["launch_bundle", "billboard_min"]


async def test_nothing_is_paid_for_twice(market: Market) -> None:
    both = ["launch_bundle", "other_bundle"]
    await market.do(
        "insert into product (code, position, name, description, needs_listing, price_cents, week, includes, on_sale)"
        " values ('other_bundle', 90, 'Other bundle', 'Two in one.', true, 9900, 'optional', %s, true)",
        ["launch", "done_for_you"],
    )
    async with market.world.browser("alice") as browser:
        page = await refused(browser, path_of(market), product=both, do="checkout")
        assert "Launch bundle and Other bundle include the same item. Select only one of them." in page.text
        assert await ordered(market) == []


async def test_an_order_is_changed_on_its_checkout_page(market: Market) -> None:
    items = [
        market.item("launch", week=str(WEEKS[3])),
        market.item("billboard_min", amount_cents=2550),
        market.item("extra_categories", categories=["testing"]),
        market.item("ai_review", options={"focus": "pricing"}),
    ]
    await market.do("insert into coupon (code, percent, created_at) values ('TENTH', 10, now())")
    order = await market.order(*items, billing_country="AT")
    url: str = order["checkout_url"]
    checkout = urlsplit(url).path
    change = f"{path_of(market)}?order={order['number']}"
    assert "Change order" not in (await see(market.world.client, checkout)).text  # whoever has the link may pay it
    async with market.world.browser("charlie") as charlie:
        assert "Change order" not in (await see(charlie, checkout)).text
    async with market.world.browser("alice") as browser:
        await browser.post(checkout, data={"do": "coupon", "coupon": "TENTH"})
        assert "Change order" in (await see(browser, checkout)).text
        page = await see(browser, await send(browser, checkout, do="change"))
        assert selected(page) == ["launch", "extra_categories", "ai_review", "billboard_min"]
        assert '<option value="testing" selected>' in page.html
        assert f"You are changing order {order['number']}." in page.text
        assert "week of 6 April 2026" in page.text
        assert "$25.50" in page.text
        assert "VAT, Austria, 20 %" in page.text
        assert '<option value="pricing" selected>' in page.html
        assert (await market.get(order["number"]))["status"] == "pending"  # until there is another one
        form = {"product": ["launch", "ai_review"], "replaces": order["number"]}
        there = await send(browser, path_of(market), **form, do="checkout")
        assert (await market.get(order["number"]))["status"] == "cancelled"
        assert "TENTH" in (await see(browser, urlsplit(there).path)).text
        page = await see(browser, change)  # no longer there to be changed
        assert "You are changing order" not in page.text
        await send(browser, path_of(market), **form, do="checkout")


async def test_what_was_typed_at_the_checkout_survives_a_change_of_the_order(market: Market) -> None:
    order = await market.order(market.item("ai_review"))
    url: str = order["checkout_url"]
    checkout = urlsplit(url).path
    typed = {"kind": "business", "company": "Marrowfat OG", "email": "edda@", "city": "4020 Linz", "country": "AT"}
    form = {"product": ["ai_review", "featured"], "do": "checkout"}
    async with market.world.browser("charlie") as charlie:  # who has the link, but did not place the order
        assert (await charlie.post(checkout, data={**typed, "do": "change"})).status_code == 200
    assert await market.ask("select from purchase where typed_billing is not null") == []
    async with market.world.browser("alice") as browser:
        there = await send(browser, checkout, **typed, consent="yes", do="change")
        assert there == f"{path_of(market)}?order={order['number']}"
        again = urlsplit(await send(browser, path_of(market), **form, replaces=order["number"])).path
        assert again != checkout
        html = (await see(browser, again)).html
        for shown in ('value="Marrowfat OG"', 'value="edda@"', 'value="4020 Linz"', '<option value="AT" selected',
                      'id="kind-business" checked'):  # fmt: skip
            assert shown in html, shown
        assert 'name="consent" value="yes" checked' not in html  # it is given for what is ordered now
    assert "Marrowfat" not in (await see(market.world.client, again)).html
    # Only the order that can still be paid has it, until its billing details are entered.
    assert len(await market.ask("select from purchase where typed_billing is not null")) == 1


async def test_a_change_without_a_country_or_with_signs_that_no_text_has_leaves_the_checkout_open(
    market: Market,
) -> None:
    order = await market.order(market.item("ai_review"))
    url: str = order["checkout_url"]
    checkout = urlsplit(url).path
    async with market.world.browser("alice") as browser:
        for city, shown in (("Linz\0", ""), ("Linz", "Linz")):
            await send(browser, checkout, kind="person", city=city, do="change")
            page = await browser.get(checkout)
            assert (page.status_code, f'value="{shown}"' in page.text) == (200, True)


async def test_the_country_that_was_typed_before_a_change_decides_the_shown_total(market: Market) -> None:
    order = await market.order(market.item("ai_review"))
    url: str = order["checkout_url"]
    checkout = urlsplit(url).path
    async with market.world.browser("alice") as browser:
        before = (await browser.get(checkout)).text
        await send(browser, checkout, kind="person", country="AT", do="change")
        after = (await browser.get(checkout)).text
        chosen = (await browser.post(checkout, data={"kind": "person", "country": "AT"})).text
    pay = re.compile(r"Order and pay [$]([\d.]+)")
    assert pay.findall(after) == pay.findall(chosen) != pay.findall(before)
    assert 'name="consent"' in after


async def test_an_order_that_was_paid_meanwhile_is_not_replaced(market: Market) -> None:
    order = await market.order(market.item("ai_review"))
    form = {"product": ["ai_review", "featured"], "replaces": order["number"], "do": "checkout"}
    async with market.world.browser("alice") as browser:
        assert "replaces" in (await see(browser, f"{path_of(market)}?order={order['number']}")).html
        await market.pay(order["number"])
        page = await refused(browser, path_of(market), **form)
        assert "The order that you are changing has been paid, so nothing was changed." in page.text
        assert "replaces" not in page.html
        assert len(await ordered(market)) == 1


async def test_what_the_order_page_cannot_show_is_not_changed_there(market: Market) -> None:
    several = await market.order(market.item("ai_review"), market.item("ai_review", "second"))
    twice = await market.order(
        market.item("relaunch", "paid", week=NEXT), market.item("relaunch", "paid", week=str(WEEKS[4]))
    )
    async with market.world.browser("alice") as browser:
        for order in (several, twice):
            url: str = order["checkout_url"]
            page = await see(browser, urlsplit(url).path)
            assert "Change order" not in page.text
        page = await see(browser, f"{path_of(market)}?order={several['number']}")
        assert "You are changing order" not in page.text


async def test_the_total_follows_the_amount_as_people_write_it(market: Market) -> None:
    async with market.world.browser("alice") as browser:
        for typed, total in {
            "25": "$25.00",
            "25.5": "$25.50",
            "$25,50": "$25.50",
            "1,200": "$1,200.00",
            "$ 1,200.50": "$1,200.50",
        }.items():
            sent = {"product": "billboard_min", "billboard_min.amount": typed}
            assert f"Total{total}" in (await post(browser, path_of(market), do="quote", **sent)).text, typed
