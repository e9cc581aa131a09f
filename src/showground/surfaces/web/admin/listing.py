"""One listing for staff: who owns it, its week, its comparison attributes, its slug, and deleting it for good."""

import re
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from showground.core.calls.action import Action
from showground.core.languages import Text
from showground.listings import Cell
from showground.listings.actions.attributes import ShowAttributes, fill_attributes, show_attributes
from showground.listings.actions.staff_listings import ShowListing, rename_slug, show_listing_state
from showground.ownership.actions.listing_status import suspend_listing
from showground.ownership.actions.staff_changes import (
    OfListing,
    delete_listing,
    move_launch,
    preview_listing,
    publish_listing,
    transfer_listing,
)
from showground.surfaces.web.admin.common import button, list_paid, list_replies, read_reply
from showground.surfaces.web.dashboard.previews import show_preview
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_moderators, for_staff, way_back
from showground.surfaces.web.visit import Visit

YES_NO = {"": Text("Unknown"), "yes": Text("Yes"), "no": Text("No")}


@for_moderators
async def show_listing(visit: Visit) -> Response:
    return await _show(visit)


@for_moderators
async def preview(visit: Visit) -> Response:
    """A listing that is not public, as visitors will see it."""
    found = await visit.ask(preview_listing, OfListing(listing_id=_asked(visit).listing_id))
    return show_preview(visit, found, f"/admin/listings/{found.listing_id}")


@for_staff
async def save_listing(visit: Visit) -> Response:
    form = await visit.form()
    listing = await visit.ask(show_attributes, _asked(visit))
    typed = {row.key: form.get(f"value_{row.key}", "").strip() for row in listing.rows}
    values = {row.key: _read(row.kind, typed[row.key]) for row in listing.rows}
    result = await visit.submit(fill_attributes, listing_id=listing.listing_id, values=values)
    if result.failure:
        return await _show(visit, typed, result)
    return visit.go(f"/admin/listings/{listing.listing_id}")


@for_staff
async def save_slug(visit: Visit) -> Response:
    listing = await visit.ask(show_attributes, _asked(visit))
    typed = (await visit.form()).get("slug", "").strip().lower()
    result = await visit.submit_with(rename_slug, listing_id=listing.listing_id, slug=typed)
    if result.failure:
        return await _show(visit, renamed=result, slug=typed)
    return visit.go(f"/admin/listings/{listing.listing_id}")


@for_moderators
async def suspend(visit: Visit) -> Response:
    """From any page that lists listings; what is wrong is shown on the page of the listing."""
    here, why = f"/admin/listings/{_asked(visit).listing_id}", await read_reply(visit, "why")
    result = await visit.submit_with(suspend_listing, listing_id=_asked(visit).listing_id, why=why)
    if result.failure:
        return await _show(visit, changed=Changed(suspend_listing.name, why or "", result))
    back = way_back(visit, here)
    return visit.go(here if back == visit.path else back)


publish = button(publish_listing, "/admin/listings")


@for_staff
async def transfer(visit: Visit) -> Response:
    return await _change(visit, transfer_listing, "email")


@for_staff
async def move(visit: Visit) -> Response:
    return await _change(visit, move_launch, "week")


@for_staff
async def delete(visit: Visit) -> Response:
    return await _change(visit, delete_listing, "confirm", then="/admin/listings")


async def _change(visit: Visit, action: Action[Any, Any], name: str, then: str = "") -> Response:
    """Run an action on the listing with one field of the form."""
    asked, typed = _asked(visit), (await visit.form()).get(name, "").strip()
    result = await visit.submit_with(action, listing_id=asked.listing_id, **{name: typed})
    if result.failure:
        return await _show(visit, changed=Changed(action.name, typed, result))
    return visit.go(then or f"/admin/listings/{asked.listing_id}")


@dataclass(frozen=True, slots=True)
class Changed:
    """A form of the page that was sent: which one, what was typed, and what came of it."""

    name: str = ""
    typed: str = ""
    result: FormResult[Any] = NO_RESULT


def _asked(visit: Visit) -> ShowAttributes:
    return ShowAttributes(listing_id=visit.request.path_params["listing_id"])


async def _show(
    visit: Visit,
    typed: dict[str, str] | None = None,
    result: FormResult[Any] = NO_RESULT,
    *,
    renamed: FormResult[Any] = NO_RESULT,
    slug: str | None = None,
    changed: "Changed | None" = None,
) -> Response:
    listing = await visit.ask(show_attributes, _asked(visit))
    given = {row.key: _write(row.value) for row in listing.rows} if typed is None else typed
    wrong = [error["message"] for error in result.failure.errors] if result.failure else []
    return visit.show(
        "admin/listing.html",
        status=max(result.status, renamed.status, changed.result.status if changed else 0),
        changed=changed or Changed(),
        replies=await list_replies(visit),
        paid=await list_paid(visit, [listing.listing_id]),
        listing_state=await visit.ask(show_listing_state, ShowListing(listing_id=listing.listing_id)),
        private=True,
        listing=listing,
        given=given,
        wrong=wrong,
        yes_no=YES_NO,
        result=NO_RESULT,
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
