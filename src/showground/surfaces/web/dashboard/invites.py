"""Accepting an emailed invitation to a draft or a listing."""

from starlette.responses import Response

from showground.drafting import NoSuchInvite
from showground.drafting.actions.invites import Joined, accept_invite, get_invite
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.emailed_offers import accept_offered, read_offered
from showground.surfaces.web.visit import Visit


async def show_invite(visit: Visit) -> Response:
    invite = await read_offered(visit, get_invite, NoSuchInvite)
    return visit.show("dashboard/invite.html", headers=NO_REFERRER_PATH, invite=invite)


def _page_of(joined: Joined) -> str:
    if joined.listing_id:
        return f"/dashboard/listings/{joined.listing_id}"
    return f"/dashboard/drafts/{joined.draft_id}"


take_invite = accept_offered(accept_invite, _page_of)
