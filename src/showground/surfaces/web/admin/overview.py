"""The staff overview: open work and recent activity."""

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.launches.actions.reports import list_reports
from showground.listings.actions.revenue import list_revenues
from showground.listings.actions.staff_listings import ListAllListings, list_all_listings
from showground.orders.actions.payment_events import list_payment_problems
from showground.orders.actions.staff_orders import ListAllOrders, list_all_orders
from showground.orders.actions.tasks import list_tasks
from showground.ownership.actions.claims import list_claims_in_review
from showground.ownership.actions.versions import list_unreviewed
from showground.questions.actions.moderation import ListAllQuestions, list_all_questions, list_question_reports
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit
from showground.upkeep.actions.audit_log import ListStaffEvents, list_staff_events
from showground.upkeep.actions.emails import ListMails, list_mails
from showground.upkeep.actions.jobs import list_failed_jobs

STATUSES = ("live", "scheduled", "awaiting_badge", "draft", "suspended")


@for_staff
async def show_overview(visit: Visit) -> Response:
    tasks = (await visit.ask(list_tasks, NoInput())).items
    wrong = await visit.ask(list_payment_problems, NoInput())
    payments = [*wrong.items, *wrong.disputes, *wrong.failed_refunds]
    reports = (await visit.ask(list_reports, NoInput())).items
    reported = len(reports) + len((await visit.ask(list_question_reports, NoInput())).items)
    held = await visit.ask(list_all_questions, ListAllQuestions(state="held", per_page=1))
    edits = (await visit.ask(list_unreviewed, NoInput())).items
    claims = (await visit.ask(list_claims_in_review, NoInput())).items
    revenues = (await visit.ask(list_revenues, NoInput())).items
    jobs = (await visit.ask(list_failed_jobs, NoInput())).items
    refused = await visit.ask(list_mails, ListMails(state="refused", per_page=1))
    waiting = await visit.ask(list_mails, ListMails(state="waiting", per_page=1))
    queues = (
        ("/admin/reports", "Reports", reported, "about listings, reviews and questions, unresolved"),
        ("/admin/visitor-questions?state=held", "Questions", held.total, "by new accounts, held for approval"),
        ("/admin/claims", "Claims", len(claims), "verified, on listings that have another owner"),
        ("/admin/edits", "Edits", len(edits), "to live listings, not reviewed"),
        ("/admin/tasks", "Tasks", len(tasks), "for paid orders, done by hand"),
        ("/admin/payments", "Payments", len(payments), "disputed, not refunded, or unmatched"),
        ("/admin/revenue", "Revenue", sum(not one.verified for one in revenues), "stated, not verified"),
        ("/admin/jobs", "Jobs", len(jobs), "that failed on every attempt"),
        ("/admin/outbox?state=refused", "Emails", refused.total, "permanently rejected by a mail server"),
    )
    counts = [
        (status, (await visit.ask(list_all_listings, ListAllListings(status=status, per_page=1))).total)
        for status in STATUSES
    ]
    return visit.show(
        "admin/overview.html",
        private=True,
        queues=queues,
        counts=counts,
        orders=(await visit.ask(list_all_orders, ListAllOrders(per_page=5))).items,
        events=(await visit.ask(list_staff_events, ListStaffEvents(per_page=8))).items,
        waiting=waiting.total,
    )
