"""Values of listings in words for people: names, dates, numbers, addresses."""

from datetime import date, datetime
from typing import Any, cast
from urllib.parse import urlsplit

NAMES = {
    "mvp": "MVP",
    "one-time": "One payment",
    "custom": "On request",
    "founded_year": "year founded",
    "pricing_summary": "prices",
    "pricing_model": "how it is paid for",
    "contact_email": "contact address",
    "usps": "what sets it apart",
    "faqs": "questions and answers",
    "socials": "social profiles",
    "demo_video_url": "video",
    "logo_url": "logo",
    "github": "GitHub",
    "linkedin": "LinkedIn",
    "youtube": "YouTube",
    "tiktok": "TikTok",
    "x": "X",
}

# The first that fits: most browsers also claim to be others.
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Windows", "Windows"), ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


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


def moment(at: datetime) -> str:
    """A day and an hour, in words with their zone."""
    return f"{day(at)}, {at:%H:%M} UTC"


def browser(agent: str) -> str:
    """What a browser calls itself, as far as people care: `Firefox on Windows`."""
    name = next((name for mark, name in BROWSERS if mark in agent), None)
    system = next((name for mark, name in SYSTEMS if mark in agent), None)
    if name is None:
        return "Another program" if agent else "Unknown browser"
    return f"{name} on {system}" if system else name


def month(at: date) -> str:
    return f"{at:%B} {at.year}"


def number(value: float) -> str:
    return f"{value:,}"


def compact(value: int) -> str:
    """A number that fits on a ticket."""
    if value < 10_000:
        return number(value)
    return f"{value // 1_000:,}k" if value < 1_000_000 else f"{value / 1_000_000:.1f}M"


def is_web_address(address: str | None) -> bool:
    """Whether a link may lead there: http and https only, never a script."""
    try:
        parts = urlsplit(address or "")
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def bare(address: str) -> str:
    """An address as people read it: without scheme, `www.` and closing slash."""
    return address.partition("://")[2].removeprefix("www.").rstrip("/") or address
