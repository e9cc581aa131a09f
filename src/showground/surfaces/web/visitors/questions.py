"""Questions about a listing: read, ask, answer, delete, and adopt an answer into the FAQ."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import NotFound
from showground.listings import Listing
from showground.questions import RelatedQuestion
from showground.questions.actions.answers import adopt_answer, delete_answer, write_answer
from showground.questions.actions.questions import (
    ListListingQuestions,
    ask_question,
    delete_question,
    list_listing_questions,
)
from showground.questions.actions.related_questions import ListRelatedQuestions, list_related_questions
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get

PER_PAGE = 20


async def show_questions(visit: Visit) -> Response:
    return await _show_all(visit, visit.query.get("update"), NO_RESULT)


async def show_question(visit: Visit) -> Response:
    return await _show_one(visit, _number(visit.path_params["question"]), NO_RESULT)


@for_a_person
async def post_question(visit: Visit) -> Response:
    result = await visit.submit(ask_question, slug=visit.path_params["slug"])
    if result.answer is None:
        return await _show_all(visit, (await visit.form()).get("update_id", ""), result)
    return visit.go(f"/listings/{result.answer.slug}/questions/{result.answer.id}")


@for_a_person
async def drop_question(visit: Visit) -> Response:
    """Deleting a question twice is not an error."""
    listing = await get(visit)
    await visit.submit_with(delete_question, slug=listing.slug, question_id=_number(visit.path_params["question"]))
    return visit.go(f"/listings/{listing.slug}/questions")


@for_a_person
async def post_answer(visit: Visit) -> Response:
    question = _number(visit.path_params["question"])
    result = await visit.submit(write_answer, slug=visit.path_params["slug"], question_id=question)
    if result.answer is None:
        return await _show_one(visit, question, result)
    return visit.go(f"/listings/{result.answer.slug}/questions/{question}#answer-{result.answer.id}")


@for_a_person
async def drop_answer(visit: Visit) -> Response:
    question, answer = _number(visit.path_params["question"]), _number(visit.path_params["answer"])
    result = await visit.submit(delete_answer, slug=visit.path_params["slug"], answer_id=answer)
    if result.failure is not None:
        return await _show_one(visit, question, result)
    return visit.go(f"/listings/{visit.path_params['slug']}/questions")


@for_a_person
async def take_into_faq(visit: Visit) -> Response:
    question, answer = _number(visit.path_params["question"]), _number(visit.path_params["answer"])
    result = await visit.submit(adopt_answer, slug=visit.path_params["slug"], answer_id=answer)
    if result.answer is None:
        return await _show_one(visit, question, result)
    return visit.go(f"/listings/{result.answer.slug}/questions/{question}#answer-{answer}")


async def _show_all(visit: Visit, update: str, result: FormResult[Any]) -> Response:
    listing = await get(visit)
    about = int(update) if _is_number(update) else None
    asked = visit.parse_page(list_listing_questions, slug=listing.slug)
    asked = asked.model_copy(update={"per_page": PER_PAGE, "update_id": about})
    found = await visit.ask(list_listing_questions, asked, f"listing:{listing.slug}")
    if about is not None and found.update_title is None:
        raise NotFound
    return visit.show(
        "questions.html",
        status=result.status,
        listing=listing,
        questions=found,
        update_id=about,
        related=await _find_related(visit, listing.slug) if about is None else [],
        pager=make_pager(visit, found),
        adopted=adopted_answers(listing),
        result=result,
        given=(await visit.form()).get("body", "") if visit.request.method == "POST" else "",
    )


async def _show_one(visit: Visit, question: int, result: FormResult[Any]) -> Response:
    listing = await get(visit)
    asked = ListListingQuestions(slug=listing.slug, question_id=question)
    found = await visit.ask(list_listing_questions, asked, f"listing:{listing.slug}")
    if not found.items:
        raise NotFound
    return visit.show(
        "question.html",
        status=result.status,
        listing=listing,
        questions=found,
        item=found.items[0],
        related=await _find_related(visit, listing.slug, question),
        adopted=adopted_answers(listing),
        result=result,
        given=(await visit.form()).get("body", "") if visit.request.method == "POST" else "",
    )


async def _find_related(visit: Visit, slug: str, question: int | None = None) -> list[RelatedQuestion]:
    asked = ListRelatedQuestions(slug=slug, question_id=question)
    return (await visit.ask(list_related_questions, asked, f"listing:{slug}", "listings")).items


def adopted_answers(listing: Listing) -> set[int]:
    """The answers that are in the listing's FAQ."""
    return {faq.stated_by_maker.answer_id for faq in listing.faqs or () if faq.stated_by_maker}


def _number(text: str) -> int:
    if not _is_number(text):
        raise NotFound
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19
