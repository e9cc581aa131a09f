"""The check of a listing: what is missing, unclear or not supported by the website. Pure rules; each finding quotes
what it is based on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from showground.core.languages import Text, deferred, gettext, text_with, translated
from showground.core.languages.formats import day
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
FIELD_NAMES = {
    "category": Text("a category"),
    "city": Text("a city"),
    "contact_email": Text("an email address"),
    "country": Text("a country"),
    "demo_video_url": Text("a video"),
    "description": Text("a description"),
    "faqs": Text("questions and answers"),
    "features": Text("features"),
    "founded_year": Text("a founding year"),
    "founders": Text("the founders"),
    "logo_url": Text("a logo"),
    "pricing_model": Text("a pricing model"),
    "stage": Text("a stage"),
    "tagline": Text("a tagline"),
    "usps": Text("what sets it apart"),
}
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


MISSING: dict[str, tuple[Text, Focus]] = {
    "tagline": (Text("Write a tagline: one line that says what it is and who it is for."), "positioning"),
    "description": (Text("Write a description: search uses it to find you."), "wording"),
    "category": (Text("Choose a primary category: without one you appear in no list."), "positioning"),
    "usps": (Text("Say how you differ from what people use today."), "positioning"),
    "pricing_model": (Text("State your pricing model: people leave when they cannot find a price."), "pricing"),
    "pricing_summary": (Text("State your prices in one sentence, including the cheapest plan."), "pricing"),
    "logo_url": (Text("Add a logo: without one, lists show a letter instead."), "everything"),
    "founders": (Text("Name the founders: a launch is about people."), "everything"),
    "contact_email": (Text("Add an email address where people can reach you."), "everything"),
    "demo_video_url": (Text("Link to a short video of the product in use."), "everything"),
    "country": (Text("State your country: some buyers filter by it."), "everything"),
    "stage": (Text("State your stage: idea, mvp, launched, growing or established."), "positioning"),
}
TOO_FEW: dict[str, tuple[Text, Focus]] = {
    "features": (Text("List at least three features, each as a verb and an object."), "wording"),
    "faqs": (Text("Answer at least three questions that customers have asked you."), "wording"),
    "keywords": (Text("Add at least three keywords that people would search for."), "positioning"),
}


def _complete(listing: Listing) -> Iterator[ListingFinding]:
    values = listing.model_dump() | {
        "pricing_summary": listing.pricing.summary,
        "country": listing.location.country,
    }
    for name, (sentence, about) in MISSING.items():
        if not values[name]:
            on_site = name in listing.not_found_on_website
            seen = Text("Your website does not state it either.") if on_site else None
            yield ListingFinding("completeness", name, sentence, seen, about)
    for name, (sentence, about) in TOO_FEW.items():
        given: Sequence[object] = values[name] or []
        if len(given) < FEW:
            yield ListingFinding(
                "completeness", name, sentence, text_with("You have %(count)s now.", count=len(given)), about
            )


def _clear(listing: Listing) -> Iterator[ListingFinding]:
    tagline, short, long = listing.tagline or "", listing.short_description or "", listing.description or ""
    if len(tagline) > MAX_TAGLINE_LENGTH:
        yield ListingFinding(
            "clarity",
            "tagline",
            text_with("Shorten the tagline to %(most)s characters.", most=MAX_TAGLINE_LENGTH),
            tagline,
            "wording",
        )
    if 0 < len(tagline) < MIN_TAGLINE_LENGTH:
        yield ListingFinding(
            "clarity", "tagline", Text("The tagline is too short to say who it is for."), tagline, "positioning"
        )
    if tagline and tagline.strip(" .").casefold() == short.strip(" .").casefold():
        sentence = Text("The short description repeats the tagline. Use it to say what the tagline leaves out.")
        yield ListingFinding("clarity", "short_description", sentence, short, "wording")
    if 0 < len(long) < MIN_DESCRIPTION_LENGTH:
        sentence = Text("The description is short. Add who uses it, what they did before and what changes for them.")
        yield ListingFinding(
            "clarity", "description", sentence, text_with("%(count)s characters", count=len(long)), "positioning"
        )
    for name, text in (("tagline", tagline), ("short_description", short), ("description", long)):
        worn = [word for word in WORN if re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)]
        if worn:
            words = deferred(_quote_each, *worn)
            sentence = Text("Replace words that every product uses with a fact that only yours can state.")
            yield ListingFinding("clarity", name, sentence, words, "wording")
        for part in re.split(r"(?<=[.!?])\s+", text):
            if len(part.split()) > MAX_SENTENCE_LENGTH:
                sentence = Text("Split this sentence: readers who skim will lose it.")
                yield ListingFinding("clarity", name, sentence, part, "wording")
                break


def _consistent(listing: Listing, now: datetime) -> Iterator[ListingFinding]:
    quotes = {fact: " ".join(e.quote for e in found) for fact, found in listing.evidence.items()}
    price = listing.pricing.summary or ""
    if price and "pricing_summary" in quotes:
        said = set(NUMBER.findall(quotes["pricing_summary"]))
        other = [number for number in NUMBER.findall(price) if number not in said]
        if other:
            sentence = text_with(
                "The prices mention %(numbers)s, but the quote from your website does not.", numbers=", ".join(other)
            )
            yield ListingFinding("consistency", "pricing_summary", sentence, quotes["pricing_summary"], "pricing")
    elif price:
        sentence = Text("No quote from your website supports the prices. Publish them on your pricing page.")
        yield ListingFinding("consistency", "pricing_summary", sentence, price, "pricing")
    for name in listing.not_found_on_website:
        if getattr(listing, name, None):
            sentence = text_with(
                "The profile states %(field)s, but your website does not. Add it there too.",
                field=deferred(_name_field, name),
            )
            yield ListingFinding("consistency", name, sentence)
    if listing.description and listing.name.casefold() not in listing.description.casefold():
        sentence = text_with(
            "The description never mentions “%(name)s”; readers who come from search will miss it.", name=listing.name
        )
        yield ListingFinding("consistency", "description", sentence, None, "wording")
    read = [e.read_at for found in listing.evidence.values() for e in found]
    if read and now - max(read) > OLD:
        sentence = Text("We last read your website long ago. Check that the quoted text is still there.")
        yield ListingFinding(
            "consistency", "evidence", sentence, text_with("Last read on %(day)s.", day=deferred(day, max(read)))
        )
    if not listing.evidence:
        sentence = Text("No fact has a quote from your website, so visitors see no evidence for your listing.")
        yield ListingFinding("consistency", "evidence", sentence)


def _name_field(name: str) -> str:
    """The field as pages call it, in the middle of a sentence."""
    return translated(FIELD_NAMES[name]) if name in FIELD_NAMES else name.replace("_", " ")


def _quote_each(*words: str) -> str:
    return ", ".join(gettext("“%(quote)s”", quote=word) for word in words)
