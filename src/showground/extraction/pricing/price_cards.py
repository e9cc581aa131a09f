"""Plans in cards, recognised by their shape: a name somewhere above an amount, several times side by side.

    <div><div>Bronze</div><div>Up to 19 cars</div><div>45 €</div></div>
    <div><div>Silver</div><div>Up to 49 cars</div><div>39 €</div></div>

A card is the largest element around an amount that contains no other amount. So its path in the tree is one step
longer than what it shares with the amounts before and after it. Its name is the heading in it, or else the first
short line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from showground.extraction.page_sections import HEADINGS
from showground.extraction.pricing.own_prices import own_prices_in
from showground.extraction.pricing.plan import Plan, join_range, period_after, period_below, quotes_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import Price, find_prices
from showground.extraction.statements.pricing_model import FREE_EXTRA, FREE_WORD
from showground.extraction.subjects import OTHERS_PARTS, Subjects

MAX_WORDS, MAX_NAME_WORDS, MAX_NAME_LENGTH = 10, 6, 40
# Short lines in a card that are not its name: `Most popular`, `Starting at`, `Choose your plan`.
NO_PLAN_NAME = re.compile(
    r"^(?:(?:pick|choose|select|find) (?:your|a|the)\b.*|wähle(?:n sie)?\b.*|choisissez\b.*|elige\b.*|escolha\b.*"
    r"|scegli\b.*|kies\b.*|wybierz\b.*|выберите\b.*"
    r"|new|featured|save\b.*|limited\b.*|(?:starting )?(?:at|from)|starts? (?:at|from)|only|just|now|today|total"
    r"|subtotal|price|(?:our )?(?:pricing|prices|plans)|sale|regular price|sale price|billed\b.*|monthly|yearly"
    r"|annual(?:ly)?|ab|schon ab|dès|à partir de|desde|a partir de|a partire da|da|vanaf|od|już od|от|fra|från|fr\."
    r"|alkaen"
    r"|начиная с|\W*)\W*$"
    r"|\b(?:best (?:value|seller|deal)|most popular|popular|recommended|most loved|most chosen|meilleur\w*|populaire"
    r"|recommandé|beliebt\w*|empfohlen|mejor|más popular|recomendad[oa]|melhor|mais popular|più popolare|consigliato"
    r"|migliore|najlepsz\w+|polecan\w+|популярн\w+|рекоменд\w+|en iyi|önerilen|en popüler)\b|おすすめ|人気|推荐|热门"
    r"|추천|인기|الأكثر|מומלץ",
    re.IGNORECASE,
)
# `Stage 02` above the title of a card: its position in the row.
POSITION_LABEL = re.compile(
    r"(?:stage|step|phase|level|option|tier|schritt|stufe|phase|étape|fase|paso|etapa|etap|шаг|этап|aşama|adım|第)\s*"
    r"(?:\d+|[ivx]+|[a-e])\b.{0,30}",
    re.IGNORECASE,
)
ANNOUNCED = re.compile(
    r"coming soon|demnächst|bientôt|próximamente|em breve|prossimamente|wkrótce|скоро|yakında|binnenkort"
    r"|近日|即将|即將",
    re.IGNORECASE,
)
# What comes before the amount in `Students: $450` or `Team - from $20`.
NAME_BEFORE_AMOUNT = re.compile(
    r"^\W{0,4}(?P<name>[^\W\d_][^:–—|$€£]{1,40}?)\s*(?:[:–—|]|\s-\s?)\s*"
    r"(?:from |only |ab |od |от |dès |desde |da |vanaf |à partir de |a partir de |a partire da )?$",
    re.IGNORECASE,
)


@dataclass
class PriceLine:
    """A line with an amount, and the lines after it with further amounts of the same card."""

    at: int
    block: Block
    prices: list[Price]
    name: str = ""
    more: list[Block] = field(default_factory=list[Block])

    @property
    def is_free(self) -> bool:
        return not self.prices


def plans_in_cards(subjects: Subjects, page: ReadPage, blocks: Sequence[Block]) -> list[Plan]:
    """One plan for each card, or, if there are no cards, for each line with a name and an amount."""
    visible_blocks = [block for block in page.blocks if not OTHERS_PARTS.intersection(block.marks)]
    places = {id(block): at for at, block in enumerate(visible_blocks)}
    price_lines = [
        line for block in blocks if id(block) in places and (line := read_line(subjects, page, block, places))
    ]
    # In a card, amounts in a list are extras. Without cards, the list may be the price list.
    outside_lists = [line for line in price_lines if line.block.tag not in ("li", "td") or line.name]
    named = [line for line in price_lines if line.name]
    groups = join_adjacent_lines(drop_free_names([line for line in outside_lists if not line.name])) or named
    if groups is named:
        return [plan_of(page, visible_blocks, line, [line.block]) for line in named] if len(named) > 1 else []
    plans: list[Plan] = []
    end = 0
    for at, group in enumerate(groups):
        near = [other.block.path for other in (*groups[max(0, at - 1) : at], *groups[at + 1 : at + 2])]
        depth = max((common_length(group.block.path, path) for path in near), default=0)
        card = group.block.path[: depth + 1]
        above = [block for block in visible_blocks[end : group.at] if block.path[: len(card)] == card]
        if near and not (group.is_free and group.block.tag in HEADINGS) and (name := find_name(above)):
            group.name = name.text.strip()
            plans.append(plan_of(page, visible_blocks, group, [name, group.block, *group.more]))
        elif near:
            plans.append(plan_of(page, visible_blocks, group, [group.block, *group.more]))
        end = group.at + 1 + len(group.more)
    return [plan for plan in plans if not (plan.price is None and (not plan.name or FREE_EXTRA.search(plan.name)))]


def read_line(subjects: Subjects, page: ReadPage, block: Block, places: dict[int, int]) -> PriceLine | None:
    """A short line whose amounts are all prices of the product, or the word for free."""
    text = block.text.strip()
    if FREE_WORD.fullmatch(text):
        return PriceLine(places[id(block)], block, [])
    if len(text.split()) > MAX_WORDS or block.tag == "button":
        return None
    amounts = find_prices(text)
    prices = own_prices_in(subjects, page, block) if amounts else []
    if not prices or len(prices) != len(amounts):
        return None
    before = text[: prices[0].start]
    label = NAME_BEFORE_AMOUNT.match(before)
    if not label and before.strip(" +") and not NO_PLAN_NAME.match(before.strip()):
        return None
    return PriceLine(places[id(block)], block, prices, label["name"].strip() if label else "")


def drop_free_names(lines: Sequence[PriceLine]) -> list[PriceLine]:
    """Drop `Free` where it is the name of a plan, because the same card has the price zero."""
    names = [
        line for line, price in pairwise(lines)
        if line.is_free and any(one.is_zero for one in price.prices)
        and price.block.path[: len(line.block.path) - 1] == line.block.path[:-1]
    ]  # fmt: skip
    return [line for line in lines if line not in names]


def join_adjacent_lines(lines: Sequence[PriceLine]) -> list[PriceLine]:
    """Join amounts right under each other in one element: the monthly and the yearly price of one card."""
    groups: list[PriceLine] = []
    for line in lines:
        last = groups[-1] if groups else None
        paid = last and not line.is_free and not any(price.is_zero for price in (*last.prices, *line.prices))
        if paid and last and line.at == last.at + len(last.more) + 1 and line.block.path[:-1] == last.block.path[:-1]:
            last.more.append(line.block)
            last.prices += line.prices
        else:
            groups.append(line)
    return groups


def find_name(blocks: Sequence[Block]) -> Block | None:
    """The heading among the lines above an amount, or else the first short line (but not `Step 1`)."""
    candidates = [block for block in blocks if may_be_name(block.text.strip()) and block.tag != "button"]
    candidates = [block for block in candidates if not POSITION_LABEL.fullmatch(block.text.strip())] or candidates
    return next((block for block in candidates if block.tag in HEADINGS), next(iter(candidates), None))


def may_be_name(text: str) -> bool:
    short = (
        len(text.split()) <= MAX_NAME_WORDS and len(text) <= MAX_NAME_LENGTH and not text.endswith(("?", ".", ":", "!"))
    )
    return short and bool(re.search(r"[^\W\d_]", text)) and not NO_PLAN_NAME.search(text) and not find_prices(text)


def plan_of(page: ReadPage, shown: Sequence[Block], line: PriceLine, quoted: Sequence[Block]) -> Plan:
    if line.is_free:
        return Plan(line.name, None, line.block.text.strip(), quotes_of(page, quoted))
    text = line.block.text
    price = join_range(text, line.prices)
    period = f"{price.period} {period_after(text, price)}".strip()
    if not period and not line.more:
        period, end = period_below(shown, line.at + 1)
        quoted = [*quoted, *shown[line.at + 1 : end]]
    also = [other for other in line.prices[1:] if other.period and other.amount != price.amount]
    return Plan(line.name, price, period, quotes_of(page, quoted), other_prices=also)


def common_length(first: Sequence[int], second: Sequence[int]) -> int:
    """The length of the common beginning of two paths."""
    return next(
        (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
