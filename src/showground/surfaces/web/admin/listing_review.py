"""New listings: the queue with signals of spam, the policy, and what is done to several listings at once."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import NoInput
from showground.core.languages import Text, sentences
from showground.ownership.actions.staff_changes import (
    approve_listing,
    change_listings,
    delete_listings,
    get_listing_policy,
    list_new_listings,
    set_listing_policy,
)
from showground.surfaces.web.admin.common import button, field_refused, list_paid, list_replies
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_moderators, for_staff, has_scope, way_back
from showground.surfaces.web.visit import Visit

SIGNALS = {
    "new_account": Text("New account"),
    "same_text": Text("Text of another listing"),
    "blocked_word": Text("Blocked word"),
    "blocked_domain": Text("Blocked domain"),
}
PAGE = "/admin/listings/new"


@for_moderators
async def show_new(visit: Visit) -> Response:
    policy = await visit.ask(get_listing_policy, NoInput())
    return await _show(visit, policy.approve_new, "\n".join(policy.blocked_words), "\n".join(policy.blocked_domains))


@for_staff
async def save_policy(visit: Visit) -> Response:
    form = await visit.form()
    words, domains, approve = form.get("words", ""), form.get("domains", ""), form.get("approve_new") == "yes"
    result = await visit.submit_with(
        set_listing_policy, approve_new=approve, blocked_words=_lines(words), blocked_domains=_lines(domains)
    )
    if result.failure is None:
        return visit.go(PAGE)
    error = result.failure.errors[0] if result.failure.errors else None
    if error is not None:  # of one line; the form has one field for all of them
        field = "domains" if error["field"].startswith("blocked_domains") else "words"
        result = field_refused(field, sentences(Text("One of the lines is not valid."), error["message"]))
    return await _show(visit, approve, words, domains, result)


@for_moderators
async def change_many(visit: Visit) -> Response:
    """Approve, suspend, restore or delete the selected listings. Without a selection, nothing happens."""
    form = await visit.form()
    given = form.getlist("listing_ids")
    chosen = [int(text) for text in given if text.isascii() and text.isdigit() and len(text) < 19]
    do = form.get("do", "")
    if chosen and do == "delete" and has_scope(visit.person, delete_listings.scope):
        result = await visit.submit_with(delete_listings, listing_ids=chosen, sure=form.get("sure") == "yes")
    elif chosen:
        why = form.get("why", "").strip() or None
        result = await visit.submit_with(change_listings, listing_ids=chosen, do=do, why=why)
    else:
        result = NO_RESULT
    if result.failure:
        # The form is on several pages, so an error page says what is wrong.
        missing = next((error["message"] for error in result.failure.errors if error["field"] == "why"), None)
        raise InvalidInput(missing) if missing else result.failure
    return visit.go(way_back(visit, "/admin/listings"))


def _lines(text: str) -> list[str]:
    return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


async def _show(visit: Visit, approve: bool, words: str, domains: str, result: FormResult[Any] = NO_RESULT) -> Response:
    found = await visit.ask(list_new_listings, visit.parse_page(list_new_listings))
    return visit.show(
        "admin/new_listings.html",
        status=result.status,
        private=True,
        entries=found.items,
        pager=make_pager(visit, found),
        signals=SIGNALS,
        replies=await list_replies(visit),
        paid=await list_paid(visit, (entry.id for entry in found.items)),
        approve=approve,
        words=words,
        domains=domains,
        result=result,
    )


approve = button(approve_listing, PAGE)
