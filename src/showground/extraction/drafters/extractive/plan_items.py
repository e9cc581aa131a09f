"""Finds features in the lists of plans, for sites that list them nowhere else."""

import re
from collections.abc import Sequence

from showground.extraction.drafters.extractive.feature_words import AMOUNT_OF, COMING_SOON, may_be_feature
from showground.extraction.pricing.price_cards import NO_PLAN_NAME
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.pricing_model import FREE_WORD

MAX_PRICE_WORDS = 10
TICK = re.compile(r"^[✓✔✅☑]\ufe0f?\s*(?=\w)")
CROSS = re.compile(r"^[✗✘✕✖×❌🚫⛔]")
DASH = re.compile(r"^[–—−-]\s")
# What a plan shows instead of its price.
PRICE_ON_REQUEST = re.compile(
    r"(?:price |pricing )?(?:on|upon) request|contact us|(?:preis )?auf anfrage|sur (?:devis|demande)|consúltanos"
    r"|a consultar|consulte(?:-nos)?|sob consulta|su richiesta|op aanvraag|(?:cena )?do uzgodnienia"
    r"|wycena indywidualna|(?:цена )?по запросу|договорная|要(?:お)?問い?合わせ|お見積り|面议|面議|문의",
    re.IGNORECASE,
)
# What a plan doesn't include, in words: `No photos`. With a tick it is an advantage: `✓ No ads`.
LACKS = re.compile(
    r"^\W*(?:(?:no|not|without|kein\w*|ohne|nicht|pas|sans|aucune?|sin|sem|não|senza|non|nessun\w*|geen|zonder|niet"
    r"|brak|bez|nie|нет|без|не|ingen|inga|inget|utan|uten|uden|ikke|inte|ei|fără|nincs)(?=\s)"
    r"|(?:不含|不支持|不包括|没有|沒有|بدون|بلا|ללא|אין|לא|ไม่))"
    r"|(?:\byok|なし|無し|不可|없음|미포함|불가)\W*$",
    re.IGNORECASE,
)


def missing_items(blocks: Sequence[Block]) -> set[int]:
    """The ids of items that a plan doesn't include: with a cross, in words, or with a dash where others have a tick."""
    ticked = any(TICK.match(block.text) for block in blocks)

    def is_lacking(text: str) -> bool:
        return bool(CROSS.match(text) or LACKS.search(text) or (ticked and DASH.match(text)))

    return {id(block) for block in blocks if not TICK.match(block.text) and is_lacking(block.text)}


def items_of_plans(page: ReadPage) -> list[Block]:
    """The items of lists in plans, without amounts."""
    price_blocks = [block for block in page.blocks if page.kind == "pricing" or "pricing" in block.marks]
    soon = {tuple(block.path[:-1]) for block in price_blocks if block.tag != "li" and COMING_SOON.search(block.text)}
    priced = {
        tuple(block.path[:depth])
        for block in price_blocks
        if block.tag != "li" and len(block.text.split()) <= MAX_PRICE_WORDS and names_price(block.text)
        for depth in (len(block.path) - 1, len(block.path) - 2)
        if depth > 0
    }
    found: list[Block] = []
    absent = missing_items([block for block in price_blocks if block.tag == "li"])
    for block in price_blocks:
        plan = tuple(block.path[:-2])
        if block.tag != "li" or plan not in priced or plan in soon or AMOUNT_OF.search(block.text):
            continue
        if id(block) in absent or NO_PLAN_NAME.search(block.text):
            continue  # not included, or a badge such as `Most popular`
        marks = [mark for mark in block.marks if mark != "pricing"]
        if may_be_feature(block.model_copy(update={"marks": marks})):
            found.append(block)
    return found


def names_price(text: str) -> bool:
    return bool(find_prices(text) or FREE_WORD.search(text) or PRICE_ON_REQUEST.fullmatch(text.strip(" .!:→")))
