"""What is done to several listings at once: one form, on every page that lists them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput
from showground.core.languages import Text
from showground.ownership.actions.staff_changes import change_listings, delete_listings
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import Show, for_moderators, has_scope
from showground.surfaces.web.visit import Visit


@dataclass(frozen=True, slots=True)
class BulkChange:
    """The form as it was sent, and what came of it. The page shows it again if it was refused."""

    listings: frozenset[int] = frozenset()
    do: str = ""
    why: str = ""
    result: FormResult[Any] = NO_RESULT


NO_CHANGE = BulkChange()


def bulk_change(show: Callable[[Visit, BulkChange], Awaitable[Response]]) -> Show:
    """Approve, suspend, restore or delete the selected listings, then show the same page of the list."""

    @for_moderators
    async def change_many(visit: Visit) -> Response:
        form = await visit.form()
        given = [text for text in form.getlist("listing_ids") if text.isascii() and text.isdigit() and len(text) < 19]
        chosen, do, why = frozenset(map(int, given)), form.get("do", ""), form.get("why", "").strip()
        result = await _run(visit, chosen, do, why, sure=form.get("sure") == "yes")
        if result.failure:
            return await show(visit, BulkChange(chosen, do, why, result))
        query = visit.request.url.query
        return visit.go(f"{visit.path}?{query}" if query else visit.path)

    return change_many


async def _run(visit: Visit, chosen: frozenset[int], do: str, why: str, *, sure: bool) -> FormResult[Any]:
    if not chosen:
        return _refused(Text("Select at least one listing."))
    if do != "delete" or not has_scope(visit.person, delete_listings.scope):
        return _in_words(await visit.submit_with(change_listings, listing_ids=sorted(chosen), do=do, why=why or None))
    if not sure:
        return _refused(Text("To delete the selected listings for good, also tick “Yes, delete”."))
    return _in_words(await visit.submit_with(delete_listings, listing_ids=sorted(chosen), sure=True))


def _refused(message: Text) -> FormResult[Any]:
    return FormResult(None, InvalidInput(message))


def _in_words(result: FormResult[Any]) -> FormResult[Any]:
    """The message of the first field as one about the form, which has no places beside its fields."""
    if result.failure and result.failure.errors:
        return _refused(result.failure.errors[0]["message"])
    return result
