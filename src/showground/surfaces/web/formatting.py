"""Formats values for people: names, dates, numbers, addresses."""

from datetime import date, timedelta
from typing import Any, cast
from urllib.parse import urlsplit

from showground.categories import attribute_labels, category_text
from showground.core.languages import (
    Text,
    current_language,
    deferred,
    formats,
    gettext,
    ngettext,
    npgettext,
    pgettext,
    translated,
)
from showground.core.languages.formats import day, moment, month, number
from showground.launches import ListingBadge
from showground.listings import Listing
from showground.surfaces.web.names import NAMES

__all__ = ["day", "moment", "month", "number"]  # with what is defined here, all that pages format by

BADGES = {
    "listed": Text("Listed"),
    "launched": Text("Launched"),
    "featured": Text("Featured (Paid)"),
    "verified": Text("Verified"),
}
BADGE_SIZES = {"s": Text("Small"), "m": deferred(lambda: pgettext("size", "Medium")), "l": Text("Large")}
SHORT_BADGE_MODES = {"light": Text("Light"), "dark": Text("Dark"), "auto": Text("Auto")}
BADGE_MODES = {
    "light": Text("For light pages"),
    "dark": Text("For dark pages"),
    "auto": Text("Visitor's theme"),
}

SECTIONS = {"media": Text("pictures"), "milestones": Text("milestones"), "story": Text("story")}
STORY = {
    "title": Text("Title"),
    "story": Text("The story"),
    "why_started": Text("Why it was started"),
    "problem": Text("The problem"),
    "journey": Text("The journey"),
    "challenges": Text("Challenges"),
    "achievements": Text("Achievements"),
    "lessons": Text("Lessons learned"),
    "whats_next": Text("What's next"),
}


def unstated(listing: Listing) -> list[str]:
    """The facts that the website does not state, without those that the page shows because someone added them."""
    apart = {
        "pricing_model": listing.pricing.model,
        "pricing_summary": listing.pricing.summary,
        "country": listing.location.country,
        "city": listing.location.city,
    }
    return [
        field
        for field in listing.not_found_on_website
        if not (apart[field] if field in apart else getattr(listing, field, None))
    ]


def name_of(key: str) -> str:
    """A stage, a platform, a field or an attribute by name: `free-trial` is `Free trial`."""
    plain = key.removeprefix("attributes.")
    if not current_language().is_english and plain in (labels := attribute_labels()):
        return category_text(labels[plain])
    words = NAMES.get(plain) or " ".join(plain.replace("_", " ").replace("-", " ").split())
    return translated(words[:1].upper() + words[1:])


def section_name(section: str) -> str:
    """The name of a section that a paid launch unlocks, for use in a list."""
    return translated(SECTIONS.get(section, section))


def badge_name(badge: ListingBadge) -> str:
    """What a badge is called. The API's own label is English."""
    return translated(BADGES[badge.kind]) if badge.kind in BADGES else award_name(int(badge.label.rpartition("#")[2]))


def award_name(place: int) -> str:
    return gettext("Launch of the Week #%(place)s", place=place)


def uncapitalized(words: str) -> str:
    """Words in the middle of a sentence. Other languages keep capitals, as German does of nouns."""
    return words.lower() if current_language().is_english else words


def value_of(value: Any) -> str:
    """A value of an attribute or of the audit log: `Yes`, `4`, `Spain, Portugal`; of a link `Imprint /imprint`."""
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, dict):
        stated = cast("dict[str, Any]", value).values()
        return " ".join(value_of(item) for item in stated if item not in (None, "", []))
    if isinstance(value, list):
        return ", ".join(value_of(item) for item in cast("list[Any]", value))
    return number(value) if isinstance(value, int | float) else str(value)


def iso_day(text: str) -> str:
    """A date as forms have it: `2026-03-14` is `14 March 2026`."""
    return day(date.fromisoformat(text))


def week_dates(monday: date) -> str:
    """`Monday 4 to Sunday 10 January 2027`; month and year are repeated only if they differ."""
    first, last = _ends_of_week(monday)
    return gettext("Monday %(first)s to Sunday %(last)s", first=first, last=last)


def week_span(monday: date) -> str:
    """`4 to 10 January 2027`, where it is clear that weeks start on Monday."""
    first, last = _ends_of_week(monday)
    if (monday + timedelta(days=6)).month == monday.month and not current_language().is_english:
        first = _day_alone(monday) or first
    return gettext("%(first)s to %(last)s", first=first, last=last)


def _day_alone(day: date) -> str:
    """A day without its month, as in `4. bis 10. Januar`; empty in languages that have no translation of it."""
    pattern = pgettext("as in 4 to 10 January", "%(day)s")
    return "" if pattern == "%(day)s" else pattern % {"day": day.day}


def _ends_of_week(monday: date) -> tuple[str, str]:
    """`4` and `10 January 2027`. A day without a month is English: other languages may write it differently."""
    sunday = monday + timedelta(days=6)
    if monday.year != sunday.year:
        return day(monday), day(sunday)
    if monday.month != sunday.month or not current_language().is_english:
        return formats.day_and_month(monday), day(sunday)
    return str(monday.day), day(sunday)


def span(left: timedelta) -> str:
    """The time left, in its two largest units: `3 days and 10 hours`."""
    minutes = max(int(left.total_seconds()) // 60, 0)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    return _join_span(
        [
            ngettext("%(num)s day", "%(num)s days", days) if days else "",
            ngettext("%(num)s hour", "%(num)s hours", hours) if hours else "",
            ngettext("%(num)s minute", "%(num)s minutes", minutes) if minutes else "",
        ],
        gettext("less than a minute"),
    )


def span_in(left: timedelta) -> str:
    """The same after `in`, which changes the words in some languages: `3 Tagen und 10 Stunden`."""
    minutes = max(int(left.total_seconds()) // 60, 0)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    return _join_span(
        [
            npgettext("in", "%(num)s day", "%(num)s days", days) if days else "",
            npgettext("in", "%(num)s hour", "%(num)s hours", hours) if hours else "",
            npgettext("in", "%(num)s minute", "%(num)s minutes", minutes) if minutes else "",
        ],
        pgettext("in", "less than a minute"),
    )


def _join_span(parts: list[str], nothing: str) -> str:
    match [part for part in parts if part][:2]:
        case [long, short]:
            return gettext("%(long)s and %(short)s", long=long, short=short)
        case [only]:
            return only
        case _:
            return nothing


def ordinal(place: int) -> str:
    named = {1: Text("First"), 2: Text("Second"), 3: Text("Third")}
    return translated(named[place]) if place in named else gettext("Number %(place)s", place=place)


def ordinal_ending(place: int) -> str:
    """The small letters after the number on a rosette; other languages show the number alone."""
    return {1: "st", 2: "nd", 3: "rd"}.get(place, "") if current_language().is_english else ""


def percentage(rate: float) -> str:
    """`25` or `8.1`."""
    return number(int(rate) if rate == int(rate) else rate)


def dollars(cents: int) -> str:
    """`$640`, or `$640.50` if there are cents."""
    if cents % 100:
        return formats.money(f"${cents / 100:,.2f}", cents, "USD")
    return formats.money(f"${cents // 100:,}", cents // 100, "USD", whole=True)


def compact(value: int) -> str:
    """A number short enough for the vote button: `9,999`, `12k`, `1.2M`."""
    if value < 10_000:
        return number(value)
    if value < 1_000_000:
        return gettext("%(thousands)sk", thousands=number(value // 1_000))
    return gettext("%(millions)sM", millions=number(round(value / 1_000_000, 1)))


def is_web_address(address: str | None) -> bool:
    """Whether we may link to it: only http and https, never `javascript:`."""
    try:
        parts = urlsplit(address or "")
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def bare(address: str) -> str:
    """An address as people read it: without scheme, `www.` and trailing slash."""
    return address.partition("://")[2].removeprefix("www.").rstrip("/") or address
