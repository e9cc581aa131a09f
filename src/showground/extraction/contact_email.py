"""Finds the email address for questions about the product: its own or its maker's."""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from showground.extraction.about_others import is_about_others
from showground.extraction.company_location import is_imprint
from showground.extraction.company_origin import COMPANIES, is_own
from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.addresses import site_of
from showground.extraction.reading.pages import Block, PageLink, ReadPage
from showground.extraction.statements.email import (
    FREE_MAIL_DOMAINS,
    NOT_CONTACT,
    OTHER_PURPOSE,
    PREFERRED_NAMES,
    address_of_mailto,
    addresses_in,
)
from showground.extraction.statements.text_folding import name_key, sentences
from showground.extraction.subjects import CONTACT, OTHERS_PARTS, Subjects

SUPPORT = re.compile(
    r"(?:^|[/_-])(?:support|help|soporte|suporte|supporto|assistance|hilfe)(?:[/._-]|$)", re.IGNORECASE
)
MIN_PAGES = 3
FOREIGN = 1.0  # the rank of an address at another domain


@dataclass(frozen=True)
class Mailbox:
    """An address that the site names as its own, where, and how likely it is the one for questions."""

    address: str
    said: SourceQuote
    rank: float


def find_contact_email(subjects: Subjects) -> Drafted | None:
    ranks: dict[str, float] = {}
    quotes: dict[str, SourceQuote] = {}
    for mailbox in own_mailboxes(subjects):
        if OTHER_PURPOSE.match(mailbox.address):
            continue
        ranks[mailbox.address] = max(ranks.get(mailbox.address, 0), mailbox.rank)
        if mailbox.address not in quotes or quotes[mailbox.address].quote.startswith("mailto:"):
            quotes[mailbox.address] = mailbox.said
    if not ranks:
        return None
    best = max(ranks, key=lambda address: ranks[address])
    others = [address for address in ranks if address != best]
    # If there are two at other domains, either may be somebody else's.
    if ranks[best] < 5 and any(ranks[address] > ranks[best] - 1 for address in others):
        return None
    return Drafted(value=best, quotes=[quotes[best]])


def own_mailboxes(subjects: Subjects) -> list[Mailbox]:
    """The addresses on the site that are the product's or its maker's, in lower case."""
    found: list[Mailbox] = []
    for page in subjects.site.own_pages():
        if is_about_others(page):
            continue
        for link in page.links:
            address = address_of_mailto(link.url)
            if address and (block := block_of(page, link)) and is_contact(subjects, page, block, address, link.text):
                found.append(mailbox(subjects, page, block, address, link.url))
        found += [
            mailbox(subjects, page, block, address, block.text)
            for block in page.blocks
            for address in addresses_in(block.text)
            if is_contact(subjects, page, block, address)
        ]
    for page, node in subjects.site.nodes(*COMPANIES):
        email = node.get("email")
        if isinstance(email, str) and is_own(subjects.site, node):
            said = SourceQuote(quote=email, url=page.url)
            named = addresses_in(email.removeprefix("mailto:"))
            found += [Mailbox(address.lower(), said, rank(subjects, address)) for address in named]
    return found


def mailbox(subjects: Subjects, page: ReadPage, block: Block, address: str, text: str) -> Mailbox:
    told = (page.kind == "contact") + (block.place == "footer") * 0.5
    said = SourceQuote(quote=text if len(text) <= 300 else address, url=page.url)
    return Mailbox(address.lower(), said, rank(subjects, address) + told)


def block_of(page: ReadPage, link: PageLink) -> Block:
    """The text that a link is in."""
    around = [block for block in page.blocks if block.path == link.path[: len(block.path)] and block.path]
    near = max(around, key=lambda block: len(block.path), default=None)
    return near or Block(text=link.text, tag="a", place=link.place, marks=link.marks, path=link.path)


def is_contact(subjects: Subjects, page: ReadPage, block: Block, address: str, label: str = "") -> bool:
    """Whether an address in a text is the company's, and not for donations, credits or examples."""
    if OTHERS_PARTS.intersection(block.marks) - {"modal"} or block.lang:
        return False
    sentence = next((one for one in sentences(block.text) if address in one), block.text)
    if NOT_CONTACT.search(sentence) or NOT_CONTACT.search(label):
        return False
    if is_own_domain(subjects, address):
        return True
    private = address.rpartition("@")[2].lower() in FREE_MAIL_DOMAINS
    if private and is_for_questions(page):
        return True  # `write to Jane at jane@gmail.com` is how to reach the maker
    at = max(sentence.find(address), 0)
    if subjects.party(sentence, at, at + len(address), page.language) == "other":
        return False
    if private:
        return subjects.stands_alone(page, block)
    # At another company's domain: only where the company says how to reach it.
    heading = subjects.heading_of(page, block) or ""
    told = page.kind == "contact" or block.place == "footer" or bool(CONTACT.search(heading))
    told = told or is_on_every_page(subjects, block)
    return is_for_questions(page) or (told and subjects.stands_alone(page, block))


def is_on_every_page(subjects: Subjects, block: Block) -> bool:
    """Whether most pages have this line, as they have a header and a footer."""
    pages = len(subjects.site.pages)
    return pages >= MIN_PAGES and subjects.line_pages[block.text] > pages / 2


def is_for_questions(page: ReadPage) -> bool:
    """Whether a page is there to say how to reach the company: support, imprint, press kit."""
    path = unquote(urlsplit(page.url).path)
    return page.kind in ("contact", "press") or is_imprint(page) or bool(SUPPORT.search(path))


def is_own_domain(subjects: Subjects, address: str) -> bool:
    host = address.rpartition("@")[2].lower()
    site = site_of(f"https://{host}")
    label = name_key(site.partition(".")[0])
    same = site == subjects.site.domain or label == name_key(subjects.site.domain.partition(".")[0])
    # The first word of a name may be the name of somebody else's domain.
    first = name_key(subjects.site.name.partition(" ")[0]) if " " in subjects.site.name else ""
    return same or (site not in FREE_MAIL_DOMAINS and any(label == name_key(name) != first for name in subjects.names))


def rank(subjects: Subjects, address: str) -> float:
    local = address.lower().partition("@")[0]
    usual = (
        (len(PREFERRED_NAMES) - PREFERRED_NAMES.index(local)) / len(PREFERRED_NAMES) * 3
        if local in PREFERRED_NAMES
        else 0
    )
    named = any(name_key(name) in name_key(local) for name in subjects.names)
    return (10 if is_own_domain(subjects, address) else FOREIGN + 2 * named) + usual
