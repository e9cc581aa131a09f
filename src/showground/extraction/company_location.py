"""Where the company says it is: in its addresses, in sentences, and in structured data."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from showground.extraction.company_origin import PARENT, agreed, is_own
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import HEADINGS, SiteModel, text_of, types_of
from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.company_registers import registered_country
from showground.extraction.statements.placeholders import ADDRESSES
from showground.extraction.statements.places import (
    Located,
    code_or_name,
    founding_places,
    is_city,
    stated_places,
)
from showground.extraction.statements.text_folding import bare
from showground.extraction.subjects import LEGAL_NAME, OTHERS_PARTS, Subjects

Place = tuple[Located, SourceQuote]
HEAD_OFFICE = re.compile(
    r"(?:\w+ )?(?:(?:global |world )?headquarters?|hq|(?:head|registered|main|corp(?:orate)?\.?) office"
    r"|(?:haupt|firmen)sitz|siège(?: social)?"
    r"|adresse du siège(?: social)?|sede (?:legale|central|principal|social)|oficinas? centrales?"
    r"|domicilio (?:social|fiscal)"
    r"|siedziba|本社|본사|总部|總部|المقر الرئيسي)",
    re.IGNORECASE,
)
ADDRESS_LABEL = re.compile(
    r"(?:(?:our|postal|mailing|business|company|registered|office|legal|street) )*(?:address|location|office)"
    r"|adresse(?: postale| du siège(?: social)?)?|siège(?: social)?|anschrift|(?:geschäfts|post|firmen)adresse|standort"
    r"|(?:firmen|haupt)?sitz|büro|bureau|dirección|ubicación|domicilio(?: social| fiscal)?|oficina|endereço|localização"
    r"|indirizzo|sede(?: legale| operativa)?|adres|siedziba|kantoor|ofis|(?:юр(?:\.|идический)? |фактический "
    r"|почтовый )?адрес"
    r"|所在地|住所|本社|地址|公司地址|주소|본사|ที่อยู่|العنوان|الموقع|המען|כתובת",
    re.IGNORECASE,
)
LABEL_END = re.compile(r"\s*[:：]\s*|\s+[·•|–—-]\s+")
# Headings over the company's own address.
OWN_ADDRESS = re.compile(
    r"\b(?:contact|kontakt|contacto|contato|contatti|contactez|get in touch|(?:find|visit|reach|meet) us|address"
    r"|location"
    r"|where (?:we are|to find)|our (?:office|studio|shop|store)|headquarters|adresse|anschrift|standort|imprint"
    r"|impressum"
    r"|nous trouver|dónde estamos|ubicación|onde estamos|dove siamo|adres|iletişim|контакты|адрес)\b"
    r"|お問い合わせ|所在地|アクセス|会社概要|联系|聯繫|地址|연락처|위치|오시는 길|ติดต่อ|ที่อยู่|اتصل|تواصل|العنوان|צור קשר"
    r"|כתובת",
    re.IGNORECASE,
)
IMPRINT = re.compile(
    r"impressum|imprint|legal-?notice|mentions-?l[eé]gales|aviso-?legal|note-?legali|tokusho|company-?(?:info|profile)"
    r"|特定商取引|会社概要|公司简介|회사 ?소개",
    re.IGNORECASE,
)
# `Website by ...`, in a footer.
BY_OTHERS = re.compile(
    r"\b(?:site|website|web ?design|designed|powered|hosted|hosting|developed|webdesign|umsetzung|réalisation"
    r"|hébergé\w*)"
    r"\b.{0,20}\b(?:by|with|on|at|von|par|por|da|bei)\b",
    re.IGNORECASE,
)
# Companies whose addresses are in many imprints, because they host the site.
HOSTS = re.compile(
    r"\b(?:GitHub|Vercel|Netlify|Cloudflare|Amazon Web Services|AWS|OVH(?:cloud)?|Hetzner|IONOS|1&1|Strato|Infomaniak"
    r"|Gandi|o2switch|Hostinger|GoDaddy|Google (?:LLC|Ireland|Cloud)|Microsoft|DigitalOcean|Scaleway|Render|Heroku"
    r"|Firebase|Wix(?:\.com)?|Squarespace|Shopify|Webflow|WordPress|Automattic)\b"
)
MAX_LINE, MAX_LINES, MAX_REGISTRATION = 200, 6, 400
NO_COMPANIES = frozenset({"Person", "Event", "JobPosting", "Review", "Product", "Place", "Residence", "Trip"})


def find_location(subjects: Subjects) -> tuple[Drafted | None, Drafted | None]:
    """City and country, each only if all statements agree."""
    # The shortest quotes say it most clearly.
    places = sorted(located(subjects), key=lambda found: len(found[1].quote))
    cities = [(place.city, said) for place, said in places if place.city]
    countries = [(place.country, said) for place, said in places if place.country]
    if len({bare(city) for city, _ in cities}) <= 1:
        cities = [(cities[0][0], said) for _, said in cities] if cities else []
    city = agreed(subjects.site, "city", "its city", cities)
    country = agreed(subjects.site, "country", "its country", countries)
    return city, country


def located(subjects: Subjects) -> list[Place]:
    """Where the site says that the product or its maker is; where it began only if it says nothing else."""
    places = head_office(subjects)
    places = places or [*sentence_places(subjects), *address_places(subjects), *structured_places(subjects.site)]
    places = places or beginnings(subjects)
    return places if any(place.country for place, _ in places) else [*places, *registrations(subjects)]


def sentence_places(subjects: Subjects) -> list[Place]:
    found: list[Place] = []
    for page, block in subjects.site.statements(skip=frozenset({"faq"})):
        for said in stated_places(block.text, page.language) if not PARENT.search(block.text) else ():
            # Where somebody of the team lives is not where the company is.
            of_person = "team" in block.marks and not subjects.speaks_of_us(block.text, page.language)
            if not of_person and subjects.owns(page, block, said):
                found.append((said.value, SourceQuote(quote=block.text, url=page.url)))
    return found


def beginnings(subjects: Subjects) -> list[Place]:
    """Where the company says it was founded."""
    return [
        (said.value, SourceQuote(quote=block.text, url=page.url))
        for page, block in subjects.site.statements(skip=frozenset({"faq"}))
        for said in founding_places(block.text, page.language)
        if subjects.owns(page, block, said)
    ]


def address_places(subjects: Subjects) -> list[Place]:
    """Places in the company's postal addresses: in the footer, on contact pages, or where the page calls it so."""
    found: list[Place] = []
    seen: dict[tuple[str, ...], tuple[Located, int] | None] = {}
    for page in subjects.site.own_pages():
        own: list[Place] = []
        for first, lines, labelled in (*labelled_lines(page), *address_lines(page)):
            key = (page.language or "", str(labelled), *(line.text for line in lines))
            if key not in seen:  # footers are the same on every page
                seen[key] = first_address(lines, page.language, labelled)
            address = seen[key]
            if address and is_own_address(subjects, page, first, lines[: address[1]]):
                text = " ".join(line.text for line in lines[: address[1]])
                own.append((address[0], SourceQuote(quote=text, url=page.url)))
        # An imprint names the publisher first, then the host, the authorities and others.
        found += own[:1] if is_imprint(page) else own
    return found


def first_address(lines: Sequence[Block], language: str | None, labelled: bool) -> tuple[Located, int] | None:
    """The address that begins with the first of some lines, and how many lines it has."""
    for count in range(1, min(len(lines), MAX_LINES) + 1):
        place = address_place([line.text for line in lines[:count]], language, labelled=labelled)
        if place is None:
            continue
        # The country may be on a line of its own.
        whole = address_place([line.text for line in lines[: count + 1]], language, labelled=labelled)
        if whole and whole.country and whole.city == place.city and not place.country and count < len(lines):
            return whole, count + 1
        return place, count
    return None


def address_lines(page: ReadPage) -> Iterator[tuple[Block, list[Block], bool]]:
    """Short lines where addresses are, each with those that follow it in the same part of the page, and whether the
    page calls it an address."""
    likely = [
        block.place == "footer" or "address" in block.marks or page.kind == "contact" or is_imprint(page)
        for block in page.blocks
    ]
    for at, block in enumerate(page.blocks):
        if not likely[at] or len(block.text) > MAX_LINE or block.lang or is_heading(block):
            continue
        following: list[Block] = []
        for near in range(at + 1, min(at + MAX_LINES, len(page.blocks))):
            other = page.blocks[near]
            beside = other.path[: len(block.path) - 1] == block.path[:-1]
            if not likely[near] or not beside or len(other.text) > MAX_LINE or is_heading(other):
                break
            following.append(other)
        yield block, [block, *following], "address" in block.marks


def is_heading(block: Block) -> bool:
    """Whether a block heads what is below it; with a number in it, it may be a line of an address in large letters."""
    return block.tag in HEADINGS and not re.search(r"\d", block.text)


def labelled_lines(page: ReadPage) -> Iterator[tuple[Block, list[Block], bool]]:
    """Lines after the word for an address, in the same element or in the next ones."""
    for at, block in enumerate(page.blocks):
        if block.lang or len(block.text) > MAX_LINE:
            continue
        label, *rest = LABEL_END.split(block.text, maxsplit=1)
        if not ADDRESS_LABEL.fullmatch(label.strip(" .*•·-–—📍")):
            continue
        if rest and rest[0].strip():
            yield block, [block.model_copy(update={"text": rest[0].strip()})], True
        else:
            yield block, page.blocks[at + 1 : at + 1 + MAX_LINES], True


def is_own_address(subjects: Subjects, page: ReadPage, first: Block, lines: Sequence[Block]) -> bool:
    """Whether an address is where nobody else's can be: own footer, contact page, imprint, or under such a heading."""
    if any(OTHERS_PARTS.intersection(line.marks) or "team" in line.marks for line in lines):
        return False
    hosts = [line for line in lines if HOSTS.search(line.text) and not subjects.names_us(line.text)]
    if hosts or any(BY_OTHERS.search(line.text) for line in lines):
        return False
    if first.place == "footer" or is_imprint(page):
        return True
    if page.kind == "contact":
        named = [match[0] for line in lines for match in LEGAL_NAME.finditer(line.text)]
        on_page = next((match[0] for block in page.blocks for match in LEGAL_NAME.finditer(block.text)), "")
        # On a contact page the first company is the maker.
        return not named or any(subjects.is_name_of_ours(name) for name in named) or bare(on_page) == bare(named[0])
    # A home page may present several places, each under its name.
    heading = subjects.heading_of(page, first) if page.kind == "home" and first.tag not in HEADINGS else None
    told = heading is None or OWN_ADDRESS.search(heading) or subjects.names_us(heading)
    return subjects.stands_alone(page, first) and bool(told)


def is_imprint(page: ReadPage) -> bool:
    """Whether a page is there to say who runs the site."""
    return bool(IMPRINT.search(unquote(urlsplit(page.url).path)) or IMPRINT.search(page.title))


def registrations(subjects: Subjects) -> list[Place]:
    """The countries whose registers the company names, in the footer, on a contact page or in the imprint."""
    found: list[Place] = []
    for page in subjects.site.own_pages():
        own = [
            (Located(country=country), SourceQuote(quote=block.text, url=page.url))
            for block in page.blocks
            if (block.place == "footer" or page.kind == "contact" or is_imprint(page))
            and len(block.text) <= MAX_REGISTRATION
            and not BY_OTHERS.search(block.text)
            and OTHERS_PARTS.isdisjoint(block.marks)
            and (country := registered_country(block.text))
        ]
        found += own[:1] if is_imprint(page) else own
    return found


def head_office(subjects: Subjects) -> list[Place]:
    """Of several addresses, the one called the head office."""
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
    return found


def structured_places(site: SiteModel) -> list[Place]:
    found: list[Place] = []
    for page in site.own_pages():
        for node in page.json_ld:
            address = node.get("address")
            if not isinstance(address, dict) or NO_COMPANIES.intersection(types_of(node)) or not is_own(site, node):
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
