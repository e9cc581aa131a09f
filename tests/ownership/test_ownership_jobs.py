"""What happens by the clock: badges are looked for with growing pauses, missed weeks are moved, lost badges told."""

from datetime import UTC, datetime, timedelta

import pytest

from showground.core.mail.templates import write
from showground.launches.jobs import turn_week
from showground.listings import NoSuchListing
from showground.ownership.actions.badge_checks import ListBadgeChecks, list_badge_checks
from showground.ownership.jobs import end_and_recheck_claims, look_for_badges, mail_followers
from showground.ownership.rules import next_look
from showground.registry import all_jobs
from tests.support.dispatcher import SITE
from tests.support.launch_world import MONDAY
from tests.support.owner_homepages import Street
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

SIXTH = MONDAY + timedelta(weeks=6)


def test_they_are_found() -> None:
    mine = (look_for_badges, end_and_recheck_claims, mail_followers)
    assert {job.name: job.every for job in all_jobs() if job in mine} == {
        "look_for_badges": "*/10 * * * *",
        "end_and_recheck_claims": "23 * * * *",
        "mail_followers": None,
    }


def test_pauses_grow_while_it_is_waited_for_and_end_on_the_eve() -> None:
    begins = NOW + timedelta(days=40)
    pauses = [next_look(True, looks, NOW, begins) - NOW for looks in range(12)]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (timedelta(minutes=10), timedelta(days=1))
    assert next_look(True, 11, begins - timedelta(hours=5), begins) == begins - timedelta(hours=2)
    assert next_look(True, 11, begins - timedelta(hours=1), begins) == begins + timedelta(hours=23)
    assert next_look(False, 0, NOW, None) == NOW + timedelta(days=7)
    assert next_look(False, 1, NOW, None) == NOW + timedelta(hours=6)
    assert next_look(False, 0, begins - timedelta(days=2), begins) == begins - timedelta(hours=2)


async def test_it_is_looked_for_when_due_and_not_before(street: Street) -> None:
    number = await street.add()
    await street.call("POST", f"/me/listings/{number}/free")
    assert len(street.home.requests) == 1
    await street.run(look_for_badges)
    assert len(street.home.requests) == 1
    street.world.clock.move(minutes=30)
    await street.run(look_for_badges)
    await street.run(look_for_badges)
    assert len(street.home.requests) == 2
    street.show(await street.badge(number))
    street.world.clock.move(hours=1)
    await street.run(look_for_badges)
    shown = await street.call("GET", f"/me/listings/{number}")
    assert (shown["status"], shown["launch_week"]) == ("scheduled", SIXTH.isoformat())
    dispatcher, asked = street.world.dispatcher, ListBadgeChecks(listing_id=number)
    log = (await dispatcher.call(list_badge_checks, street.person("bob"), asked)).items
    assert [(check.found, check.url) for check in log] == [(found, street.website) for found in (True, False, False)]
    with pytest.raises(NoSuchListing):
        await dispatcher.call(list_badge_checks, street.person("charlie"), asked)


async def test_without_it_the_listing_moves_to_the_next_week_with_room(street: Street) -> None:
    await street.do("update free_plan set first_week = 1, last_week = 3, places = 1")
    number = await street.add()
    first = (await street.call("POST", f"/me/listings/{number}/free"))["launch_week"]
    assert first == "2026-03-16"
    await street.add(
        "full",
        "scheduled",
        plan="free",
        launch_week=datetime(2026, 3, 23, tzinfo=UTC).date(),
        website="http://10.0.0.1/",
    )
    street.world.clock.now = datetime(2026, 3, 15, 23, 59, tzinfo=UTC)
    await street.run(look_for_badges)
    assert (await street.call("GET", f"/me/listings/{number}"))["launch_week"] == first
    street.world.clock.now = datetime(2026, 3, 16, 0, 0, 5, tzinfo=UTC)
    for _ in range(2):  # twice, as after a kill: it is moved and told once
        await street.run(look_for_badges)
        await street.run(turn_week)
    shown = await street.call("GET", f"/me/listings/{number}")
    assert (shown["status"], shown["launch_week"], shown["queue"]["place"]) == ("awaiting_badge", "2026-03-30", 1)
    assert (await street.world.get("/listings/tidewater")).status_code == 404
    mails = await street.mails()
    assert [(to, template) for to, template, _ in mails] == [
        ("alice@alice.example", "badge_missing"),
        ("bob@bob.example", "badge_missing"),
    ]
    assert "to the week of 30 March 2026, because" in mails[0][2]
    assert "when the week of 16 March 2026 began." in mails[0][2]


async def test_after_weeks_without_a_worker_a_badge_that_is_there_goes_live_now(street: Street) -> None:
    await street.do("update free_plan set first_week = 1, last_week = 3")
    number = await street.add()
    await street.call("POST", f"/me/listings/{number}/free")
    street.show(await street.badge(number))
    street.world.clock.now = datetime(2026, 4, 8, 9, 0, tzinfo=UTC)
    await street.run(look_for_badges)
    await street.run(turn_week)
    shown = await street.call("GET", "/listings/tidewater")
    assert (shown["status"], shown["launch_week"]) == ("live", "2026-04-06")
    assert [i["listing"]["slug"] for i in (await street.call("GET", "/launches"))["items"]] == ["tidewater"]


async def test_a_badge_that_is_gone_is_told_once_and_the_status_stays(street: Street) -> None:
    number = await street.add(status="live", plan="free")
    await street.do("insert into badge_watch (listing_id, next_at) values (%s, %s)", number, street.world.clock())
    await street.run(look_for_badges)
    assert await street.mails() == []  # once may be a fault of the site
    for _ in range(4):
        street.world.clock.move(days=8)
        await street.run(look_for_badges)
    mails = await street.mails()
    assert [(to, template) for to, template, _ in mails] == [
        ("alice@alice.example", "badge_gone"),
        ("bob@bob.example", "badge_gone"),
    ]
    assert (await street.call("GET", "/listings/tidewater"))["status"] == "live"
    street.show(await street.badge(number))
    street.world.clock.move(days=8)
    await street.run(look_for_badges)
    street.show("")
    for _ in range(2):
        street.world.clock.move(days=8)
        await street.run(look_for_badges)
    assert len(await street.mails()) == 4
    await street.set_state(number, status="withdrawn", plan="free", launch_week=None)
    street.world.clock.move(days=8)
    await street.run(look_for_badges)
    assert await street.ask("select from badge_watch") == []


def test_the_mails_in_full() -> None:
    known = {"unsubscribe_url": None, "listing": "Tidewater", "dashboard": "https://fair.example/dashboard/listings/7"}
    missing = write(SITE, "a@b.example", "badge_missing", week=SIXTH, missed=MONDAY, **known)
    assert missing.subject == "Tidewater: launch moved because the badge is missing"
    assert missing.body_text.startswith(
        "We moved the launch of Tidewater to the week of 20 April 2026, because our badge was not on its homepage when"
        " the week of 9 March 2026 began.\n"
        "\nAdd the badge to the homepage before the new week begins. We check for it automatically.\n"
        "\nCopy the badge and see our last check: https://fair.example/dashboard/listings/7\n"
    )
    gone = write(SITE, "a@b.example", "badge_gone", seen="No link.", looked_at="https://t.example/", **known)
    assert gone.subject == "Tidewater: our badge is missing from your homepage"
    assert "https://t.example/ twice" in gone.body_text
    assert "We have not changed Tidewater." in gone.body_html
    won = write(SITE, "a@b.example", "week_won", place=2, votes=1, week=MONDAY, **known)
    assert won.subject == "Tidewater is Launch of the Week #2"
    assert "1 vote in the week of 9 March 2026." in won.body_text
    assert "https://fair.example/dashboard/listings/7" in won.body_html
