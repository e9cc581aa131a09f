"""Finds the email address for questions about the product: its own or its maker's."""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from showground.extraction.about_others import is_about_others
from showground.extraction.company_location import is_imprint
from showground.extraction.company_origin import COMPANY_TYPES, is_own
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
from showground.extraction.subjects import CONTACT_HEADING, OTHERS_PARTS, Subjects

SUPPORT_PATH = re.compile(
    r"(?:^|[/_-])(?:support|help|soporte|suporte|supporto|assistance|hilfe)(?:[/._-]|$)", re.IGNORECASE
)
MIN_PAGES = 3
OTHER_DOMAIN_RANK = 1.0  # the rank of an address at another domain


@dataclass(frozen=True)
class Mailbox:
    """An address that the site gives as its own, with its quote and how likely it is the one for questions."""

    address: str
    quote: SourceQuote
    rank: float


def find_contact_email(subjects: Subjects) -> Drafted | None:
    ranks: dict[str, float] = {}
    quotes: dict[str, SourceQuote] = {}
    for mailbox in own_mailboxes(subjects):
        if OTHER_PURPOSE.match(mailbox.address):
            continue
        ranks[mailbox.address] = max(ranks.get(mailbox.address, 0), mailbox.rank)
        if mailbox.address not in quotes or quotes[mailbox.address].quote.startswith("mailto:"):
            quotes[mailbox.address] = mailbox.quote
    if not ranks:
        return None
    best = max(ranks, key=lambda address: ranks[address])
    others = [address for address in ranks if address != best]
    # Of two addresses at other domains, either may be somebody else's.
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
                found.append(make_mailbox(subjects, page, block, address, link.url))
        found += [
            make_mailbox(subjects, page, block, address, block.text)
            for block in page.blocks
            for address in addresses_in(block.text)
            if is_contact(subjects, page, block, address)
        ]
    for page, node in subjects.site.nodes(*COMPANY_TYPES):
        email = node.get("email")
        if isinstance(email, str) and is_own(subjects.site, node):
            quote = SourceQuote(quote=email, url=page.url)
            found_addresses = addresses_in(email.removeprefix("mailto:"))
            found += [Mailbox(address.lower(), quote, rank(subjects, address)) for address in found_addresses]
    return found


def make_mailbox(subjects: Subjects, page: ReadPage, block: Block, address: str, text: str) -> Mailbox:
    place_rank = (page.kind == "contact") + (block.place == "footer") * 0.5
    quote = SourceQuote(quote=text if len(text) <= 300 else address, url=page.url)
    return Mailbox(address.lower(), quote, rank(subjects, address) + place_rank)


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
        return True  # on such pages, jane@gmail.com is the maker's
    at = max(sentence.find(address), 0)
    if subjects.party(sentence, at, at + len(address), page.language) == "other":
        return False
    if private:
        return subjects.stands_alone(page, block)
    # An address at another company's domain counts only where the company says how to reach it.
    heading = subjects.heading_of(page, block) or ""
    is_for_contact = page.kind == "contact" or block.place == "footer" or bool(CONTACT_HEADING.search(heading))
    is_for_contact = is_for_contact or is_on_every_page(subjects, block)
    return is_for_questions(page) or (is_for_contact and subjects.stands_alone(page, block))


def is_on_every_page(subjects: Subjects, block: Block) -> bool:
    """Whether most pages have this line, such as lines of the header or footer."""
    pages = len(subjects.site.pages)
    return pages >= MIN_PAGES and subjects.line_pages[block.text] > pages / 2


def is_for_questions(page: ReadPage) -> bool:
    """Whether a page says how to reach the company: contact, support, imprint, press kit."""
    path = unquote(urlsplit(page.url).path)
    return page.kind in ("contact", "press") or is_imprint(page) or bool(SUPPORT_PATH.search(path))


def is_own_domain(subjects: Subjects, address: str) -> bool:
    host = address.rpartition("@")[2].lower()
    site = site_of(f"https://{host}")
    label = name_key(site.partition(".")[0])
    same = site == subjects.site.domain or label == name_key(subjects.site.domain.partition(".")[0])
    # The first word of the name alone may be somebody else's domain.
    first = name_key(subjects.site.name.partition(" ")[0]) if " " in subjects.site.name else ""
    return same or (site not in FREE_MAIL_DOMAINS and any(label == name_key(name) != first for name in subjects.names))


def rank(subjects: Subjects, address: str) -> float:
    local = address.lower().partition("@")[0]
    preference = (
        (len(PREFERRED_NAMES) - PREFERRED_NAMES.index(local)) / len(PREFERRED_NAMES) * 3
        if local in PREFERRED_NAMES
        else 0
    )
    has_own_name = any(name_key(name) in name_key(local) for name in subjects.names)
    return (10 if is_own_domain(subjects, address) else OTHER_DOMAIN_RANK + 2 * has_own_name) + preference
