"""The newsletter: subscribe, confirm, change and unsubscribe, and the archive of past editions."""

from datetime import date
from typing import Any
from uuid import UUID

from starlette.responses import JSONResponse, Response

from showground.categories import Category, category_text
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.errors import ApiError, InvalidInput, NotFound
from showground.core.dates import read_day
from showground.core.languages import gettext
from showground.core.languages.formats import day
from showground.newsletter.actions.editions import GetEdition, get_edition, list_editions
from showground.newsletter.actions.mail_reports import SendMailReport, send_mail_report
from showground.newsletter.actions.saved_searches import StopSavedSearch, stop_saved_search
from showground.newsletter.actions.subscriptions import (
    EndSubscription,
    ReadSubscription,
    ask_launch_alert,
    change_subscription,
    confirm_request,
    end_subscription,
    read_subscription,
    subscribe,
)
from showground.surfaces.asgi import read_body
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.search_words import describe_search
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get

ONE_PAGE = 20


async def show_newsletter(visit: Visit) -> Response:
    return await _show_newsletter(visit)


async def post_subscription(visit: Visit) -> Response:
    result = await visit.submit(subscribe)
    if result.answer is None:
        form = await visit.form()
        return await _show_newsletter(visit, result, form.get("email", ""), form.getlist("categories"))
    return _show_sent(visit, result.answer.email, confirmed=result.answer.confirmed)


async def _show_newsletter(
    visit: Visit, result: FormResult[Any] = NO_RESULT, email: str = "", chosen: list[str] | None = None
) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    asked = visit.parse_page(list_editions)
    archive = await visit.ask(list_editions, asked.model_copy(update={"per_page": ONE_PAGE}), "newsletter", "listings")
    return visit.show(
        "newsletter.html",
        status=result.status,
        archive=archive,
        pager=make_pager(visit, archive),
        options=_options(tree.items, chosen or []),
        chosen=chosen or [],
        email=email or (visit.person.email if visit.person else ""),
        result=result,
    )


def _options(tree: list[Category], chosen: list[str]) -> dict[str, str]:
    """The top categories, and any subcategory that was chosen."""
    below = [sub for top in tree for sub in top.subcategories if sub.slug in chosen]
    return {category.slug: category_text(category.name) for category in (*tree, *below)}


def _show_sent(visit: Visit, email: str, *, confirmed: bool, listing: str | None = None) -> Response:
    return visit.show(
        "newsletter_sent.html",
        private=True,
        email=email,
        confirmed=confirmed,
        listing=listing,
        sends_mail=visit.dispatcher.smtp is not None,
    )


async def post_launch_alert(visit: Visit) -> Response:
    listing = await get(visit)
    result = await visit.submit(ask_launch_alert, slug=listing.slug)
    if result.answer is None:
        email = (await visit.form()).get("email", "")
        return visit.show(
            "launch_alert.html", status=result.status, private=True, listing=listing, email=email, result=result
        )
    return _show_sent(visit, result.answer.email, confirmed=result.answer.confirmed, listing=listing.name)


async def show_request(visit: Visit) -> Response:
    """Show what would be confirmed, and a button. Opening the link changes nothing, because mail scanners open it."""
    return await _show_request(visit, confirm=False)


async def confirm(visit: Visit) -> Response:
    return await _show_request(visit, confirm=True)


async def _show_request(visit: Visit, *, confirm: bool) -> Response:
    try:
        asked = confirm_request.parse({"token": visit.path_params["token"], "confirm": confirm})
    except InvalidInput:
        raise NotFound from None
    found = await visit.ask(confirm_request, asked)
    return visit.show("newsletter_confirm.html", headers=NO_REFERRER_PATH, asked=found)


async def show_subscription(visit: Visit) -> Response:
    return await _show_subscription(visit, saved="saved" in visit.query)


async def save_subscription(visit: Visit) -> Response:
    result = await visit.submit(change_subscription, token=str(_token(visit)))
    if result.failure and result.failure.status == NotFound.status:
        raise result.failure
    if result.answer is None:
        return await _show_subscription(visit, result)
    return visit.go(f"/newsletter/subscription/{_token(visit)}?saved=1")


async def _show_subscription(visit: Visit, result: FormResult[Any] = NO_RESULT, *, saved: bool = False) -> Response:
    found = await visit.ask(read_subscription, ReadSubscription(token=_token(visit)))
    tree = await visit.ask(list_categories, ListCategories())
    chosen = [category.slug for category in found.categories]
    return visit.show(
        "newsletter_subscription.html",
        status=result.status,
        headers=NO_REFERRER_PATH,
        subscription=found,
        token=_token(visit),
        options=_options(tree.items, chosen),
        chosen=chosen,
        saved=saved,
        result=result,
    )


async def stop_subscription(visit: Visit) -> Response:
    """Unsubscribe. Mail clients also post here directly for one-click unsubscribe (RFC 8058)."""
    await visit.ask(end_subscription, EndSubscription(token=_token(visit)))
    return visit.show("newsletter_stopped.html", headers=NO_REFERRER_PATH)


async def show_edition(visit: Visit) -> Response:
    week = read_day(visit.path_params["week"])
    if week is None:
        raise NotFound
    edition = await visit.ask(get_edition, GetEdition(week=week), "newsletter", "listings")
    return visit.show("newsletter_edition.html", edition=edition, title=title_of(week))


def title_of(week: date) -> str:
    return gettext("Launches of the week of %(week)s", week=day(week))


async def show_alert(visit: Visit) -> Response:
    return await _show_alert(visit, stop=False)


async def stop_alert(visit: Visit) -> Response:
    """Delete a saved search. Mail clients also post here directly for one-click unsubscribe (RFC 8058)."""
    return await _show_alert(visit, stop=True)


async def _show_alert(visit: Visit, *, stop: bool) -> Response:
    found = await visit.ask(stop_saved_search, StopSavedSearch(token=_token(visit), stop=stop))
    words = describe_search(found.search.search) if found.search else ""
    return visit.show("alert_stopped.html", headers=NO_REFERRER_PATH, stopped=found.stopped, words=words)


async def take_mail_report(visit: Visit) -> Response:
    """A bounce or complaint from a mail server, as a whole message."""
    scope: Any = visit.request.scope
    body = await read_body(scope, visit.request.receive)  # pyright: ignore[reportArgumentType]
    kind, _, secret = visit.request.headers.get("authorization", "").partition(" ")
    report = SendMailReport(content=body, secret=secret.strip() if kind.lower() == "bearer" else "")
    try:
        await visit.ask(send_mail_report, report)
    except ApiError as failure:
        return JSONResponse({"error": failure.detail}, failure.status, failure.headers)
    return JSONResponse({"received": True})


def _token(visit: Visit) -> UUID:
    try:
        return UUID(visit.path_params["token"])
    except ValueError:
        raise NotFound from None
