"""What staff say to everybody and to people who wrote: the announcement, saved replies; and what the outbox hides."""

import pytest

from tests.support.listings import add, listing
from tests.support.wait import until
from tests.support.world import running_world
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def test_an_announcement_is_on_all_pages_of_all_processes_at_once(staff: Staff) -> None:
    pages = ("/", "/listings", "/sign-in", "/docs/api", "/listings/nothing", "/rules")
    async with running_world(staff.world.database_url) as other:
        for path in pages:
            for world in (staff.world, other):
                assert "Closed on" not in (await world.client.get(path)).text
        page = await staff.send("/admin/announcement", body="Closed on <Monday>", url="/blog/closed")
        assert "Closed on <Monday>" in page.text
        for path in pages:
            text = (await staff.world.client.get(path)).text
            assert "Closed on &lt;Monday&gt;" in text, path
            assert 'href="/blog/closed"' in text

        async def heard() -> bool:
            return "Closed on" in (await other.client.get("/")).text

        await until(heard)
        for path in pages:
            assert "Closed on" in (await other.client.get(path)).text, path
        await staff.send("/admin/announcement/remove")
        assert "Closed on" not in (await staff.world.client.get("/")).text


async def test_an_announcement_begins_and_ends_when_it_says(staff: Staff) -> None:
    times = {"begins_at": "2026-03-11T13:00", "ends_at": "2026-03-11T14:00"}
    page = await staff.send("/admin/announcement", 400, body="Soon", begins_at=times["ends_at"], ends_at="2026-03-11")
    assert "The announcement ends before it begins." in page.text
    assert "Enter a date and time." in (await staff.send("/admin/announcement", 400, body="x", ends_at="soon")).text
    page = await staff.send("/admin/announcement", 400, body="x", url="javascript:alert(1)")
    assert page.all("input")
    await staff.send("/admin/announcement", body="Back at two", **times)
    for minutes, shown in ((0, False), (61, True), (60, False)):
        staff.world.clock.move(minutes=minutes)
        assert ("Back at two" in (await staff.world.client.get("/")).text) == shown


async def test_saved_replies_answer_reports_and_give_reasons(staff: Staff) -> None:
    [(alice,)] = await staff.ask("select id from account where name = 'Alice'")
    (number,) = await add(staff.world, listing("tidewater", members={alice: "owner"}))
    await staff.send("/admin/replies", title="No spam", body="We don't list <spam>.")
    assert "Another reply has this title" in (await staff.send("/admin/replies", 400, title="No spam", body="x")).text
    [(reply,)] = await staff.ask("select id from saved_reply")
    await staff.send(f"/admin/replies/{reply}", title="Spam", body="We don't list spam.")
    await staff.do(
        "insert into report (listing_id, account_id, reason, body, at)"
        " select id, %s, 'spam', 'Bad', now() from listing",
        alice,
    )
    page = await staff.see("/admin/reports")
    assert "Or a saved reply" in page.text
    [(report,)] = await staff.ask("select id from report")
    await staff.send(f"/admin/reports/{report}/settle", reply="", saved_reply=str(reply))
    await staff.send(f"/admin/listings/{number}/suspend", why="My own words.", saved_reply=str(reply))
    sent = await staff.ask("select template, body_text from outbox order by id")
    assert [(template, "We don't list spam." in text) for template, text in sent] == [
        ("report_answered", True), ("listing_suspended", False),
    ]  # fmt: skip
    await staff.send(f"/admin/replies/{reply}/delete")
    assert await staff.ask("select from saved_reply") == []


async def test_the_outbox_shows_nobody_elses_links_with_or_without_a_mail_server(staff: Staff) -> None:
    """There is no mail server here; `test_outgoing_mail.py` looks at what is stored once an email is sent."""
    for email in ("alice@alice.example", "charlie@charlie.example"):
        await staff.world.client.post("/sign-in", data={"email": email}, headers={"Origin": "http://localhost:8000"})
    shown = {
        to: (await staff.see(f"/admin/outbox/{number}")).text
        for number, to in await staff.ask("select id, recipient from outbox")
    }
    assert "/sign-in/…" in shown["alice@alice.example"]
    assert "/sign-in/…" not in shown["charlie@charlie.example"]
