"""Pages that emails link to: unsubscribing from a listing, and confirming a claim."""

from uuid import UUID

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.launches.actions.follows import StopMails, stop_mails
from showground.ownership.actions.claims import ConfirmEmailClaim, MailedClaim, confirm_email_claim
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.visit import Visit


async def show_stop(visit: Visit) -> Response:
    """Show the listing and a button. Opening the link changes nothing, because mail scanners open links too."""
    mails = await visit.ask(stop_mails, StopMails(token=_token(visit), stop=False))
    return visit.show("unsubscribe.html", headers=NO_REFERRER_PATH, mails=mails)


async def stop(visit: Visit) -> Response:
    """Unsubscribe. Mail clients also post here directly for one-click unsubscribe (RFC 8058)."""
    mails = await visit.ask(stop_mails, StopMails(token=_token(visit)))
    return visit.show("unsubscribe.html", headers=NO_REFERRER_PATH, mails=mails)


async def show_claim(visit: Visit) -> Response:
    return _show_claim(visit, await visit.ask(confirm_email_claim, _asked(visit, confirm=False)))


async def confirm_claim(visit: Visit) -> Response:
    return _show_claim(visit, await visit.ask(confirm_email_claim, _asked(visit, confirm=True)))


def _show_claim(visit: Visit, claim: MailedClaim) -> Response:
    return visit.show("mailed_claim.html", headers=NO_REFERRER_PATH, claim=claim)


def _asked(visit: Visit, *, confirm: bool) -> ConfirmEmailClaim:
    try:
        return confirm_email_claim.parse({"token": visit.request.path_params["token"], "confirm": confirm})
    except InvalidInput:
        raise NotFound from None


def _token(visit: Visit) -> UUID:
    try:
        return UUID(visit.request.path_params["token"])
    except ValueError:
        raise NotFound from None
