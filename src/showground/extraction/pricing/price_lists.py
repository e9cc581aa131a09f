"""Plans in lines of a name and an amount, and products with a buy button."""

import re

from showground.extraction.page_sections import HEADINGS
from showground.extraction.pricing.own_prices import own_prices_in
from showground.extraction.pricing.plan import Plan, quotes_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.pricing_model import BUY, TO_CART
from showground.extraction.subjects import Subjects

MAX_PRODUCTS = 8  # with more, the page is a catalogue
MAX_BUTTON_WORDS = 4
MAX_CELL_WORDS = 10
MAX_NAME_WORDS = 8
# What comes before the amount in `Students: $450`, `Students ... $450` or `Lessons starting at $30`.
NAME_BEFORE_AMOUNT = re.compile(
    r"^(?P<name>[^:–—|…]{2,40}?)\s*(?:[:–—|]|\s-\s|\.{3,}|…+|\s(?:starting )?at(?=\s))\s*"
    r"(?:from |only |ab |od |от |dès |desde |da |vanaf |à partir de |a partir de |a partire da )?$",
    re.IGNORECASE,
)


def plans_in_lines(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """A name and an amount in one line: `Students: $450`."""
    plans: list[Plan] = []
    for block in blocks:
        prices = own_prices_in(subjects, page, block) if len(block.text.split()) <= MAX_CELL_WORDS else []
        named = NAME_BEFORE_AMOUNT.match(block.text[: prices[0].start]) if len(prices) == 1 else None
        if named and len(block.text[prices[0].end :].split()) <= 3 and len(find_prices(block.text)) == 1:
            plans.append(Plan(named["name"].strip(), prices[0], prices[0].period, quotes_of(page, [block])))
    return plans if len(plans) > 1 else []


def plans_in_shop(subjects: Subjects, page: ReadPage) -> list[Plan]:
    """The products that a home page sells, each with a price next to a buy button."""
    blocks = [block for block in page.blocks if block.place == "main" and subjects.stands_alone(page, block)]
    plans: dict[str, Plan] = {}
    for at, block in enumerate(blocks):
        above = range(at - 1, max(-1, at - 8), -1)
        named = next((near for near in above if blocks[near].tag in HEADINGS and blocks[near].tag != "h1"), None)
        if is_amount_with_buy_words(block.text):
            priced = at  # `550 € Add to cart`, in one line
        elif is_buy_button(block.text):
            priced = next((near for near in above if is_only_amount(blocks[near].text)), None)
        else:
            continue
        if priced is None or named is None or named > priced:
            continue
        prices = own_prices_in(subjects, page, blocks[priced])
        if prices and len(blocks[named].text.split()) <= MAX_NAME_WORDS:
            quoted = [blocks[named], *blocks[priced : priced + 1], *([block] if priced < at else [])]
            plans.setdefault(blocks[named].text, Plan(blocks[named].text, prices[0], "", quotes_of(page, quoted)))
    plans = (plans if len(plans) > 1 else {}) or price_beside_button(page, blocks) or plans
    known = {plan.price.amount for plan in plans.values() if plan.price}
    plans |= {name: plan for name, plan in reduced_prices(subjects, page).items() if name not in known}
    return list(plans.values()) if len(plans) <= MAX_PRODUCTS else []


def is_buy_button(text: str) -> bool:
    """Whether a line only says `Buy now` or `Add to cart`."""
    return bool(TO_CART.fullmatch(text.strip())) or (len(text.split()) <= MAX_BUTTON_WORDS and bool(BUY.match(text)))


def is_amount_with_buy_words(text: str) -> bool:
    """Whether a line is an amount with the words of a buy button: `550 € Add to cart`."""
    prices = find_prices(text)
    if len(prices) != 1 or prices[0].is_zero or prices[0].period:
        return False
    rest = text[: prices[0].start] + " " + text[prices[0].end :]
    return len(rest.split()) <= MAX_BUTTON_WORDS and bool(BUY.search(rest) or TO_CART.search(rest))


def reduced_prices(subjects: Subjects, page: ReadPage) -> dict[str, Plan]:
    """Current prices: amounts next to a struck-out one, by amount, with the heading above."""
    found: dict[str, Plan] = {}
    for at, block in enumerate(page.blocks):
        struck = [other for other in page.blocks[max(0, at - 1) : at + 2] if "struck" in other.marks]
        if not is_only_amount(block.text) or not any(is_only_amount(other.text) for other in struck):
            continue
        heading = next((other for other in page.blocks[max(0, at - 6) : at][::-1] if other.tag in HEADINGS), None)
        prices = own_prices_in(subjects, page, block)
        if heading and prices and len(heading.text.split()) <= MAX_NAME_WORDS:
            plan = Plan(heading.text, prices[0], "", quotes_of(page, [heading, block]))
            found.setdefault(prices[0].amount, plan)
    return found


def price_beside_button(page: ReadPage, blocks: list[Block]) -> dict[str, Plan]:
    """An amount in a line of its own, right before or after a buy button, if the page has only one such price."""
    found: dict[str, Plan] = {}
    for at, block in enumerate(blocks):
        if not is_only_amount(block.text):
            continue
        neighbours = [other for other in blocks[max(0, at - 1) : at + 2] if other is not block]
        button = next((other for other in neighbours if len(other.text.split()) <= 5 and BUY.search(other.text)), None)
        if button:
            price = find_prices(block.text)[0]
            quoted = sorted((block, button), key=lambda one: next(i for i, other in enumerate(blocks) if other is one))
            found.setdefault(price.written, Plan("", price, "", quotes_of(page, quoted)))
    return found if len(found) == 1 else {}


def is_only_amount(text: str) -> bool:
    prices = find_prices(text)
    return len(prices) == 1 and not prices[0].is_zero and len(text.split()) <= 4 and not prices[0].period
