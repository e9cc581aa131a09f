"""The price in a press kit, which names it in a line or in table cells: `Price: $14.99`."""

import re

from showground.extraction.pricing.own_prices import own_prices_in
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices
from showground.extraction.subjects import OTHERS_PARTS, Subjects

PRICE_LABEL = re.compile(
    r"(?:(?:regular|launch|list|retail|base) )?price|preis|verkaufspreis|prix|precio|preço|prezzo|cena|цена|fiyatı?"
    r"|価格|价格|售价|가격",
    re.IGNORECASE,
)
LABELLED_PRICE = re.compile(rf"(?:{PRICE_LABEL.pattern})\s*(?:[:：–—-]\s*)?(?=\S{{0,4}}\d)", re.IGNORECASE)
PRESS_KIT = re.compile(r"/press-?kit/", re.IGNORECASE)  # a page about one of the games of a studio
MAX_WORDS = 10


def press_kit_price(subjects: Subjects) -> list[tuple[str, SourceQuote]]:
    """The line with the price, if the press kit has exactly one. Several may be those of several products."""
    found: dict[str, tuple[str, SourceQuote]] = {}
    for page in subjects.site.own_pages("press", "other"):
        if page.kind == "other" and not PRESS_KIT.search(page.url):
            continue
        for at, block in enumerate(page.blocks):
            text = priced_line(subjects, page, at, block)
            if text:
                found.setdefault(text, (text, SourceQuote(quote=text, url=page.url)))
    return list(found.values()) if len(found) == 1 else []


def priced_line(subjects: Subjects, page: ReadPage, at: int, block: Block) -> str | None:
    """The text of the label and the amount, which may be in the next cell."""
    text = block.text.strip()
    if OTHERS_PARTS.intersection(block.marks) or len(text.split()) > MAX_WORDS:
        return None
    after = page.blocks[at + 1] if at + 1 < len(page.blocks) else None
    if after and PRICE_LABEL.fullmatch(text.rstrip(" :")) and len(after.text.split()) <= MAX_WORDS:
        return f"{text} {after.text}" if is_one_price(subjects, page, after) else None
    return text if LABELLED_PRICE.match(text) and len(find_prices(text)) == 1 else None


def is_one_price(subjects: Subjects, page: ReadPage, block: Block) -> bool:
    return len(own_prices_in(subjects, page, block)) == len(find_prices(block.text)) == 1
