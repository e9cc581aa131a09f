"""When editions and alerts are due, what each reader gets, and limits. Pure functions; the time is a parameter."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, timedelta

from showground import launches
from showground.core.calls.rate_limits import Limit
from showground.newsletter.models import EditionItem, Every, Section

SEND_HOUR = 7  # UTC
LATE_DAYS = 3  # an edition that could not be written on Monday is written until Wednesday
MAX_SHOWN: dict[Section, int] = {"top": 3, "new": 12}  # in one email
MAX_STORED: dict[Section, int] = {"top": 100, "new": 200}  # in an edition, for all categories together
REQUEST_LIVES = timedelta(days=7)
MAX_SAVED_SEARCHES = 20
FROM_ONE_ADDRESS = Limit("subscriptions", 20, 3600)
TO_ONE_MAILBOX = Limit("subscription-emails-to", 5, 3600)
SAVED_SEARCHES = Limit("saved-searches", 60, 3600)


def due_week(now: datetime) -> date | None:
    """The week whose edition is to be written now: from Monday 07:00 UTC to Wednesday."""
    week = launches.this_week(now)
    since = now - launches.begin_of(week)
    return week if timedelta(hours=SEND_HOUR) <= since < timedelta(days=LATE_DAYS) else None


def next_week(now: datetime) -> date:
    """The week of the next edition that is not begun yet."""
    week = launches.this_week(now)
    return week if now < launches.begin_of(week) + timedelta(hours=SEND_HOUR) else week + timedelta(weeks=1)


def next_due(every: Every, now: datetime) -> datetime:
    """When a saved search is run next: tomorrow or next Monday, at 07:00 UTC."""
    today = now.replace(hour=SEND_HOUR, minute=0, second=0, microsecond=0)
    if every == "day":
        return today + timedelta(days=1)
    return today + timedelta(days=7 - now.weekday())


def choose(items: Iterable[EditionItem], category_ids: Collection[int]) -> list[EditionItem]:
    """What a reader gets: the first of each section in their categories, or of all if they chose none."""
    wanted, chosen = frozenset(category_ids), list[EditionItem]()
    left = dict(MAX_SHOWN)
    for item in items:
        if left[item.section] and (not wanted or wanted.intersection(item.category_ids)):
            left[item.section] -= 1
            chosen.append(item)
    return chosen


# An email is rendered once, with every item, and cut to what a reader chose. Before each part is the mark with a key:
#     MARK:all;Hello MARK:new;New this week MARK:new-1;Tidewater MARK:new-2;Quince MARK:all;Goodbye
# A reader of Tidewater's category gets the parts `all`, `new` and `new-1`.
EVERYONE = "all"


def key_of(item: EditionItem) -> str:
    return f"{item.section}-{item.position}"


def split(text: str, mark: str) -> list[tuple[str, str]]:
    """The parts of a text with their keys; what comes before the first mark is for everyone."""
    first, *rest = re.split(rf"{re.escape(mark)}:([a-z0-9-]+);\n?", text)
    return [(EVERYONE, first), *zip(rest[::2], rest[1::2], strict=True)]


def cut(parts: Sequence[tuple[str, str]], items: Iterable[EditionItem]) -> str:
    """The parts for a reader who gets these items; a section without items is left out with its heading."""
    kept = {EVERYONE}
    for item in items:
        kept |= {item.section, key_of(item)}
    return "".join(text for key, text in parts if key in kept)
