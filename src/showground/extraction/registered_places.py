"""Where a company is registered: by its register, the line under its pages, or its terms."""

import re
from urllib.parse import unquote, urlsplit

from showground.extraction.address_lines import ADDRESS_LABEL, BY_OTHERS, HOSTS, MAX_LINE, first_address, is_imprint
from showground.extraction.proposal import SourceQuote
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
# Who speaks in terms: `Provider: ...`, `Исполнитель: ...`.
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
MAX_REGISTRATION = 400


def signed_places(subjects: Subjects) -> list[Place]:
    """A town right after the company's name, in a line of the footer: `Acme Oy · Helsinki`."""
    found: list[Place] = []
    for page in subjects.site.own_pages():
        for block in page.blocks:
            parts = (
                [part.strip() for part in re.split(r"\s*[·•|–—,]\s*", block.text)]
                if len(block.text) <= MAX_LINE
                else []
            )
            if block.place != "footer" or len(parts) not in (2, 3) or OTHERS_PARTS.intersection(block.marks):
                continue
            company = re.sub(r"^(?:©|\(c\)|copyright)?\s*(?:(?:19|20)\d\d)?\s*", "", parts[0], flags=re.IGNORECASE)
            named = subjects.is_name_of_ours(company) and LEGAL_NAME.search(company)
            country = country_of(parts[2], page.language) if len(parts) > 2 else None
            if named and is_town(parts[1]) and is_city(parts[1]) and (len(parts) == 2 or country):
                place = Located(city=parts[1], country=country)
                found.append((place, SourceQuote(quote=block.text, url=page.url)))
    return found


def provider_places(subjects: Subjects) -> list[Place]:
    """The place that terms or a privacy policy first give for who provides the service."""
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
