"""The free plan: a week with room, a badge, and never too many in a week."""

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest

from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import NoInput
from showground.listings import new_listings
from showground.ownership.actions.listing_status import FreePlanSettings, SetFreePlan, get_free_plan, set_free_plan
from tests.support.launch_world import MONDAY
from tests.support.listings import listing
from tests.support.owner_homepages import Street
from tests.support.owners import Owners
from tests.support.site import redirect

pytestmark = pytest.mark.anyio

SIXTH = MONDAY + timedelta(weeks=6)


async def set_plan(owners: Owners, first: int, last: int, places: int) -> None:
    chosen = SetFreePlan(first_week=first, last_week=last, places=places)
    await owners.world.dispatcher.call(set_free_plan, owners.staff(), chosen)


async def free(owners: Owners, number: int, by: str = "alice") -> dict[str, Any]:
    return await owners.call("POST", f"/me/listings/{number}/free", by=by)


async def test_it_waits_for_its_badge_and_is_scheduled_when_it_is_seen(street: Street) -> None:
    number = await street.add()
    told = await free(street, number)
    assert (told["status"], told["plan"], told["launch_week"]) == ("awaiting_badge", "free", SIXTH.isoformat())
    assert told["queue"] == {"week": SIXTH.isoformat(), "place": 1, "waiting": 1}
    assert told["badge"]["link"] == "http://localhost:8000/listings/tidewater"
    assert (told["badge_check"]["found"], told["badge_check"]["url"]) == (False, street.website)
    assert told["badge_check"]["detail"] == "The page has no link to the listing around our badge."
    assert [step["code"] for step in told["next_steps"]] == ["embed_badge", "check_badge"]
    assert (await street.world.get("/listings/tidewater")).status_code == 404

    street.show(told["badge"]["html"])
    told = await free(street, number, by="bob")
    assert (told["status"], told["launch_week"], told["badge_check"]["found"]) == ("scheduled", SIXTH.isoformat(), True)
    public = await street.call("GET", "/listings/tidewater")
    assert (public["status"], public["launch_week"]) == ("upcoming", SIXTH.isoformat())
    week = await street.call("GET", f"/launches/weeks/{SIXTH}")
    assert [s["slug"] for s in week["scheduled"]] == ["tidewater"]


async def test_the_first_page_of_the_site_is_a_homepage_also_where_the_listing_names_another(street: Street) -> None:
    page = f"{street.website}en/product"
    number = await street.add(website=page)
    street.home.pages["/en/product"] = "<h1>Tidewater</h1>"
    told = await free(street, number)
    assert (told["status"], told["badge_check"]["url"]) == ("awaiting_badge", page)
    street.show(told["badge"]["html"])
    told = await free(street, number)
    assert (told["status"], told["badge_check"]["url"]) == ("scheduled", street.website)


async def test_a_badge_that_is_there_already_schedules_at_once_and_asking_twice_changes_nothing(street: Street) -> None:
    number = await street.add()
    street.show(
        '<a href="http://localhost:8000/listings/tidewater">'
        '<img src="http://localhost:8000/badges/tidewater/listed-standard-auto-m.svg"></a>'
    )
    first = await free(street, number)
    assert first["status"] == "scheduled"
    street.show("")
    street.world.clock.move(days=8)
    again = await free(street, number)
    assert (again["status"], again["launch_week"]) == ("scheduled", first["launch_week"])
    assert again["badge_check"]["found"] is False
    assert await street.ask("select count(*) from launch") == [(1,)]
    assert await street.ask("select count(*) from badge_check") == [(2,)]


async def test_a_homepage_that_cannot_be_read_says_why(street: Street) -> None:
    number = await street.add()
    street.home.pages.pop("/")
    assert (await free(street, number))["badge_check"]["detail"] == "The page returned status 404."
    street.home.pages["/"] = redirect("http://elsewhere.example/")
    street.dns.records["elsewhere.example"] = ["127.0.0.2"]
    street.home.pages["/there"] = await street.badge(number)
    street.home.pages["/"] = redirect(street.home.at("elsewhere.example") + "/there")
    assert "another site" in (await free(street, number))["badge_check"]["detail"]
    street.dns.records.pop("tidewater.example")
    assert "We could not find this domain" in (await free(street, number))["badge_check"]["detail"]
    private = await street.add("inside", website="http://10.0.0.1/")
    assert "public internet" in (await free(street, private))["badge_check"]["detail"]


@pytest.mark.slow
async def test_weeks_fill_one_after_the_other_and_then_no_more_is_promised(owners: Owners) -> None:
    await set_plan(owners, 6, 7, 2)
    numbers = [await owners.add(f"listing-{n}", "draft", website=f"http://10.0.0.{n}/") for n in range(5)]
    told = [await free(owners, number) for number in numbers[:4]]
    seventh = SIXTH + timedelta(weeks=1)
    assert [t["launch_week"] for t in told] == [*[SIXTH.isoformat()] * 2, *[seventh.isoformat()] * 2]
    assert [t["queue"]["place"] for t in told] == [1, 2, 1, 2]
    refused = await owners.call("POST", f"/me/listings/{numbers[4]}/free", status=400)
    assert refused["code"] == "weeks_full"
    assert (await owners.call("GET", f"/me/listings/{numbers[4]}"))["status"] == "draft"
    assert await owners.ask("select from badge_check where listing_id = %s", numbers[4]) == []
    owners.world.clock.move(weeks=1)
    assert (await free(owners, numbers[4]))["launch_week"] == (SIXTH + timedelta(weeks=2)).isoformat()


@pytest.mark.slow
async def test_two_hundred_at_once_never_overfill_a_week(owners: Owners) -> None:
    await set_plan(owners, 6, 8, 25)
    async with owners.world.dispatcher.database.transaction() as db:
        members: Any = {owners.ids["alice"]: "owner"}
        new = [
            listing(
                f"l-{n}", status="draft", live_at=None, members=members, website=f"http://10.0.{n // 200}.{n % 200}/"
            )
            for n in range(200)
        ]
        numbers = await new_listings.add_listings(db, new)

    async def ask(number: int) -> int:
        while True:
            answer = await owners.world.request("POST", f"/me/listings/{number}/free", by="alice")
            if answer.status_code != 503:  # so many wait for so few connections: an owner tries again
                return answer.status_code

    statuses = await asyncio.gather(*(ask(number) for number in numbers))
    assert (statuses.count(200), statuses.count(400)) == (75, 125)
    weeks: list[tuple[date, int]] = await owners.ask(
        "select launch_week, count(*) from listing where plan = 'free' group by 1 order by 1"
    )
    assert weeks == [(SIXTH + timedelta(weeks=n), 25) for n in range(3)]


async def test_paid_suspended_and_withdrawn_ones_are_refused_and_strangers_too(owners: Owners) -> None:
    for slug, standing in {
        "paid": {"status": "draft", "plan": "paid"},
        "gone": {"status": "withdrawn"},
        "bad": {"status": "suspended"},
    }.items():
        number = await owners.add(slug, **standing)
        refused = await owners.call("POST", f"/me/listings/{number}/free", status=400)
        assert refused["code"] == "not_for_free_plan"
        await owners.call("POST", f"/me/listings/{number}/free", by="charlie", status=404)


async def test_staff_set_what_is_offered(owners: Owners) -> None:
    dispatcher = owners.world.dispatcher
    assert await dispatcher.call(get_free_plan, owners.staff(), NoInput()) == FreePlanSettings(
        first_week=6, last_week=8, places=25
    )
    await set_plan(owners, 1, 1, 3)
    number = await owners.add(status="draft", website="http://10.0.0.1/")
    assert (await free(owners, number))["launch_week"] == (MONDAY + timedelta(weeks=1)).isoformat()
    with pytest.raises((InvalidInput, ValueError), match="is before the first"):
        await set_plan(owners, 3, 2, 1)
