"""Accepting an emailed invitation to a draft or a listing."""

from urllib.parse import quote

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.drafting import NoSuchInvite
from showground.drafting.actions.invites import accept_invite, get_invite
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.visit import Visit


async def show_invite(visit: Visit) -> Response:
    """Show the invitation and wait for a click: email scanners open links too and must not accept it."""
    try:
        invite = await visit.ask(get_invite, get_invite.parse({"token": visit.given["token"]}))
    except InvalidInput:
        raise NoSuchInvite from None
    return visit.show("dashboard/invite.html", headers=NO_REFERRER_PATH, invite=invite)


async def take_invite(visit: Visit) -> Response:
    """Accept, after signing in if needed. The page sends no referrer, so the way back is passed along here."""
    if visit.person is None:
        return visit.go(f"/sign-in?next={quote(visit.path, safe='/')}")
    tried = await visit.attempt_with(accept_invite, token=visit.given["token"])
    if tried.answer is None:
        raise tried.failure or NotFound()
    joined = tried.answer
    if joined.draft_id:
        return visit.go(f"/dashboard/drafts/{joined.draft_id}")
    return visit.go(f"/dashboard/listings/{joined.listing_id}")
