"""The online withdrawal function (Article 11a of Directive 2011/83/EU): what buyers, strangers and staff see of it."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx2
import pytest

from showground.core.calls.models import NoInput
from showground.newsletter.queries import sponsors
from showground.orders.actions.staff_withdrawals import (
    AnswerWithdrawal,
    ListWithdrawalsOf,
    StaffWithdrawal,
    answer_withdrawal,
    list_withdrawals,
    list_withdrawals_of,
)
from showground.orders.errors import NoSuchWithdrawal
from showground.orders.withdrawal import OrderedLine, end_of_period, is_left
from tests.support.copies import Template, copied
from tests.support.shop_world import WEEKS, Market, open_market

pytestmark = pytest.mark.anyio

OWN = {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}
EDDA = {"name": "Edda Falk", "email": "edda@buyer.example"}
LABEL = "Withdraw from contract here"
RECEIVED = "We received your withdrawal."
NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)


def test_the_period_ends_after_the_fourteenth_day_and_never_on_a_weekend() -> None:
    assert end_of_period(NOW) == datetime(2026, 3, 26, 12, tzinfo=UTC)  # Wednesday, and half a day for the far west
    assert end_of_period(datetime(2026, 3, 14, 23, tzinfo=UTC)) == datetime(2026, 3, 31, 12, tzinfo=UTC)  # on Monday
    assert end_of_period(datetime(2026, 3, 15, 1, tzinfo=UTC)) == datetime(2026, 3, 31, 12, tzinfo=UTC)


def test_the_period_begins_on_the_day_that_it_is_for_buyers_in_the_east() -> None:
    friday = datetime(2026, 3, 13, tzinfo=UTC)
    assert end_of_period(friday.replace(hour=19)) == datetime(2026, 3, 28, 12, tzinfo=UTC)
    # In Réunion it is Saturday, 14 days later too, and so the last day is a Monday. Later it is so in Berlin as well.
    for hour in (20, 23):
        assert end_of_period(friday.replace(hour=hour)) == datetime(2026, 3, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fulfilled", "lasts_until", "refunded", "left"),
    [
        (None, None, False, True),
        (NOW, None, False, False),
        (NOW, NOW + timedelta(days=3), False, True),  # arranged, but not launched or featured to the end yet
        (NOW, NOW, False, False),
        (None, None, True, False),
    ],
)
def test_the_right_ends_for_each_item_when_it_was_provided_in_full(
    fulfilled: datetime | None, lasts_until: datetime | None, refunded: bool, left: bool
) -> None:
    line = OrderedLine(1, 0, "Launch", None, fulfilled, lasts_until, refunded)
    assert is_left(line, NOW) is left


@pytest.fixture
async def market(market: Market) -> Market:
    """With Charlie on the staff."""
    await market.do("update account set staff = true where id = %s", market.accounts["charlie"])
    return market


async def buy(market: Market, *items: dict[str, Any], **billing: str) -> tuple[str, str]:
    """Buy something; the order's number and the path of its page."""
    order = await market.order(*(items or [market.item("launch", week=WEEKS[0].isoformat())]))
    await market.pay(order["number"], **billing)
    return order["number"], market.shop.receipt_url(market.world.dispatcher.site, order["number"])[21:]


async def send(market: Market, path: str = "/withdrawal", **form: Any) -> httpx2.Response:
    return await market.world.client.post(path, data=EDDA | form, headers=OWN)


async def mails(market: Market, template: str) -> list[tuple[str, str, str]]:
    return await market.ask(
        "select recipient, body_text, body_html from outbox where template = %s order by id", template
    )


async def open_ones(market: Market) -> list[StaffWithdrawal]:
    return (await market.world.dispatcher.call(list_withdrawals, market.staff(), NoInput())).items


async def of_order(market: Market, number: str) -> list[StaffWithdrawal]:
    asked = ListWithdrawalsOf(number=number)
    return (await market.world.dispatcher.call(list_withdrawals_of, market.staff(), asked)).items


async def test_a_buyer_withdraws_on_the_page_of_the_order_and_gets_an_acknowledgement(market: Market) -> None:
    number, path = await buy(market)
    page = (await market.world.client.get(path)).text
    assert f'href="{path}/withdrawal">{LABEL}</a>' in page
    form = (await market.world.client.get(f"{path}/withdrawal")).text
    assert number in form
    assert 'value="Edda Falk"' in form
    assert '<button class="button button--large">Confirm withdrawal</button>' in form
    sent = await send(market, f"{path}/withdrawal", positions=re.findall(r'name="positions" value="(\d+)"', form))
    assert sent.status_code == 200
    assert RECEIVED in sent.text
    statement = (
        f"I withdraw from the contract for order {number}. My name: Edda Falk."
        " Send the confirmation to: edda@buyer.example"
    )
    [(to, text, html)] = await mails(market, "withdrawal_received")
    assert to == "edda@buyer.example"
    for shown in (sent.text, text, html):
        assert statement in shown
    for body in (text, html):
        assert "on 2026-03-11 12:00:00 UTC" in body
    [stored] = await open_ones(market)
    assert (stored.number, stored.sender, stored.body) == (number, "link", statement)
    assert (stored.had_right, stored.period_ended_at, stored.due_at.date()) == (True, None, date(2026, 3, 25))
    assert "have the money back by 25 March 2026" in (await mails(market, "withdrawal_stated"))[0][1]


async def test_the_page_of_the_order_tells_what_became_of_a_withdrawal(market: Market) -> None:
    number, path = await buy(market)
    await send(market, order=number, email="stranger@elsewhere.example")
    assert "We received your withdrawal" not in (await market.world.client.get(path)).text
    await send(market, f"{path}/withdrawal", positions=["0"])
    page = (await market.world.client.get(path)).text
    assert "We refund what you are entitled to by 25 March 2026." in page
    [own, stranger] = await open_ones(market)
    answer = AnswerWithdrawal(withdrawal=own.id, note="Refunded by bank transfer")
    await market.world.dispatcher.call(answer_withdrawal, market.staff(), answer)
    page = (await market.world.client.get(path)).text
    assert page.count("We received your withdrawal") == 1
    assert "and have dealt with it." in page
    assert "bank transfer" not in page
    assert stranger.sender == "unknown"


async def test_the_receipt_names_the_function_by_its_label(market: Market) -> None:
    number, path = await buy(market)
    [(_, text, html)] = await mails(market, "order_receipt")
    assert f"{LABEL}:\nhttp://localhost:8000{path}/withdrawal" in text
    assert f'href="http://localhost:8000{path}/withdrawal"' in html
    assert f">{LABEL}</a>" in html
    await buy(market, market.item("ai_review", "paid"), country="US")
    assert LABEL not in (await mails(market, "order_receipt"))[1][1]
    assert number


async def test_the_function_is_in_the_footer_on_the_terms_and_in_the_list_of_orders(market: Market) -> None:
    _, path = await buy(market)
    link = f'href="/withdrawal">{LABEL}</a>'
    assert link in (await market.world.client.get("/")).text
    assert (await market.world.client.get("/terms")).text.count(link) == 2
    async with market.world.browser("alice") as alice:
        assert f'{path}/withdrawal" aria-label="{LABEL}: order' in (await alice.get("/account/orders")).text


async def test_without_an_account_it_takes_a_number_or_a_description(market: Market) -> None:
    number, _ = await buy(market)
    page = (await market.world.client.get(f"/withdrawal?order={number}")).text
    assert f'value="{number}"' in page
    for order in (f" order {number.lower()} ", "The launch that I bought last week"):
        assert RECEIVED in (await send(market, order=order)).text
    by_number, described = await open_ones(market)
    assert (by_number.number, by_number.sender) == (number, "email")
    assert (described.number, described.sender) == (None, "unknown")
    assert described.stated_order == "The launch that I bought last week"


async def test_every_error_is_named_and_nothing_typed_is_lost(market: Market) -> None:
    answer = await send(market, order=" ", name="www.casino.example", email="nobody")
    assert answer.status_code == 400
    assert 'id="error-order">Fill in this field.' in answer.text
    assert 'id="error-name">Write this without web or email addresses.' in answer.text
    assert 'id="error-email">Enter an email address' in answer.text
    assert 'value="www.casino.example"' in answer.text
    _, path = await buy(market, market.item("launch"), market.item("ai_review", "paid"))
    both = await send(market, f"{path}/withdrawal", name="", email="")
    assert both.status_code == 400
    for field in ("positions", "name", "email"):
        assert f'id="error-{field}"' in both.text
    alone = await send(market, f"{path}/withdrawal")
    assert 'id="error-positions">Choose at least one item.' in alone.text
    other = await send(market, f"{path}/withdrawal", positions=["7"])
    assert 'id="error-positions">Choose among the items of this order.' in other.text
    assert await open_ones(market) == []
    assert await mails(market, "withdrawal_received") == []


async def test_a_part_of_an_order_can_be_withdrawn_from(market: Market) -> None:
    number, path = await buy(market, market.item("launch", week=WEEKS[0].isoformat()), market.item("ai_review", "paid"))
    form = (await market.world.client.get(f"{path}/withdrawal")).text
    assert re.findall(r'name="positions" value="(\d+)"( checked)?', form) == [("0", " checked"), ("1", "")]
    assert form.count("Provided in full") == 1
    sent = await send(market, f"{path}/withdrawal", positions=["0"])
    assert f"I withdraw from these items of order {number}: Launch (Draft)." in sent.text
    # A refund of the other item does not settle it; one of this item does.
    await market.refund(number, positions=(1,))
    assert len(await open_ones(market)) == 1
    await market.refund(number, positions=(0,))
    assert await open_ones(market) == []


@pytest.mark.parametrize(
    "words",
    ["Win at best-casino.com/free now", "bit.ly/x", "evil\uff0eexample", "a\uff20b.de", "casino\u3002com",
     "casin\u0335o.com", "shop.\u092d\u093e\u0930\u0924", "WWW.x", "ordered 3.May", "Dr.M\u00fcller"],
)  # fmt: skip
async def test_words_that_email_programs_turn_into_links_are_refused(market: Market, words: str) -> None:
    """The acknowledgement goes to any address that is given, so it must not advertise anything."""
    for field in ("order", "name"):
        answer = await send(market, **({"order": "My launch"} | {field: words}))
        assert answer.status_code == 400
        assert (
            f'id="error-{field}">Write this without web or email addresses. Put a space after each dot' in answer.text
        )
    assert await mails(market, "withdrawal_received") == []


@pytest.mark.parametrize(
    "words",
    [
        "ordered 3. May",
        "Dr. M\u00fcller",
        "z.B. J.R.R. Tolkien Jr.",
        "Launch 2.0, for 1.299,00 \u20ac...",
        "3.5.2026",
        "O\u2019Neil",
    ],
)
async def test_honest_words_with_dots_are_taken(market: Market, words: str) -> None:
    assert RECEIVED in (await send(market, order=words, name=words)).text


async def test_a_repeat_changes_nothing_and_is_acknowledged_with_the_first_time(market: Market) -> None:
    number, _ = await buy(market)
    await send(market, order=number)
    market.world.clock.move(minutes=5)
    again = await send(market, order=number, name=" edda  falk ")
    assert RECEIVED in again.text
    [stored] = await open_ones(market)
    assert (stored.stated_at, stored.repeated_at) == (NOW, NOW + timedelta(minutes=5))
    first, second = await mails(market, "withdrawal_received")
    assert "2026-03-11 12:00:00 UTC" in first[1]
    assert "2026-03-11 12:00:00 UTC" in second[1]
    assert len(await mails(market, "withdrawal_stated")) == 1


async def test_nobody_learns_from_it_which_orders_there_are(market: Market) -> None:
    """An attacker tries an order of somebody else's, one that does not exist, and one that is not paid."""
    number, _ = await buy(market)
    waiting = (await market.order(market.item("ai_review", "paid")))["number"]
    eve = {"name": "Eve", "email": "eve@eve.example"}
    pages: set[str] = set()
    for tried in (number, "SG-2026-999999", waiting):
        answer = await send(market, order=tried, **eve)
        assert answer.status_code == 200
        pages.add(answer.text.replace(tried, "NUMBER"))
    assert len(pages) == 1
    told = {(to, text.replace(n, "NUMBER")) for (to, text, _), n in zip(
        await mails(market, "withdrawal_received"), (number, "SG-2026-999999", waiting), strict=True)}  # fmt: skip
    assert len(told) == 1
    assert {to for to, _ in told} == {"eve@eve.example"}
    for _, text in told:
        assert "Falk" not in text
        assert "Launch" not in text
    stored = await open_ones(market)
    assert [(one.number, one.sender) for one in stored] == [
        (number, "unknown"), (None, "unknown"), (waiting, "unknown")
    ]  # fmt: skip
    assert (await market.get(number))["status"] == "paid"  # nothing happens to it


async def test_a_stranger_cannot_use_somebody_elses_link(market: Market) -> None:
    number, path = await buy(market)
    checkout = market.token(await market.get(number))  # an agent may know this link; it is not that of the receipt
    for token in (f"{number}.guess", checkout, "x"):
        assert (await market.world.client.get(f"/orders/{token}/withdrawal")).status_code == 404
        assert (await send(market, f"/orders/{token}/withdrawal", positions=["0"])).status_code == 404
    assert await open_ones(market) == []
    assert path


async def test_the_statement_of_a_stranger_does_not_stand_in_for_the_buyers(market: Market) -> None:
    number, path = await buy(market)
    await send(market, order=number)  # with the buyer's name and address
    await send(market, f"{path}/withdrawal", positions=["0"])
    async with market.world.browser("alice") as alice:
        await alice.post("/withdrawal", data={**EDDA, "order": number})
    assert [one.sender for one in await of_order(market, number)] == ["email", "link", "account"]


async def test_emails_to_one_mailbox_and_tries_from_one_address_are_limited(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast, rate_limits=1.0) as world:
        market = await open_market(world)
        number, path = await buy(market)
        victim = {"email": "victim@victim.example"}
        answers = [await send(market, order=f"Order {n}", **victim) for n in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert len(await mails(market, "withdrawal_received")) == 5
        # Who has the order's link is not kept out by that.
        assert (await send(market, f"{path}/withdrawal", positions=["0"], **victim)).status_code == 200
        more = [await send(market, order=number, email=f"{n}@other.example") for n in range(14)]
        assert [answer.status_code for answer in more] == [200] * 13 + [429]
        assert int(more[-1].headers["retry-after"]) > 0


async def test_a_late_statement_is_taken_and_staff_are_told_that_it_is_late(market: Market) -> None:
    number, path = await buy(market, market.item("launch", week=WEEKS[5].isoformat()))
    market.world.clock.move(days=15)
    assert LABEL not in (await market.world.client.get(path)).text.partition("<footer")[0]
    assert RECEIVED in (await send(market, f"{path}/withdrawal", positions=["0"])).text
    [stored] = await open_ones(market)
    assert stored.number == number
    assert stored.period_ended_at == datetime(2026, 3, 26, 12, tzinfo=UTC)
    async with market.world.browser("charlie") as staff:
        assert "It seems late: the 14 days ended on" in (await staff.get(f"/admin/orders/{number}")).text


@pytest.mark.parametrize(
    "buyer",
    [{"country": "US"}, {"kind": "business", "company": "Marrowfat OG", "vat_number": "ATU13585627"}],
)
async def test_a_buyer_without_the_right_is_not_offered_it_but_heard(market: Market, buyer: dict[str, str]) -> None:
    number, path = await buy(market, **buyer)
    assert LABEL not in (await market.world.client.get(path)).text.partition("<footer")[0]
    assert RECEIVED in (await send(market, order=number)).text
    [stored] = await open_ones(market)
    assert stored.had_right is False


async def test_what_was_provided_or_refunded_leaves_nothing_to_withdraw_from(market: Market) -> None:
    number, path = await buy(market, market.item("ai_review", "paid"))
    assert LABEL not in (await market.world.client.get(path)).text.partition("<footer")[0]
    form = (await market.world.client.get(f"{path}/withdrawal")).text
    assert "the right of withdrawal may have ended" in form
    await market.refund(number)
    form = (await market.world.client.get(f"{path}/withdrawal")).text
    assert "already refunded in full" in form
    assert RECEIVED in (await send(market, f"{path}/withdrawal")).text
    assert await open_ones(market) == []  # nothing is owed, but it is stored
    assert len(await of_order(market, number)) == 1


async def test_staff_see_it_until_they_refund_or_answer_it(market: Market) -> None:
    number, path = await buy(market)
    await send(market, f"{path}/withdrawal", positions=["0"])
    await send(market, order="SG-2026-777777", email="other@buyer.example")
    async with market.world.browser("charlie") as staff:
        assert re.search(r'href="/admin/withdrawals".*?2', (await staff.get("/admin")).text, re.DOTALL)
        page = (await staff.get("/admin/withdrawals")).text
        assert f'href="/admin/orders/{number}"' in page
        assert "We found no order for this." in page
        assert "If it is valid, refund the order or its items by 25 March 2026" in page
        assert "secret link." in (await staff.get(f"/admin/orders/{number}")).text
        await market.refund(number)
        assert "Done: the order was refunded." in (await staff.get(f"/admin/orders/{number}")).text
        [left] = await open_ones(market)
        await staff.post(f"/admin/withdrawals/{left.id}/answer", data={"note": "It was a typo."})
        assert "No open withdrawals." in (await staff.get("/admin/withdrawals")).text
        assert "Mark withdrawal as answered" in (await staff.get("/admin/log")).text
    with pytest.raises(NoSuchWithdrawal):
        await market.world.dispatcher.call(answer_withdrawal, market.staff(), AnswerWithdrawal(withdrawal=left.id))
    # Somebody who writes again after the answer is heard again.
    await send(market, order="SG-2026-777777", email="other@buyer.example")
    assert len(await open_ones(market)) == 1


async def test_a_refund_that_fails_opens_it_again(market: Market) -> None:
    number, path = await buy(market)
    await send(market, f"{path}/withdrawal", positions=["0"])
    await market.refund(number, amount_cents=100, positions=(0,))
    assert await open_ones(market) == []
    await market.do("update refund set state = 'failed'")
    assert len(await open_ones(market)) == 1


async def test_the_whole_order_counts_as_refunded_when_each_item_is(market: Market) -> None:
    number, _ = await buy(market, market.item("launch", week=WEEKS[0].isoformat()), market.item("ai_review", "paid"))
    await send(market, order=number)
    await market.refund(number, positions=(1,))
    assert len(await open_ones(market)) == 1
    await market.refund(number, positions=(0,), amount_cents=100)
    assert await open_ones(market) == []


async def test_chosen_items_count_as_refunded_when_each_of_them_is(market: Market) -> None:
    reviews = [market.item("ai_review", slug) for slug in ("paid", "free")]
    number, path = await buy(market, market.item("launch", week=WEEKS[0].isoformat()), *reviews)
    await send(market, f"{path}/withdrawal", positions=["0", "1"])
    for refunded, left in (((2,), 1), ((1,), 1), ((0,), 0)):
        await market.refund(number, positions=refunded, amount_cents=100)
        assert len(await open_ones(market)) == left


async def test_an_amount_for_no_item_leaves_it_to_staff_to_say_whether_it_is_done(market: Market) -> None:
    number, path = await buy(market)
    await send(market, f"{path}/withdrawal", positions=["0"])
    await market.refund(number, amount_cents=100)
    assert len(await open_ones(market)) == 1


async def test_a_buyer_who_repeats_it_after_a_refund_is_heard_again(market: Market) -> None:
    number, _ = await buy(market)
    await send(market, order=number)
    market.world.clock.move(days=1)
    await market.refund(number, positions=(0,), amount_cents=100)
    assert await open_ones(market) == []
    market.world.clock.move(days=1)
    for _ in range(2):  # staff are told once
        await send(market, order=number)
        [stored] = await open_ones(market)
        assert (stored.stated_at, stored.repeated_at) == (NOW, NOW + timedelta(days=2))
    first, second = await mails(market, "withdrawal_stated")
    assert "On 2026-03-11 12:00:00 UTC a consumer" in first[1]
    assert "On 2026-03-13 12:00:00 UTC a consumer" in second[1]
    assert "have the money back by 25 March 2026" in second[1]
    market.world.clock.move(days=1)
    await market.refund(number)
    await send(market, order=number)  # nothing is left to refund
    assert await open_ones(market) == []
    assert len(await mails(market, "withdrawal_stated")) == 2


async def test_a_flood_hides_no_buyer_from_staff(market: Market) -> None:
    number, path = await buy(market)
    await market.do(
        """
        insert into withdrawal_statement (fingerprint, sender, stated_order, name, email, body, stated_at)
        select n::text::bytea, 'unknown', 'x', 'Eve', 'eve@eve.example', 'x', %s from generate_series(1, 50) as n
        """,
        NOW,
    )
    await send(market, order="SG-2026-999999")
    assert await mails(market, "withdrawal_stated") == []
    await send(market, f"{path}/withdrawal", positions=["0"])
    assert len(await mails(market, "withdrawal_stated")) == 1
    assert [one.number for one in await open_ones(market)][:2] == [number, None]


async def test_a_newsletter_place_that_was_postponed_is_not_provided_yet(market: Market) -> None:
    _, first = await buy(market, market.item("newsletter_sponsor", "paid"))
    _, second = await buy(market, market.item("newsletter_sponsor", "free"))
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update listing set status = 'withdrawn' where id = %s", (market.ids["paid"],))
        await sponsors.postpone_sponsor(db, WEEKS[0])
    market.world.clock.move(days=13)  # the day after the second place
    left = [LABEL in (await market.world.client.get(path)).text.partition("<footer")[0] for path in (first, second)]
    assert left == [True, False]


async def test_it_is_labelled_in_german_as_german_law_says(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast, languages=("de",)) as world:
        market = await open_market(world)
        number, path = await buy(market)
        assert f'href="{path}/withdrawal">Vertrag widerrufen</a>' in (await world.client.get(path)).text
        form = (await world.client.get(f"{path}/withdrawal")).text
        assert '<button class="button button--large">Widerruf bestätigen</button>' in form
        await send(market, f"{path}/withdrawal", positions=["0"])
        [(_, text, _)] = await mails(market, "withdrawal_received")
        assert f"„Ich widerrufe den Vertrag über Bestellung {number}. Mein Name: Edda Falk." in text
