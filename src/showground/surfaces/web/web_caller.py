"""Who sent a request to the website, as the dispatcher wants to know it."""

from typing import cast

from starlette.requests import Request

from showground.accounts import SignedInPerson
from showground.core.calls.context import Caller
from showground.surfaces.asgi import Scope, arrival_of

PERSON = "showground.person"  # key of the signed-in person in the ASGI scope


def web_caller(request: Request) -> Caller:
    arrival = arrival_of(cast("Scope", request.scope))
    person: SignedInPerson | None = request.scope.get(PERSON)
    return Caller(arrival.now, "web", person.access if person else None, arrival.address, arrival.request_id)
