"""The plans on a site: names, amounts and periods, from cards, tables and shopping carts."""

import re

from showground.extraction.about_others import is_about_others
from showground.extraction.page_sections import HEADINGS
from showground.extraction.pricing.own_prices import is_own_price
from showground.extraction.pricing.plan import Plan, count_amounts, join_range, period_after, period_below, quotes_of
from showground.extraction.pricing.price_cards import ANNOUNCED, NO_PLAN_NAME, plans_in_cards
from showground.extraction.pricing.price_lists import plans_in_lines, plans_in_shop
from showground.extraction.pricing.price_tables import plans_in_tables
from showground.extraction.proposal import SourceQuote
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import Price, find_prices, recurs
from showground.extraction.statements.pricing_model import FREE_EXTRA, FREE_FOR_DAYS, FREE_WORD
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import Subjects

# Common names of plans: `Starter`, `The Pro plan`.
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
# Marks of blocks in which an amount is usually not the price of this product.
SKIPPED_MARKS = frozenset(
    {"testimonial", "compare", "mock", "blog", "jobs", "struck", "filler", "order", "cookie", "faq", "legal", "adviser"}
)
# Plans that are named after how often one pays: `Yearly plan`.
PERIOD_NAME = re.compile(
    r"(?:monthly|yearly|annual(?:ly)?|quarterly|semi-?annual|weekly|monatlich|jährlich|mensuel|annuel|mensual"
    r"|anual|mensal"
    r"|mensile|annuale|miesięczny|roczny|ежемесячно|aylık|yıllık)(?: plan| abo)?",
    re.IGNORECASE,
)


MIN_PLANS_OF_SERVICE = 2  # plans with a period on the page of a service; a single amount may be about anything
MIN_PLANS_ON_HOME = 3  # fewer may be the plans of the pricing page under other names


def find_plans(subjects: Subjects) -> list[Plan]:
    """The plans on the first kind of page that has any: pricing, home, features, press, and then shops and services."""
    site = subjects.site
    for kinds in (("pricing",), ("home",), ("features",), ("press",)):
        plans: list[Plan] = []
        for page in site.own_pages(*kinds):
            known = [plan.name for plan in plans]
            plans += [plan for plan in plans_on_page(subjects, page) if plan.name not in known]
        plans = [plan for plan in drop_placeholder_prices(plans) if not ANNOUNCED.search(plan.name)]
        # An amount under `14 days free` is about something else.
        plans = [plan for plan in plans if plan.is_free or not FREE_FOR_DAYS.search(plan.name)]
        if plans:
            add_yearly_prices_of_home(plans, subjects)
            return with_plans_of_home(subjects, plans)
    return plans_in_shop(subjects, site.home) or plans_of_services(subjects)


def plans_of_services(subjects: Subjects) -> list[Plan]:
    """Plans on pages about one service each, such as `/services/hosting`, for sites without a pricing page."""
    found: dict[str, Plan] = {}
    for page in subjects.site.own_pages():
        if page.kind != "other" or is_about_others(page):
            continue
        listed = drop_placeholder_prices(plans_on_page(subjects, page.model_copy(update={"kind": "pricing"})))
        plans = [plan for plan in listed if plan.price and plan.period and not ANNOUNCED.search(plan.name)]
        if len(plans) >= MIN_PLANS_OF_SERVICE:
            found |= {plan.name: plan for plan in plans if plan.name not in found}
    return list(found.values())


def with_plans_of_home(subjects: Subjects, plans: list[Plan]) -> list[Plan]:
    """If the pricing page has only one plan, such as an offer, and the home page has several: those of both."""
    home_plans = plans_on_page(subjects, subjects.site.home) if len(plans) == 1 else []
    amounts = {
        plan.price.amount for plan in drop_placeholder_prices(home_plans) if plan.price and not plan.price.is_zero
    }
    if len(amounts) < MIN_PLANS_ON_HOME:
        return plans
    return [*home_plans, *(plan for plan in plans if plan.price and plan.price.amount not in amounts)]


def add_yearly_prices_of_home(plans: list[Plan], subjects: Subjects) -> None:
    """Add the yearly price if the home page shows it, and the pricing page has it behind a switch."""
    on_home = {comparable(plan.name): plan for plan in plans_on_page(subjects, subjects.site.home)}
    for plan in plans:
        same = on_home.get(comparable(plan.name))
        same_price = (
            same and same.price and plan.price and (same.price.amount, same.period) == (plan.price.amount, plan.period)
        )
        if same and same_price and same.other_prices and not plan.other_prices:
            plan.other_prices, plan.quotes = same.other_prices, [*plan.quotes, *same.quotes]


def plans_on_page(subjects: Subjects, page: ReadPage) -> list[Plan]:
    """The plans on a page, by whichever way of reading it finds most: tables, names with prices, lists, or cards."""
    is_pricing_page = page.kind == "pricing"
    blocks = [
        block for block in page.blocks
        if not SKIPPED_MARKS.intersection(block.marks) and block.place in ("main", "aside", "header") and not block.lang
        and (is_pricing_page or "pricing" in block.marks)
    ]  # fmt: skip
    plans = plans_in_tables(subjects, page, blocks)
    at = len(blocks) if plans else 0
    while at < len(blocks):
        if is_plan_name(blocks[at]) or starts_card(blocks, at):
            found = read_plan_at(subjects, page, blocks, at)
            if found:
                plan, at = found
                plans.append(plan)
                continue
        at += 1
    # A price list under a heading looks like one plan with the price of the first line; as lines it has more prices.
    line_plans = plans_in_lines(subjects, page, blocks)
    plans = line_plans if count_amounts(line_plans) > 2 * count_amounts(plans) else plans
    # Cards without headings or known plan names are recognised by their shape.
    cards = plans_in_cards(subjects, page, blocks)
    named = list({comparable(plan.name): plan for plan in reversed(plans)}.values())[::-1]
    # On other pages, amounts side by side may be rents of flats or savings, so one of them must have a period.
    trust_cards = is_pricing_page or any(plan.period or recurs(plan.written) for plan in cards)
    if trust_cards and count_amounts(cards) > count_amounts(named):
        named = list({comparable(plan.written): plan for plan in reversed(cards)}.values())[::-1]
    return drop_template_plans(named)


def drop_template_plans(plans: list[Plan]) -> list[Plan]:
    """No plans if a template was left unchanged: Basic, Pro and Business, all at the same price."""
    tiers = [plan for plan in plans if plan.price and PLAN_NAME.match(plan.name)]
    same = len({(plan.price.amount, plan.period) for plan in tiers if plan.price}) == 1
    return [] if len(tiers) > 2 and len(tiers) == len(plans) and same else plans


def is_plan_name(block: Block) -> bool:
    text = block.text.strip().rstrip(":")
    if PERIOD_NAME.fullmatch(text) and block.tag in HEADINGS:
        return True  # as a heading it is a plan, not the label of a switch between months and years
    return bool(PLAN_NAME.match(text) or is_short_title(block.tag, text)) and not NO_PLAN_NAME.search(text)


def is_short_title(tag: str, text: str) -> bool:
    return (
        tag in ("h2", "h3", "h4", "h5", "dt")
        and len(text) <= 40
        and len(text.split()) <= 4
        and not text.endswith(("?", ".", ":", "!"))
        and not find_prices(text)
        and not re.search(r"\b(?:pricing|plans|prices?|faq|compare|cost)\b", text, re.IGNORECASE)
    )


def starts_card(blocks: list[Block], at: int) -> bool:
    """Whether a short text is the title of a card with a price, even if the markup doesn't say so."""
    text = blocks[at].text.strip()
    if (
        not re.fullmatch(r"[^\W\d_][^\d.:!?,$€£]{1,30}", text)
        or not 1 <= len(text.split()) <= 3
        or NO_PLAN_NAME.search(text)
    ):
        return False
    for block in blocks[at + 1 : at + 5]:
        if (find_prices(block.text) and len(block.text.split()) <= 6) or FREE_WORD.fullmatch(block.text.strip()):
            before = blocks[at - 1].path if at else []
            cards = [block.path[:-up] for up in (1, 2) if len(block.path) > up]
            return any(blocks[at].path[: len(card)] == card and before[: len(card)] != card for card in cards)
    return False


def read_plan_at(subjects: Subjects, page: ReadPage, blocks: list[Block], at: int) -> tuple[Plan, int] | None:
    """The plan named at this block, and the position to continue at."""
    name = blocks[at].text.strip()
    for ahead in range(at + 1, min(at + 6, len(blocks))):
        block = blocks[ahead]
        if (is_plan_name(block) or starts_card(blocks, ahead)) and not FREE_WORD.fullmatch(block.text.strip()):
            return None
        if FREE_WORD.fullmatch(block.text.strip()):
            if FREE_EXTRA.search(name):
                return None
            return Plan(name, None, block.text.strip(), quotes_of(page, [blocks[at], block])), ahead + 1
        text, end = block.text, ahead + 1
        if re.fullmatch(r"[$€£¥₹]|US\$|CHF", text.strip()) and end < len(blocks):
            text, end = f"{text} {blocks[end].text}", end + 1
        prices = [price for price in find_prices(text) if is_own_price(subjects, page, block, text, price)]
        if not prices or len(text.split()) > 14 or is_prose(text, prices[0]):
            continue
        price = join_range(text, prices)
        period = f"{price.period} {period_after(text, price)}".strip()
        if not period:
            period, end = period_below(blocks, end)
        # Lines such as `Billed yearly` are near the price.
        lines = [*blocks[at:end], *lines_below(blocks, end)]
        near = [SourceQuote(quote=other.text, url=page.url) for other in lines if len(other.text) <= 200]
        also, end = other_prices(subjects, page, blocks, end, price)
        also = also or [other for other in prices[1:] if other.period and other.amount != price.amount]
        return Plan(name, price, period, quotes_of(page, [blocks[at], *blocks[ahead:end]]), near, also), end
    return None


def lines_below(blocks: list[Block], at: int) -> list[Block]:
    """The one or two lines under a price that belong to it."""
    found: list[Block] = []
    for near in range(at, min(at + 2, len(blocks))):
        if blocks[near].tag in HEADINGS or find_prices(blocks[near].text) or starts_card(blocks, near):
            break
        found.append(blocks[near])
    return found


def is_prose(text: str, price: Price) -> bool:
    """Whether an amount is at the end of a sentence, which may not be about the heading above."""
    return text.endswith(".") and len(text[: price.start].split()) > 4


def other_prices(
    subjects: Subjects, page: ReadPage, blocks: list[Block], at: int, price: Price
) -> tuple[list[Price], int]:
    """Another price of the plan in the next line, such as `or 190 € per year`, and the position after it."""
    if at >= len(blocks) or blocks[at].tag in (*HEADINGS, "li") or len(blocks[at].text.split()) > 14 or price.is_zero:
        return [], at
    text = blocks[at].text
    found = [one for one in find_prices(text) if is_own_price(subjects, page, blocks[at], text, one)]
    if len(found) != 1 or not found[0].period or found[0].amount == price.amount:
        return [], at
    other_period = comparable(found[0].period).strip("/ ")[:2] != comparable(price.period).strip("/ ")[:2]
    return (found, at + 1) if other_period or ENDS_WITH_OR.search(text[: found[0].start]) else ([], at)


# The word `or` right before an amount.
ENDS_WITH_OR = re.compile(r"(?:^|\W)(?:or|oder|ou|o|oppure|of|lub|albo|или|veya|ya da|eller|או|أو)\s*$", re.IGNORECASE)


def drop_placeholder_prices(plans: list[Plan]) -> list[Plan]:
    """Drop zero prices that a script would replace: several plans at 0, or one that isn't called free."""
    zeros = [plan for plan in plans if plan.price is not None and plan.price.is_zero]
    if len(zeros) > 1:
        return [plan for plan in plans if plan not in zeros] if all(zero.called_free for zero in zeros) else []
    if zeros and not zeros[0].called_free and len(plans) == 1:
        return []
    return [plan for plan in plans if plan.price is not None or plan.called_free] if plans else []
