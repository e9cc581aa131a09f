"""The people of a listing: owners, co-founders and invitations."""

from typing import Any
from uuid import UUID

from starlette.responses import Response

from showground.core.calls.action import Action
from showground.drafting.actions.invites import (
    ListListingInvites,
    list_listing_invites,
    withdraw_draft_invite,
    withdraw_listing_invite,
)
from showground.drafting.actions.invites import invite_to_listing as to_listing
from showground.drafting.operations.get_draft import GetDraft, get_draft
from showground.drafting.operations.invite_cofounder import invite_cofounder
from showground.drafting.operations.list_drafts import ListDrafts, list_drafts
from showground.ownership import OwnedListing
from showground.ownership.actions.members import ListMembers, leave_listing, list_members, name_owner, remove_cofounder
from showground.surfaces.web.dashboard.common import get_listing, number_of, page_of
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_people(visit: Visit) -> Response:
    return await _show(visit, await get_listing(visit), "", NO_RESULT)


@for_a_person
async def invite_to_listing(visit: Visit) -> Response:
    """Invite through the listing's draft if there is one, so that they join both; otherwise to the listing alone."""
    listing, email = await get_listing(visit), (await visit.form()).get("email", "").strip()
    draft = await _find_draft(visit, listing)
    if draft is None:
        result = await visit.submit_with(to_listing, listing_id=listing.listing_id, email=email)
    else:
        result = await visit.submit_with(invite_cofounder, id=str(draft), email=email)
    if result.failure is not None:
        return await _show(visit, listing, email, result)
    return visit.go(f"{page_of(listing, '/people')}?invited=1")


@for_a_person
async def withdraw_invite(visit: Visit) -> Response:
    listing, email = await get_listing(visit), (await visit.form()).get("email", "")
    draft = await _find_draft(visit, listing)
    if draft is None:
        result = await visit.submit_with(withdraw_listing_invite, listing_id=listing.listing_id, email=email)
    else:
        result = await visit.submit_with(withdraw_draft_invite, id=str(draft), email=email)
    if result.failure is not None:
        return await _show(visit, listing, "", result)
    return visit.go(f"{page_of(listing, '/people')}?withdrawn=1")


@for_a_person
async def remove_person(visit: Visit) -> Response:
    return await _change(visit, remove_cofounder)


@for_a_person
async def make_owner(visit: Visit) -> Response:
    return await _change(visit, name_owner)


@for_a_person
async def leave(visit: Visit) -> Response:
    listing = await get_listing(visit)
    result = await visit.submit_with(leave_listing, listing_id=listing.listing_id)
    return visit.go("/dashboard") if result.failure is None else await _show(visit, listing, "", result)


async def _change(visit: Visit, action: Action[Any, Any]) -> Response:
    """Apply an action to the person in the path."""
    listing = await get_listing(visit)
    account = number_of(visit, "account_id")
    result = await visit.submit_with(action, listing_id=listing.listing_id, account=account)
    return visit.go(page_of(listing, "/people")) if result.failure is None else await _show(visit, listing, "", result)


async def _find_draft(visit: Visit, listing: OwnedListing) -> UUID | None:
    drafts = await visit.ask(list_drafts, ListDrafts(per_page=100))
    return next((draft.id for draft in drafts.items if draft.listing_id == listing.listing_id), None)


async def _show(visit: Visit, listing: OwnedListing, email: str, result: FormResult[Any]) -> Response:
    members = await visit.ask(list_members, ListMembers(listing_id=listing.listing_id))
    draft = await _find_draft(visit, listing)
    if draft is None:
        invited = (await visit.ask(list_listing_invites, ListListingInvites(listing_id=listing.listing_id))).items
    else:
        invited = (await visit.ask(get_draft, GetDraft(id=draft))).invites
    me = visit.access.account if visit.access else None
    return visit.show(
        "dashboard/people.html",
        status=result.status,
        private=True,
        listing=listing,
        members=members.items,
        me=me,
        owner=any(member.account == me and member.role == "owner" for member in members.items),
        draft=draft,
        waiting=[invite for invite in invited if not invite.accepted],
        email=email,
        result=result,
        invited="invited" in visit.query,
        withdrawn="withdrawn" in visit.query,
    )
