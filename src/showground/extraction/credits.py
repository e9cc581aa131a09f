"""Finds who made the product in a line at the end of its pages: `Made by Jane Roe in Porto`.

Such a line may also be about whoever built the website. It counts only if something else on the site confirms the
person: by its domain, its copyright line, its metadata, a link, or a sentence such as `Hi, I'm Jane Roe`.
"""

import re
from dataclasses import dataclass
from typing import Any, cast

from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, text_of
from showground.extraction.statements.people import NAME, is_person_name
from showground.extraction.statements.socials import profile_of
from showground.extraction.statements.text_folding import name_key

CREDIT = re.compile(
    r"^\W*(?:(?i:(?:proudly |lovingly |hand)?(?:made|built|created|crafted|developed)(?: with [^.,;]{1,20}?)? by"
    r"|(?:mit [^.,;]{1,20}? )?(?:gemacht|entwickelt|gebaut)(?: mit [^.,;]{1,20}?)? von"
    r"|(?:fait|créé|d[ée]velopp[ée]|conçu)e?(?: avec [^.,;]{1,20}?)? par"
    r"|(?:hecho|creado|desarrollado)(?: con [^.,;]{1,20}?)? por"
    r"|(?:feito|criado|desenvolvido)(?: com [^.,;]{1,20}?)? por"
    r"|(?:fatto|creato|sviluppato)(?: con [^.,;]{1,20}?)? da|gemaakt door|stworzone przez))"
    rf"\s+(?P<name>{NAME})(?:,?\s+(?i:in|aus|à|en|em|a|w)\s+(?P<where>(?:St\.|[^.;!?()|•·©]){{2,50}}))?(?=$|[\s.,|•·©])"
)
MAX_LINE_WORDS = 8
PART_SEPARATOR = re.compile(r"\s[—–|•·-]\s|(?<=[.!])\s")
I_AM = (
    r"(?:\bI am|\bI['’]m|\b[Mm]y name is|\b[Ii]ch bin|\b[Jj]e suis|\b[Ss]oy|\b[Ss]ou|\b[Ss]ono|\b[Ii]k ben|\bJestem)\s+"
)


@dataclass(frozen=True)
class Credit:
    """A person whom the site names as the maker of the product."""

    name: str
    where: str
    page: ReadPage
    quote: SourceQuote


def find_credits(site: SiteModel) -> list[Credit]:
    found: dict[str, Credit] = {}
    for page, block in site.statements():
        credit = match_credit(block.text) if len(block.text) <= 200 and may_credit(page, block) else None
        name = credit["name"] if credit else ""
        counts_alone = block.place != "footer"  # on an about page, the line is about the product
        if credit and is_person_name(name) and name_key(name) not in found and (counts_alone or is_behind(site, name)):
            quote = SourceQuote(quote=block.text, url=page.url)
            found[name_key(name)] = Credit(name, (credit["where"] or "").strip(), page, quote)
    return list(found.values())


def may_credit(page: ReadPage, block: Block) -> bool:
    return block.place == "footer" or (page.kind == "about" and len(block.text.split()) <= MAX_LINE_WORDS)


def match_credit(line: str) -> re.Match[str] | None:
    """A credit in a line, perhaps after another part: `© 2026 Tallow — Made by Jane Roe`."""
    return next((found for part in (line, *PART_SEPARATOR.split(line)) if (found := CREDIT.match(part))), None)


def is_behind(site: SiteModel, name: str) -> bool:
    """Whether something else on the site confirms that this person made it."""
    key, label = name_key(name), name_key(site.domain.partition(".")[0])
    if key in label or name_key(site.home.meta.get("author", "")) == key:
        return True
    for page in site.own_pages():
        if any(name_key(author) == key for node in page.json_ld for author in authors_of(node)):
            return True
        for block in page.blocks:
            has_copyright = block.place == "footer" and re.search(rf"©[^.|]{{0,30}}{re.escape(name)}", block.text)
            if has_copyright or re.search(I_AM + re.escape(name), block.text):
                return True
    handles = [profile.handle for link in site.home.links if (profile := profile_of(link.url))]
    return any(key in name_key(handle) for handle in handles)


def authors_of(node: dict[str, Any]) -> list[str]:
    """The names of the authors and creators of a JSON-LD object."""
    found: list[str] = []
    for key in ("author", "creator"):
        value: Any = node.get(key)
        for person in cast("list[Any]", value) if isinstance(value, list) else [value]:
            name = cast("dict[str, Any]", person).get("name") if isinstance(person, dict) else person
            found.append(text_of(name))
    return found
