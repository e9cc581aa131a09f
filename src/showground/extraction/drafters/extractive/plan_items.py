"""Features from the lists inside plans, for sites that list them nowhere else."""

import re
from collections.abc import Sequence

from showground.extraction.drafters.extractive.feature_words import AMOUNT_OF, SOON, is_item
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
# What a plan lacks, in words: `No photos`. A tick before it makes it an advantage: `✓ No ads`.
LACKS = re.compile(
    r"^\W*(?:(?:no|not|without|kein\w*|ohne|nicht|pas|sans|aucune?|sin|sem|não|senza|non|nessun\w*|geen|zonder|niet"
    r"|brak|bez|nie|нет|без|не|ingen|inga|inget|utan|uten|uden|ikke|inte|ei|fără|nincs)(?=\s)"
    r"|(?:不含|不支持|不包括|没有|沒有|بدون|بلا|ללא|אין|לא|ไม่))"
    r"|(?:\byok|なし|無し|不可|없음|미포함|불가)\W*$",
    re.IGNORECASE,
)


def lacking(blocks: Sequence[Block]) -> set[int]:
    """Items that say what a plan lacks, by their ids: by a cross, in words, or by a dash where others have a tick."""
    ticked = any(TICK.match(block.text) for block in blocks)

    def is_lacking(text: str) -> bool:
        return bool(CROSS.match(text) or LACKS.search(text) or (ticked and DASH.match(text)))

    return {id(block) for block in blocks if not TICK.match(block.text) and is_lacking(block.text)}


def items_of_plans(page: ReadPage) -> list[Block]:
    """What the lists in the plans contain, where the site lists its features nowhere else; not how much of it."""
    among = [block for block in page.blocks if page.kind == "pricing" or "pricing" in block.marks]
    soon = {tuple(block.path[:-1]) for block in among if block.tag != "li" and SOON.search(block.text)}
    priced = {
        tuple(block.path[:depth])
        for block in among
        if block.tag != "li" and len(block.text.split()) <= MAX_PRICE_WORDS and names_price(block.text)
        for depth in (len(block.path) - 1, len(block.path) - 2)
        if depth > 0
    }
    found: list[Block] = []
    absent = lacking([block for block in among if block.tag == "li"])
    for block in among:
        plan = tuple(block.path[:-2])
        if block.tag != "li" or plan not in priced or plan in soon or AMOUNT_OF.search(block.text):
            continue
        if id(block) in absent or NO_PLAN_NAME.search(block.text):
            continue  # or a badge: `Most popular`
        marks = [mark for mark in block.marks if mark != "pricing"]
        if is_item(block.model_copy(update={"marks": marks})):
            found.append(block)
    return found


def names_price(text: str) -> bool:
    return bool(find_prices(text) or FREE_WORD.search(text) or PRICE_ON_REQUEST.fullmatch(text.strip(" .!:→")))
