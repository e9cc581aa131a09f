"""When and where the company says it was founded, and where it is based."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, text_of
from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.placeholders import ADDRESSES
from showground.extraction.statements.places import (
    Located,
    code_or_name,
    founding_places,
    is_city,
    stated_places,
)
from showground.extraction.statements.text_folding import bare
from showground.extraction.statements.years import founding_years
from showground.extraction.subjects import CONTACT, LEGAL_NAME, OTHERS_PARTS, Subjects

COMPANIES = ("Organization", "Corporation", "LocalBusiness", "OnlineBusiness", "ProfessionalService", "Store")
LABELS = (
    "founded",
    "established",
    "founded in",
    "year founded",
    "founded:",
    "gegründet",
    "gründung",
    "fondée en",
    "fundada en",
)
HEAD_OFFICE = ("headquarters", "hq", "head office", "registered office", "main office", "hauptsitz", "siège social")
NO_ADDRESS = re.compile(
    r"@|\+\d|©|https?:|\b(?:tel|phone|telefon|fax|vat|ust-?id\w*|e-?mail|hrb|siret)\b", re.IGNORECASE
)
ADDRESS_LABEL = re.compile(
    r"(?:(?:our|postal|mailing|business|company|registered|office|legal|street) )*(?:address|location|office)"
    r"|adresse|anschrift"
    r"|(?:geschäfts|post|firmen)adresse|standort|dirección|domicilio|endereço|localização|indirizzo"
    r"|sede(?: legale)?|adres"
    r"|(?:юр(?:\.|идический)? |фактический |почтовый )?адрес|所在地|住所|本社|地址|公司地址|주소|본사|ที่อยู่|العنوان"
    r"|כתובת",
    re.IGNORECASE,
)
IMPRINT = re.compile(
    r"impressum|imprint|legal-?notice|mentions-?l[eé]gales|aviso-?legal|note-?legali|tokusho|company-?(?:info|profile)"
    r"|特定商取引|会社概要|公司简介|회사 ?소개",
    re.IGNORECASE,
)
Stated = tuple[str, SourceQuote]


def find_founded_year(subjects: Subjects) -> Drafted | None:
    return agreed(subjects.site, "founded_year", "the year it was founded", stated_years(subjects))


def stated_years(subjects: Subjects) -> list[Stated]:
    """The years in which the site says that the product or its maker began, with where it says so."""
    site = subjects.site
    stated: list[Stated] = []
    for page, block in [*site.statements(), *summary(site)]:
        said = [one for one in founding_years(block.text, site.year) if subjects.owns(page, block, one)]
        stated += [(one.value, SourceQuote(quote=block.text, url=page.url)) for one in said]
    stated += labelled_years(subjects)
    for page, node in site.nodes(*COMPANIES):
        year = str(node.get("foundingDate") or "")[:4]
        if is_own(site, node) and year.isdigit() and 1800 <= int(year) <= site.year:
            stated.append((year, SourceQuote(quote=str(node["foundingDate"]), url=page.url)))
    return stated


def summary(site: SiteModel) -> list[tuple[ReadPage, Block]]:
    """How the head of the home page describes the product, in the form of the blocks below it."""
    home = site.home
    texts = dict.fromkeys((home.meta.get("description", ""), home.open_graph.get("og:description", "")))
    return [(home, Block(text=text, tag="meta", place="header")) for text in texts if text]


def labelled_years(subjects: Subjects) -> list[Stated]:
    """A label such as "Founded" in one element and the year in the next."""
    found: list[Stated] = []
    for page in subjects.site.own_pages():
        for label, block in pairwise(page.blocks):
            if label.text.lower().strip(" :") in LABELS and subjects.stands_alone(page, block):
                text = f"{label.text} {block.text}"
                years = [said.value for said in founding_years(text, subjects.site.year)]
                found += [(year, SourceQuote(quote=text, url=page.url)) for year in dict.fromkeys(years)]
    return found


def is_own(site: SiteModel, node: dict[str, Any]) -> bool:
    """Whether a JSON-LD company is this one and not a customer or publisher."""
    name = bare(text_of(node.get("name")))
    return not name or not site.name or bare(site.name) in name or name in bare(site.name)


def agreed(site: SiteModel, field: str, what: str, stated: Sequence[Stated]) -> Drafted | None:
    """The value if all statements agree; otherwise None, and a contradiction is reported."""
    values = list(dict.fromkeys(value for value, _ in stated))
    if len(values) > 1:
        site.contradiction(field, what, values)
        return None
    return Drafted(value=values[0], quotes=[said for _, said in stated][:2]) if values else None


def find_location(subjects: Subjects) -> tuple[Drafted | None, Drafted | None]:
    """City and country, each only if all statements agree."""
    places = located(subjects)
    cities = [(place.city, said) for place, said in places if place.city]
    countries = [(place.country, said) for place, said in places if place.country]
    if len({bare(city) for city, _ in cities}) <= 1:
        cities = [(cities[0][0], said) for _, said in cities] if cities else []
    city = agreed(subjects.site, "city", "its city", cities)
    country = agreed(subjects.site, "country", "its country", countries)
    return city, country


def located(subjects: Subjects) -> list[tuple[Located, SourceQuote]]:
    """Where the site says that the product or its maker is; where it began only if it says nothing else."""
    places = head_office(subjects)
    places = places or [*sentence_places(subjects), *address_places(subjects), *structured_places(subjects.site)]
    return places or beginnings(subjects)


def sentence_places(subjects: Subjects) -> list[tuple[Located, SourceQuote]]:
    found: list[tuple[Located, SourceQuote]] = []
    for page, block in subjects.site.statements(skip=frozenset({"faq"})):
        for said in stated_places(block.text, page.language):
            # Where somebody of the team lives is not where the company is.
            of_person = "team" in block.marks and not subjects.speaks_of_us(block.text, page.language)
            if not of_person and subjects.owns(page, block, said):
                found.append((said.value, SourceQuote(quote=block.text, url=page.url)))
    return found


def beginnings(subjects: Subjects) -> list[tuple[Located, SourceQuote]]:
    """Where the company says it was founded."""
    return [
        (said.value, SourceQuote(quote=block.text, url=page.url))
        for page, block in subjects.site.statements(skip=frozenset({"faq"}))
        for said in founding_places(block.text, page.language)
        if subjects.owns(page, block, said)
    ]


def address_places(subjects: Subjects) -> list[tuple[Located, SourceQuote]]:
    """Places in the company's postal addresses: in the footer, in an address element, or on contact pages."""
    found: list[tuple[Located, SourceQuote]] = []
    for page in subjects.site.own_pages():
        for lines in (*address_runs(page), *labelled_runs(page)):
            place = address_place([block.text for block in lines], page.language)
            if place and is_own_address(subjects, page, lines):
                text = " ".join(block.text for block in lines)
                found.append((place, SourceQuote(quote=text, url=page.url)))
    return found


def is_own_address(subjects: Subjects, page: ReadPage, lines: Sequence[Block]) -> bool:
    """Whether nobody else is named in an address or right above it. On a contact page the first is the maker."""
    alone = subjects.stands_alone(page, lines[0]) or is_imprint(page)
    if not alone and "address" not in lines[0].marks:
        return False
    if OTHERS_PARTS.intersection(lines[0].marks) or "team" in lines[0].marks:
        return False
    named = [match[0] for line in lines for match in LEGAL_NAME.finditer(line.text)]
    if not named or any(subjects.is_name_of_ours(name) for name in named):
        return True
    first = next((match[0] for block in page.blocks for match in LEGAL_NAME.finditer(block.text)), "")
    told = page.kind == "contact" or CONTACT.search(subjects.heading_of(page, lines[0]) or "")
    return bool(told) and bare(first) == bare(named[0])


def is_imprint(page: ReadPage) -> bool:
    """Whether a page is there to say who runs the site."""
    return bool(IMPRINT.search(unquote(urlsplit(page.url).path)) or IMPRINT.search(page.title))


def labelled_runs(page: ReadPage) -> list[list[Block]]:
    """Lines after the word for an address, in the same element or in the next ones."""
    runs: list[list[Block]] = []
    for at, block in enumerate(page.blocks):
        if block.lang or len(block.text) > 200:
            continue
        label, colon, rest = block.text.partition(":" if ":" in block.text else "：")
        if not ADDRESS_LABEL.fullmatch(label.strip(" .*•·-–—📍")):
            continue
        if colon and rest.strip():
            runs.append([block.model_copy(update={"text": rest.strip()})])
        else:
            following = page.blocks[at + 1 : at + 4]
            runs += [following[:count] for count in range(1, len(following) + 1)]
    return runs


LIKE_ADDRESS = re.compile(r"\d|,\s[A-Z]{2}\.?$")
FOOTER_PIECES = re.compile(r"(?<=[.|·•–])\s+")


def address_runs(page: ReadPage) -> list[list[Block]]:
    """Runs of short lines that may form one address: inside one element, or in neighbouring elements."""
    runs: list[list[Block]] = []
    for block in page.blocks:
        likely = block.place == "footer" or "address" in block.marks or page.kind == "contact"
        if block.place == "footer" and not block.lang and FOOTER_PIECES.search(block.text):
            # The address may end the line that begins with the copyright, or with what the company does.
            pieces = [
                piece for piece in FOOTER_PIECES.split(block.text) if "©" in block.text or LIKE_ADDRESS.search(piece)
            ]
            runs += [[block.model_copy(update={"text": piece})] for piece in pieces if not NO_ADDRESS.search(piece)]
        if not likely or len(block.text) > 160 or block.lang or NO_ADDRESS.search(block.text):
            continue
        last = runs[-1] if runs else []
        together = last and (
            last[-1].path == block.path
            or ("address" in block.marks and "address" in last[-1].marks)
            or (last[-1].path[:-1] == block.path[:-1] and block.tag == last[-1].tag == "p" and page.kind == "contact")
            or (
                last[-1].path[:-1] == block.path[:-1]
                and block.tag == last[-1].tag
                and block.tag in ("div", "li")
                and len(last) < 5
            )
        )
        if together:
            last.append(block)
        else:
            runs.append([block])
    return [*runs, *([block] for run in runs if len(run) > 1 for block in run)]


def head_office(subjects: Subjects) -> list[tuple[Located, SourceQuote]]:
    """Of several addresses, the one called the head office."""
    found: list[tuple[Located, SourceQuote]] = []
    for page in subjects.site.own_pages():
        for at, block in enumerate(page.blocks):
            if block.text.lower().strip(" :") not in HEAD_OFFICE or not subjects.stands_alone(page, block):
                continue
            lines = [other for other in page.blocks[at + 1 : at + 5] if len(other.text) <= 160]
            read = [(address_place([line.text for line in lines[:count]], page.language), count)
                    for count in range(1, len(lines) + 1)]  # fmt: skip
            cities = [(place, count) for place, count in read if place and place.city]
            # The address ends where its country is named, and another may follow.
            whole = [(place, count) for place, count in cities if place.country] or cities
            for place, count in whole[:1]:
                text = " ".join(other.text for other in lines[:count])
                found.append((place, SourceQuote(quote=text, url=page.url)))
    return found


def structured_places(site: SiteModel) -> list[tuple[Located, SourceQuote]]:
    found: list[tuple[Located, SourceQuote]] = []
    for page, node in site.nodes(*COMPANIES):
        address = node.get("address")
        if not isinstance(address, dict) or not is_own(site, node):
            continue
        parts = cast("dict[str, Any]", address)
        if ADDRESSES.search(" ".join(str(part) for part in parts.values())):
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
