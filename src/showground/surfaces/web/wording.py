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
