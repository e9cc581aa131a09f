"""Checks whether the quotes of a fact state it, with rules for each kind of fact."""

import re
from collections.abc import Callable, Sequence
from typing import cast

from showground.extraction.founders import is_title_of_ours
from showground.extraction.logos import find_logos
from showground.extraction.own_prices import in_price_list, offered
from showground.extraction.paraphrase import says
from showground.extraction.proposal import AttributeChoice, CategoryChoice, SourceQuote
from showground.extraction.reading.addresses import page_key
from showground.extraction.reading.pages import ReadPage
from showground.extraction.sources import Sources
from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.attributes import start_of, yes_or_no_in
from showground.extraction.statements.email import address_of, addresses_in
from showground.extraction.statements.money import Price, find_prices
from showground.extraction.statements.people import FORMER
from showground.extraction.statements.placeholders import is_version
from showground.extraction.statements.places import code_or_name, country_of, nominative, stated_places
from showground.extraction.statements.pricing_model import supports_model
from showground.extraction.statements.stages import PARTIAL, STAGES
from showground.extraction.statements.text_folding import bare, comparable, numbers, sentences, stems, word_pattern
from showground.extraction.subjects import Subjects, is_about_others

MAX_TITLED_NAME = 200  # letters of a line with a name and a title


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


def is_tagline(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    return says(value, quotes) and not is_version(value) and not any(is_version(quote.quote) for quote in quotes)


def is_stage(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    pattern = STAGES.get(value)
    return pattern is not None and any(
        pattern.search(quote.quote) and not PARTIAL.search(quote.quote) for quote in quotes
    )


def is_pricing_model(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    own = [quote.quote for quote in quotes if len(own_prices_in(quote, sources)) == len(find_prices(quote.quote))]
    return supports_model(value, " . ".join(own))


def is_pricing_summary(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Every amount is in a quote with its currency, and is the product's price."""
    given = {(price.currency, price.amount) for quote in quotes for price in own_prices_in(quote, sources)}
    claimed = {(price.currency, price.amount) for price in find_prices(value)}
    whole = " ".join(quote.quote for quote in quotes)
    if not claimed or not claimed <= given or not numbers(value) <= numbers(whole):
        return False
    units = [stem for stem in stems(re.sub(r"[$€£¥₹]\s?[\d.,]+", " ", value)) if not stem.isdigit()]
    known = set(stems(whole))
    return all(stem in known for stem in units)


def own_prices_in(quote: SourceQuote, sources: Sources) -> list[Price]:
    """The amounts in a quote that are the product's prices in the text that the quote is taken from."""
    page = sources.page(quote.url)
    blocks = sources.blocks(quote)
    if page is None or is_about_others(page):
        return []
    own = {(price.currency, price.amount) for block in blocks for price in offered(sources.subjects, page, block)}
    named = {(price.currency, price.amount) for block in blocks for price in find_prices(block.text)}
    # An amount apart from its currency, in two elements, is in the quote only.
    listed = bool(blocks) and all(in_price_list(page, block) for block in blocks)
    unseen = not blocks  # in the title or the metadata
    return [
        price
        for price in find_prices(quote.quote)
        if (key := (price.currency, price.amount)) in own or (key not in named and (listed or unseen))
    ]


def is_country(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(
        place.country == value and overlap(quote, said) and names_country(quote.quote, value, sources.page(quote.url))
        for place, said in sources.places
        for quote in quotes
    )


def names_country(text: str, code: str, page: ReadPage | None) -> bool:
    """Whether a text names a country, or is its code."""
    language = page.language if page else None
    words = re.findall(r"[^\s,;()]+", text)
    parts = {" ".join(words[at : at + count]) for count in range(1, 5) for at in range(len(words))}
    stated = code_or_name(text, language) == code or any(country_of(part, language) == code for part in parts)
    address = None if stated else address_place([text], language)
    return stated or (address is not None and address.country == code) or says_country(text, code, language)


def is_city(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(
        bare(place.city or "") == bare(value) and overlap(quote, said) and is_named(value, quote.quote)
        for place, said in sources.places
        for quote in quotes
    )


def says_country(text: str, code: str, language: str | None) -> bool:
    """In languages that join the word for `in` to the name, only a sentence tells where the name begins."""
    return any(said.value.country == code for said in stated_places(text, language))


def is_named(town: str, text: str) -> bool:
    """Whether a text names a town, in whatever case."""
    return bare(town) in bare(text) or any(nominative(word) == town for word in re.findall(r"[\w-]+", text))


def is_founding_year(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(
        year == value and overlap(quote, said) and value in quote.quote
        for year, said in sources.years
        for quote in quotes
    )


def is_mail(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    named = [
        address.lower()
        for quote in quotes
        for address in (*addresses_in(quote.quote.removeprefix("mailto:")), address_of(quote.quote) or "")
    ]
    own = {
        mailbox.address
        for mailbox in sources.mailboxes
        if any(page_key(mailbox.said.url) == page_key(quote.url) for quote in quotes)
    }
    return value.lower() in named and value.lower() in own


def overlap(quote: SourceQuote, said: SourceQuote) -> bool:
    """Whether a quote is taken from the words in which a fact was found, or the other way round."""
    one, other = comparable(quote.quote), comparable(said.quote)
    return page_key(quote.url) == page_key(said.url) and (one in other or other in one)


def is_video(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    return bool(sources.linked(value))


def is_logo(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    """One of the pictures that can be the site's own logo; others may be customers' logos."""
    return any(url == value for _, url in find_logos(sources.site))


def is_founder(name: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether the site itself calls this person a founder, in these quotes or beside their title."""
    own = {
        said.quote
        for founder in sources.founders
        if comparable(founder.name) == comparable(name)
        for said in founder.quotes
    }
    for quote in quotes:
        if comparable(name) not in comparable(quote.quote):
            continue
        if any(overlap(quote, SourceQuote(quote=said, url=quote.url)) for said in own):
            return True
        page, blocks = sources.page(quote.url), sources.blocks(quote)
        alone = (
            page is not None and bool(blocks) and all(sources.subjects.stands_alone(page, block) for block in blocks)
        )
        if alone and len(quote.quote) <= MAX_TITLED_NAME:
            title = re.sub(re.escape(name), "", quote.quote, flags=re.IGNORECASE).strip(" ,–—-|()")
            if is_title_of_ours(title, sources.subjects) and not FORMER.search(title):
                return True
    return False


def states_category(category: CategoryChoice, quotes: Sequence[SourceQuote]) -> bool:
    """Whether quotes use at least one of the category's words, or its name."""
    whole = comparable(" ".join(quote.quote for quote in quotes))
    return any(word_pattern(word).search(whole) for word in (category.name, *category.keywords))


def states_attribute(
    attribute: AttributeChoice, value: object, quotes: Sequence[SourceQuote], subjects: Subjects
) -> bool:
    whole = " ".join(quote.quote for quote in quotes)
    if attribute.kind == "yes_no":
        return isinstance(value, bool) and any(
            yes_or_no_in(attribute, sentence) is value and subjects.may_be_ours(sentence, start_of(attribute, sentence))
            for quote in quotes
            for sentence in sentences(quote.quote)
        )
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
    "tagline": is_tagline,
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
