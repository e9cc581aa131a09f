"""Revenue that staff verify, and Domain Ratings that they import."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.listings.actions.domain_ratings import import_domain_ratings
from showground.listings.actions.revenue import list_revenues, verify_revenue
from showground.surfaces.web.admin.common import button
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit


@for_staff
async def show_revenues(visit: Visit) -> Response:
    revenues = await visit.ask(list_revenues, NoInput())
    return visit.show("admin/revenue.html", private=True, revenues=revenues.items)


@for_staff
async def show_ratings(visit: Visit) -> Response:
    return _show_ratings(visit, "", NO_RESULT)


@for_staff
async def take_ratings(visit: Visit) -> Response:
    text = (await visit.form()).get("csv", "")
    return _show_ratings(visit, text, await visit.submit(import_domain_ratings))


def _show_ratings(visit: Visit, text: str, result: FormResult[Any]) -> Response:
    """Show errors line by line and keep the submitted text, so that it can be corrected."""
    lines = [error["message"] for error in result.failure.errors] if result.failure else []
    return visit.show(
        "admin/ratings.html",
        status=result.status,
        private=True,
        text="" if result.answer else text,
        lines=lines,
        done=result.answer,
        result=result,
    )


set_verified = button(verify_revenue, "/admin/revenue")
