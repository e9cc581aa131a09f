"""Formats values for people: names, dates, numbers, addresses."""

from datetime import date, datetime, timedelta
from typing import Any, cast
from urllib.parse import urlsplit

NAMES = {
    "mvp": "MVP",
    "one-time": "One-time payment",
    "custom": "Custom pricing",
    "founded_year": "year founded",
    "pricing_summary": "pricing",
    "pricing_model": "pricing model",
    "contact_email": "contact email",
    "usps": "why it's different",
    "faqs": "questions and answers",
    "socials": "social profiles",
    "demo_video_url": "demo video",
    "logo_url": "logo",
    "github": "GitHub",
    "linkedin": "LinkedIn",
    "youtube": "YouTube",
    "tiktok": "TikTok",
    "x": "X",
}

STORY = {
    "title": "Title",
    "story": "The story",
    "why_started": "Why it was started",
    "problem": "The problem",
    "journey": "The journey",
    "challenges": "Challenges",
    "achievements": "Achievements",
    "lessons": "Lessons learned",
    "whats_next": "What's next",
}


def name_of(key: str) -> str:
    """A stage, a platform, a field or an attribute by name: `free-trial` is `Free trial`."""
    plain = key.removeprefix("attributes.")
    words = NAMES.get(plain) or " ".join(plain.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:]


def value_of(value: Any) -> str:
    """An attribute's value: `Yes`, `4`, `Spain, Portugal`."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list):
        return ", ".join(value_of(item) for item in cast("list[Any]", value))
    return number(value) if isinstance(value, int | float) else str(value)


def day(at: date | datetime) -> str:
    return f"{at.day} {at:%B} {at.year}"


def iso_day(text: str) -> str:
    """A date as forms have it: `2026-03-14` is `14 March 2026`."""
    return day(date.fromisoformat(text))


def moment(at: datetime) -> str:
    """A date and time with the time zone."""
    return f"{day(at)}, {at:%H:%M} UTC"


def week_dates(monday: date) -> str:
    """`Monday 4 to Sunday 10 January 2027`; month and year are repeated only if they differ."""
    sunday = monday + timedelta(days=6)
    begin = f"Monday {monday.day}"
    if monday.year != sunday.year:
        begin += f" {monday:%B} {monday.year}"
    elif monday.month != sunday.month:
        begin += f" {monday:%B}"
    return f"{begin} to Sunday {day(sunday)}"


def week_span(monday: date) -> str:
    """`4 to 10 January 2027`, where it is clear that weeks start on Monday."""
    return week_dates(monday).replace("Monday ", "").replace("Sunday ", "")


def span(left: timedelta) -> str:
    """The time left, in its two largest units: `3 days and 10 hours`."""
    minutes = max(int(left.total_seconds()) // 60, 0)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [_counted(n, unit) for n, unit in ((days, "day"), (hours, "hour"), (minutes, "minute")) if n]
    return " and ".join(parts[:2]) or "less than a minute"


def _counted(n: int, unit: str) -> str:
    return f"{n} {unit}" if n == 1 else f"{n} {unit}s"


def ordinal(place: int) -> str:
    return {1: "First", 2: "Second", 3: "Third"}.get(place, f"Number {place}")


def dollars(cents: int) -> str:
    """`$640`, or `$640.50` if there are cents."""
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents / 100:,.2f}"


def month(at: date) -> str:
    return f"{at:%B} {at.year}"


def number(value: float) -> str:
    return f"{value:,}"


def compact(value: int) -> str:
    """A number short enough for the vote button: `9,999`, `12k`, `1.2M`."""
    if value < 10_000:
        return number(value)
    return f"{value // 1_000:,}k" if value < 1_000_000 else f"{value / 1_000_000:.1f}M"


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
