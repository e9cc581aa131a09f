"""Checks whether the quotes of a fact state it, with rules for each kind of fact."""

import re
from collections.abc import Callable, Sequence
from typing import cast

from showground.extraction.about_others import is_about_others
from showground.extraction.app_stores import store_platforms
from showground.extraction.drafters.extractive.links import find_demo_video
from showground.extraction.drafters.extractive.story import find_milestones
from showground.extraction.founder_bios import mentions_other_person
from showground.extraction.founders import is_title_of_ours
from showground.extraction.logos import find_logos
from showground.extraction.pricing.own_prices import in_price_list, own_prices_in
from showground.extraction.proposal import AttributeChoice, DraftedMilestone, SourceQuote
from showground.extraction.reading.addresses import page_key
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import is_same_text
from showground.extraction.sources import Sources
from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.attributes import start_of_product_statement, yes_or_no_in
from showground.extraction.statements.company_registers import registered_country
from showground.extraction.statements.dates import FULL_DATE, iso_date
from showground.extraction.statements.email import address_of_mailto, addresses_in
from showground.extraction.statements.money import Price, find_prices
from showground.extraction.statements.people import FORMER
from showground.extraction.statements.placeholders import is_version
from showground.extraction.statements.places import code_or_name, country_of, nominative, stated_places
from showground.extraction.statements.pricing_model import supports_model
from showground.extraction.statements.stages import PARTIAL, STAGES
from showground.extraction.statements.text_folding import (
    DENIAL,
    comparable,
    name_key,
    numbers,
    sentences,
    stems,
)
from showground.extraction.support import Passage, contains, says

MAX_TITLED_NAME = 200  # characters of a line with a name and a title


def is_name(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """A name must be in its quotes and where a site names itself: title, metadata, logo, domain or headline."""
    home = sources.site.home
    itself = [home.title, *home.open_graph.values(), home.meta.get("application-name", "")]
    itself += [str(node.get("name", "")) for node in home.json_ld]
    itself += [
        block.text for block in home.blocks if block.tag == "h1" or (block.place == "footer" and "©" in block.text)
    ]
    itself += [image.alt for image in home.images if image.place in ("header", "nav")]
    key, label = name_key(value), name_key(sources.site.domain.partition(".")[0])
    if not key or not any(contains(quote.quote, value) for quote in quotes):
        return False
    named = any(contains(text, value) or name_key(text) == key for text in itself)
    return named or (key in label and len(key) * 2 >= len(label)) or label == key[: len(label)]


def is_tagline(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return (
        sources.says(value, quotes) and not is_version(value) and not any(is_version(quote.quote) for quote in quotes)
    )


def is_stage(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    pattern = STAGES.get(value)
    return pattern is not None and any(
        pattern.search(text) and not PARTIAL.search(text) for text in own_passages(quotes, sources)
    )


def own_passages(quotes: Sequence[SourceQuote], sources: Sources) -> list[str]:
    """The whole lines that quotes are taken from, without those about others."""
    found = [passage for quote in quotes for passage in sources.passages(quote)]
    return [passage.text for passage in found if not passage.is_about_others]


def is_pricing_model(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    stated = sources.pricing[0]
    if stated:
        return stated.value == value
    own = [quote for quote in quotes if len(own_prices_in_quote(quote, sources)) == len(find_prices(quote.quote))]
    passages = own_passages(own, sources)
    return supports_model(value, " . ".join(text for text in passages if not DENIAL.search(comparable(text))))


def is_pricing_summary(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Every amount must be a price of the product, and each plan next to its amount in one quote."""
    stated = sources.pricing[1]
    if stated and stated.value == value:
        return True
    given = {(price.currency, price.amount) for quote in quotes for price in own_prices_in_quote(quote, sources)}
    claimed = {(price.currency, price.amount) for price in find_prices(value)}
    parts = [part for part in re.split(r"[;\n]", value) if part.strip()]
    return bool(claimed) and claimed <= given and all(sources.says(part, quotes) for part in parts)


def own_prices_in_quote(quote: SourceQuote, sources: Sources) -> list[Price]:
    """The amounts in a quote that are the product's prices in the text that the quote is taken from."""
    page = sources.page(quote.url)
    blocks = sources.blocks(quote)
    if page is None or is_about_others(page):
        return []
    own = {(price.currency, price.amount) for block in blocks for price in own_prices_in(sources.subjects, page, block)}
    named = {(price.currency, price.amount) for block in blocks for price in find_prices(block.text)}
    # If amount and currency are in two elements, only the quote has both.
    listed = bool(blocks) and all(in_price_list(page, block) for block in blocks)
    unseen = not blocks  # in the title or the metadata
    return [
        price
        for price in find_prices(quote.quote)
        if (key := (price.currency, price.amount)) in own or (key not in named and (listed or unseen))
    ]


def is_country(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(
        place.country == value
        and overlap(quote, evidence)
        and names_country(quote.quote, value, sources.page(quote.url))
        for place, evidence in sources.places
        for quote in quotes
    )


def names_country(text: str, code: str, page: ReadPage | None) -> bool:
    """Whether a text names a country, or is its code."""
    language = page.language if page else None
    words = re.findall(r"[^\s,;()]+", text)
    parts = {" ".join(words[at : at + count]) for count in range(1, 5) for at in range(len(words))}
    stated = code_or_name(text, language) == code or any(country_of(part, language) == code for part in parts)
    address = None if stated else address_place([text], language)
    stated = stated or registered_country(text) == code
    return stated or (address is not None and address.country == code) or says_country(text, code, language)


def is_city(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(
        name_key(place.city or "") == name_key(value) and overlap(quote, evidence) and is_named(value, quote.quote)
        for place, evidence in sources.places
        for quote in quotes
    )


def says_country(text: str, code: str, language: str | None) -> bool:
    """Whether a sentence states the country. Needed for languages that join the word for `in` to the name."""
    return any(statement.value.country == code for statement in stated_places(text, language))


def is_named(town: str, text: str) -> bool:
    """Whether a text names a town, perhaps in another grammatical case."""
    return name_key(town) in name_key(text) or any(nominative(word) == town for word in re.findall(r"[\w-]+", text))


def is_founding_year(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    return any(
        year == value and overlap(quote, evidence) and value in quote.quote
        for year, evidence in sources.years
        for quote in quotes
    )


def is_contact_email(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    named = [
        address.lower()
        for quote in quotes
        for address in (*addresses_in(quote.quote.removeprefix("mailto:")), address_of_mailto(quote.quote) or "")
    ]
    own = {
        mailbox.address
        for mailbox in sources.mailboxes
        if any(page_key(mailbox.quote.url) == page_key(quote.url) for quote in quotes)
    }
    return value.lower() in named and value.lower() in own


def overlap(quote: SourceQuote, evidence: SourceQuote) -> bool:
    """Whether a quote contains the words in which a fact was found, or the other way round."""
    one, other = comparable(quote.quote), comparable(evidence.quote)
    return page_key(quote.url) == page_key(evidence.url) and (one in other or other in one)


def is_video(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    """Only the video that we would draft; others on the site may be anybody's."""
    shown = find_demo_video(sources.site)
    return shown is not None and shown.value == value


def is_logo(value: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:  # noqa: ARG001
    """One of the pictures that can be the site's own logo; others may be customers' logos."""
    return any(url == value for _, url in find_logos(sources.site))


def is_founder(name: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether the site calls this person a founder, in these quotes or next to their title."""
    own = {
        evidence.quote
        for founder in sources.founders
        if comparable(founder.name) == comparable(name)
        for evidence in founder.quotes
    }
    for quote in quotes:
        if comparable(name) not in comparable(quote.quote):
            continue
        if any(overlap(quote, SourceQuote(quote=evidence, url=quote.url)) for evidence in own):
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


def is_title_of(name: str, title: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether the title is right next to this person's name."""
    found = any(is_same_text(one.name, name) and is_same_text(one.title or "", title) for one in sources.founders)
    return found or any(
        contains(quote.quote, f"{one} {other}") for quote in quotes for one, other in ((name, title), (title, name))
    )


def is_biography_of(name: str, biography: str, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether a quote with the biography is about this person only."""
    if any(is_same_text(one.name, name) and is_same_text(one.bio or "", biography) for one in sources.founders):
        return True
    own = [quote for quote in quotes if contains(quote.quote, name) and not mentions_other_person(quote.quote, name)]
    return sources.says(biography, own)


def is_milestone(milestone: DraftedMilestone, quotes: Sequence[SourceQuote], sources: Sources) -> bool:
    """Whether it is on the site's timeline, or a sentence about the company names the day and the event."""
    if any(
        one.date == milestone.date and is_same_text(one.title, milestone.title) for one in find_milestones(sources.site)
    ):
        return True
    passages: list[Passage] = []
    for text in own_passages(quotes, sources):
        days = [iso_date(found) for found in FULL_DATE.finditer(text)]
        parties = [
            one.party for one in sources.subjects.mentions(without_day(text), None) if one.party in ("own", "other")
        ]
        if days == [milestone.date] and parties[:1] == ["own"]:
            passages.append(Passage(text))
    return says(milestone.title, [quote.quote for quote in quotes], passages)


def without_day(text: str) -> str:
    """A sentence without its date: `we opened` for `On 3 May 2022 we opened`."""
    return re.sub(r"^\W*(?:on|am|le|el|em|il|op)?\s*", "", FULL_DATE.sub("", text), flags=re.IGNORECASE)


def states_attribute(
    attribute: AttributeChoice, value: object, quotes: Sequence[SourceQuote], sources: Sources
) -> bool:
    passages = own_passages(quotes, sources)
    whole = " ".join(passages)
    if attribute.kind == "yes_no":
        return isinstance(value, bool) and any(
            yes_or_no_in(attribute, sentence) is value
            and sources.subjects.may_be_ours(sentence, start_of_product_statement(attribute, sentence))
            for text in passages
            for sentence in sentences(text)
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
        stores = store_platforms(sources.site) if attribute.key == "platforms" else None
        if stores and stores.value == items:
            return True
        return bool(items) and all(isinstance(item, str) and sources.says(item, quotes, "word") for item in items)
    return isinstance(value, str) and 0 < len(value) <= 500 and sources.says(value, quotes, "word")


Check = Callable[[str, Sequence[SourceQuote], Sources], bool]
FACT_CHECKS: dict[str, Check] = {
    "name": is_name,
    "tagline": is_tagline,
    "stage": is_stage,
    "pricing_model": is_pricing_model,
    "pricing_summary": is_pricing_summary,
    "country": is_country,
    "city": is_city,
    "founded_year": is_founding_year,
    "contact_email": is_contact_email,
    "demo_video_url": is_video,
    "logo_url": is_logo,
}
