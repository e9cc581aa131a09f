"""A person's own page: notifications, saved listings, collections, votes, follows, reviews and questions."""

from typing import Any

from starlette.responses import Response

from showground.collections.actions.collections import list_saved, make_collection
from showground.core.calls.models import NoInput
from showground.launches.actions.follows import list_my_opinions
from showground.notifications.actions.notifications import list_notifications, mark_notifications_read
from showground.questions.actions.questions import list_my_questions
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_your_page(visit: Visit) -> Response:
    return await _show(visit)


@for_a_person
async def add_collection(visit: Visit) -> Response:
    result = await visit.submit(make_collection)
    if result.answer is None:
        return await _show(visit, result, (await visit.form()).get("name", ""))
    return visit.go(f"/collections/{result.answer.id}")


@for_a_person
async def read_all(visit: Visit) -> Response:
    await visit.ask(mark_notifications_read, NoInput())
    return visit.go("/me")


async def _show(visit: Visit, result: FormResult[Any] = NO_RESULT, name: str = "") -> Response:
    return visit.show(
        "me.html",
        status=result.status,
        private=True,
        result=result,
        name=name,
        notifications=await visit.ask(list_notifications, NoInput()),
        things=await visit.ask(list_saved, NoInput()),
        opinions=await visit.ask(list_my_opinions, NoInput()),
        questions=(await visit.ask(list_my_questions, NoInput())).items,
    )
