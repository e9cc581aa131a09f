"""Plans in tables: one in each column, one in each row, or a grid in which every cell is a price."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from showground.extraction.page_sections import HEADINGS
from showground.extraction.pricing.own_prices import heads_of_table, own_prices_in
from showground.extraction.pricing.plan import Plan, count_amounts, period_after, quotes_of
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.money import Price, find_prices, is_current_price, recurs
from showground.extraction.statements.text_folding import comparable
from showground.extraction.subjects import Subjects

MAX_CELL_WORDS, MAX_ROW_NAME_WORDS, MAX_TITLE_WORDS = 10, 4, 8
MAX_GRID_COLUMNS, MAX_HEAD_WORDS = 4, 4
# The period in the head of a column: `Price per month`.
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


def plans_in_tables(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """The plans in all tables read alike, or in each table read in its own way, whichever has more prices."""
    alike = plans_in_cells(subjects, page, blocks)
    tables: dict[tuple[int, ...], list[Block]] = {}
    for block in blocks:
        if block.tag in ("td", "th") and len(block.path) > 3:
            tables.setdefault(tuple(block.path[:-3]), []).append(block)
    if len(tables) < 2:
        return alike
    each = [plan for cells in tables.values() for plan in plans_in_cells(subjects, page, cells)]
    return each if count_amounts(each) > count_amounts(alike) else alike


def plans_in_cells(subjects: Subjects, page: ReadPage, cells: list[Block]) -> list[Plan]:
    return (
        plans_in_rows(subjects, page, cells)
        or plans_in_grid(subjects, page, cells)
        or plans_in_columns(subjects, page, cells)
    )


def plans_in_columns(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """Plans in columns: names in the first row, prices below."""
    cells = [block for block in blocks if block.tag in ("td", "th") and len(block.path) > 3]
    plans: dict[str, Plan] = {}
    for cell in cells:
        prices = own_prices_in(subjects, page, cell)
        heads = [
            head for head in (heads_of_table(subjects, page, cell) if prices else [])
            if head.path[-1] == cell.path[-1] and len(head.text.split()) <= 4
        ]  # fmt: skip
        if len(prices) == 1 and len(heads) == 1 and len(cell.text.split()) <= MAX_CELL_WORDS:
            price, name = prices[0], heads[0].text
            quotes = [*quotes_of(page, [heads[0]]), *quotes_of(page, [cell])]
            plans.setdefault(name, Plan(name, price, price.period or period_after(cell.text, price), quotes))
    return list(plans.values())


def plans_in_rows(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """Plans in rows: a name in the first cell, one price in another."""
    rows: list[Row] = []
    columns: set[int] = set()
    for cells in rows_of(blocks):
        priced = [cell for cell in cells[1:] if find_prices(cell.text) and len(cell.text.split()) <= MAX_CELL_WORDS]
        name = cells[0].text
        if len(priced) != 1 or find_prices(name) or len(name.split()) > MAX_ROW_NAME_WORDS:
            continue
        prices = own_prices_in(subjects, page, priced[0])
        if len(prices) != 1:
            continue
        heads = [head for head in heads_of_table(subjects, page, priced[0]) if head.tag == "th"]
        # Match cells and heads by their order, not by path: hidden cells count in the path.
        above = heads[cells.index(priced[0]) :][:1]
        head = next((head for head in above if recurs(head.text)), None)
        head_period = HEAD_PERIOD.search(head.text) if head else None
        period = prices[0].period or period_after(priced[0].text, prices[0]) or (head_period[0] if head_period else "")
        rows.append(Row(name, prices[0], period, [cells[0], priced[0]], head))
        columns.add(priced[0].path[-1])
    # A single amount, or amounts in different columns, may be about anything.
    if len(rows) < 2 or len(columns) > 1:
        return []
    return one_plan_per_table(page, rows) or [plan_of_row(page, row) for row in rows]


def rows_of(blocks: Sequence[Block]) -> list[list[Block]]:
    rows: dict[tuple[int, ...], list[Block]] = {}
    for block in blocks:
        if block.tag in ("td", "th") and len(block.path) > 3:
            rows.setdefault(tuple(block.path[:-1]), []).append(block)
    return list(rows.values())


def plan_of_row(page: ReadPage, row: Row) -> Plan:
    quotes = [*quotes_of(page, row.cells), *(quotes_of(page, [row.head]) if row.head else [])]
    return Plan(row.name, row.price, row.period, quotes)


def one_plan_per_table(page: ReadPage, rows: Sequence[Row]) -> list[Plan]:
    """One plan for each table, if several tables have rows with the same names: `30 minutes`, `60 minutes`.

    Such a row only says how long or how many. The name of the plan is the caption or heading of the table.
    """
    tables: dict[tuple[int, ...], list[Row]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row)
    names = [comparable(row.name) for row in rows]
    if len(tables) < 2 or len(set(names)) == len(names):
        return []
    plans: list[Plan] = []
    for table_rows in tables.values():
        title = title_above(page, table_rows[0].cells[0])
        if title is None:
            return []
        first, *others = [replace(row.price, period=f"({row.name})") for row in table_rows]
        quotes = quotes_of(page, [title, *(cell for row in table_rows for cell in row.cells)])
        plans.append(Plan(title.text.strip(), first, first.period, quotes, other_prices=others))
    return plans


def title_above(page: ReadPage, cell: Block) -> Block | None:
    """The caption or heading of the table that begins near a cell."""
    index = next(index for index, block in enumerate(page.blocks) if block is cell)
    above = page.blocks[max(0, index - 4) : index][::-1]
    title = next((block for block in above if block.tag == "caption" or block.tag in HEADINGS), None)
    return title if title and len(title.text.split()) <= MAX_TITLE_WORDS and not find_prices(title.text) else None


def plans_in_grid(subjects: Subjects, page: ReadPage, blocks: list[Block]) -> list[Plan]:
    """Rows with a price in every column: the price of one thing for one person, for two, for a group."""
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
            # Leave out columns such as `You save`.
            price_columns = [
                (cell, head) for cell, head in zip(priced, heads, strict=True) if is_price_column(head.text)
            ]
            priced, heads = [cell for cell, _ in price_columns], [head for _, head in price_columns]
        found = [own_prices_in(subjects, page, cell) for cell in priced]
        if not found or any(len(prices) != 1 for prices in found):
            continue
        prices = [
            price_with_column_head(prices[0], cell, heads, index)
            for index, (prices, cell) in enumerate(zip(found, priced, strict=True))
        ]
        quotes = [*quotes_of(page, cells), *(quotes_of(page, heads) if heads else [])]
        plans.append(Plan(name, prices[0], prices[0].period, quotes, other_prices=prices[1:]))
    return plans if len(plans) > 1 else []


def is_price_column(head: str) -> bool:
    """Whether amounts under this column head are prices. Tested on a sample text: `You save $1` is not."""
    below = f"{head.strip()} $1"
    return is_current_price(below, find_prices(below)[0])


def price_with_column_head(price: Price, cell: Block, heads: Sequence[Block], column: int) -> Price:
    """A price with its column head as the period, unless its cell names one."""
    period = price.period or period_after(cell.text, price)
    head = heads[column].text.strip() if not period and len(heads) > column else ""
    return replace(price, period=period or (f"({head})" if head and len(head.split()) <= MAX_HEAD_WORDS else ""))
