"""Prices in tables, in lists of a name and an amount, and beside the button that buys."""

import re

from showground.extraction.own_prices import heads_of_table, offered
from showground.extraction.page_sections import HEADINGS
from showground.extraction.plan import Plan, quotes_of, trailing
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices, recurs
from showground.extraction.statements.pricing_model import BUY, TO_CART
from showground.extraction.subjects import Subjects

MAX_PRODUCTS = 3
MAX_CELL_WORDS = 10
MAX_NAME_WORDS = 8
HEAD_PERIOD = re.compile(r"(?:/|\b(?:per|pro|par|por|al)\b).+$", re.IGNORECASE)
LABELLED = re.compile(r"^(?P<name>[^:–—|]{2,40}?)\s*(?:[:–—|]|\s-\s)\s*(?:from |only |ab |od |от )?$", re.IGNORECASE)


def in_columns(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """Plans that are the columns of a table: names in its first row, prices below."""
    cells = [block for block in blocks if block.tag in ("td", "th") and len(block.path) > 3]
    plans: dict[str, Plan] = {}
    for cell in cells:
        prices = offered(subjects, page, cell)
        heads = [
            head for head in (heads_of_table(subjects, page, cell) if prices else [])
            if head.path[-1] == cell.path[-1] and len(head.text.split()) <= 4
        ]  # fmt: skip
        if len(prices) == 1 and len(heads) == 1 and len(cell.text.split()) <= MAX_CELL_WORDS:
            price, name = prices[0], heads[0].text
            quotes = [*quotes_of(page, [heads[0]]), *quotes_of(page, [cell])]
            plans.setdefault(name, Plan(name, price, price.period or trailing(cell.text, price), quotes))
    return list(plans.values())


def in_rows(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """Plans that are the rows of a table: a name in the first cell, one price in another."""
    rows: dict[tuple[int, ...], list[Block]] = {}
    for block in blocks:
        if block.tag in ("td", "th") and len(block.path) > 3:
            rows.setdefault(tuple(block.path[:-1]), []).append(block)
    plans: list[Plan] = []
    columns: set[int] = set()
    for cells in rows.values():
        priced = [cell for cell in cells[1:] if find_prices(cell.text) and len(cell.text.split()) <= MAX_CELL_WORDS]
        name = cells[0].text
        if len(priced) != 1 or find_prices(name) or len(name.split()) > 4:
            continue
        prices = offered(subjects, page, priced[0])
        if len(prices) != 1:
            continue
        heads = [head for head in heads_of_table(subjects, page, priced[0]) if head.tag == "th"]
        # By their order: cells that nobody sees count in the path.
        above = heads[cells.index(priced[0]) :][:1]
        head = next((head for head in above if recurs(head.text)), None)
        of_head = HEAD_PERIOD.search(head.text) if head else None
        period = prices[0].period or trailing(priced[0].text, prices[0]) or (of_head[0] if of_head else "")
        quotes = quotes_of(page, [cells[0], priced[0]])
        plans.append(Plan(name, prices[0], period, [*quotes, *(quotes_of(page, [head]) if head else [])]))
        columns.add(priced[0].path[-1])
    # One row with an amount in it may be about anything, and so may amounts in every column.
    return plans if len(plans) > 1 and len(columns) == 1 else []


def in_lines(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """A name and an amount in one line: `Students: $450`."""
    plans: list[Plan] = []
    for block in blocks:
        prices = offered(subjects, page, block) if len(block.text.split()) <= MAX_CELL_WORDS else []
        named = LABELLED.match(block.text[: prices[0].start]) if len(prices) == 1 else None
        if named and len(block.text[prices[0].end :].split()) <= 3 and len(find_prices(block.text)) == 1:
            plans.append(Plan(named["name"].strip(), prices[0], prices[0].period, quotes_of(page, [block])))
    return plans if len(plans) > 1 else []


def in_shop(subjects: Subjects, page: ReadPage) -> list[Plan]:
    """The few products with a button that buys them, each with the price above it."""
    blocks = [block for block in page.blocks if block.place == "main" and subjects.stands_alone(page, block)]
    plans: dict[str, Plan] = {}
    for at, block in enumerate(blocks):
        if not TO_CART.fullmatch(block.text.strip()):
            continue
        above = range(at - 1, max(-1, at - 8), -1)
        priced = next((near for near in above if is_amount(blocks[near].text)), None)
        named = next((near for near in above if blocks[near].tag in HEADINGS), None)
        if (
            priced is not None
            and named is not None
            and named < priced
            and len(blocks[named].text.split()) <= MAX_NAME_WORDS
        ):
            price = find_prices(blocks[priced].text)[0]
            quotes = quotes_of(page, [blocks[named], blocks[priced], block])
            plans.setdefault(blocks[named].text, Plan(blocks[named].text, price, "", quotes))
    plans = plans or beside_button(page, blocks) or reduced(subjects, page)
    return list(plans.values()) if len(plans) <= MAX_PRODUCTS else []


def reduced(subjects: Subjects, page: ReadPage) -> dict[str, Plan]:
    """Amounts beside one that is struck out, which makes them what something costs now; each once, with its heading."""
    found: dict[str, Plan] = {}
    for at, block in enumerate(page.blocks):
        near = [other for other in page.blocks[max(0, at - 1) : at + 2] if "struck" in other.marks]
        if not is_amount(block.text) or not any(is_amount(other.text) for other in near):
            continue
        named = next((other for other in page.blocks[max(0, at - 6) : at][::-1] if other.tag in HEADINGS), None)
        prices = offered(subjects, page, block)
        if named and prices and len(named.text.split()) <= MAX_NAME_WORDS:
            plan = Plan(named.text, prices[0], "", quotes_of(page, [named, block]))
            found.setdefault(prices[0].amount, plan)
    return found


def beside_button(page: ReadPage, blocks: list[Block]) -> dict[str, Plan]:
    """An amount alone right before or after words that buy: the product's only price."""
    found: dict[str, Plan] = {}
    for at, block in enumerate(blocks):
        if not is_amount(block.text):
            continue
        near = [other for other in blocks[max(0, at - 1) : at + 2] if other is not block]
        button = next((other for other in near if len(other.text.split()) <= 5 and BUY.search(other.text)), None)
        if button:
            price = find_prices(block.text)[0]
            pair = sorted((block, button), key=lambda one: next(i for i, other in enumerate(blocks) if other is one))
            found.setdefault(price.written, Plan("", price, "", quotes_of(page, pair)))
    return found if len(found) == 1 else {}


def is_amount(text: str) -> bool:
    prices = find_prices(text)
    return len(prices) == 1 and not prices[0].is_zero and len(text.split()) <= 4 and not prices[0].period
