"""What holds for those who own a listing: pure, time is an argument."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from showground.listings import owned

SECTIONS = ("media", "milestones", "story")  # what a paid launch unlocks
WEEK = timedelta(days=7)
MAX_DELAY = 104  # weeks that are searched for room for a listing whose badge is missing
EVE = timedelta(hours=2)  # before its week begins a badge is looked for once more
WAITING_PAUSES = tuple(timedelta(minutes=n) for n in (10, 30, 60, 120, 240, 480, 720, 1440))
WATCHING_PAUSES = (WEEK, timedelta(hours=6), WEEK)
GONE_AFTER = 2  # looks in a row that miss a badge which was there, so that a short fault of a site is none of the badge


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next, and on which page of the site."""

    code: str
    sentence: str
    page: str


def next_steps(listing: owned.Owned) -> list[Step]:
    """What the owner of a listing does next, the most important first."""
    page = f"/dashboard/listings/{listing.id}"
    match listing.status:
        case "draft":
            return [
                Step("choose_free_plan", "Publish it free: our badge on your homepage, and a launch week.", page),
                Step("order_launch", "Or order a launch: live at once, or in a week you choose.", f"{page}/launch"),
            ]
        case "awaiting_badge":
            return [
                Step("embed_badge", f"Put the badge on the homepage of {listing.domain}, linked as given.", page),
                Step("skip_queue", "Or choose an earlier week with an order.", f"{page}/launch"),
            ]
        case "scheduled":
            return [Step("wait_for_week", f"It goes live on {listing.launch_week}, 00:00 UTC.", page)]
        case "live":
            steps = [Step("post_update", "Tell your followers what is new.", f"{page}/updates")]
            if listing.plan != "paid":
                steps.append(
                    Step("unlock_sections", "Order a launch to show story, milestones and media.", f"{page}/launch")
                )
            return steps
        case "suspended":
            return [Step("write_to_staff", "Staff have suspended this listing; write to them about it.", "/abuse")]
        case "withdrawn":  # pragma: no branch - there is no other status
            return [Step("publish_again", "You have withdrawn it; you may publish it again.", page)]


@dataclass(frozen=True, slots=True)
class FreePlan:
    """What staff have set: how many weeks ahead the free plan offers, and how many places each week has."""

    first_week: int
    last_week: int
    places: int


def weeks_on_offer(plan: FreePlan, this_week: date) -> list[date]:
    """The Mondays that a listing may be given, soonest first."""
    return [this_week + n * WEEK for n in range(plan.first_week, plan.last_week + 1)]


def later_weeks(this_week: date) -> list[date]:
    """The Mondays that a listing without its badge is moved to, soonest first."""
    return [this_week + n * WEEK for n in range(1, MAX_DELAY + 1)]


def next_look(waiting: bool, looks: int, now: datetime, week_begins: datetime | None) -> datetime:
    """When to look for a badge again, after so many looks in a row that did not find it.

    While it is waited for the pauses grow; afterwards it is looked for once a week, and soon again when it
    seems to be gone.
    In any case on the eve of the week.
    """
    pauses = WAITING_PAUSES if waiting else WATCHING_PAUSES
    pause = pauses[min(looks, len(pauses) - 1)]
    eve = week_begins - EVE if week_begins else None
    return min(now + pause, eve) if eve and eve > now else now + pause
