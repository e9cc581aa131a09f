"""Removes evidence when an owner changes a fact: a quote proves only the value it was read for."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from showground.listings import Listing

# Facts whose evidence has another name than the field under which they are edited.
EDITED_AS = {"seo.title": "seo_title", "seo.meta": "seo_description"}


def without_outdated(profile: Listing, new: Mapping[str, Any]) -> dict[str, Any]:
    """The evidence and `not_found_on_website` without the facts that `new` changes; empty if both stay as they are."""
    now = _values(profile)
    changed = {name for name, value in new.items() if value != now.get(name)}
    evidence = {
        fact: [quote.model_dump(mode="json") for quote in quotes]
        for fact, quotes in profile.evidence.items()
        if EDITED_AS.get(fact, fact.partition(".")[0]) not in changed
    }
    stated = {name for name in changed if new[name] is not None}
    missing = [fact for fact in profile.not_found_on_website if fact not in stated]
    outdated: dict[str, Any] = {}
    if len(evidence) != len(profile.evidence):
        outdated["evidence"] = evidence
    if missing != profile.not_found_on_website:
        outdated["not_found_on_website"] = missing
    return outdated


def without_sections(profile: Listing, sections: Collection[str]) -> dict[str, Any]:
    """The evidence without that of these sections of the story."""
    outdated = {f"story.{section}" for section in sections}
    return {
        fact: [quote.model_dump(mode="json") for quote in quotes]
        for fact, quotes in profile.evidence.items()
        if fact not in outdated
    }


def _values(profile: Listing) -> dict[str, Any]:
    """The facts of a profile by the names under which they are edited."""
    return profile.model_dump() | {
        "pricing_summary": profile.pricing.summary,
        "city": profile.location.city,
        "faqs": None if profile.faqs is None else stored_faqs(profile),
        "categories": [category.slug for category in profile.categories],
        "founders": [founder.model_dump(exclude={"url"}) for founder in profile.founders or ()],
        "milestones": [
            milestone.model_dump(mode="json", exclude={"id"}) for milestone in reversed(profile.milestones or ())
        ],
    }


def stored_faqs(profile: Listing) -> list[dict[str, Any]]:
    """The FAQ as it is stored: the mark of an adopted answer without the address of its page."""
    return [
        faq.model_dump(mode="json", exclude_none=True, exclude={"stated_by_maker": {"url"}})
        for faq in profile.faqs or ()
    ]


def keep_statements(profile: Listing, faqs: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The new FAQ, in which entries that stay word for word keep the mark that the maker stated them."""
    marked = {(faq["question"], faq["answer"]): faq for faq in stored_faqs(profile)}
    return [marked.get((faq["question"], faq["answer"]), dict(faq)) for faq in faqs]
