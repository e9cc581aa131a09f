"""Rules for owners of listings. Pure functions; the time is a parameter."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import day
from showground.listings import owned

SECTIONS = ("media", "milestones", "story")  # what a paid launch unlocks
WEEK = timedelta(days=7)
MAX_DELAY = 104  # weeks ahead in which we search for room for a listing whose badge is missing
EVE = timedelta(hours=2)  # we check for the badge once more this long before its week starts
WAITING_PAUSES = tuple(timedelta(minutes=n) for n in (10, 30, 60, 120, 240, 480, 720, 1440))
WATCHING_PAUSES = (WEEK, timedelta(hours=6), WEEK)
GONE_AFTER = 2  # failed checks in a row; one may be a short outage of the site


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next, on which page of the site, and with which tool, if there is one."""

    code: str
    sentence: str
    page: str
    tool: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    needs: tuple[str, ...] = ()
    """Arguments that only the caller can add."""


def next_steps(listing: owned.Owned, sold: Collection[str], written: Collection[str] = ()) -> list[Step]:
    """What the owner of a listing does next, the most important first.

    `sold`: products on sale; what needs another one is no step. `written` names what the listing already has:
    `updates`, `story`, `media`. What is done is no longer a step.
    """
    steps = _steps_of_status(listing, written)
    return [step for step in steps if all(item["product"] in sold for item in step.arguments.get("items", ()))]


def _steps_of_status(listing: owned.Owned, written: Collection[str]) -> list[Step]:
    page, own = f"/dashboard/listings/{listing.id}", {"listing_id": listing.id}
    launch = {"items": [{"product": "launch", **own}]}
    match listing.status:
        case "draft":
            free = Text("Launch for free: add our badge to your homepage and get a launch week.")
            paid = Text("Or order a launch: go live now, or in a week you choose.")
            return [
                Step("choose_free_plan", free, page, "choose_free_plan", own),
                Step("order_launch", paid, f"{page}/launch", "quote_order", launch),
            ]
        case "awaiting_badge":
            embed = text_with("Add the badge code to the homepage of %(domain)s.", domain=listing.domain)
            check = Text("Then have us check that it is there.")
            skip = {"items": [{"product": "skip_queue", **own}]}
            earlier = Text("Or order an earlier launch week.")
            return [
                Step("embed_badge", embed, page, "get_my_listing", own),
                Step("check_badge", check, page, "choose_free_plan", own),
                Step("skip_queue", earlier, f"{page}/launch", "quote_order", skip, ("items[0].week",)),
            ]
        case "scheduled":
            week = deferred(day, listing.launch_week) if listing.launch_week else ""
            live_at = text_with("It goes live on %(week)s, 00:00 UTC.", week=week)
            return [Step("wait_for_week", live_at, page, "get_my_listing", own)]
        case "live":
            return [*_live_steps(listing, written, page)]
        case "suspended" if listing.held:
            wait = Text("We review new listings before we publish them. We'll email you once yours is approved.")
            return [Step("wait_for_approval", wait, page, "get_my_listing", own)]
        case "suspended":
            return [Step("write_to_staff", Text("Staff suspended this listing. Contact them about it."), "/abuse")]
        case "withdrawn":  # pragma: no branch - there is no other status
            retired = Text("You retired this listing. You can publish it again.")
            withdrew = Text("You withdrew this listing. You can publish it again.")
            return [Step("publish_again", retired if listing.retired_at else withdrew, page)]


def answer_step(listing: owned.Owned) -> Step:
    """For the owner of a public listing with a question that nobody has answered."""
    asked = Text("Answer what visitors asked about your listing.")
    return Step("answer_questions", asked, f"/listings/{listing.slug}/questions")


def _live_steps(listing: owned.Owned, written: Collection[str], page: str) -> Iterator[Step]:
    own = {"listing_id": listing.id}
    if "updates" not in written:
        tell = Text("Post an update for your followers.")
        yield Step("post_update", tell, f"{page}/updates", "post_listing_update", own, ("title", "body"))
    if listing.plan != "paid":
        unlock = Text("Order a launch to show story, milestones and media.")
        launch = {"items": [{"product": "launch", **own}]}
        yield Step("unlock_sections", unlock, f"{page}/launch", "quote_order", launch)
    if "story" in listing.unlocked and "story" not in written:
        story = Text("Write the story behind it: why you started and what you learned.")
        yield Step("write_story", story, f"{page}/edit#f-story", "update_story", own, ("story",))
    if "media" in listing.unlocked and "media" not in written:
        yield Step("add_pictures", Text("Add pictures, so that visitors see what it looks like."), f"{page}/pictures")


@dataclass(frozen=True, slots=True)
class FreePlan:
    """The free plan as set by staff: which weeks ahead it offers, and how many places each week has."""

    first_week: int
    last_week: int
    places: int


def weeks_on_offer(plan: FreePlan, this_week: date) -> list[date]:
    """The Mondays that a listing may get, earliest first."""
    return [this_week + n * WEEK for n in range(plan.first_week, plan.last_week + 1)]


def later_weeks(this_week: date) -> list[date]:
    """The Mondays that a listing without its badge may move to, earliest first."""
    return [this_week + n * WEEK for n in range(1, MAX_DELAY + 1)]


def next_look(waiting: bool, looks: int, now: datetime, week_begins: datetime | None) -> datetime:
    """When to check for a badge again, after `looks` checks in a row that did not find it.

    While we wait for the badge, the pauses grow. Once it was found, we check once a week, and sooner when it seems to
    be gone. We always check shortly before the launch week starts.
    """
    pauses = WAITING_PAUSES if waiting else WATCHING_PAUSES
    pause = pauses[min(looks, len(pauses) - 1)]
    eve = week_begins - EVE if week_begins else None
    return min(now + pause, eve) if eve and eve > now else now + pause


def with_primary(categories: Sequence[str], primary: str) -> list[str]:
    """A listing's categories with another primary one. Extra categories are paid for, so their number stays: if the new
    primary one is among them, the old one takes its place."""
    extra = [categories[0] if slug == primary else slug for slug in categories[1:]]
    return [primary, *extra]
