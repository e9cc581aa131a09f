"""The staff overview: open work and recent activity, as far as the person's role goes."""

from typing import Any

from starlette.responses import Response

from showground.blog.actions.site_pages import list_texts
from showground.core.calls.action import Action
from showground.core.calls.models import NoInput
from showground.core.calls.paging import Paged
from showground.core.languages import Text
from showground.launches.actions.reports import list_reports
from showground.listings.actions.revenue import list_revenues
from showground.listings.actions.staff_listings import ListAllListings, list_all_listings
from showground.orders.actions.payment_events import list_payment_problems
from showground.orders.actions.staff_orders import ListAllOrders, list_all_orders
from showground.orders.actions.staff_withdrawals import list_withdrawals
from showground.orders.actions.tasks import list_tasks
from showground.ownership.actions.claims import list_claims_in_review
from showground.ownership.actions.staff_changes import list_new_listings
from showground.ownership.actions.versions import list_unreviewed
from showground.questions.actions.moderation import ListAllQuestions, list_all_questions, list_question_reports
from showground.surfaces.web.sessions import for_moderators
from showground.surfaces.web.visit import Visit
from showground.upkeep.actions.audit_log import ListStaffEvents, list_staff_events
from showground.upkeep.actions.emails import ListMails, list_mails
from showground.upkeep.actions.jobs import list_failed_jobs

STATUSES = ("live", "scheduled", "in_review", "awaiting_badge", "draft", "suspended")
Queue = tuple[str, str, int, str]  # its page, its name, how many there are, and of what


@for_moderators
async def show_overview(visit: Visit) -> Response:
    counts = [
        (status, (await visit.ask(list_all_listings, ListAllListings(status=status, per_page=1))).total)
        for status in STATUSES
    ]
    queues = await _moderation(visit)
    if not _may(visit, list_all_orders):
        return visit.show("admin/overview.html", private=True, queues=queues, counts=counts, whole=False)
    waiting = await visit.ask(list_mails, ListMails(state="waiting", per_page=1))
    return visit.show(
        "admin/overview.html",
        private=True,
        queues=[*queues, *await _business(visit)],
        counts=counts,
        whole=True,
        orders=(await visit.ask(list_all_orders, ListAllOrders(per_page=5))).items,
        events=(await visit.ask(list_staff_events, ListStaffEvents(per_page=8))).items,
        waiting=waiting.total,
    )


async def _moderation(visit: Visit) -> list[Queue]:
    reports = (await visit.ask(list_reports, NoInput())).items
    reported = len(reports) + len((await visit.ask(list_question_reports, NoInput())).items)
    held = await visit.ask(list_all_questions, ListAllQuestions(state="held", per_page=1))
    edits = (await visit.ask(list_unreviewed, NoInput())).items
    new = await visit.ask(list_new_listings, Paged(per_page=1))
    return [
        ("/admin/listings/new", Text("New listings"), new.total, Text("not reviewed yet")),
        (
            "/admin/reports",
            Text("Reports"),
            reported,
            Text("about listings, reviews and questions, unresolved"),
        ),
        (
            "/admin/visitor-questions?state=held",
            Text("Questions"),
            held.total,
            Text("by new accounts, held for approval"),
        ),
        ("/admin/edits", Text("Edits"), len(edits), Text("to live listings, not reviewed")),
    ]


async def _business(visit: Visit) -> list[Queue]:
    tasks = (await visit.ask(list_tasks, NoInput())).items
    withdrawals = (await visit.ask(list_withdrawals, NoInput())).items
    wrong = await visit.ask(list_payment_problems, NoInput())
    payments = [*wrong.items, *wrong.disputes, *wrong.failed_refunds]
    claims = (await visit.ask(list_claims_in_review, NoInput())).items
    revenues = (await visit.ask(list_revenues, NoInput())).items
    jobs = (await visit.ask(list_failed_jobs, NoInput())).items
    refused = await visit.ask(list_mails, ListMails(state="refused", per_page=1))
    texts = await visit.ask(list_texts, NoInput())
    return [
        (
            "/admin/claims",
            Text("Claims"),
            len(claims),
            Text("verified, on listings that have another owner"),
        ),
        ("/admin/tasks", Text("Tasks"), len(tasks), Text("for paid orders, done by hand")),
        (
            "/admin/withdrawals",
            Text("Withdrawals"),
            len(withdrawals),
            Text("by consumers, to refund or to answer"),
        ),
        (
            "/admin/payments",
            Text("Payments"),
            len(payments),
            Text("disputed, not refunded, or unmatched"),
        ),
        (
            "/admin/revenue",
            Text("Revenue"),
            sum(not one.verified for one in revenues),
            Text("stated, not verified"),
        ),
        (
            "/admin/texts",
            Text("Pages"),
            len(texts.missing),
            Text("required by law, not written or still the default text"),
        ),
        ("/admin/jobs", Text("Jobs"), len(jobs), Text("that failed on every attempt")),
        (
            "/admin/outbox?state=refused",
            Text("Emails"),
            refused.total,
            Text("permanently rejected by a mail server"),
        ),
    ]


def _may(visit: Visit, action: Action[Any, Any]) -> bool:
    return visit.access is not None and action.scope in visit.access.scopes
