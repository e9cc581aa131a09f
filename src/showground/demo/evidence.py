"""Completes the evidence of the demo's listings: a quote for every fact that their fictional websites state."""

from collections.abc import Iterator
from random import Random

from showground.demo.data_files import AttributeValue, DemoEvidence, DemoListing
from showground.surfaces.web.countries import country_name

MAX_QUOTES = 3  # of a list
PLACES = ("Made in {}.", "We work from {}.", "Our workshop is in {}.", "Based in {}.")
YEARS = ("Founded in {}.", "Since {}.", "We began in {}.", "The company was founded in {}.")
PRICED_AS = {  # of sites that name no price
    "free": "Free to use.",
    "freemium": "Start on the free plan.",
    "free-trial": "Start your free trial.",
    "subscription": "Cancel your subscription any time.",
    "custom": "Ask us for a quote.",
}
ADDRESSES = ("Write to {}.", "Questions? {}", "Reach us at {}.", "Contact: {}")


def complete_evidence(listing: DemoListing) -> list[DemoEvidence]:
    """The evidence from the data files, and quotes for the other stated facts."""
    written = {found.field for found in listing.evidence}
    return [*listing.evidence, *(found for found in _quote_facts(listing) if found.field not in written)]


def _quote_facts(listing: DemoListing) -> Iterator[DemoEvidence]:
    rng = Random(f"evidence of {listing.slug}")  # made-up data  # nosec B311
    yield _quote("tagline", listing.tagline, "/")
    yield _quote("short_description", listing.short_description, "/")
    for feature in listing.features[:MAX_QUOTES]:
        yield _quote("features", feature, "/features")
    for usp in (listing.usps or ())[:MAX_QUOTES]:
        yield _quote("usps", usp, "/")
    if listing.pricing_summary:
        yield _quote("pricing_summary", listing.pricing_summary, "/pricing")
        yield _quote("pricing_model", listing.pricing_summary, "/pricing")
    elif listing.pricing_model:
        yield _quote("pricing_model", PRICED_AS[listing.pricing_model], "/")
    if listing.country:
        place = ", ".join(part for part in (listing.city, country_name(listing.country)) if part)
        yield _quote("country", rng.choice(PLACES).format(place), "/about")
    if listing.city:
        yield _quote("city", rng.choice(PLACES).format(listing.city), "/about")
    if listing.founded_year:
        yield _quote("founded_year", rng.choice(YEARS).format(listing.founded_year), "/about")
    if listing.contact_email:
        yield _quote("contact_email", rng.choice(ADDRESSES).format(listing.contact_email), "/contact")
    for founder in listing.founders or ():
        yield _quote("founders", f"{founder.name}, {founder.title}", "/about")
    for key, value in listing.attributes.items():
        yield _quote(f"attributes.{key}", f"{key.replace('_', ' ').capitalize()}: {_in_words(value)}", "/features")


def _quote(field: str, quote: str, page: str) -> DemoEvidence:
    return DemoEvidence.model_construct(field=field, quote=quote, page=page)  # checked texts: no need to check again


def _in_words(value: AttributeValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
