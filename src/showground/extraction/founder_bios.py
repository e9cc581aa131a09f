"""Finds the biography of a founder: the text below their name and title, if it is about them."""

import re

from showground.extraction.block_paths import shared_path
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import OTHERS_PARTS, Subjects

MAX_PARAGRAPHS = 3
MAX_SUBJECT_START = 4  # characters before the subject of a sentence: `The Acme team ...`
NOT_TEAM_MARKS = OTHERS_PARTS - {"struck", "modal"}
CERTIFICATE = re.compile(r"\W*(?:ISO(?:/IEC)?[\s-]?\d{4,5}|SOC\s?[123]|HIPAA|PCI|GDPR|DSGVO|RGPD)\b")
PRONOUN = re.compile(
    r"\b(?:he|she|they|his|her|their|er|sie|ihre?|il|elle|son|sa|él|ella|su|ele|ela|seu|sua|lui|lei|suo|hij|zij|haar|zijn"
    r"|han|hun|hon|hans|hendes|hennes|on|ona|jego|jej|он|она|его|её)\b",
    re.IGNORECASE,
)


def find_bio(subjects: Subjects, page: ReadPage, last: int, name_at: int, name: str) -> list[str]:
    """The paragraphs after the last line of a founder's card, up to the first one that is not about the founder."""
    found: list[str] = []
    card = page.blocks[last].path
    for block in page.blocks[last + 1 : last + 1 + MAX_PARAGRAPHS]:
        prose = block.tag in ("p", "div", "dd") and is_prose(block.text)
        if not prose or len(shared_path(block.path, card)) < len(card) - 2 or NOT_TEAM_MARKS.intersection(block.marks):
            break
        if mentions_other_person(block.text, name) or is_about_company(subjects, block, name):
            break
        found.append(block.text)
    if found and not names_person(found[0], name) and ends_list(page, last, name_at):
        return []
    return found


def is_about_company(subjects: Subjects, block: Block, name: str) -> bool:
    """Whether a text begins with the company, or with a certificate: `We are a team of four`, `ISO 27001 certified`."""
    if CERTIFICATE.match(block.text):
        return True
    first = next(iter(subjects.mentions(block.text, block.lang)), None)
    begins = first is not None and first.party == "own" and first.start <= MAX_SUBJECT_START
    return begins and comparable(name.split(maxsplit=1)[0]) not in comparable(block.text)


def ends_list(page: ReadPage, last: int, name_at: int) -> bool:
    """Whether a card is the last of a list of people without biographies, all in one element with what follows.

    Then a text after it may be about anything: `Jane Roe / CEO / John Doe / CTO / Backed by two hundred breweries.`
    """
    around = page.blocks[last].path[:-1]
    names = [
        at
        for at, block in enumerate(page.blocks)
        if block.path[:-1] == around and is_person_name(block.text) and block.tag == page.blocks[name_at].tag
    ]
    before = [at for at in names if at < name_at]
    if not before or any(at > last for at in names):
        return False
    return not any(is_prose(block.text) for block in page.blocks[before[0] : name_at])


def names_person(text: str, name: str) -> bool:
    return any(comparable(part) in comparable(text) for part in name.split()) or PRONOUN.search(text) is not None


def is_prose(text: str) -> bool:
    """Whether a text is at least a sentence."""
    return len(text) >= 40 or (len(text) >= 20 and len(text.split()) >= 4 and text.endswith((".", "!")))


def mentions_other_person(text: str, name: str) -> bool:
    """Whether a text begins with another person's name."""
    start = re.match(r"^([^\W\d_]+\s[^\W\d_]+)", text)
    return bool(
        start and is_person_name(start[1]) and comparable(start[1].split()[0]) != comparable(name.split(maxsplit=1)[0])
    )
