"""Listings, edits by their owners, and claims on listings that have another owner."""

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.listings.actions.staff_listings import list_all_listings, show_listing_state
from showground.ownership.actions.claims import (
    ReadClaimLog,
    decide_claim,
    list_claims_in_review,
    list_lost_proofs,
    read_claim_log,
    revoke_verification,
)
from showground.ownership.actions.listing_status import suspend_listing
from showground.ownership.actions.versions import list_unreviewed, revert_version, review_version
from showground.surfaces.web.admin.bulk_changes import NO_CHANGE, BulkChange, bulk_change
from showground.surfaces.web.admin.common import button, chosen, list_paid, list_replies, name_all
from showground.surfaces.web.category_names import name_categories
from showground.surfaces.web.dashboard.common import number_of
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_moderators, for_staff
from showground.surfaces.web.text_diff import compare
from showground.surfaces.web.visit import Visit

STATUSES = ("live", "scheduled", "in_review", "awaiting_badge", "draft", "suspended", "withdrawn")


@for_moderators
async def show_listings(visit: Visit) -> Response:
    return await _show_listings(visit)


async def _show_listings(visit: Visit, many: BulkChange = NO_CHANGE) -> Response:
    asked = visit.parse_page(list_all_listings, **chosen(visit, "status", "q"))
    found = await visit.ask(list_all_listings, asked)
    return visit.show(
        "admin/listings.html",
        status=many.result.status,
        private=True,
        listings=found.items,
        pager=make_pager(visit, found),
        statuses=STATUSES,
        chosen=asked.status or "",
        replies=await list_replies(visit),
        paid=await list_paid(visit, (listing.id for listing in found.items)),
        q=asked.q or "",
        many=many,
    )


@for_moderators
async def find_by_slug(visit: Visit) -> Response:
    """From a public page to the same listing here."""
    asked = visit.parse(show_listing_state, {"slug": visit.path_params["slug"]})
    listing = await visit.ask(show_listing_state, asked)
    return visit.go(f"/admin/listings/{listing.id}{'/edit' if visit.query.get('edit') else ''}")


@for_moderators
async def show_edits(visit: Visit) -> Response:
    """Unreviewed edits by owners, before and after, oldest first."""
    edits = (await visit.ask(list_unreviewed, NoInput())).items
    categories = await name_categories(visit)
    shown = [(edit, compare(edit.before, edit.after, categories)) for edit in edits]
    people = await name_all(visit, (edit.account for edit in edits))
    return visit.show("admin/edits.html", private=True, edits=shown, people=people)


@for_staff
async def show_claims(visit: Visit) -> Response:
    claims = (await visit.ask(list_claims_in_review, NoInput())).items
    lost = (await visit.ask(list_lost_proofs, NoInput())).items
    named = [account for claim in claims for account in (claim.claimant, *claim.owners)]
    people = await name_all(visit, [*named, *(claim.claimant for claim in lost)])
    return visit.show("admin/claims.html", private=True, claims=claims, lost=lost, people=people)


@for_staff
async def show_claim_log(visit: Visit) -> Response:
    """Every check of a claim's proof, with its result."""
    log = await visit.ask(read_claim_log, ReadClaimLog(claim_id=number_of(visit, "claim_id")))
    return visit.show("admin/claim.html", private=True, log=log, people=await name_all(visit, [log.claimant]))


unsuspend = button(suspend_listing, "/admin/listings", suspended=False)
let_stand = button(review_version, "/admin/edits")
revert = button(revert_version, "/admin/edits")
grant_claim = button(decide_claim, "/admin/claims", grant=True)
refuse_claim = button(decide_claim, "/admin/claims", grant=False)
revoke_mark = button(revoke_verification, "/admin/claims")
change_many = bulk_change(_show_listings)
