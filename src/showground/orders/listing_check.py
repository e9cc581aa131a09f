"""The check of a listing: what is missing, unclear or not supported by the website. Pure rules; each finding quotes
what it is based on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from showground.listings import Listing

Area = Literal["completeness", "clarity", "consistency", "advice"]
Focus = Literal["everything", "positioning", "pricing", "wording"]

MAX_TAGLINE_LENGTH = 90
MIN_TAGLINE_LENGTH = 15
MIN_DESCRIPTION_LENGTH = 400
MAX_SENTENCE_LENGTH = 28  # words
FEW = 3
OLD = timedelta(days=180)
WORN = (
    "revolutionary", "game-changing", "game changer", "cutting-edge", "best-in-class", "world-class", "next-generation",
    "next-gen", "state-of-the-art", "seamless", "seamlessly", "effortless", "effortlessly", "ultimate", "unparalleled",
    "supercharge", "unlock the power", "leading", "innovative", "robust", "powerful", "all-in-one", "one-stop",
)  # fmt: skip
NUMBER = re.compile(r"\d[\d.,]*\d|\d")


@dataclass(frozen=True, slots=True)
class ListingFinding:
    """One thing to change: the field, the advice, and the text it is based on."""

    area: Area
    field: str
    sentence: str
    seen: str | None = None
    about: Focus = "everything"


@dataclass(frozen=True, slots=True)
class CheckedListing:
    """What to change on a listing, the most relevant first."""

    name: str
    focus: str
    filled: int
    of: int
    findings: list[ListingFinding]
    evidence: int  # how many facts of the profile have a quote


def check(listing: Listing, focus: str, now: datetime, advice: Sequence[ListingFinding] = ()) -> CheckedListing:
    """Check a profile as a first-time visitor would. `advice` is what a language model adds."""
    found = [*_complete(listing), *_clear(listing), *_consistent(listing, now), *advice]
    found.sort(key=lambda finding: finding.about != focus)  # stable sort: findings about the chosen focus come first
    missing = [finding for finding in found if finding.area == "completeness"]
    asked = len(MISSING) + len(TOO_FEW)
    return CheckedListing(listing.name, focus, asked - len(missing), asked, found, len(listing.evidence))


MISSING: dict[str, tuple[str, Focus]] = {
    "tagline": ("Write a tagline: one line that says what it is and who it is for.", "positioning"),
    "description": ("Write a description: search uses it to find you.", "wording"),
    "category": ("Choose a primary category: without one you appear in no list.", "positioning"),
    "usps": ("Say how you differ from what people use today.", "positioning"),
    "pricing_model": ("State your pricing model: people leave when they cannot find a price.", "pricing"),
    "pricing_summary": ("State your prices in one sentence, including the cheapest plan.", "pricing"),
    "logo_url": ("Add a logo: without one, lists show a letter instead.", "everything"),
    "founders": ("Name the founders: a launch is about people.", "everything"),
    "contact_email": ("Add an email address where people can reach you.", "everything"),
    "demo_video_url": ("Link to a short video of the product in use.", "everything"),
    "country": ("State your country: some buyers filter by it.", "everything"),
    "stage": ("State your stage: idea, mvp, launched, growing or established.", "positioning"),
}
TOO_FEW: dict[str, tuple[str, Focus]] = {
    "features": ("List at least three features, each as a verb and an object.", "wording"),
    "faqs": ("Answer at least three questions that customers have asked you.", "wording"),
    "keywords": ("Add at least three keywords that people would search for.", "positioning"),
}


def _complete(listing: Listing) -> Iterator[ListingFinding]:
    values = listing.model_dump() | {
        "pricing_summary": listing.pricing.summary,
        "country": listing.location.country,
    }
    for name, (sentence, about) in MISSING.items():
        if not values[name]:
            on_site = name in listing.not_found_on_website
            seen = "Your website does not state it either." if on_site else None
            yield ListingFinding("completeness", name, sentence, seen, about)
    for name, (sentence, about) in TOO_FEW.items():
        given: Sequence[object] = values[name] or []
        if len(given) < FEW:
            yield ListingFinding("completeness", name, sentence, f"You have {len(given)} now.", about)


def _clear(listing: Listing) -> Iterator[ListingFinding]:
    tagline, short, long = listing.tagline or "", listing.short_description or "", listing.description or ""
    if len(tagline) > MAX_TAGLINE_LENGTH:
        yield ListingFinding(
            "clarity", "tagline", f"Shorten the tagline to {MAX_TAGLINE_LENGTH} characters.", tagline, "wording"
        )
    if 0 < len(tagline) < MIN_TAGLINE_LENGTH:
        yield ListingFinding(
            "clarity", "tagline", "The tagline is too short to say who it is for.", tagline, "positioning"
        )
    if tagline and tagline.strip(" .").casefold() == short.strip(" .").casefold():
        sentence = "The short description repeats the tagline. Use it to say what the tagline leaves out."
        yield ListingFinding("clarity", "short_description", sentence, short, "wording")
    if 0 < len(long) < MIN_DESCRIPTION_LENGTH:
        sentence = "The description is short. Add who uses it, what they did before and what changes for them."
        yield ListingFinding("clarity", "description", sentence, f"{len(long)} characters", "positioning")
    for name, text in (("tagline", tagline), ("short_description", short), ("description", long)):
        worn = [word for word in WORN if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)]
        if worn:
            words = ", ".join(f"“{word}”" for word in worn)
            sentence = "Replace words that every product uses with a fact that only yours can state."
            yield ListingFinding("clarity", name, sentence, words, "wording")
        for part in re.split(r"(?<=[.!?])\s+", text):
            if len(part.split()) > MAX_SENTENCE_LENGTH:
                sentence = "Split this sentence: readers who skim will lose it."
                yield ListingFinding("clarity", name, sentence, part, "wording")
                break


def _consistent(listing: Listing, now: datetime) -> Iterator[ListingFinding]:
    quotes = {fact: " ".join(e.quote for e in found) for fact, found in listing.evidence.items()}
    price = listing.pricing.summary or ""
    if price and "pricing_summary" in quotes:
        said = set(NUMBER.findall(quotes["pricing_summary"]))
        other = [number for number in NUMBER.findall(price) if number not in said]
        if other:
            sentence = f"The prices mention {', '.join(other)}, but the quote from your website does not."
            yield ListingFinding("consistency", "pricing_summary", sentence, quotes["pricing_summary"], "pricing")
    elif price:
        sentence = "No quote from your website supports the prices. Publish them on your pricing page."
        yield ListingFinding("consistency", "pricing_summary", sentence, price, "pricing")
    for name in listing.not_found_on_website:
        if getattr(listing, name, None):
            sentence = f"The profile states {name.replace('_', ' ')}, but your website does not. Add it there too."
            yield ListingFinding("consistency", name, sentence)
    if listing.description and listing.name.casefold() not in listing.description.casefold():
        sentence = f"The description never mentions “{listing.name}”; readers who come from search will miss it."
        yield ListingFinding("consistency", "description", sentence, None, "wording")
    read = [e.read_at for found in listing.evidence.values() for e in found]
    if read and now - max(read) > OLD:
        sentence = "We last read your website long ago. Check that the quoted text is still there."
        yield ListingFinding("consistency", "evidence", sentence, f"Last read on {max(read):%d %B %Y}.")
    if not listing.evidence:
        sentence = "No fact has a quote from your website, so visitors see no evidence for your listing."
        yield ListingFinding("consistency", "evidence", sentence)
