"""The browsers a person is signed in to, and signing them out."""

from starlette.responses import Response

from showground.accounts.actions.sessions import end_other_sessions, end_session, list_sessions
from showground.core.calls.models import NoInput
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_sessions(visit: Visit) -> Response:
    found = await visit.ask(list_sessions, NoInput())
    return visit.show("account_sessions.html", private=True, sessions=found.items)


@for_a_person
async def end_one(visit: Visit) -> Response:
    await visit.submit(end_session, session_id=visit.request.path_params["session_id"])
    return visit.go("/account/sessions")


@for_a_person
async def end_others(visit: Visit) -> Response:
    await visit.ask(end_other_sessions, NoInput())
    return visit.go("/account/sessions")
