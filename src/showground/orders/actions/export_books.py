"""Export orders, documents, payments and refunds for the accountant."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from datetime import date, timedelta

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import text_with
from showground.orders.books import formats
from showground.orders.books.formats import MEDIA_TYPES, Format
from showground.orders.books.models import Column, Cursor, Dataset, Row
from showground.orders.books.periods import Period
from showground.orders.books.queries.exports import EXPORTS, read_page

DATASETS: Mapping[Dataset, str] = {name: export.about for name, export in EXPORTS.items()}
__all__ = ["DATASETS", "MEDIA_TYPES", "ExportBooks", "Format", "export_books", "read_export", "write_export"]


class ExportBooks(Input):
    """What to export: from the first day to the last, inclusive. `test`: documents of test mode instead."""

    dataset: Dataset
    first: date
    last: date
    format: Format = "csv"
    test: bool = False


class ReadExport(ExportBooks):
    after_at: str | None = None
    after_id: str | None = None


class ExportBegun(DataModel):
    columns: list[Column]


class ExportRows(DataModel):
    rows: list[Row]
    after: Cursor | None


@action(scope=STAFF)
async def export_books(ctx: Context, input: ExportBooks) -> ExportBegun:  # noqa: ARG001
    """Start an export. It is recorded in the audit log, because the file has people's names and addresses."""
    if input.first > input.last:
        message = text_with("The last day is before the first. Choose %(first)s or later.", first=input.first)
        raise InvalidInput(errors=[FieldError(field="last", message=message)])
    return ExportBegun(columns=EXPORTS[input.dataset].columns)


@action(scope=STAFF, read_only=True)
async def read_export(ctx: Context, input: ReadExport) -> ExportRows:
    """Read the next rows of an export."""
    period = Period("", input.first, input.last + timedelta(days=1))
    after = Cursor(at=input.after_at, id=input.after_id) if input.after_at and input.after_id else None
    page = await read_page(ctx.db, input.dataset, period, test=input.test, after=after)
    return ExportRows(rows=list(page.rows), after=page.after)


async def write_export(
    asked: ExportBooks, columns: list[Column], read: Callable[[ReadExport], Awaitable[ExportRows]]
) -> AsyncGenerator[str]:
    """The file, one page of rows at a time. `read` calls `read_export` as the same caller."""
    yield formats.write_head(columns, asked.format)
    after, first = None, True
    while True:
        given = asked.model_dump() | ({"after_at": after.at, "after_id": after.id} if after else {})
        page = await read(ReadExport.model_validate(given))
        yield formats.write_rows(columns, page.rows, asked.format, first=first)
        first = first and not page.rows
        after = page.after
        if after is None:
            break
    yield formats.write_tail(asked.format)
