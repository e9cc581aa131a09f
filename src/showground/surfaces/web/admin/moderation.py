"""Moderation: reports, reviews, visitors' questions and discounted votes."""

from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.launches.actions.reports import list_reports, settle_report
from showground.launches.actions.reviews import hide_review, list_all_reviews
from showground.launches.actions.vote_ledger import count_discounts, discount_votes, list_discounted, list_vote_ledger
from showground.questions.actions.moderation import (
    list_all_questions,
    list_question_reports,
    moderate_answer,
    moderate_question,
    settle_question_report,
)
from showground.surfaces.web.admin.common import (
    answered,
    button,
    chosen,
    field_refused,
    list_paid,
    list_replies,
    name_all,
    read_slug,
)
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_moderators
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.reviews import REASONS


@for_moderators
async def show_reports(visit: Visit) -> Response:
    reports = await visit.ask(list_reports, NoInput())
    about_questions = await visit.ask(list_question_reports, NoInput())
    return visit.show(
        "admin/reports.html",
        private=True,
        reports=reports.items,
        about_questions=about_questions.items,
        reasons=REASONS,
        replies=await list_replies(visit),
        paid=await list_paid(visit, (report.listing_id for report in reports.items)),
    )


def _filters(visit: Visit) -> dict[str, str]:
    given = chosen(visit, "state", "slug")
    return given | {"slug": read_slug(given["slug"])} if "slug" in given else given


@for_moderators
async def show_all_reviews(visit: Visit) -> Response:
    asked = visit.parse_page(list_all_reviews, **_filters(visit))
    found = await visit.ask(list_all_reviews, asked)
    return visit.show(
        "admin/reviews.html",
        private=True,
        reviews=found.items,
        pager=make_pager(visit, found),
        state=asked.state or "",
        slug=asked.slug or "",
    )


@for_moderators
async def show_all_questions(visit: Visit) -> Response:
    asked = visit.parse_page(list_all_questions, **_filters(visit))
    found = await visit.ask(list_all_questions, asked)
    return visit.show(
        "admin/visitor_questions.html",
        private=True,
        questions=found.items,
        pager=make_pager(visit, found),
        state=asked.state or "",
        slug=asked.slug or "",
    )


@for_moderators
async def show_votes(visit: Visit) -> Response:
    """Listings with votes that don't count. With `slug` in the query, redirect to that listing's ledger."""
    if slug := visit.query.get("slug", "").strip():
        return visit.go(f"/admin/votes/{quote(read_slug(slug))}")
    listings = await visit.ask(list_discounted, NoInput())
    discounts = await visit.ask(count_discounts, NoInput())
    return visit.show("admin/votes.html", private=True, listings=listings.items, discounts=discounts)


@for_moderators
async def show_ledger(visit: Visit) -> Response:
    return await _show_ledger(visit)


@for_moderators
async def change_ledger(visit: Visit) -> Response:
    """Discount the selected votes, or count them again."""
    form = await visit.form()
    slug, why = visit.path_params["slug"], form.get("why", "").strip()
    chosen = [int(text) for text in form.getlist("accounts") if text.isascii() and text.isdigit() and len(text) < 19]
    if not chosen:
        return await _show_ledger(visit, field_refused("accounts", Text("Select at least one vote.")), why)
    if form.get("do") == "count":
        result = await visit.submit(discount_votes, slug=slug, accounts=chosen, why=None)
    elif not why:
        return await _show_ledger(visit, field_refused("why", Text("Enter a reason. The rules page shows it.")))
    else:
        result = await visit.submit(discount_votes, slug=slug, accounts=chosen, why=why)
    return visit.go(f"/admin/votes/{slug}") if result.answer else await _show_ledger(visit, result, why)


async def _show_ledger(visit: Visit, result: FormResult[Any] = NO_RESULT, why: str = "") -> Response:
    slug = visit.path_params["slug"]
    asked = visit.parse_page(list_vote_ledger, slug=slug).model_copy(update={"per_page": 50})
    ledger = await visit.ask(list_vote_ledger, asked)
    people = await name_all(visit, (n for entry in ledger.items for n in (entry.account, entry.discounted_by)))
    return visit.show(
        "admin/ledger.html",
        status=result.status,
        private=True,
        slug=slug,
        ledger=ledger,
        people=people,
        pager=make_pager(visit, ledger),
        result=result,
        why=why,
    )


end_report = answered(settle_report, "/admin/reports", "reply")
hide = button(hide_review, "/admin/reviews", hidden=True)
show_again = button(hide_review, "/admin/reviews", hidden=False)
end_question_report = answered(settle_question_report, "/admin/reports", "reply")
hide_question = button(moderate_question, "/admin/visitor-questions", hidden=True)
approve_question = button(moderate_question, "/admin/visitor-questions", hidden=False)
hide_answer = button(moderate_answer, "/admin/visitor-questions", hidden=True)
show_answer = button(moderate_answer, "/admin/visitor-questions", hidden=False)
