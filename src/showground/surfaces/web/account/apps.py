"""Connected apps: list and disconnect them."""

from starlette.responses import Response

from showground.accounts import SCOPES
from showground.core.calls.models import NoInput
from showground.oauth.actions.apps import disconnect_app, list_apps
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_apps(visit: Visit) -> Response:
    found = await visit.ask(list_apps, NoInput())
    return visit.show("account_apps.html", private=True, apps=found.items, scopes=SCOPES)


@for_a_person
async def drop_app(visit: Visit) -> Response:
    """Ignores an app that is already disconnected; the page lists the ones that are left."""
    await visit.submit(disconnect_app)
    return visit.go("/account/apps")
