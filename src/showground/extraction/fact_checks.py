"""Checks whether the quotes of a fact state it, with rules for each kind of fact."""

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from showground.extraction.company_origin import find_location
from showground.extraction.paraphrase import says
from showground.extraction.proposal import AttributeChoice, CategoryChoice, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.sources import Sources, leaves
from showground.extraction.statements.attributes import yes_or_no_in
from showground.extraction.statements.email import address_of, addresses_in
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import FORMER, is_founder_title, named_founders
from showground.extraction.statements.places import Located, address_place, code_or_name, founding_places, stated_places
from showground.extraction.statements.pricing_model import NOT_OURS, supports_model
from showground.extraction.statements.stages import PARTIAL, STAGES
from showground.extraction.statements.text_folding import bare, comparable, numbers, stems, word_pattern
from showground.extraction.statements.years import founding_years


def is_name(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """A name must be in its quotes and where a site names itself: title, metadata, logo, domain or headline."""
    home = sources.site.home
    itself = [home.title, *home.open_graph.values(), home.meta.get("application-name", ""), sources.site.domain]
    itself += [str(node.get("name", "")) for node in home.json_ld]
    itself += [
        block.text for block in home.blocks if block.tag == "h1" or (block.place == "footer" and "©" in block.text)
    ]
    itself += [image.alt for image in home.images if image.place in ("header", "nav")]
    key = bare(value)
    return bool(key) and says(value, quotes) and any(key in bare(text) for text in itself)


def is_stage(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    pattern = STAGES.get(value)
    return pattern is not None and any(
        pattern.search(quote.quote) and not PARTIAL.search(quote.quote) for quote in quotes
    )


def is_pricing_model(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    own = [quote.quote for quote in quotes if not NOT_OURS.search(quote.quote)]
    return supports_model(value, " . ".join(own))


def is_pricing_summary(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    """Every amount is in a quote with its currency, and no quote is about another company's prices."""
    own = [quote for quote in quotes if not NOT_OURS.search(quote.quote)]
    given = {(price.currency, price.amount) for quote in own for price in find_prices(quote.quote)}
    claimed = {(price.currency, price.amount) for price in find_prices(value)}
    whole = " ".join(quote.quote for quote in own)
    if not claimed <= given or not numbers(value) <= numbers(whole):
        return False
    units = [stem for stem in stems(re.sub(r"[$€£¥₹]\s?[\d.,]+", " ", value)) if not stem.isdigit()]
    known = set(stems(whole))
    return bool(own) and all(stem in known for stem in units)


def places_of(quote: SourceQuote, sources: Sources) -> list[Located]:
    """The places that a quote states: in a sentence, a postal address or the company's JSON-LD."""
    page = sources.page(quote.url)
    language = page.language if page else None
    found = stated_places(quote.quote, language)
    if begun := founding_places(quote.quote, sources.name, language):
        # It may have moved since, so the founding place counts only if no other place is stated.
        city, country = find_location(sources.site)
        known = Located(city.value if city else None, country.value if country else None)
        found += [place for place in begun if place.city == known.city and place.country in (None, known.country)]
    blocks = sources.blocks(quote)
    if blocks and page and all(may_be_address(page, block) for block in blocks):
        lines = [block.text for block in blocks] if len(blocks) > 1 else [quote.quote]
        place = address_place(lines, language)
        found += [place] if place else []
    for node in page.json_ld if page else []:
        address: Any = node.get("address")
        if isinstance(address, dict):
            fields = cast("dict[str, Any]", address)
            country: Any = fields.get("addressCountry")
            if isinstance(country, dict):
                country = cast("dict[str, Any]", country).get("name")
            if country == quote.quote:
                found.append(Located(country=code_or_name(str(country), language)))
            if fields.get("addressLocality") == quote.quote:
                found.append(Located(city=quote.quote))
    return found


def may_be_address(page: ReadPage, block: Block) -> bool:
    return block.place == "footer" or "address" in block.marks or page.kind in ("contact", "about")


def is_country(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(place.country == value for quote in quotes for place in places_of(quote, sources))


def is_city(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    cities = [place.city for quote in quotes for place in places_of(quote, sources) if place.city]
    return any(bare(city) == bare(value) for city in cities)


def is_founding_year(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    for quote in quotes:
        if value in founding_years(quote.quote, sources.name, sources.site.year):
            return True
        page = sources.page(quote.url)
        dates = [str(node["foundingDate"]) for node in (page.json_ld if page else []) if "foundingDate" in node]
        if quote.quote in dates and quote.quote[:4] == value:
            return True
    return False


def is_mail(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    for quote in quotes:
        named = [*addresses_in(quote.quote.removeprefix("mailto:")), address_of(quote.quote) or ""]
        if value.lower() in [address.lower() for address in named]:
            return True
    return False


def is_video(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    return bool(sources.linked(value))


def is_logo(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    """An image in the header, an icon, or the logo in JSON-LD; other images may be customers' logos."""
    for page in sources.site.pages:
        if any(image.url == value and image.place in ("header", "nav", "head") for image in page.images):
            return True
        if any(value in leaves(node.get("logo")) for node in page.json_ld):
            return True
        roots = [
            link.path for link in page.links if link.path and link.url.rstrip("/") == sources.site.home.url.rstrip("/")
        ]
        if any(image.url == value and image.path[: len(path)] == path for image in page.images for path in roots):
            return True
    return False


def is_founder(name: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether quotes name this person with a title that makes them a founder of this company."""
    for quote in quotes:
        text = quote.quote
        page = sources.page(quote.url)
        if any(comparable(named) == comparable(name) for named, _ in named_founders(text, sources.name)):
            return True
        if comparable(name) in comparable(text) and len(text) <= 200 and not on_other_cards(quote, sources):
            title = re.sub(re.escape(name), "", text, flags=re.IGNORECASE).strip(" ,–—-|()")
            if is_founder_title(title, sources.name) and not FORMER.search(title):
                return True
        if (
            page
            and comparable(name) in comparable(text)
            and any(
                "founders" in block.marks and comparable(block.text) == comparable(name)
                for block in sources.blocks(quote)
            )
        ):
            return True
        if (
            page
            and text == name
            and any(name in leaves(node.get("founder") or node.get("founders")) for node in page.json_ld)
        ):
            return True
    return False


def on_other_cards(quote: SourceQuote, sources: Sources) -> bool:
    blocks = sources.blocks(quote)
    return bool(blocks) and all({"adviser", "logos"}.intersection(block.marks) for block in blocks)


def states_category(category: CategoryChoice, quotes: Sequence[SourceQuote]) -> bool:
    """Whether quotes use at least one of the category's words, or its name."""
    whole = comparable(" ".join(quote.quote for quote in quotes))
    return any(word_pattern(word).search(whole) for word in (category.name, *category.keywords))


def states_attribute(attribute: AttributeChoice, value: object, quotes: Sequence[SourceQuote]) -> bool:
    whole = " ".join(quote.quote for quote in quotes)
    if attribute.kind == "yes_no":
        return isinstance(value, bool) and any(yes_or_no_in(attribute, quote.quote) is value for quote in quotes)
    if attribute.kind == "number":
        fits = isinstance(value, int | float) and not isinstance(value, bool)
        return (
            fits
            and numbers(str(value)) <= numbers(whole)
            and any(stem in stems(whole) for stem in stems(attribute.label))
        )
    if attribute.kind == "list":
        items = cast("list[object]", value) if isinstance(value, list) else []
        return bool(items) and all(isinstance(item, str) and says(item, quotes) for item in items)
    return isinstance(value, str) and 0 < len(value) <= 500 and says(value, quotes)


Check = Callable[[str, Sequence[SourceQuote], Sources], bool]
FACTS: dict[str, Check] = {
    "name": is_name,
    "stage": is_stage,
    "pricing_model": is_pricing_model,
    "pricing_summary": is_pricing_summary,
    "country": is_country,
    "city": is_city,
    "founded_year": is_founding_year,
    "contact_email": is_mail,
    "demo_video_url": is_video,
    "logo_url": is_logo,
}
