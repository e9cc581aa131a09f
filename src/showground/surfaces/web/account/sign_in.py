"""Sign in with an emailed link, and sign out."""

from math import ceil
from typing import Any

from starlette.responses import RedirectResponse, Response

from showground.accounts import KnownBrowsers, Providers
from showground.accounts.actions.sessions import sign_out
from showground.accounts.actions.sign_in_links import (
    AFTER_SIGN_IN,
    LinkEnded,
    ReadSignInLink,
    read_sign_in_link,
    send_sign_in_link,
    sign_in,
)
from showground.core.calls.errors import ApiError, RateLimited
from showground.core.calls.models import NoInput
from showground.core.languages import counted_text, sentences
from showground.core.mail.address import read_mail_address
from showground.surfaces.web.content_security_policy import POLICY, allow_forms_to
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import give_cookies, known_cookie_name, own_address, take_cookie
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.votes import find_meant

# The URL contains a sign-in token. Send only the origin as referrer: the token stays secret, and the CSRF check works.
NO_REFERRER_PATH = {"Referrer-Policy": "strict-origin"}


class TooManyLinks(ApiError):
    """Too many sign-in links were requested, so we did not send another one. Links from the last 15 minutes still work:
    check your inbox and your spam folder. You can also sign in another way below, or use a browser in which you have
    signed in before."""

    status = 429

    def __init__(self, limited: RateLimited) -> None:
        minutes = ceil(int(limited.headers["Retry-After"]) / 60)
        wait = counted_text(
            "You can request a new link in %(num)s minute.", "You can request a new link in %(num)s minutes.", minutes
        )
        super().__init__(sentences(self.sentence(), wait), headers=limited.headers)


async def show_sign_in(visit: Visit) -> Response:
    after = own_address(visit.query.get("next", ""), AFTER_SIGN_IN)
    again = visit.query.get("again")
    if visit.access is not None and (visit.access.recent or not again):
        return visit.go(after)
    return await show_ways(visit, after, undone=again == "form")


async def lead_to_sign_in(_: Visit) -> Response:
    """For people who guess the address."""
    return RedirectResponse("/sign-in", 301)


async def send_link(visit: Visit) -> Response:
    form = await visit.form()
    email, after = form.get("email", "").strip(), own_address(form.get("next", ""), AFTER_SIGN_IN)
    try:
        result = await visit.submit(send_sign_in_link, email=email, next=after, known=_is_known(visit, email))
    except RateLimited as limited:
        return await show_ways(visit, after, FormResult(None, TooManyLinks(limited)), email)
    if result.answer is None:
        return await show_ways(visit, after, result, email)
    return visit.show(
        "sign_in_sent.html",
        private=True,
        email=email,
        minutes=result.answer.minutes,
        next=after,
        sends_mail=visit.dispatcher.smtp is not None,
    )


def _is_known(visit: Visit, email: str) -> bool:
    """Whether this browser has been used to sign in with this email address before, or is signed in with it now."""
    try:
        address = read_mail_address(email)
    except ValueError:
        return False
    browsers, mark = (
        visit.dispatcher.services[KnownBrowsers],
        visit.request.cookies.get(known_cookie_name(visit.site), ""),
    )
    if visit.person is not None:
        mark = browsers.mark(visit.person.email)
    return browsers.knows(mark, address)


async def show_link(visit: Visit) -> Response:
    """Show the account and wait for a click, because email scanners open links too."""
    try:
        link = await visit.ask(read_sign_in_link, ReadSignInLink(token=visit.request.path_params["token"][:200]))
    except LinkEnded as ended:
        return _show_ended(visit, ended)
    return visit.show("sign_in_link.html", headers=NO_REFERRER_PATH, email=link.email)


async def use_link(visit: Visit) -> Response:
    agent = visit.request.headers.get("user-agent", "")
    result = await visit.submit(sign_in, token=visit.request.path_params["token"], agent=agent)
    if result.answer is None:
        return _show_ended(visit, LinkEnded())
    response = visit.go(own_address(result.answer.next, AFTER_SIGN_IN))
    give_cookies(response, visit.site, result.answer)
    return response


async def leave(visit: Visit) -> Response:
    if visit.person is not None:
        await visit.ask(sign_out, NoInput())
    response = visit.go("/")
    take_cookie(response, visit.dispatcher.site)
    return response


async def show_ways(
    visit: Visit, after: str, result: FormResult[Any] = NO_RESULT, email: str = "", *, undone: bool = False
) -> Response:
    """The sign-in page, with the result of the last attempt.

    `undone`: a submitted form redirected here, so the page warns that it was not saved.
    """
    providers = visit.dispatcher.services[Providers].known.values()
    policy = allow_forms_to(POLICY, *(provider.origin for provider in providers))
    return visit.show(
        "sign_in.html",
        status=result.status,
        headers={
            **NO_REFERRER_PATH,
            "Content-Security-Policy": policy,
            **(result.failure.headers if result.failure else {}),
        },
        next=after,
        meant=await find_meant(visit, after),
        email=email or (visit.person.email if visit.person else ""),
        result=result,
        undone=undone,
        providers=providers,
        sends_mail=visit.dispatcher.smtp is not None,
    )


def _show_ended(visit: Visit, ended: LinkEnded) -> Response:
    return visit.show("sign_in_ended.html", status=ended.status, headers=NO_REFERRER_PATH, ended=ended)
