"""Helpers for staff pages: one-button forms, filters and typed values."""

import re
from collections.abc import Iterable
from typing import Any

from starlette.responses import Response

from showground.accounts import Account
from showground.accounts.actions.account import NamePeople, name_people
from showground.core.calls.declare import Action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.surfaces.web.forms import Form, Tried
from showground.surfaces.web.sessions import Show, for_staff, way_back
from showground.surfaces.web.visit import Visit

DOLLARS = re.compile(r"\$?\s*([0-9]{1,7})(?:[.]([0-9]{2}))?")
BLANK_ROWS = 2  # empty rows after the filled ones


def button(action: Action[Any, Any], page: str, **fixed: Any) -> Show:
    """Handle a one-button form: run the action with the path's parameters, then return to the page it was on."""

    @for_staff
    async def pressed(visit: Visit) -> Response:
        tried = await visit.attempt(action, **visit.given, **fixed)
        if tried.failure:
            raise tried.failure
        return visit.go(way_back(visit, page))

    return pressed


def chosen(visit: Visit, *names: str) -> dict[str, str]:
    """The non-empty query parameters with these names."""
    return {name: text for name in names if (text := visit.query.get(name, "").strip())}


def read_cents(text: str) -> int | None:
    """`49`, `49.00` or `$49.00` as cents; None if it is not an amount."""
    found = DOLLARS.fullmatch(text.strip().replace(",", ""))
    return int(found[1]) * 100 + int(found[2] or 0) if found else None


def faulty(field: str, message: str) -> Tried[Any]:
    """A field error that the page itself found, before any action ran."""
    return Tried(None, InvalidInput(faults=[FieldError(field=field, message=message)]))


def read_rows(form: Form, **columns: str) -> list[dict[str, str]]:
    """Rows of a form with repeated fields, by column name. Rows with an empty first column are left out."""
    lists = [[text.strip().replace("\r\n", "\n") for text in form.getlist(field)] for field in columns.values()]
    rows = [dict(zip(columns, texts, strict=True)) for texts in zip(*lists, strict=False)]
    return [row for row in rows if next(iter(row.values()))]


def with_blanks(rows: Iterable[dict[str, str]], *columns: str) -> list[dict[str, str]]:
    """The rows, followed by empty ones to fill in."""
    return [*rows, *(dict.fromkeys(columns, "") for _ in range(BLANK_ROWS))]


async def name_all(visit: Visit, accounts: Iterable[int | None]) -> dict[int, Account]:
    """Names and emails of these accounts, by id."""
    numbers = sorted({account for account in accounts if account is not None})
    return (await visit.ask(name_people, NamePeople(accounts=numbers))).items
