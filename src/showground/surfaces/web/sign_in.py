"""Signing in by a mailed link, and signing out."""

from typing import Any

from starlette.responses import Response

from showground.accounts import Providers
from showground.accounts.actions.read_sign_in_link import LinkEnded, ReadSignInLink, read_sign_in_link
from showground.accounts.actions.send_sign_in_link import send_sign_in_link
from showground.accounts.actions.sign_in import sign_in
from showground.accounts.actions.sign_out import SignOut, sign_out
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.policy import POLICY, allow_forms_to
from showground.surfaces.web.sessions import give_cookie, own_address, take_cookie
from showground.surfaces.web.visit import Visit

HOME = "/account"
# The address of the page is a secret until it is used: it is told to nobody, but forms still say where they come from.
KEPT_TO_ITSELF = {"Referrer-Policy": "strict-origin"}


async def show_sign_in(visit: Visit) -> Response:
    after = own_address(visit.query.get("next", ""), HOME)
    again = visit.query.get("again")
    if visit.access is not None and (visit.access.recent or not again):
        return visit.go(after)
    return show_ways(visit, after, undone=again == "form")


async def send_link(visit: Visit) -> Response:
    form = await visit.form()
    email, after = form.get("email", "").strip(), own_address(form.get("next", ""), HOME)
    tried = await visit.attempt(send_sign_in_link, email=email, next=after)
    if tried.answer is None:
        return show_ways(visit, after, tried, email)
    return visit.show("sign_in_sent.html", private=True, email=email, minutes=tried.answer.minutes, next=after)


async def show_link(visit: Visit) -> Response:
    """Names the account and waits for a click: programs that look through mails open links too."""
    try:
        link = await visit.ask(read_sign_in_link, ReadSignInLink(token=visit.request.path_params["token"][:200]))
    except LinkEnded as ended:
        return _show_ended(visit, ended)
    return visit.show("sign_in_link.html", headers=KEPT_TO_ITSELF, email=link.email)


async def use_link(visit: Visit) -> Response:
    agent = visit.request.headers.get("user-agent", "")
    tried = await visit.attempt(sign_in, token=visit.request.path_params["token"], agent=agent)
    if tried.answer is None:
        return _show_ended(visit, LinkEnded())
    response = visit.go(own_address(tried.answer.next, HOME))
    give_cookie(response, visit.door.site, tried.answer.token)
    return response


async def leave(visit: Visit) -> Response:
    if visit.person is not None:
        await visit.ask(sign_out, SignOut())
    response = visit.go("/")
    take_cookie(response, visit.door.site)
    return response


def show_ways(
    visit: Visit, after: str, tried: Tried[Any] = NOT_TRIED, email: str = "", *, undone: bool = False
) -> Response:
    """The ways to sign in; with what came of the last one that was tried. `undone`: a form has led here."""
    providers = visit.door.equipment[Providers].known.values()
    policy = allow_forms_to(POLICY, *(provider.origin for provider in providers))
    return visit.show(
        "sign_in.html",
        status=tried.status,
        headers={**KEPT_TO_ITSELF, "Content-Security-Policy": policy},
        next=after,
        email=email or (visit.person.email if visit.person else ""),
        tried=tried,
        undone=undone,
        providers=providers,
    )


def _show_ended(visit: Visit, ended: LinkEnded) -> Response:
    return visit.show("sign_in_ended.html", status=ended.status, headers=KEPT_TO_ITSELF, ended=ended)
