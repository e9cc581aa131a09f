"""Helpers for staff pages: one-button forms, filters and typed values."""

from collections.abc import Iterable
from typing import Any

from starlette.responses import Response

from showground.accounts import Account
from showground.accounts.actions.account import NamePeople, name_people
from showground.core.calls.action import Action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import NoInput
from showground.core.languages import Text, text_with
from showground.core.text_folding import slugify
from showground.orders.actions.staff_orders import ListPaidOrders, list_paid_orders
from showground.surfaces.web.amounts import read_dollars
from showground.surfaces.web.forms import Form, FormResult
from showground.surfaces.web.markdown_to_html import find_foreign_picture
from showground.surfaces.web.sessions import Show, for_scope, way_back
from showground.surfaces.web.visit import Visit
from showground.upkeep import SavedReply
from showground.upkeep.actions.saved_replies import list_saved_replies

MAX_CENTS = 100_000_000
BLANK_ROWS = 2  # empty rows after the filled ones


def button(action: Action[Any, Any], page: str, **fixed: Any) -> Show:
    """Handle a one-button form: run the action with the path's parameters, then return to the page it was on."""

    @for_scope(action.scope)
    async def pressed(visit: Visit) -> Response:
        result = await visit.submit(action, **visit.path_params, **fixed)
        if result.failure:
            raise result.failure
        return visit.go(way_back(visit, page))

    return pressed


async def list_replies(visit: Visit) -> list[SavedReply]:
    """Texts to choose from, where staff write to people."""
    return (await visit.ask(list_saved_replies, NoInput())).items


async def read_reply(visit: Visit, name: str) -> str | None:
    """What was typed into this field of the form or, if it is empty, the saved reply that was chosen."""
    form = await visit.form()
    if typed := form.get(name, "").strip():
        return typed.replace("\r\n", "\n")
    saved = form.get("saved_reply", "")
    return next((reply.body for reply in await list_replies(visit) if str(reply.id) == saved), None) if saved else None


def answered(action: Action[Any, Any], page: str, name: str, **fixed: Any) -> Show:
    """Like `button`, for a form in which staff can write to people, or choose a saved reply."""

    @for_scope(action.scope)
    async def pressed(visit: Visit) -> Response:
        numbers = {key: int(value) for key, value in visit.path_params.items()}
        result = await visit.submit_with(action, **numbers, **fixed, **{name: await read_reply(visit, name)})
        if result.failure:
            raise result.failure
        return visit.go(way_back(visit, page))

    return pressed


async def list_paid(visit: Visit, listings: Iterable[int]) -> dict[int, list[str]]:
    """Numbers of the paid orders for these listings, which whoever suspends one should know of."""
    return (await visit.ask(list_paid_orders, ListPaidOrders(listing_ids=sorted(set(listings))))).items


def chosen(visit: Visit, *names: str) -> dict[str, str]:
    """The non-empty query parameters with these names."""
    return {name: text for name in names if (text := visit.query.get(name, "").strip())}


def read_slug(text: str) -> str:
    """The slug of a listing, as people type it: in capitals, with spaces around it, or as the URL of its page."""
    return slugify(text.strip().rstrip("/").rpartition("/")[2]) or text


def read_cents(text: str) -> int | None:
    """A typed amount that a price or a discount may have."""
    cents = read_dollars(text)
    return cents if cents is not None and cents <= MAX_CENTS else None


def read_number(text: str) -> int | str | None:
    """A whole number; None if nothing was typed. Anything else stays as it is, so that the action refuses it."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) < 20 else text or None


def field_refused(field: str, message: Text) -> FormResult[Any]:
    """A field error that the page itself found, before any action ran."""
    return FormResult(None, InvalidInput(errors=[FieldError(field=field, message=message)]))


def find_picture(body: str) -> FormResult[Any] | None:
    """A field error for a text in Markdown with a picture that pages don't show."""
    if picture := find_foreign_picture(body):
        message = text_with(
            "Pictures from other websites aren't shown: those websites would learn about every visitor."
            " Remove the picture %(picture)s, or link to it.",
            picture=picture,
        )
        return field_refused("body", message)
    return None


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
