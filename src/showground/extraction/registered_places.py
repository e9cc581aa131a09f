"""Finds where a company is registered: by register numbers, a signature in the footer, or its terms."""

import re
from urllib.parse import unquote, urlsplit

from showground.extraction.address_lines import (
    ADDRESS_LABEL,
    HOSTS,
    MAX_LINE_LENGTH,
    SITE_BY_OTHERS,
    first_address,
    is_imprint,
)
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block
from showground.extraction.statements.company_registers import registered_country
from showground.extraction.statements.places import Located, country_of, is_city
from showground.extraction.statements.towns import is_town
from showground.extraction.subjects import LEGAL_NAME, OTHERS_PARTS, Subjects

Place = tuple[Located, SourceQuote]
LEGAL_PAGE = re.compile(
    r"terms|privacy|legal|oferta|offer|agreement|conditions|agb|cgu|cgv|nutzungsbedingungen|datenschutz"
    r"|tos(?:[./]|$)|eula"
    r"|confidential|politi[ck]|privacidad|privacidade|condizioni|regulamin|voorwaarden|gizlilik|利用規約|条款|약관",
    re.IGNORECASE,
)
# The label of the provider in terms: `Provider: ...`, `Исполнитель: ...`.
PROVIDER = re.compile(
    r"^[\d.\s]*(?:(?:the )?(?:service )?(?:provider|operator|seller|licensor|data controller)|anbieter(?:in)?"
    r"|betreiber(?:in)?"
    r"|verantwortliche[rn]?|éditeur|prestataire|responsable(?: del tratamiento)?|prestador|titular|titolare"
    r"|fornitore|usługodawca|administrator(?:em)?|исполнитель|продавец|оператор|правообладатель"
    r"|hizmet sağlayıcı)\b[^:]{0,40}:",
    re.IGNORECASE,
)
INLINE_ADDRESS = re.compile(rf"(?:^|[\s,;(])(?:{ADDRESS_LABEL.pattern})\s*[:：]\s*", re.IGNORECASE)
MAX_PROVIDER = 600
MAX_PARTS = 5  # after the name: a house, a street, a town, a state and a country
SEPARATOR = re.compile(r"\s*[·•|–—,]\s*")
SENTENCE_END = re.compile(r"[.;]\s|[.;]$|\s\(")
COPYRIGHT = re.compile(r"^(?:©|\(c\)|copyright)\s*(?:(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)\d\d)?)?\s*", re.IGNORECASE)
# `Acme is a product of Acme ApS`: the maker's name follows.
MADE_BY = re.compile(
    r"^.{1,60}?\b(?:is|ist|est|es|é|è|är|er|on)\s+(?:an? |ein |un[ea]? |um[a]? |en |een )?"
    r"(?:product|service|brand|project|produkt|marke|projekt|produit|marque|projet|producto|marca|proyecto"
    r"|produto|projeto|prodotto|progetto|merk|tjänst)"
    r"\s+(?:of|by|from|von|der|de|d[aeio]l?|van|från|fra)\s+",
    re.IGNORECASE,
)
MAX_REGISTRATION = 400


def signed_places(subjects: Subjects) -> list[Place]:
    """A town after the company's name, as in a signature: `Acme, Quay 4, Hobart, Australia · hi@acme.example`."""
    return [
        (place, SourceQuote(quote=block.text, url=page.url))
        for page in subjects.site.own_pages()
        for block in page.blocks
        if len(block.text) <= MAX_LINE_LENGTH and OTHERS_PARTS.isdisjoint(block.marks)
        if (place := signed_place(subjects, block, page.language))
    ]


def signed_place(subjects: Subjects, block: Block, language: str | None) -> Located | None:
    parts = [part.strip() for part in SEPARATOR.split(COPYRIGHT.sub("", block.text))]
    at = next((at for at, part in enumerate(parts[:2]) if subjects.is_name_of_ours(MADE_BY.sub("", part))), None)
    if at is None or len(parts) < at + 2:
        return None
    following = parts[at + 1 : at + 1 + MAX_PARTS]
    for place, town in enumerate(following):
        if not is_town(town) or not is_city(town):
            continue
        # A state or a province may be between a town and its country.
        countries = [country_of(SENTENCE_END.split(part)[0], language) for part in following[place + 1 : place + 3]]
        if country := next(filter(None, countries), None):
            return Located(city=town, country=country)
    short = block.place == "footer" and len(parts) == at + 2 and LEGAL_NAME.search(parts[at])
    return Located(city=following[0]) if short and is_town(following[0]) and is_city(following[0]) else None


def provider_places(subjects: Subjects) -> list[Place]:
    """The first place in terms or a privacy policy for the provider of the service."""
    for page in subjects.site.pages:
        if page.kind != "other" or not LEGAL_PAGE.search(unquote(urlsplit(page.url).path)):
            continue
        for block in page.blocks:
            if len(block.text) > MAX_PROVIDER or HOSTS.search(block.text) or not PROVIDER.search(block.text):
                continue
            label = INLINE_ADDRESS.search(block.text)
            lines = [block.model_copy(update={"text": block.text[label.end() :].strip()})] if label else []
            place = first_address(lines, page.language, True)
            country = registered_country(block.text)
            found = place[0] if place else Located(country=country) if country else None
            if found:
                return [(found, SourceQuote(quote=block.text, url=page.url))]
    return []


def registrations(subjects: Subjects) -> list[Place]:
    """The countries of register numbers in the footer, on a contact page or in the imprint."""
    found: list[Place] = []
    for page in subjects.site.own_pages():
        own = [
            (Located(country=country), SourceQuote(quote=block.text, url=page.url))
            for block in page.blocks
            if (block.place == "footer" or page.kind == "contact" or is_imprint(page))
            and len(block.text) <= MAX_REGISTRATION
            and not SITE_BY_OTHERS.search(block.text)
            and OTHERS_PARTS.isdisjoint(block.marks)
            and (country := registered_country(block.text))
        ]
        found += own[:1] if is_imprint(page) else own
    return found
