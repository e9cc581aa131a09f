"""The plans on a site: names, amounts and periods, from cards, tables and shopping carts."""

import re
from dataclasses import dataclass

from showground.extraction.own_prices import heads_of_table, is_offered, offered
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import HEADINGS
from showground.extraction.statements.money import Price, find_prices
from showground.extraction.statements.pricing_model import FREE_WORD, TO_CART
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import Subjects

PLAN_NAME = re.compile(
    r"^(?:the )?(?:free|starter|basic|pro|team|teams|business|enterprise|growth|plus|premium|hobby|personal|"
    r"individual|scale|standard|"
    r"essentials?|professional|solo|studio|agency|lite|developer|ultimate|unlimited|community|startup|self[- "
    r"]hosted|cloud|family|"
    r"advanced|core|max|organization|company|hosted|lifetime|indie|freelancer|kostenlos|gratis|gratuit|frei|einzeln|"
    r"verein|"
    r"profi|básico|équipe)(?: plan| tier| edition|-tarif)?$",
    re.IGNORECASE,
)
SKIP = frozenset(
    {"testimonial", "compare", "mock", "blog", "jobs", "struck", "filler", "order", "cookie", "faq", "legal", "adviser"}
)
# What badges and labels say.
NO_PLAN_NAME = re.compile(
    r"^(?:(?:most |our )?(?:recommended|popular|loved|chosen)(?: choice| plan)?|best (?:value|seller|deal)|new|"
    r"featured|save\b.*|limited\b.*|(?:starting )?(?:at|from)|starts? (?:at|from)|only|just|now|today|total|"
    r"subtotal|price|sale|regular price|sale price|"
    r"billed\b.*|monthly|yearly|annual(?:ly)?|empfohlen|beliebt|populaire|recomendado)\W*$",
    re.IGNORECASE,
)
MAX_PRODUCTS = 3


@dataclass
class Plan:
    """One of the company's plans, with its price."""

    name: str
    price: Price | None
    """None: free, in the words of `period`."""
    period: str
    quotes: list[SourceQuote]
    around: str = ""

    @property
    def said(self) -> str:
        return " ".join(quote.quote for quote in self.quotes)

    @property
    def is_free(self) -> bool:
        return self.price is None or self.price.is_zero

    @property
    def written(self) -> str:
        if self.price is None:
            return self.name if FREE_WORD.search(self.name) else f"{self.name}: {self.period}"
        # `/ month`, `per user / month`: a slash joins the parts around it.
        period = re.sub(r"\s*/\s*", "/", self.period)
        amount = self.price.written + (period if period.startswith("/") or not period else f" {period}")
        return f"{self.name}: {amount}" if self.name else amount


def own_plans(subjects: Subjects) -> list[Plan]:
    site = subjects.site
    for kinds in (("pricing",), ("home",), ("features",)):
        plans: list[Plan] = []
        for page in site.own_pages(*kinds):
            plans += [plan for plan in plans_on(subjects, page) if plan.name not in [known.name for known in plans]]
        plans = without_placeholders(plans)
        if plans:
            return plans
    return in_shop(subjects, site.home)


def plans_on(subjects: Subjects, page: ReadPage) -> list[Plan]:
    """Plans on a page: a short name, and the first price under it."""
    whole = page.kind == "pricing"
    blocks = [
        block for block in page.blocks
        if not SKIP.intersection(block.marks) and block.place in ("main", "aside", "header") and not block.lang
        and (whole or "pricing" in block.marks)
    ]  # fmt: skip
    plans: list[Plan] = in_columns(subjects, page, blocks)
    at = len(blocks) if plans else 0
    while at < len(blocks):
        if is_plan_name(blocks[at]) or starts_card(blocks, at):
            found = plan_at(subjects, page, blocks, at)
            if found:
                plan, at = found
                plans.append(plan)
                continue
        at += 1
    unique: dict[str, Plan] = {}
    for plan in plans:
        unique.setdefault(comparable(plan.name), plan)
    return list(unique.values())


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
        if len(prices) == 1 and len(heads) == 1 and len(cell.text.split()) <= 10:
            price, name = prices[0], heads[0].text
            quotes = [*quotes_of(page, [heads[0]]), *quotes_of(page, [cell])]
            plans.setdefault(name, Plan(name, price, price.period or trailing(cell.text, price), quotes, cell.text))
    return list(plans.values())


def in_shop(subjects: Subjects, page: ReadPage) -> list[Plan]:
    """The few products with an add-to-cart button, each with the price above it."""
    blocks = [block for block in page.blocks if block.place == "main" and subjects.stands_alone(page, block)]
    plans: dict[str, Plan] = {}
    for at, block in enumerate(blocks):
        if not TO_CART.fullmatch(block.text.strip()):
            continue
        above = range(at - 1, max(-1, at - 8), -1)
        priced = next((near for near in above if is_amount(blocks[near].text)), None)
        named = next((near for near in above if blocks[near].tag in HEADINGS), None)
        if priced is not None and named is not None and named < priced and len(blocks[named].text.split()) <= 8:
            price = find_prices(blocks[priced].text)[0]
            quotes = quotes_of(page, [blocks[named], blocks[priced], block])
            plans.setdefault(blocks[named].text, Plan(blocks[named].text, price, "", quotes))
    return list(plans.values()) if len(plans) <= MAX_PRODUCTS else []


def is_amount(text: str) -> bool:
    prices = find_prices(text)
    return len(prices) == 1 and not prices[0].is_zero and len(text.split()) <= 4 and not prices[0].period


def is_plan_name(block: Block) -> bool:
    text = block.text.strip()
    if NO_PLAN_NAME.match(text):
        return False
    if PLAN_NAME.match(text):
        return True
    short = (
        len(text.split()) <= 4 and len(text) <= 40 and not text.endswith(("?", ".", ":", "!")) and not find_prices(text)
    )
    return (
        short
        and block.tag in ("h2", "h3", "h4", "h5", "dt")
        and not re.search(r"\b(?:pricing|plans|prices?|faq|compare|cost)\b", text, re.IGNORECASE)
    )


def starts_card(blocks: list[Block], at: int) -> bool:
    """Whether a short text is the title of a card with a price, whatever its markup."""
    text = blocks[at].text.strip()
    if (
        NO_PLAN_NAME.match(text)
        or not 1 <= len(text.split()) <= 3
        or not re.fullmatch(r"[^\W\d_][^\d.:!?,$€£]{1,30}", text)
    ):
        return False
    for block in blocks[at + 1 : at + 5]:
        if find_prices(block.text) and len(block.text.split()) <= 6:
            before = blocks[at - 1].path if at else []
            cards = [block.path[:-up] for up in (1, 2) if len(block.path) > up]
            return any(blocks[at].path[: len(card)] == card and before[: len(card)] != card for card in cards)
    return False


def plan_at(subjects: Subjects, page: ReadPage, blocks: list[Block], at: int) -> tuple[Plan, int] | None:
    """The plan named at this block, and the position to continue at."""
    name = blocks[at].text.strip()
    for ahead in range(at + 1, min(at + 6, len(blocks))):
        block = blocks[ahead]
        if (is_plan_name(block) or starts_card(blocks, ahead)) and not FREE_WORD.fullmatch(block.text.strip()):
            return None
        if FREE_WORD.fullmatch(block.text.strip()):
            return Plan(name, None, block.text.strip(), quotes_of(page, [blocks[at], block])), ahead + 1
        text, end = block.text, ahead + 1
        if re.fullmatch(r"[$€£¥₹]|US\$|CHF", text.strip()) and end < len(blocks):
            text, end = f"{text} {blocks[end].text}", end + 1
        prices = [price for price in find_prices(text) if is_offered(subjects, page, block, text, price)]
        if not prices or len(text.split()) > 14:
            continue
        price = prices[0]
        period = price.period or trailing(text, price)
        if not period:
            period, end = period_below(blocks, end)
        # `Billed yearly` and the like stand close by.
        around = " ".join(other.text for other in blocks[at : end + 2])
        return Plan(name, price, period, quotes_of(page, [blocks[at], *blocks[ahead:end]]), around), end
    return None


def period_below(blocks: list[Block], at: int) -> tuple[str, int]:
    """The period in the lines under an amount, with where it ends; the currency or a remark on tax may come first."""
    for end in range(at, min(at + 3, len(blocks))):
        if after := PERIOD_ALONE.match(blocks[end].text):
            return after[0].strip(), end + 1
        if len(blocks[end].text.split()) > 3 or find_prices(blocks[end].text) or blocks[end].tag in HEADINGS:
            break
    return "", at


PERIOD_ALONE = re.compile(
    r"^(?:/|per |a |pro |par |al |por |im )\s?[^\W\d]+(?:\s?(?:/|per|pro|par|por)\s?[^\W\d]+)?(?=[\s,.]|$)|"
    r"^(?:monthly|yearly|once|one[- ]time|billed (?:per |every )?(?:month|year|annual)(?:ly)?)\b",
    re.IGNORECASE,
)


def trailing(text: str, price: Price) -> str:
    """What directly follows the amount, such as `per finished minute`."""
    found = re.match(r"\s*((?:/|per|a|once|pro|par|por|al|im|one-time)\b[^.,;()]{0,30})", text[price.end :])
    return found[1].strip() if found else ""


def quotes_of(page: ReadPage, blocks: list[Block]) -> list[SourceQuote]:
    """Consecutive blocks form one quote; a struck-out price may be between them."""
    runs: list[list[Block]] = []
    last = -2
    for block in blocks:
        at = next(at for at, other in enumerate(page.blocks) if other is block)
        if at == last + 1:
            runs[-1].append(block)
        else:
            runs.append([block])
        last = at
    return [SourceQuote(quote=" ".join(block.text for block in run), url=page.url) for run in runs]


def without_placeholders(plans: list[Plan]) -> list[Plan]:
    """Drop zero prices that a script would replace: several plans at 0, or one that is not called free."""
    zeros = [plan for plan in plans if plan.price is not None and plan.price.is_zero]
    if len(zeros) > 1:
        return [plan for plan in plans if plan not in zeros] if all(called_free(zero) for zero in zeros) else []
    if zeros and not called_free(zeros[0]) and len(plans) == 1:
        return []
    return [plan for plan in plans if plan.price is not None or called_free(plan)] if plans else []


def called_free(plan: Plan) -> bool:
    return bool(FREE_WORD.search(f"{plan.name} {plan.around} {plan.said}")) or plan.price is None
