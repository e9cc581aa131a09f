"""Sign in with GitHub or Google: redirect there, and come back with a code that only this browser can use."""

from starlette.responses import RedirectResponse, Response

from showground.accounts import SOCIAL_SIGN_IN_LIVES, NotSignedIn
from showground.accounts.actions.sign_in_links import AFTER_SIGN_IN
from showground.accounts.actions.social_sign_in import (
    BeginSignInElsewhere,
    SignInElsewhere,
    begin_sign_in_elsewhere,
    sign_in_elsewhere,
)
from showground.core.calls.context import Site
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH, show_ways
from showground.surfaces.web.forms import FormResult
from showground.surfaces.web.sessions import give_cookies, own_address
from showground.surfaces.web.visit import Visit

MAX_LENGTH = 2_000  # characters of each parameter that the provider sends back


async def begin_elsewhere(visit: Visit) -> Response:
    after = own_address((await visit.form()).get("next", ""), AFTER_SIGN_IN)
    begun = await visit.ask(
        begin_sign_in_elsewhere, BeginSignInElsewhere(provider=visit.path_params["provider"], next=after)
    )
    response = RedirectResponse(begun.url, 303, {"Cache-Control": "no-store"})
    site = visit.site
    response.set_cookie(
        cookie_name(site), begun.token, max_age=int(SOCIAL_SIGN_IN_LIVES.total_seconds()), path="/",
        secure=site.url.startswith("https://"), httponly=True, samesite="lax",
    )  # fmt: skip
    return response


async def come_back(visit: Visit) -> Response:
    query, site = visit.query, visit.site
    given = SignInElsewhere(
        provider=visit.path_params["provider"],
        token=visit.request.cookies.get(cookie_name(site), "")[:MAX_LENGTH],
        state=query.get("state", "")[:MAX_LENGTH],
        code=query.get("code", "")[:MAX_LENGTH],
        error=query.get("error", "")[:MAX_LENGTH],
        agent=visit.request.headers.get("user-agent", ""),
    )
    try:
        signed_in = await visit.ask(sign_in_elsewhere, given)
    except NotSignedIn as failure:
        return await show_ways(visit, AFTER_SIGN_IN, FormResult(None, failure))
    response = visit.go(own_address(signed_in.next, AFTER_SIGN_IN))
    response.headers.update(NO_REFERRER_PATH)
    give_cookies(response, site, signed_in)
    response.delete_cookie(
        cookie_name(site), path="/", secure=site.url.startswith("https://"), httponly=True, samesite="lax"
    )
    return response


def cookie_name(site: Site) -> str:
    """Like the session cookie: with HTTPS, the prefix binds it to this host."""
    return "__Host-sign-in" if site.url.startswith("https://") else "sign-in"
