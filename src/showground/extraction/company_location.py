"""Finds where the company says it is: in addresses, sentences and structured data."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from showground.extraction.address_lines import (
    AUTHORITIES,
    CARE_OF,
    HOSTS,
    LABEL_END,
    MAX_LINES,
    OWN_ADDRESS,
    SITE_BY_OTHERS,
    address_lines,
    first_address,
    is_imprint,
    labelled_lines,
)
from showground.extraction.company_origin import PARENT, is_own, prefer_named, value_if_agreed
from showground.extraction.credits import find_credits
from showground.extraction.page_sections import HEADINGS
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.registered_places import Place, provider_places, registrations, signed_places
from showground.extraction.site_model import SiteModel, text_of, types_of
from showground.extraction.statements.placeholders import STOCK_ADDRESSES
from showground.extraction.statements.places import (
    Located,
    code_or_name,
    founding_places,
    is_city,
    read_place,
    stated_places,
)
from showground.extraction.statements.text_folding import comparable, name_key
from showground.extraction.statements.towns import is_town
from showground.extraction.subjects import LEGAL_NAME, OTHERS_PARTS, Subjects
from showground.extraction.work_places import work_places

HEAD_OFFICE = re.compile(
    r"(?:\w+ )?(?:(?:global |world )?headquarters?|hq|(?:head|registered|main|corp(?:orate)?\.?) office"
    r"|(?:haupt|firmen)sitz|siège(?: social)?"
    r"|adresse du siège(?: social)?|sede (?:legale|central|principal|social)|oficinas? centrales?"
    r"|domicilio (?:social|fiscal)"
    r"|siedziba|本社|본사|总部|總部|المقر الرئيسي)",
    re.IGNORECASE,
)
HEAD_OFFICE_IN = re.compile(r"(?P<town>[A-Z]\w+) (?:HQ|[Hh]eadquarters|[Hh]ead [Oo]ffice)")
# After a town: `Cambridge MA`.
STATE = re.compile(
    r"(?<=\w),? (?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT"
    r"|V[AT]|W[AIVY]|AB|BC|MB|ON|QC|SK|NSW|VIC|QLD)$"
)
NOT_COMPANY_TYPES = frozenset({"Person", "Event", "JobPosting", "Review", "Product", "Place", "Residence", "Trip"})


# The second part of a town's name: `Kronberg im Taunus`, `Torre de' Busi`.
TOWN_SUFFIX = (
    r"(?:(?:im|am|an der|bei|in der|ob der|vor der|d[eio]|d[ao]s|del(?:l[ae])?|dei|degli|sur|sous|lès|upon) |de?['’] ?)"
    r"[A-ZÄÖÜÉÈÀ][\w'’-]*"
)


def find_location(subjects: Subjects) -> tuple[Drafted | None, Drafted | None]:
    """City and country, each only if all statements agree."""
    # The shortest quotes are the clearest.
    places = sorted(find_places(subjects), key=lambda found: len(found[1].quote))
    cities = [(place.city, quote) for place, quote in places if place.city]
    countries = [(place.country, quote) for place, quote in places if place.country]
    cities = [(whole_name(city, [other for other, _ in cities]), quote) for city, quote in cities]
    city = value_if_agreed(subjects.site, "city", "its city", prefer_named(subjects, cities))
    country = value_if_agreed(subjects.site, "country", "its country", prefer_named(subjects, countries))
    return city, country


def whole_place(place: Located, quote: str) -> Located:
    """A place with the full name of its town, but without a state after it: `61476 Kronberg im Taunus`."""
    city = STATE.sub("", place.city) if place.city else ""
    if not city:
        return place
    found = re.search(rf"\b\d{{4,5}} ({re.escape(city)} {TOWN_SUFFIX})", quote)
    return replace(place, city=found[1] if found else city)


def whole_name(city: str, others: Sequence[str]) -> str:
    """The longest name that the site uses for a town: `Frankfurt am Main` for `Frankfurt`."""
    same = [
        other
        for other in others
        if name_key(other) == name_key(city) or comparable(other).startswith(f"{comparable(city)} ")
    ]
    return max(same, key=lambda name: (len(name.split()), -others.index(name)))


def find_places(subjects: Subjects) -> list[Place]:
    """The places where the site says that the product or its maker is, or else where it was founded."""
    places = head_office_places(subjects)
    places = places or [*sentence_places(subjects), *address_places(subjects), *structured_places(subjects.site)]
    places = places or signed_places(subjects) or founding_place_statements(subjects) or provider_places(subjects)
    places = [(whole_place(place, quote.quote), quote) for place, quote in places]
    return places if any(place.country for place, _ in places) else [*places, *registrations(subjects)]


def sentence_places(subjects: Subjects) -> list[Place]:
    found: list[Place] = []
    for page, block in subjects.site.statements(skip=frozenset({"faq"})):
        for statement in stated_places(block.text, page.language) if not PARENT.search(block.text) else ():
            # The company isn't where a member of the team lives.
            about_person = "team" in block.marks and not subjects.speaks_of_us(block.text, page.language)
            if not about_person and subjects.owns(page, block, statement):
                found.append((statement.value, SourceQuote(quote=block.text, url=page.url)))
        at_work = (
            work_places(subjects, page, block) if "team" not in block.marks and not PARENT.search(block.text) else ()
        )
        found += [(statement.value, SourceQuote(quote=block.text, url=page.url)) for statement in at_work]
    for credit in find_credits(subjects.site):
        place = read_place(credit.where, credit.page.language) if credit.where else None
        found += [(place, credit.quote)] if place else []
    return found


def founding_place_statements(subjects: Subjects) -> list[Place]:
    """Where the company says it was founded."""
    return [
        (statement.value, SourceQuote(quote=block.text, url=page.url))
        for page, block in subjects.site.statements(skip=frozenset({"faq"}))
        for statement in founding_places(block.text, page.language)
        if subjects.owns(page, block, statement)
    ]


def address_places(subjects: Subjects) -> list[Place]:
    """Places in the company's postal addresses: in the footer, on contact pages, or after a label."""
    found: list[Place] = []
    seen: dict[tuple[str, ...], tuple[Located, int] | None] = {}
    for page in subjects.site.own_pages():
        own: list[Place] = []
        covered: set[int] = set()
        for first, lines, labelled in (*labelled_lines(page), *address_lines(page)):
            key = (page.language or "", str(labelled), *(line.text for line in lines))
            if key not in seen:  # footers are the same on every page
                seen[key] = first_address(lines, page.language, labelled)
            address = seen[key]
            # The rest of an address may look like another one: `Kärnten, Österreich`.
            if id(first) in covered:
                continue
            if address and is_own_address(subjects, page, first, lines[: address[1]]):
                text = " ".join(line.text for line in lines[: address[1]])
                own.append((address[0], SourceQuote(quote=text, url=page.url)))
                covered.update(id(line) for line in lines[1 : address[1]])
        # An imprint names the publisher first, and then the host, authorities and others.
        found += own[:1] if is_imprint(page) else own
    return found


def is_own_address(subjects: Subjects, page: ReadPage, first: Block, lines: Sequence[Block]) -> bool:
    """Whether an address is the company's: in the footer, on a contact page or imprint, or under such a heading."""
    if any(OTHERS_PARTS.intersection(line.marks) or "team" in line.marks for line in lines):
        return False
    hosts = [line for line in lines if HOSTS.search(line.text) and not subjects.names_us(line.text)]
    if hosts or any(pattern.search(line.text) for line in lines for pattern in (SITE_BY_OTHERS, CARE_OF, AUTHORITIES)):
        return False
    if first.place in ("footer", "header", "nav") or is_imprint(page):
        return True
    if page.kind == "contact":
        named = [match[0] for line in lines for match in LEGAL_NAME.finditer(line.text)]
        on_page = next((match[0] for block in page.blocks for match in LEGAL_NAME.finditer(block.text)), "")
        # The first company on a contact page is the maker.
        return (
            not named
            or any(subjects.is_name_of_ours(name) for name in named)
            or name_key(on_page) == name_key(named[0])
        )
    # On a home page, other places may be presented under headings with their names.
    heading = subjects.heading_of(page, first) if page.kind == "home" and first.tag not in HEADINGS else None
    heading_fits = heading is None or OWN_ADDRESS.search(heading) or subjects.names_us(heading)
    return subjects.stands_alone(page, first) and bool(heading_fits)


def head_office_places(subjects: Subjects) -> list[Place]:
    """The places of addresses that are called the head office."""
    found: list[Place] = []
    for page in subjects.site.own_pages():
        for at, block in enumerate(page.blocks):
            label, *rest = LABEL_END.split(block.text, maxsplit=1)
            if not HEAD_OFFICE.fullmatch(label.strip()) or not subjects.stands_alone(page, block):
                continue
            lines = page.blocks[at + 1 : at + 1 + MAX_LINES]
            if rest and rest[0].strip():
                lines = [block.model_copy(update={"text": rest[0].strip()})]
            address = first_address(lines, page.language, True)
            if address and address[0].city:
                text = " ".join(line.text for line in lines[: address[1]])
                found.append((address[0], SourceQuote(quote=text, url=page.url)))
                continue
            town = HEAD_OFFICE_IN.fullmatch(label.strip())
            if town and is_town(town["town"]):  # `Sydney HQ`, with no address below it
                found.append((Located(city=town["town"]), SourceQuote(quote=block.text, url=page.url)))
    return found


def structured_places(site: SiteModel) -> list[Place]:
    found: list[Place] = []
    for page in site.own_pages():
        for node in page.json_ld:
            address = node.get("address")
            if (
                not isinstance(address, dict)
                or NOT_COMPANY_TYPES.intersection(types_of(node))
                or not is_own(site, node)
            ):
                continue
            parts = cast("dict[str, Any]", address)
            if STOCK_ADDRESSES.search(" ".join(str(part) for part in parts.values())):
                continue
            city, country = text_of(parts.get("addressLocality")), parts.get("addressCountry")
            if isinstance(country, dict):
                country = cast("dict[str, Any]", country).get("name")
            code = code_or_name(text_of(country), page.language)
            if city and is_city(city):
                found.append((Located(city=city), SourceQuote(quote=city, url=page.url)))
            if code:
                found.append((Located(country=code), SourceQuote(quote=text_of(country), url=page.url)))
    return found
