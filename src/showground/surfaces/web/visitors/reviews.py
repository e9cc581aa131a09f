"""Reviews of a listing, and reports of listings, reviews and questions to the site's team."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.action import Action
from showground.core.calls.errors import NotFound
from showground.core.languages import Text
from showground.launches.actions.reports import send_report
from showground.launches.actions.reviews import DeleteReview, delete_review, list_reviews, reply_to_review, write_review
from showground.questions.actions.moderation import report_question
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get
from showground.surfaces.web.visitors.votes import opinions_of

SORTS = {
    "newest": Text("Newest"),
    "highest": Text("Highest rated"),
    "lowest": Text("Lowest rated"),
}
REPORTED = ("review", "question", "answer")
REASONS = {
    "wrong": Text("Something in it is wrong"),
    "spam": Text("It's spam or misleading"),
    "rights": Text("It's mine and shouldn't be here"),
    "harm": Text("It's harmful or illegal"),
    "other": Text("Something else"),
}


async def show_reviews(visit: Visit) -> Response:
    return await _show_reviews(visit, NO_RESULT)


@for_a_person
async def post_review(visit: Visit) -> Response:
    result = await visit.submit(write_review, slug=visit.path_params["slug"])
    if result.answer is None:
        return await _show_reviews(visit, result)
    return visit.go(f"/listings/{result.answer.slug}/reviews#review-{result.answer.id}")


@for_a_person
async def drop_review(visit: Visit) -> Response:
    listing = await get(visit)
    await visit.ask(delete_review, DeleteReview(slug=listing.slug))
    return visit.go(f"/listings/{listing.slug}/reviews")


@for_a_person
async def post_reply(visit: Visit) -> Response:
    review = visit.path_params["review"]
    if not (review.isascii() and review.isdigit() and len(review) < 19):
        raise NotFound
    result = await visit.submit(reply_to_review, slug=visit.path_params["slug"], review_id=int(review))
    if result.failure is not None:
        raise result.failure
    return visit.go(f"/listings/{visit.path_params['slug']}/reviews#review-{review}")


async def _show_reviews(visit: Visit, result: FormResult[Any]) -> Response:
    listing = await get(visit)
    sort = visit.query.get("sort")
    asked = visit.parse_page(list_reviews, slug=listing.slug, sort=sort if sort in SORTS else "newest")
    found = await visit.ask(list_reviews, asked, f"listing:{listing.slug}")
    form = dict(await visit.form()) if visit.request.method == "POST" else dict[str, str]()
    return visit.show(
        "reviews.html",
        status=result.status,
        listing=listing,
        reviews=found,
        sorts=SORTS,
        sort=asked.sort,
        pager=make_pager(visit, found),
        mine=await opinions_of(visit, [listing.slug]),
        result=result,
        given={"stars": form.get("stars", ""), "body": form.get("body", "")},
    )


@for_a_person
async def show_report(visit: Visit) -> Response:
    return await _show_report(visit, NO_RESULT, {f"{what}_id": visit.query.get(what, "") for what in REPORTED})


@for_a_person
async def post_report(visit: Visit) -> Response:
    form = dict(await visit.form())
    report: Action[Any, Any] = report_question if form.get("question_id") else send_report
    result = await visit.submit(report, slug=visit.path_params["slug"])
    if result.answer is None:
        return await _show_report(visit, result, form)
    return visit.show("reported.html", private=True, listing=await get(visit))


async def _show_report(visit: Visit, result: FormResult[Any], given: dict[str, str]) -> Response:
    return visit.show(
        "report.html",
        status=result.status,
        private=True,
        listing=await get(visit),
        reasons=REASONS,
        result=result,
        given=given,
    )
