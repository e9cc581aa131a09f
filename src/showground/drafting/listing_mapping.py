"""Maps a draft's values to those of a listing. Pure functions."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from showground.core import text_folding
from showground.core.languages import Text
from showground.core.web_address import judge_address
from showground.drafting.fields import LISTS, DraftField, Entries
from showground.extraction.proposal import PROFILE_FIELDS, ExtractionProblem
from showground.listings import Listing

SLUGS = ("stage", "pricing_model")
LINKS = ("demo_video_url", "logo_url")
SOCIALS = ("company_socials", "founder_socials")
# Chosen by us or the owner; a site does not state these.
NO_FACTS = ("categories", "tags", "keywords")
UNFIT = {
    "founded_year": "This is not a year between 1800 and 2100",
    "contact_email": "This is not an email address",
    "address": "This is not a web address that starts with http:// or https://",
}
# The same for forms, where people can fix the value at once.
ENTER = {
    "founded_year": Text("Enter a year between 1800 and 2100."),
    "contact_email": Text("Enter an email address such as hello@example.com."),
    "address": Text("Enter a full address such as https://example.com."),
}


def fit(key: str, entry: DraftField) -> Any:
    """The value in the form a listing stores; None if there is none or it is invalid."""
    value = entry.value
    if value is None:
        return None
    part = key.partition(".")[0]
    if key in SLUGS:
        return text_folding.slugify(value) or value
    if key == "founded_year":
        return read_year(value)
    if key == "contact_email":
        return value if is_email(value) else None
    if key in LINKS or part in SOCIALS:
        return read_address(value)
    if key == "founders":
        return [{name: item.get(name) for name in ("name", "title", "bio")} for item in value if item["name"]]
    if key == "faqs":
        return [{name: item[name] for name in ("question", "answer")} for item in value]
    if key == "milestones":
        return [_milestone(item) for item in sorted(value, key=lambda item: item["date"])]
    return value


def find_unfit(entries: Entries) -> list[ExtractionProblem]:
    """Problems for values that are invalid, which the listing leaves blank."""
    return [
        ExtractionProblem(code="unfit_value", detail=f"`{key}`: {_objection(key)}, so the listing leaves it blank.")
        for key, entry in entries.items()
        if entry.value is not None and fit(key, entry) is None
    ]


def _objection(key: str) -> str:
    return UNFIT.get(key, UNFIT["address"])


def judge_value(key: str, value: str) -> Text | None:
    """What to enter instead of a value that a listing would leave blank; None if it is fine. The API stores such values
    and reports them as problems of the draft."""
    return None if fit(key, DraftField(value=value)) is not None else ENTER.get(key, ENTER["address"])


def read_year(text: str) -> int | None:
    return int(text) if re.fullmatch(r"(1[89]\d\d|20\d\d|2100)", text) else None


def is_email(text: str) -> bool:
    return len(text) <= 254 and bool(re.fullmatch(r"[^@\s<>\"(),:;]+@[^@\s<>\"(),:;]+\.[^@\s<>\"(),:;.]+", text))


def read_address(text: str) -> str | None:
    """A web address; https:// is added if the scheme is missing."""
    if re.match(r"[\w-]+(\.[\w-]+)+(/|$)", text):
        text = f"https://{text}"
    return text if judge_address(text) is None else None


def _milestone(item: dict[str, Any]) -> dict[str, Any]:
    url = item.get("url")
    return {
        "date": date.fromisoformat(item["date"]).isoformat(),
        "title": item["title"],
        "description": item.get("description"),
        "url": read_address(url) if url else None,
    }


def fact_of(key: str) -> str:
    """The name of an entry in a profile's evidence."""
    return key.replace("company_socials.", "socials.", 1).removeprefix("attributes.")


def present(profile: Listing, field: str) -> Any:
    """A listing's current value of a profile field."""
    apart = {"pricing_summary": profile.pricing.summary, "city": profile.location.city}
    return apart[field] if field in apart else getattr(profile, field)


def snapshot(entries: Entries, competitor_url: str | None, read_at: dict[str, datetime]) -> dict[str, dict[str, Any]]:
    """What a draft gives its listing, by entry: the mapped value, its evidence, and whether it was not found.

    `read_at` is when each page was read. Without any page, nothing counts as not found.
    """
    mapped = {key: _map_entry(key, entry, read_at) for key, entry in entries.items()}
    for name in PROFILE_FIELDS:
        mapped.setdefault(name, _map_entry(name, DraftField(), read_at))
    return mapped | {"competitor_url": {"value": competitor_url}}


def quoted_pages(entries: Entries) -> list[str]:
    """The pages that a draft quotes."""
    return list(dict.fromkeys(quote["url"] for key, entry in entries.items() for quote in _quotes(key, entry)))


def _quotes(key: str, entry: DraftField) -> list[dict[str, str]]:
    if key in LISTS:
        return [quote for item in entry.value or () for quote in item["evidence"]]
    return [quote.model_dump() for quote in entry.evidence]


def _map_entry(key: str, entry: DraftField, read_at: dict[str, datetime]) -> dict[str, Any]:
    quotes = _quotes(key, entry)
    value = fit(key, entry)
    unstated = entry.value is None and entry.original is None  # also if someone removed or locked a blank field
    return {
        "value": value,
        "evidence": []
        if value is None
        else [q | {"read_at": read_at[q["url"]].isoformat()} for q in quotes if q["url"] in read_at],
        "not_found": bool(read_at) and key in PROFILE_FIELDS and key not in NO_FACTS and unstated,
    }


def values_under(snapshot: Mapping[str, Mapping[str, Any]], part: str) -> dict[str, Any]:
    """The values of a part, by their keys within it."""
    return {key.partition(".")[2]: it["value"] for key, it in snapshot.items() if key.startswith(f"{part}.")}
