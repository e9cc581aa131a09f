"""Rules for slugs, websites and texts of listings. Pure functions, no database."""

from collections.abc import Iterable
from itertools import count

from showground.core.text_folding import slugify

MAX_SLUG_LENGTH = 200  # leaves room for a number that tells namesakes apart


def slug_base(name: str, domain: str) -> str:
    """What a listing's slug begins with: its name, or where that has no letters for one, its domain."""
    return (slugify(name) or slugify(domain))[:MAX_SLUG_LENGTH].strip("-")


def number_slug(base: str, taken: Iterable[str]) -> str:
    """A slug, or the first of it with 2, 3 and so on behind it that nobody has."""
    known = set(taken)
    return next(slug for n in count(1) if (slug := base if n == 1 else f"{base}-{n}") not in known)
