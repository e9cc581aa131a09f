"""The seller and their taxes."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.orders import SellerDetails
from showground.orders.actions.seller_details import show_seller_details, write_seller_details
from showground.surfaces.web.admin.common import read_number
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

FIELDS = tuple(SellerDetails.model_fields)
EDITED = EditedValues(show_seller_details, NoInput(), lambda shown: shown.staff.model_dump())


@for_staff
async def show_seller(visit: Visit) -> Response:
    return await _show(visit, NO_RESULT, None)


@for_staff
async def save_seller(visit: Visit) -> Response:
    form = await visit.form()
    given: dict[str, Any] = {name: form.get(name, "").replace("\r\n", "\n") for name in FIELDS}
    years = read_number(given["books_years"])
    result = await visit.submit_with(write_seller_details, EDITED, **given | {"books_years": years})
    return visit.go("/admin/seller") if result.answer else await _show(visit, result, given)


async def _show(visit: Visit, result: FormResult[Any], given: dict[str, Any] | None) -> Response:
    shown = await visit.ask(show_seller_details, NoInput())
    return visit.show(
        "admin/seller.html",
        status=result.status,
        private=True,
        shown=shown,
        given=_as_typed(shown.staff) if given is None else given,
        applies=_as_typed(shown.chosen),
        countries={"": Text("Choose a country"), **country_names()},
        version=await visit.version(EDITED, shown, result),
        result=result,
    )


def _as_typed(details: SellerDetails) -> dict[str, Any]:
    """The details as fields of the form."""
    values = {name: "" if value is None else value for name, value in details.model_dump().items()}
    lines = [line.strip() for line in (details.address or "").split(";")]
    return values | {"address": "\n".join(lines), "registrations": ", ".join(details.registrations or ())}
