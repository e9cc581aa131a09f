"""Orders stand in the account area, since they are a person's and not a listing's."""

from starlette.responses import Response

from showground.surfaces.web.visit import Visit


async def lead_to_orders(visit: Visit) -> Response:
    return visit.go("/account/orders")
