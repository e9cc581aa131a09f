"""One listing for staff: its comparison attributes and its slug."""

import re
from typing import Any

from starlette.responses import Response

from showground.listings import Cell
from showground.listings.actions.attributes import ShowAttributes, fill_attributes, show_attributes
from showground.listings.actions.staff_listings import rename_slug
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

YES_NO = {"": "Unknown", "yes": "Yes", "no": "No"}


@for_staff
async def show_listing(visit: Visit) -> Response:
    return await _show(visit)


@for_staff
async def save_listing(visit: Visit) -> Response:
    form = await visit.form()
    listing = await visit.ask(show_attributes, _asked(visit))
    typed = {row.key: form.get(f"value_{row.key}", "").strip() for row in listing.rows}
    values = {row.key: _read(row.kind, typed[row.key]) for row in listing.rows}
    tried = await visit.attempt(fill_attributes, listing_id=listing.listing_id, values=values)
    if tried.failure:
        return await _show(visit, typed, tried)
    return visit.go(f"/admin/listings/{listing.listing_id}")


@for_staff
async def save_slug(visit: Visit) -> Response:
    listing = await visit.ask(show_attributes, _asked(visit))
    typed = (await visit.form()).get("slug", "").strip().lower()
    tried = await visit.attempt_with(rename_slug, listing_id=listing.listing_id, slug=typed)
    if tried.failure:
        return await _show(visit, renamed=tried, slug=typed)
    return visit.go(f"/admin/listings/{listing.listing_id}")


def _asked(visit: Visit) -> ShowAttributes:
    return ShowAttributes(listing_id=visit.request.path_params["listing_id"])


async def _show(
    visit: Visit,
    typed: dict[str, str] | None = None,
    tried: Tried[Any] = NOT_TRIED,
    *,
    renamed: Tried[Any] = NOT_TRIED,
    slug: str | None = None,
) -> Response:
    listing = await visit.ask(show_attributes, _asked(visit))
    given = {row.key: _write(row.value) for row in listing.rows} if typed is None else typed
    wrong = [fault["message"] for fault in tried.failure.faults] if tried.failure else []
    return visit.show(
        "admin/listing.html",
        status=max(tried.status, renamed.status),
        private=True,
        listing=listing,
        given=given,
        wrong=wrong,
        yes_no=YES_NO,
        tried=NOT_TRIED,
        renamed=renamed,
        slug=listing.slug if slug is None else slug,
    )


def _read(kind: str, text: str) -> Any:
    """Convert typed text to a value of this kind. Invalid text stays text, so that the action rejects it."""
    if not text:
        return None
    match kind:
        case "yes_no":
            return {"yes": True, "no": False}.get(text, text)
        case "number":
            return float(text) if "." in text and re.fullmatch(r"-?[0-9]+\.[0-9]+", text) else _whole(text)
        case "list":
            return [part.strip() for part in text.split(",") if part.strip()]
        case _:
            return text


def _whole(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text


def _write(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else str(value)
