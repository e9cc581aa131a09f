"""Rules for blog posts and the site's own pages. Pure functions, no database."""

import re
from collections.abc import Sequence

WORDS_A_MINUTE = 200
LAST_PLACE = 16_383  # PostgreSQL numbers no more places in a text,
MAX_PLACES = 255  # nor more places of one word
# What pages say instead of `{site}` and so on; see `site_pages.fill_in`.
PLACEHOLDERS = (
    "site", "site_url", "operator", "operator_address", "operator_with_address", "contact_email", "contact", "crawler",
    "logs", "backups",
)  # fmt: skip
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def reading_minutes(body: str) -> int:
    return max(1, round(len(body.split()) / WORDS_A_MINUTE))


def find_unknown_placeholder(text: str) -> str | None:
    """The first name in braces, outside code, that is no placeholder."""
    return next((name for name in PLACEHOLDER.findall(CODE.sub("", text)) if name not in PLACEHOLDERS), None)


def find_places(title: Sequence[str], summary: Sequence[str], body: Sequence[str]) -> str:
    """The text of a tsvector: the positions of each word, weighted most in the title (A) and least in the body (D)."""
    places: dict[str, list[str]] = {}
    place = 0
    for weight, words in (("A", title), ("B", summary), ("D", body)):
        for word in words:
            place = min(place + 1, LAST_PLACE)
            places.setdefault(word, []).append(f"{place}{weight}")
    return " ".join(f"'{word}':{','.join(numbers[:MAX_PLACES])}" for word, numbers in places.items())


def ask_for(words: Sequence[str]) -> str:
    """The text of a tsquery: all words, the last also as the beginning of a word."""
    return " & ".join([f"'{word}'" for word in words[:-1]] + [f"'{word}':*" for word in words[-1:]])
