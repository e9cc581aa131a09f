"""Staff see to what people say and do: reports, reviews, votes."""

import pytest

from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON
from showground.launches.actions.reports import SendReport, send_report
from showground.launches.actions.reviews import WriteReview, write_review
from showground.launches.actions.votes import CastVote, cast_vote
from tests.support.listings import add, listing
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def person(staff: Staff, name: str) -> Caller:
    [(account,)] = await staff.ask("select id from account where name = %s", name)
    return Caller(staff.world.clock(), "web", Access(account, "session", frozenset({PERSON})))


async def test_a_review_is_reported_hidden_and_shown_again(staff: Staff) -> None:
    await add(staff.world, listing("tidewater"))
    dispatcher = staff.world.dispatcher
    asked = WriteReview(slug="tidewater", stars=1, body="<i>Awful</i> thing")
    review = await dispatcher.call(write_review, await person(staff, "Alice"), asked)
    asked = SendReport(slug="tidewater", review_id=review.id, reason="spam", body="It is an <advert>.")
    report = await dispatcher.call(send_report, await person(staff, "Bob"), asked)
    page = await staff.see("/admin/reports")
    assert "It is an <advert>." in page.text
    assert "<i>Awful</i> thing" in page.text
    await staff.send(f"/admin/reviews/{review.id}/hide")
    page = await staff.send(f"/admin/reports/{report.id}/settle")
    assert "No open reports." in page.text
    assert "Awful" not in (await staff.browser.get("/listings/tidewater/reviews")).text
    assert "reported 1 time" in (await staff.see("/admin/reviews?state=hidden&slug=tidewater")).text
    for typed in ("Tidewater", "%20TIDEWATER%20", "http://localhost:8000/listings/tidewater/"):
        assert "reported 1 time" in (await staff.see(f"/admin/reviews?slug={typed}")).text, typed
        assert "No questions match." in (await staff.see(f"/admin/visitor-questions?slug={typed}")).text, typed
    assert "No reviews match." in (await staff.see("/admin/reviews?state=visible")).text
    await staff.send(f"/admin/reviews/{review.id}/show")
    assert "Awful" in (await staff.browser.get("/listings/tidewater/reviews")).text
    await staff.send(f"/admin/reports/{report.id}/settle", 404)
    assert [action for _, action, _ in await staff.log()] == ["hide_review", "settle_report", "hide_review"]


async def test_votes_are_discounted_and_the_rules_say_how_many(staff: Staff) -> None:
    await add(staff.world, listing("tidewater"))
    staff.world.clock.move(days=2)  # the cast's accounts are no longer new
    for name in ("Alice", "Bob"):
        await staff.world.dispatcher.call(cast_vote, await person(staff, name), CastVote(slug="tidewater"))
    rules = await staff.world.client.get("/rules")
    assert "No votes have been discounted." in rules.text
    answer = await staff.browser.get("/admin/votes?slug=http://localhost:8000/listings/tidewater/")
    assert answer.headers["location"] == "/admin/votes/tidewater"
    answer = await staff.browser.get("/admin/votes?slug=%20Tidewater%20")
    assert answer.headers["location"] == "/admin/votes/tidewater"
    page = await staff.see("/admin/votes/tidewater")
    assert "2 counted, 0 not counted." in page.text
    assert "alice@alice.example" in page.text
    [(alice,)] = await staff.ask("select id from account where name = 'Alice'")
    path, why = "/admin/votes/tidewater", "Several accounts of <one> person"
    assert "Select at least one vote." in (await staff.send(path, 400, why=why, do="discount")).text
    assert "Enter a reason." in (await staff.send(path, 400, accounts=[str(alice)], why=" ", do="discount")).text
    page = await staff.send(path, accounts=[str(alice)], why=why, do="discount")
    assert "1 counted, 1 not counted." in page.text
    assert (await staff.world.get("/listings/tidewater")).json()["votes"] == 1
    rules = await staff.world.client.get("/rules")
    assert "So far, 1 vote has been discounted:" in rules.text
    assert "<li>Several accounts of &lt;one&gt; person: 1</li>" in rules.text
    assert "Tidewater" in (await staff.see("/admin/votes")).text
    page = await staff.send(path, accounts=[str(alice)], do="count")
    assert "2 counted, 0 not counted." in page.text
    assert "No votes have been discounted." in (await staff.world.client.get("/rules")).text
    await staff.send("/admin/votes/nothing", 404, accounts=[str(alice)], do="count")
