"""What owners do next, which weeks they may have, and when their badge is checked."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from showground.listings import new_listings, owned
from showground.ownership import rules
from showground.registry import all_operations

NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
MONDAY = date(2026, 3, 9)
OWNED = owned.Owned(
    id=7,
    slug="tidewater",
    name="Tidewater",
    website="https://tidewater.example/",
    domain="tidewater.example",
    status="draft",
    plan="free",
    unlocked=[],
    launch_week=MONDAY,
    live_at=None,
    featured_until=None,
    held=False,
    unseen=False,
    retired_at=None,
    categories=["databases"],
    role="owner",
)


SOLD = {"launch", "skip_queue"}
LAUNCH = {"items": [{"product": "launch", "listing_id": 7}]}
SKIP = {"items": [{"product": "skip_queue", "listing_id": 7}]}
FILLED = {"post_update": {"title": "New", "body": "It is new."}}


@pytest.mark.parametrize(
    ("listing", "steps"),
    [
        (OWNED, {"choose_free_plan": "", "order_launch": "/launch"}),
        (replace(OWNED, status="awaiting_badge"), {"embed_badge": "", "check_badge": "", "skip_queue": "/launch"}),
        (replace(OWNED, status="scheduled"), {"wait_for_week": ""}),
        (replace(OWNED, status="live"), {"post_update": "/updates", "unlock_sections": "/launch"}),
        (replace(OWNED, status="live", plan="paid"), {"post_update": "/updates"}),
        (replace(OWNED, status="withdrawn"), {"publish_again": ""}),
    ],
    ids=lambda value: value.status if isinstance(value, owned.Owned) else "",
)
def test_an_owner_is_led_to_the_next_page(listing: owned.Owned, steps: dict[str, str]) -> None:
    found = rules.next_steps(listing, SOLD)
    assert {step.code: step.page for step in found} == {
        code: f"/dashboard/listings/7{page}" for code, page in steps.items()
    }


@pytest.mark.parametrize(
    ("plan", "written", "steps"),
    [
        ("free", ["updates"], ["unlock_sections"]),
        ("paid", [], ["post_update", "write_story", "add_pictures"]),
        ("paid", ["updates", "story"], ["add_pictures"]),
        ("paid", ["updates", "story", "media"], []),
    ],
)
def test_what_is_done_is_no_longer_a_step(plan: new_listings.Plan, written: list[str], steps: list[str]) -> None:
    unlocked = ["media", "milestones", "story"] if plan == "paid" else []
    live = replace(OWNED, status="live", plan=plan, unlocked=unlocked)
    assert [step.code for step in rules.next_steps(live, SOLD, written)] == steps


@pytest.mark.parametrize(
    ("status", "steps"),
    [("draft", ["choose_free_plan"]), ("awaiting_badge", ["embed_badge", "check_badge"]), ("live", ["post_update"])],
)
def test_what_nobody_sells_is_no_step(status: new_listings.Status, steps: list[str]) -> None:
    assert [step.code for step in rules.next_steps(replace(OWNED, status=status), {"ai_review"})] == steps


def test_steps_name_the_site_and_the_day() -> None:
    [badge, check, _] = rules.next_steps(replace(OWNED, status="awaiting_badge"), SOLD)
    assert "tidewater.example" in badge.sentence
    assert (check.tool, check.arguments) == ("choose_free_plan", {"listing_id": 7})
    [wait] = rules.next_steps(replace(OWNED, status="scheduled"), SOLD)
    assert "9 March 2026" in wait.sentence
    [write] = rules.next_steps(replace(OWNED, status="suspended"), SOLD)
    assert (write.code, write.page) == ("write_to_staff", "/abuse")


def test_steps_name_tools_with_arguments_that_these_take() -> None:
    every = {op.name: op for op in all_operations()}
    statuses: tuple[new_listings.Status, ...] = ("draft", "awaiting_badge", "scheduled", "live", "suspended")
    listings = [replace(OWNED, status=status, unlocked=["media", "story"]) for status in statuses]
    steps = [step for listing in listings for step in rules.next_steps(listing, SOLD)]
    assert {step.code for step in steps if step.tool is None} == {"write_to_staff", "add_pictures"}
    for step in steps:
        if step.tool is not None:
            assert step.arguments.keys() <= every[step.tool].fields
            assert step.arguments in ({"listing_id": 7}, LAUNCH, SKIP)
            assert every[step.tool].parse(FILLED.get(step.code, {}) | dict(step.arguments)) or step.needs, step
    assert {step.code: step.needs for step in steps if step.needs} == {
        "skip_queue": ("items[0].week",),
        "post_update": ("title", "body"),
        "write_story": ("story",),
    }


def test_the_free_plan_offers_the_weeks_that_staff_set() -> None:
    plan = rules.FreePlan(first_week=2, last_week=4, places=10)
    assert rules.weeks_on_offer(plan, MONDAY) == [date(2026, 3, 23), date(2026, 3, 30), date(2026, 4, 6)]


def test_a_listing_without_its_badge_moves_to_one_of_the_next_two_years_of_weeks() -> None:
    weeks = rules.later_weeks(MONDAY)
    assert (weeks[0], weeks[-1], len(weeks)) == (date(2026, 3, 16), MONDAY + timedelta(weeks=104), 104)


@pytest.mark.parametrize(
    ("waiting", "looks", "pause"),
    [
        (True, 0, timedelta(minutes=10)),
        (True, 7, timedelta(days=1)),
        (True, 50, timedelta(days=1)),
        (False, 0, timedelta(days=7)),
        (False, 1, timedelta(hours=6)),
        (False, 50, timedelta(days=7)),
    ],
)
def test_a_badge_is_checked_again_after_a_pause(waiting: bool, looks: int, pause: timedelta) -> None:
    assert rules.next_look(waiting, looks, NOW, None) == NOW + pause


def test_a_badge_is_checked_two_hours_before_its_week_at_the_latest() -> None:
    soon = NOW + timedelta(hours=3)
    assert rules.next_look(False, 0, NOW, soon) == NOW + timedelta(hours=1)
    assert rules.next_look(False, 0, NOW, NOW + timedelta(hours=1)) == NOW + timedelta(days=7)
    assert rules.next_look(True, 0, NOW, soon) == NOW + timedelta(minutes=10)
