"""Drafts the attributes of a category, if a sentence states them plainly."""

import re
from collections.abc import Iterator, Sequence

from showground.extraction.about_others import OWN_KINDS
from showground.extraction.app_stores import store_platforms
from showground.extraction.proposal import AttributeChoice, Drafted, SourceQuote
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.attributes import (
    DENIED,
    STATED_PATTERNS,
    UNSURE,
    start_of_product_statement,
    yes_or_no_in,
)
from showground.extraction.statements.text_folding import sentences
from showground.extraction.subjects import Subjects

PLATFORMS = (
    "Windows",
    "macOS",
    "Linux",
    "iOS",
    "Android",
    "Web",
    "iPadOS",
    "ChromeOS",
    "Chrome",
    "Firefox",
    "Steam",
    "PlayStation",
    "Xbox",
    "Nintendo Switch",
)
SYSTEMS = "|".join(name for name in PLATFORMS if name != "Web")
# `A screen reader for Windows 11`, `Download for macOS`; and on a button: `Android app`.
FOR_SYSTEM = re.compile(
    rf"\b(?:[Ff]or|[Ff]ür|[Pp]our|[Pp]ara|[Pp]er|[Vv]oor|[Dd]la|[Дд]ля) (?:your |the )?(?P<system>{SYSTEMS})(?!\w)"
    rf"|^(?P<alone>{SYSTEMS})(?: ?(?:[Aa]pp|[Vv]ersion|版|용))$"
)
PLATFORM_SENTENCE = re.compile(r"\b(?:available|runs?|works?|download|apps?|native|for|on)\b", re.IGNORECASE)
# An agency describes the apps that it makes for clients, not its own product.
BUILT_FOR_OTHERS = re.compile(
    r"\b(?:we|our (?:team|developers)|i)\b[^.]{0,40}\b(?:build|develop|design|create|deliver|make)\b"
    r"|\bapp development\b"
    r"|\b(?:your|client'?s?|custom) (?:\w+ )?apps?\b|\b(?:wir|unser team) (?:\w+ ){0,3}?(?:entwickeln|bauen"
    r"|erstellen|programmieren)\b"
    r"|\bapp-?entwicklung\b|\bentwicklung von\b|\bnous (?:\w+ ){0,2}?(?:développons|créons|concevons)\b"
    r"|\bdéveloppement d['’]applications?\b|\b(?:desarrollamos|creamos|desarrollo de (?:apps|aplicaciones))\b"
    r"|\b(?:desenvolvemos|criamos|desenvolvimento de (?:apps|aplicativos))\b|\b(?:sviluppiamo|creiamo"
    r"|sviluppo (?:di )?app)\b"
    r"|\b(?:wij|we) (?:ontwikkelen|bouwen)\b|\bapp-?ontwikkeling\b|\bvi (?:udvikler|bygger|utvecklar|utvikler)\b"
    r"|\bapp-?ud?vikling\b"
    r"|\b(?:tworzymy|projektujemy)\b|\bразрабатываем\b|\bразработка приложений\b|\bgeliştiriyoruz\b"
    r"|アプリ開発|应用开发|앱 개발",
    re.IGNORECASE,
)
LICENCE = re.compile(
    r"\b(GNU (?:Affero |Lesser )?General Public License(?:,?(?: version)? v?[23](?:\.0)?)?"
    r"|Mozilla Public License 2\.0|MIT|Apache(?: License)?[ -]2\.0|Apache 2|A?GPL(?:[- ]?v?[23](?:\.0)?)?"
    r"|LGPL(?:v?[23])?|BSD(?:[ -][23][ "
    r"-]clause)?|MPL[ -]2\.0|ISC|AGPLv3|GPLv3)\b(?=[ -]licen[cs]ed?)?",
)
REGION = re.compile(
    r"\b(?:data|hosted|servers?|stored)\b[^.;!?]{0,50}?\b(?:in|within) (?:the )?(?P<where>EU|European Union|Germany|"
    r"Switzerland|Frankfurt|Ireland|"
    r"United States|US|USA|UK|United Kingdom|France|Finland|Netherlands|Canada|Australia|Sweden|Norway|Denmark|"
    r"Estonia|Austria|Europe|India|Singapore)\b"
)


def find_attributes(subjects: Subjects, wanted: Sequence[AttributeChoice]) -> dict[str, Drafted]:
    found: dict[str, Drafted] = {}
    lines = list(lines_of(subjects.site))
    for attribute in wanted:
        if attribute.kind == "yes_no" and attribute.key in STATED_PATTERNS:
            value = yes_or_no(subjects, attribute, lines)
        elif attribute.key == "platforms":
            value = platforms(lines) or store_platforms(subjects.site) or systems_on_home(subjects.site)
        elif attribute.key == "licence":
            value = single_match(LICENCE, list(lines_of(subjects.site, *OWN_KINDS)), r"licen[cs]e|open[- ]source")
        elif attribute.key == "data_region":
            value = single_match(REGION, lines, r"")
        else:
            value = labelled_value(attribute, lines)
        if value:
            found[attribute.key] = value
    return found


def lines_of(site: SiteModel, *kinds: str) -> Iterator[tuple[str, SourceQuote]]:
    """The sentences of the site. With kinds: of pages of these kinds, footers included."""
    for page, block in site.statements(*kinds, skip=frozenset({"faq", "legal", "adviser", "team"})):
        if block.place in ("main", "aside") or (kinds and block.place == "footer"):
            for sentence in sentences(block.text):
                if len(sentence) <= 300:
                    yield sentence, SourceQuote(quote=sentence, url=page.url)


def yes_or_no(
    subjects: Subjects, attribute: AttributeChoice, lines: Sequence[tuple[str, SourceQuote]]
) -> Drafted | None:
    answers: dict[bool, SourceQuote] = {}
    for sentence, quote in lines:
        stated = yes_or_no_in(attribute, sentence)
        if stated is not None and subjects.may_be_ours(sentence, start_of_product_statement(attribute, sentence)):
            answers.setdefault(stated, quote)
    if len(answers) == 2:
        subjects.site.contradiction(attribute.key, f"“{attribute.label}”", [quote.quote for quote in answers.values()])
        return None
    return next((Drafted(value=value, quotes=[quote]) for value, quote in answers.items()), None)


def platforms(lines: Sequence[tuple[str, SourceQuote]]) -> Drafted | None:
    for sentence, quote in lines:
        named = [name for name in PLATFORMS if re.search(rf"(?<!\w){name}(?!\w| Store)", sentence)]
        if (
            len(named) >= 2
            and PLATFORM_SENTENCE.search(sentence)
            and not UNSURE.search(sentence)
            and not DENIED.search(sentence)
            and not BUILT_FOR_OTHERS.search(sentence)
        ):
            return Drafted(value=named, quotes=[quote])
    return None


def systems_on_home(site: SiteModel) -> Drafted | None:
    """The systems, browsers and consoles in lines of the home page such as `Download for macOS`."""
    found: dict[str, SourceQuote] = {}
    for sentence, quote in lines_of(site, "home"):
        named = [match["system"] or match["alone"] for match in FOR_SYSTEM.finditer(sentence)]
        if named and not any(pattern.search(sentence) for pattern in (UNSURE, DENIED, BUILT_FOR_OTHERS)):
            found |= {name: quote for name in named if name not in found}
    return Drafted(value=list(found), quotes=list(found.values())) if found else None


def single_match(pattern: re.Pattern[str], lines: Sequence[tuple[str, SourceQuote]], context: str) -> Drafted | None:
    """The match of a pattern, if there is exactly one on the whole site."""
    values: dict[str, SourceQuote] = {}
    for sentence, quote in lines:
        found = pattern.search(sentence)
        if (
            found
            and re.search(context, sentence, re.IGNORECASE)
            and not UNSURE.search(sentence)
            and not DENIED.search(sentence)
        ):
            values.setdefault(found[found.lastindex or 0], quote)
    return (
        next((Drafted(value=value, quotes=[quote]) for value, quote in values.items()), None)
        if len(values) == 1
        else None
    )


def labelled_value(attribute: AttributeChoice, lines: Sequence[tuple[str, SourceQuote]]) -> Drafted | None:
    """The value in a line `Label: value`, for attributes without patterns of their own."""
    pattern = re.compile(rf"^{re.escape(attribute.label)}\s*[:–—]\s*(?P<value>.{{1,120}})$", re.IGNORECASE)
    for sentence, quote in lines:
        found = pattern.match(sentence)
        if not found:
            continue
        text = found["value"].strip(" .")
        if attribute.kind == "text":
            return Drafted(value=text, quotes=[quote])
        if attribute.kind == "list":
            return Drafted(
                value=[part.strip() for part in re.split(r",|\band\b|&", text) if part.strip()], quotes=[quote]
            )
        if attribute.kind == "number" and re.fullmatch(r"\d{1,9}", text):
            return Drafted(value=int(text), quotes=[quote])
        if attribute.kind == "yes_no" and text.lower() in ("yes", "no"):
            return Drafted(value=text.lower() == "yes", quotes=[quote])
    return None
