"""Accepting the invitation to a draft or a listing, by the link that was mailed."""

from urllib.parse import quote

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.drafting import NoSuchInvite
from showground.drafting.actions.invites import accept_invite, get_invite
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.visit import Visit


async def show_invite(visit: Visit) -> Response:
    """Says what one is invited to and waits for a click: programs that look through mails open links too."""
    try:
        invite = await visit.ask(get_invite, get_invite.parse({"token": visit.given["token"]}))
    except InvalidInput:
        raise NoSuchInvite from None
    return visit.show("dashboard/invite.html", headers=NO_REFERRER_PATH, invite=invite)


async def take_invite(visit: Visit) -> Response:
    """Who is not signed in comes back here: the browser keeps this page's address to itself, but we know it."""
    if visit.person is None:
        return visit.go(f"/sign-in?next={quote(visit.path, safe='/')}")
    tried = await visit.attempt_with(accept_invite, token=visit.given["token"])
    if tried.answer is None:
        raise tried.failure or NotFound()
    joined = tried.answer
    if joined.draft_id:
        return visit.go(f"/dashboard/drafts/{joined.draft_id}")
    return visit.go(f"/dashboard/listings/{joined.listing_id}")
