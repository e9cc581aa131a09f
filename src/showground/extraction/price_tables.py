"""Prices in tables: plans as columns, plans as rows, and grids in which every cell is a price."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from showground.extraction.own_prices import heads_of_table, offered
from showground.extraction.page_sections import HEADINGS
from showground.extraction.price_plan import Plan, quotes_of, trailing
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import Price, find_prices, is_offer, recurs
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import Subjects

MAX_CELL_WORDS, MAX_ROW_NAME_WORDS, MAX_TITLE_WORDS = 10, 4, 8
MAX_GRID_COLUMNS, MAX_HEAD_WORDS = 4, 4
HEAD_PERIOD = re.compile(r"(?:/|\b(?:per|pro|par|por|al)\b).+$", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """A row of a table with one price in it."""

    name: str
    price: Price
    period: str
    cells: list[Block]
    head: Block | None

    @property
    def table(self) -> tuple[int, ...]:
        return tuple(self.cells[0].path[:-3])


def in_tables(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    return in_rows(subjects, page, blocks) or in_grid(subjects, page, blocks) or in_columns(subjects, page, blocks)


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
    rows: list[Row] = []
    columns: set[int] = set()
    for cells in rows_of(blocks):
        priced = [cell for cell in cells[1:] if find_prices(cell.text) and len(cell.text.split()) <= MAX_CELL_WORDS]
        name = cells[0].text
        if len(priced) != 1 or find_prices(name) or len(name.split()) > MAX_ROW_NAME_WORDS:
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
        rows.append(Row(name, prices[0], period, [cells[0], priced[0]], head))
        columns.add(priced[0].path[-1])
    # One row with an amount in it may be about anything, and so may amounts in every column.
    if len(rows) < 2 or len(columns) > 1:
        return []
    return by_table(page, rows) or [plan_of_row(page, row) for row in rows]


def rows_of(blocks: Sequence[Block]) -> list[list[Block]]:
    rows: dict[tuple[int, ...], list[Block]] = {}
    for block in blocks:
        if block.tag in ("td", "th") and len(block.path) > 3:
            rows.setdefault(tuple(block.path[:-1]), []).append(block)
    return list(rows.values())


def plan_of_row(page: ReadPage, row: Row) -> Plan:
    quotes = [*quotes_of(page, row.cells), *(quotes_of(page, [row.head]) if row.head else [])]
    return Plan(row.name, row.price, row.period, quotes)


def by_table(page: ReadPage, rows: Sequence[Row]) -> list[Plan]:
    """One plan for each table, if several tables have rows of the same name: `30 minutes`, `60 minutes`.

    Such a row says for how long or how many; what is sold is in the caption or the heading of the table.
    """
    tables: dict[tuple[int, ...], list[Row]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row)
    names = [comparable(row.name) for row in rows]
    if len(tables) < 2 or len(set(names)) == len(names):
        return []
    plans: list[Plan] = []
    for some in tables.values():
        title = title_above(page, some[0].cells[0])
        if title is None:
            return []
        first, *others = [replace(row.price, period=f"({row.name})") for row in some]
        quotes = quotes_of(page, [title, *(cell for row in some for cell in row.cells)])
        plans.append(Plan(title.text.strip(), first, first.period, quotes, also=others))
    return plans


def title_above(page: ReadPage, cell: Block) -> Block | None:
    """The caption or heading of the table that begins near a cell."""
    at = next(at for at, block in enumerate(page.blocks) if block is cell)
    above = page.blocks[max(0, at - 4) : at][::-1]
    title = next((block for block in above if block.tag == "caption" or block.tag in HEADINGS), None)
    return title if title and len(title.text.split()) <= MAX_TITLE_WORDS and not find_prices(title.text) else None


def in_grid(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """Rows with a price in every column, which say what a thing costs for one, for two, for a group."""
    plans: list[Plan] = []
    for cells in rows_of(blocks):
        name, priced = cells[0].text, cells[1:]
        # Rows called `Monthly` and `Yearly` are about the plans above them.
        if not 2 <= len(priced) <= MAX_GRID_COLUMNS or find_prices(name) or recurs(name):
            continue
        if len(name.split()) > MAX_TITLE_WORDS or any(len(cell.text.split()) > MAX_CELL_WORDS for cell in priced):
            continue
        heads = [head for head in heads_of_table(subjects, page, priced[0]) if head.tag == "th"][-len(priced) :]
        if len(heads) == len(priced):
            # A column such as `You save` holds no prices.
            both = [(cell, head) for cell, head in zip(priced, heads, strict=True) if is_of_prices(head.text)]
            priced, heads = [cell for cell, _ in both], [head for _, head in both]
        found = [offered(subjects, page, cell) for cell in priced]
        if not found or any(len(prices) != 1 for prices in found):
            continue
        prices = [
            labelled(prices[0], cell, heads, at) for at, (prices, cell) in enumerate(zip(found, priced, strict=True))
        ]
        quotes = [*quotes_of(page, cells), *(quotes_of(page, heads) if heads else [])]
        plans.append(Plan(name, prices[0], prices[0].period, quotes, also=prices[1:]))
    return plans if len(plans) > 1 else []


def is_of_prices(head: str) -> bool:
    """Whether amounts below this head of a column are what things cost."""
    below = f"{head.strip()} $1"
    return is_offer(below, find_prices(below)[0])


def labelled(price: Price, cell: Block, heads: Sequence[Block], column: int) -> Price:
    """A price with the head of its column, unless its cell says what it is for."""
    period = price.period or trailing(cell.text, price)
    head = heads[column].text.strip() if not period and len(heads) > column else ""
    return replace(price, period=period or (f"({head})" if head and len(head.split()) <= MAX_HEAD_WORDS else ""))
