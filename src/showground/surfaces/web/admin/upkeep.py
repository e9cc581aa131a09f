"""Settings, outgoing email, failed jobs and the audit log."""

from operator import itemgetter
from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.orders.actions.products import show_shop
from showground.ownership.actions.listing_status import get_free_plan, set_free_plan
from showground.questions.actions.moderation import get_question_policy, set_question_policy
from showground.surfaces.web.admin.common import button, chosen
from showground.surfaces.web.admin.log_names import action_name
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit
from showground.upkeep.actions.audit_log import list_staff_events
from showground.upkeep.actions.emails import ShowMail, list_mails, show_mail
from showground.upkeep.actions.jobs import list_failed_jobs, retry_job

FREE_PLAN = ("first_week", "last_week", "places")


@for_staff
async def show_settings(visit: Visit) -> Response:
    plan = await visit.ask(get_free_plan, NoInput())
    return await _show_settings(visit, plan.model_dump())


@for_staff
async def save_settings(visit: Visit) -> Response:
    form = await visit.form()
    result = await visit.submit(set_free_plan)
    if result.answer:
        return visit.go("/admin/settings")
    return await _show_settings(visit, {name: form.get(name, "") for name in FREE_PLAN}, result)


@for_staff
async def save_question_policy(visit: Visit) -> Response:
    result = await visit.submit(set_question_policy)
    if result.failure:
        raise result.failure
    return visit.go("/admin/settings")


async def _show_settings(visit: Visit, given: dict[str, Any], result: FormResult[Any] = NO_RESULT) -> Response:
    shop = await visit.ask(show_shop, NoInput())
    policy = await visit.ask(get_question_policy, NoInput())
    return visit.show(
        "admin/settings.html", status=result.status, private=True, given=given, shop=shop, policy=policy, result=result
    )


@for_staff
async def show_outbox(visit: Visit) -> Response:
    state = visit.query.get("state", "")
    found = await visit.ask(list_mails, visit.parse_page(list_mails, **chosen(visit, "state")))
    return visit.show(
        "admin/outbox.html",
        private=True,
        mails=found.items,
        pager=make_pager(visit, found),
        state=state,
        sending=visit.dispatcher.smtp is not None,
    )


@for_staff
async def show_one_mail(visit: Visit) -> Response:
    mail = await visit.ask(show_mail, ShowMail(mail_id=visit.request.path_params["mail_id"]))
    return visit.show("admin/mail.html", private=True, mail=mail, text=mail.body_text)


@for_staff
async def show_jobs(visit: Visit) -> Response:
    jobs = await visit.ask(list_failed_jobs, NoInput())
    return visit.show("admin/jobs.html", private=True, jobs=jobs.items)


@for_staff
async def show_log(visit: Visit) -> Response:
    asked = visit.parse_page(list_staff_events, **chosen(visit, "action", "account"))
    found = await visit.ask(list_staff_events, asked.model_copy(update={"per_page": 50}))
    return visit.show(
        "admin/log.html",
        private=True,
        events=found.items,
        actions=dict(sorted(((name, action_name(name)) for name in found.actions), key=itemgetter(1))),
        action=asked.action or "",
        pager=make_pager(visit, found),
    )


try_again = button(retry_job, "/admin/jobs")
