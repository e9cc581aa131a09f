"""The next edition of the newsletter, past ones, and addresses that get no list emails."""

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.newsletter.actions.editions import preview_newsletter, send_test_edition
from showground.newsletter.actions.mail_reports import list_blocked_addresses, unblock_address
from showground.surfaces.web.admin.common import button
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit


@for_staff
async def show_newsletter(visit: Visit) -> Response:
    desk = await visit.ask(preview_newsletter, NoInput())
    return visit.show(
        "admin/newsletter.html",
        private=True,
        desk=desk,
        sent="sent" in visit.query,
        sending=visit.dispatcher.smtp is not None,
    )


@for_staff
async def send_test(visit: Visit) -> Response:
    await visit.ask(send_test_edition, NoInput())
    return visit.go("/admin/newsletter?sent=1")


@for_staff
async def show_blocked(visit: Visit) -> Response:
    found = await visit.ask(list_blocked_addresses, visit.parse_page(list_blocked_addresses))
    return visit.show("admin/blocked_addresses.html", private=True, found=found, pager=make_pager(visit, found))


unblock = button(unblock_address, "/admin/blocked-addresses")
