"""Webhooks of the payment providers. Requests are signed and have no session."""

from typing import Any

from starlette.responses import JSONResponse, Response

from showground.core.calls.errors import ApiError
from showground.orders.actions.payment_events import ReceiveEvent, receive_event
from showground.surfaces.asgi import read_body
from showground.surfaces.web.visit import Visit

TOLD = ("stripe-signature", "sandbox-signature")


async def take_event(visit: Visit) -> Response:
    scope: Any = visit.request.scope
    body = await read_body(scope, visit.request.receive)  # pyright: ignore[reportArgumentType]
    headers = {name: value for name in TOLD if (value := visit.request.headers.get(name))}
    event = ReceiveEvent(provider=visit.request.path_params["provider"], headers=headers, body=body)
    try:
        await visit.ask(receive_event, event)
    except ApiError as failure:
        return JSONResponse({"error": failure.detail}, failure.status, failure.headers)
    return JSONResponse({"received": True})
