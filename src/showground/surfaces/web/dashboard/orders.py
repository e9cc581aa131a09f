"""Orders live in the account area, because they belong to a person and not to a listing."""

from starlette.responses import Response

from showground.surfaces.web.visit import Visit


async def lead_to_orders(visit: Visit) -> Response:
    return visit.go("/account/orders")
