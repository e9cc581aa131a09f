"""The founder interview, the founder's picture, and the choice of which founder you are."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import ApiError, FieldError, InvalidInput
from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.ownership import MAX_PICTURE_BYTES, OwnedListing
from showground.ownership.actions.founder_pictures import remove_founder_picture, upload_founder_picture
from showground.ownership.actions.founders import link_founder, read_interview
from showground.ownership.operations.answer_interview import answer_interview
from showground.ownership.operations.list_my_listings import ListMyListings, list_my_listings
from showground.people.operations.list_interview_questions import list_interview_questions
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.uploads import read_upload
from showground.surfaces.web.visit import Visit

MAX_LISTINGS = 100


@for_a_person
async def show_interview(visit: Visit) -> Response:
    return await _show(visit, None, NO_RESULT)


@for_a_person
async def save_interview(visit: Visit) -> Response:
    questions = await visit.ask(list_interview_questions, NoInput())
    form = await visit.form()
    typed = {q.id: form.get(f"answer.{q.id}", "").replace("\r\n", "\n").strip() for q in questions.items}
    answers = [{"question_id": number, "answer": text} for number, text in typed.items()]
    result = await visit.submit_with(answer_interview, answers=answers)
    return visit.go("/dashboard/interview?saved=1") if result.failure is None else await _show(visit, typed, result)


@for_a_person
async def choose_founder(visit: Visit) -> Response:
    result = await visit.submit(link_founder)
    return visit.go("/dashboard/interview?saved=1") if result.failure is None else await _show(visit, None, result)


@for_a_person
async def save_picture(visit: Visit) -> Response:
    too_large = ApiError(Text("The picture is larger than 5 MB. Upload a smaller one."))
    try:
        content, fields = await read_upload(visit.request, "picture", MAX_PICTURE_BYTES, lambda _: too_large)
        if "remove" in fields:
            await visit.ask(remove_founder_picture, NoInput())
        elif not content:
            raise InvalidInput(errors=[FieldError(field="picture", message=Text("Choose a picture first."))])
        else:
            await visit.ask(upload_founder_picture, upload_founder_picture.input(content=content))
    except ApiError as failure:
        if failure.status not in (400, 409, 413):
            raise
        return await _show(visit, None, FormResult(None, failure))
    return visit.go("/dashboard/interview?saved=1")


async def _show(visit: Visit, typed: dict[int, str] | None, result: FormResult[Any]) -> Response:
    now = await visit.ask(read_interview, NoInput())
    questions = await visit.ask(list_interview_questions, NoInput())
    listings = await visit.ask(list_my_listings, ListMyListings(per_page=MAX_LISTINGS))
    whole = [listing for listing in listings.items if isinstance(listing, OwnedListing)]
    named = {founder.slug: founder.name for listing in whole for founder in listing.founders or ()}
    return visit.show(
        "dashboard/interview.html",
        status=result.status,
        private=True,
        questions=questions.items,
        known=typed if typed is not None else {item.question_id: item.answer for item in now.items},
        founder=now.founder,
        picture=now.picture,
        named=named,
        result=result,
        saved="saved" in visit.query,
    )
