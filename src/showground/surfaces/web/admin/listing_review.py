"""New listings: the queue with signals of spam, the policy, and what is done to several listings at once."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text, sentences
from showground.ownership.actions.staff_changes import (
    approve_listing,
    get_listing_policy,
    list_new_listings,
    set_listing_policy,
)
from showground.surfaces.web.admin.bulk_changes import NO_CHANGE, BulkChange, bulk_change
from showground.surfaces.web.admin.common import button, field_refused, list_paid, list_replies
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_moderators, for_staff
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
    return await _show_stored(visit)


async def _show_stored(visit: Visit, many: BulkChange = NO_CHANGE) -> Response:
    policy = await visit.ask(get_listing_policy, NoInput())
    words, domains = "\n".join(policy.blocked_words), "\n".join(policy.blocked_domains)
    return await _show(visit, policy.approve_new, words, domains, many=many)


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


def _lines(text: str) -> list[str]:
    return list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


async def _show(
    visit: Visit,
    approve: bool,
    words: str,
    domains: str,
    result: FormResult[Any] = NO_RESULT,
    many: BulkChange = NO_CHANGE,
) -> Response:
    found = await visit.ask(list_new_listings, visit.parse_page(list_new_listings))
    return visit.show(
        "admin/new_listings.html",
        status=max(result.status, many.result.status),
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
        many=many,
    )


approve = button(approve_listing, PAGE)
change_many = bulk_change(_show_stored)
