"""The Monday email: what it says, to whom, and that each reader gets it once."""

import asyncio
from datetime import date, timedelta

import pytest

from showground.core.calls.models import NoInput
from showground.listings import status
from showground.newsletter import rules
from showground.newsletter.actions import editions
from showground.newsletter.actions.editions import (
    GetEdition,
    ListEditions,
    WriteEdition,
    begin_edition,
    get_edition,
    list_editions,
    preview_newsletter,
    write_edition,
)
from showground.newsletter.actions.subscriptions import EndSubscription, end_subscription
from showground.newsletter.jobs import write_newsletter
from showground.newsletter.models import EditionItem
from tests.core.test_outgoing_mail import part
from tests.newsletter.conftest import ADA, MONDAY_MORNING, Press
from tests.support.launch_world import NEXT_MONDAY

pytestmark = pytest.mark.anyio

BEA, CEM = "bea@reader.example", "cem@reader.example"


async def test_winners_and_new_launches_arrive_by_category(press: Press) -> None:
    tokens = {
        ADA: await press.add_reader(ADA),
        BEA: await press.add_reader(BEA, "ai"),
    }
    await press.add_reader(CEM, "marketing")  # in which there is nothing this week
    await press.arrived()
    await press.turn()
    found = await press.arrived()
    assert sorted(found) == [ADA, BEA]
    message = found[ADA]
    assert message["Subject"] == "Showground: the launches of 16 March"
    assert message["List-Unsubscribe"] == f"<http://localhost:8000/newsletter/subscription/{tokens[ADA]}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert (
        part(message, "plain")
        == f"""LAST WEEK'S TOP LAUNCHES

Old Model (Launch of the Week #1), 2 votes
It <b>thinks</b>
http://localhost:8000/listings/old-model

Old Tool (Launch of the Week #2), 1 vote
http://localhost:8000/listings/old-tool

NEW THIS WEEK

New Model
http://localhost:8000/listings/new-model

New Tool
http://localhost:8000/listings/new-tool

All launches this week: http://localhost:8000/launches/2026-03-16
Change your categories: http://localhost:8000/newsletter/subscription/{tokens[ADA]}

You get this email every Monday because you subscribed to it.

--{" "}
Showground
http://localhost:8000
Unsubscribe from these emails: http://localhost:8000/newsletter/subscription/{tokens[ADA]}
"""
    )
    html = part(message, "html")
    assert "It &lt;b&gt;thinks&lt;/b&gt;" in html
    assert html.count(f"/newsletter/subscription/{tokens[ADA]}") == 2
    narrow = part(found[BEA], "plain")
    assert "Old Model" in narrow
    assert "New Model" in narrow
    assert "Tool" not in narrow + part(found[BEA], "html")
    assert "Sponsored" not in html


async def test_a_section_without_anything_is_left_out_with_its_heading(press: Press) -> None:
    await press.add("only-new", NEXT_MONDAY, status="scheduled", categories=["marketing"])
    await press.add_reader(CEM, "marketing")
    await press.arrived()
    await press.turn()
    text = part((await press.arrived())[CEM], "plain")
    assert "LAST WEEK" not in text
    assert text.startswith("NEW THIS WEEK\n\nOnly New\n")


async def test_a_sponsor_is_labelled(press: Press) -> None:
    await press.add_reader(ADA, "ai")
    number = await press.add("brine", tagline="Salt")
    await press.do("insert into newsletter_sponsor (week, listing_id) values (%s, %s)", NEXT_MONDAY, number)
    await press.arrived()
    await press.turn()
    message = (await press.arrived())[ADA]
    assert "SPONSORED\nBrine: Salt\nhttp://localhost:8000/listings/brine\nPaid placement." in part(message, "plain")
    assert 'rel="sponsored"' in part(message, "html")


async def test_a_sponsor_that_is_not_live_gets_the_next_free_edition(press: Press) -> None:
    number = await press.add("brine", status="withdrawn")
    other = await press.add("salt")
    await press.do("insert into newsletter_sponsor (week, listing_id) values (%s, %s)", NEXT_MONDAY, number)
    after = NEXT_MONDAY + timedelta(weeks=1)
    await press.do("insert into newsletter_sponsor (week, listing_id) values (%s, %s)", after, other)
    await press.turn()
    assert await press.ask("select week, listing_id from newsletter_sponsor order by week") == [
        (after, other),
        (after + timedelta(weeks=1), number),
    ]


async def test_nobody_gets_it_twice_or_after_unsubscribing(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "AT_ONCE", 3)
    tokens = [await press.add_reader(f"reader-{n}@reader.example") for n in range(10)]
    await press.arrived()
    await press.turn()
    await press.run(write_newsletter)
    assert await press.ask("select count(*), count(distinct recipient) from outbox where body_id is not null") == [
        (10, 10)
    ]
    call = press.world.dispatcher.call
    await call(end_subscription, press.visitor(), EndSubscription(token=tokens[4]))  # it is written, but not sent
    await press.add_reader("late@reader.example")
    await press.run(write_newsletter)
    press.world.clock.move(hours=1)
    await press.run(write_newsletter)
    found = await press.arrived()
    assert "reader-4@reader.example" not in found
    found.pop("late@reader.example")  # the email that asks to confirm
    assert len(found) == 9


async def test_several_workers_at_once_write_each_email_once(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "AT_ONCE", 2)
    for n in range(9):
        await press.add_reader(f"reader-{n}@reader.example")
    await press.arrived()
    press.world.clock.now = MONDAY_MORNING
    await press.turn()
    await press.do("delete from newsletter_edition")
    await press.do("delete from outbox")
    call, caller = press.world.dispatcher.call, press.world.caller()
    await call(begin_edition, caller, NoInput())

    async def write_all() -> None:
        while (await call(write_edition, caller, WriteEdition(week=NEXT_MONDAY))).more:
            pass

    await asyncio.gather(*(write_all() for _ in range(4)))
    assert await press.ask("select count(*), count(distinct recipient) from outbox") == [(9, 9)]


async def test_an_edition_waits_for_its_hour_and_for_the_awards(press: Press) -> None:
    press.world.clock.now = MONDAY_MORNING.replace(hour=6)
    await press.run(write_newsletter)
    press.world.clock.now = MONDAY_MORNING
    await press.run(write_newsletter)  # the week before is not closed
    assert await press.ask("select from newsletter_edition") == []
    await press.turn()
    assert await press.ask("select week from newsletter_edition") == [(NEXT_MONDAY,)]


async def test_a_week_without_launches_has_no_edition(press: Press) -> None:
    await press.do("update listing set status = 'withdrawn'")
    await press.turn()
    assert await press.ask("select from newsletter_edition") == []


async def test_the_archive_shows_what_is_still_public(press: Press) -> None:
    await press.turn()
    call = press.world.dispatcher.call
    (entry,) = (await call(list_editions, press.visitor(), ListEditions())).items
    assert (entry.week, entry.winner, entry.launches) == (NEXT_MONDAY, "Old Model", 2)
    [(number,)] = await press.ask("select id from listing where slug = 'old-model'")
    async with press.world.dispatcher.database.transaction() as db:
        await status.set_state(db, number, status="suspended", plan="none", launch_week=None, at=press.world.clock())
    (entry,) = (await call(list_editions, press.visitor(), ListEditions())).items
    assert entry.winner is None
    edition = await call(get_edition, press.visitor(), GetEdition(week=NEXT_MONDAY))
    assert [one.slug for one in edition.top] == ["old-tool"]
    assert [one.slug for one in edition.new] == ["new-model", "new-tool"]


async def test_staff_preview_the_next_edition(press: Press) -> None:
    shown = await press.world.dispatcher.call(preview_newsletter, press.world.caller(), NoInput())
    assert shown.next.week == NEXT_MONDAY
    assert [one.slug for one in shown.next.top] == ["old-model", "old-tool"]  # as the votes are now
    assert "Old Model, 2 votes" in shown.text
    assert [one.slug for one in shown.next.new] == ["new-model", "new-tool"]  # scheduled so far
    assert "New Tool" in shown.text
    assert shown.subscribers == 0


def item(section: str, position: int, *category_ids: int) -> EditionItem:
    return EditionItem(
        section,  # pyright: ignore[reportArgumentType]
        position, position, f"slug-{position}", "Name", None, list(category_ids), 1, None,
    )  # fmt: skip


def test_a_reader_gets_the_first_of_each_section_in_their_categories() -> None:
    items = [item("top", n, n % 2) for n in range(1, 10)] + [item("new", n, n % 3) for n in range(1, 60)]
    assert [one.position for one in rules.choose(items, ()) if one.section == "top"] == [1, 2, 3]
    odd = rules.choose(items, (1,))
    assert [one.position for one in odd if one.section == "top"] == [1, 3, 5]
    assert len([one for one in odd if one.section == "new"]) == 12
    assert rules.choose(items, (99,)) == []


def test_an_edition_is_due_from_monday_morning_to_wednesday() -> None:
    monday = date(2026, 3, 16)
    begin = MONDAY_MORNING.replace(hour=0, minute=0)
    hours = {0: None, 6.9: None, 7: monday, 24: monday, 71: monday, 72: None, 167: None}
    assert {hour: rules.due_week(begin + timedelta(hours=hour)) for hour in hours} == hours
    assert rules.next_week(begin) == monday
    assert rules.next_week(MONDAY_MORNING) == monday + timedelta(weeks=1)


def test_a_saved_search_is_next_run_tomorrow_or_on_monday() -> None:
    wednesday = MONDAY_MORNING + timedelta(days=2)
    assert rules.next_due("day", wednesday).isoformat() == "2026-03-19T07:00:00+00:00"
    assert rules.next_due("week", wednesday).isoformat() == "2026-03-23T07:00:00+00:00"
    assert rules.next_due("week", MONDAY_MORNING).isoformat() == "2026-03-23T07:00:00+00:00"
