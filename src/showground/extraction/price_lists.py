"""Prices in lists of a name and an amount, and beside the button that buys."""

import re

from showground.extraction.own_prices import offered
from showground.extraction.page_sections import HEADINGS
from showground.extraction.price_plan import Plan, quotes_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.pricing_model import BUY, TO_CART
from showground.extraction.subjects import Subjects

MAX_PRODUCTS = 8  # a catalogue has more
MAX_BUTTON_WORDS = 4
MAX_CELL_WORDS = 10
MAX_NAME_WORDS = 8
LABELLED = re.compile(
    r"^(?P<name>[^:–—|…]{2,40}?)\s*(?:[:–—|]|\s-\s|\.{3,}|…+|\s(?:starting )?at(?=\s))\s*"
    r"(?:from |only |ab |od |от |dès |desde |da |vanaf |à partir de |a partir de |a partire da )?$",
    re.IGNORECASE,
)


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
    """The few products that a home page sells, each with the price beside the button that buys it."""
    blocks = [block for block in page.blocks if block.place == "main" and subjects.stands_alone(page, block)]
    plans: dict[str, Plan] = {}
    for at, block in enumerate(blocks):
        above = range(at - 1, max(-1, at - 8), -1)
        named = next((near for near in above if blocks[near].tag in HEADINGS and blocks[near].tag != "h1"), None)
        if is_sale(block.text):
            priced = at  # `550 € Add to cart`, in one line
        elif is_buy_button(block.text):
            priced = next((near for near in above if is_amount(blocks[near].text)), None)
        else:
            continue
        if priced is None or named is None or named > priced:
            continue
        prices = offered(subjects, page, blocks[priced])
        if prices and len(blocks[named].text.split()) <= MAX_NAME_WORDS:
            quoted = [blocks[named], *blocks[priced : priced + 1], *([block] if priced < at else [])]
            plans.setdefault(blocks[named].text, Plan(blocks[named].text, prices[0], "", quotes_of(page, quoted)))
    plans = (plans if len(plans) > 1 else {}) or beside_button(page, blocks) or plans
    known = {plan.price.amount for plan in plans.values() if plan.price}
    plans |= {name: plan for name, plan in reduced(subjects, page).items() if name not in known}
    return list(plans.values()) if len(plans) <= MAX_PRODUCTS else []


def is_buy_button(text: str) -> bool:
    """Whether a line only says `Buy now` or `Add to cart`."""
    return bool(TO_CART.fullmatch(text.strip())) or (len(text.split()) <= MAX_BUTTON_WORDS and bool(BUY.match(text)))


def is_sale(text: str) -> bool:
    """Whether a line is an amount and the words that buy."""
    prices = find_prices(text)
    if len(prices) != 1 or prices[0].is_zero or prices[0].period:
        return False
    rest = text[: prices[0].start] + " " + text[prices[0].end :]
    return len(rest.split()) <= MAX_BUTTON_WORDS and bool(BUY.search(rest) or TO_CART.search(rest))


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
