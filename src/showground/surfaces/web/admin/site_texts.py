"""Interview questions and legal pages."""

from typing import Any

from starlette.responses import Response

from showground.blog.actions.site_pages import get_text, write_text
from showground.core.calls.models import NoInput
from showground.people.actions.questions import (
    add_question,
    change_question,
    list_all_questions,
    move_question,
    remove_question,
)
from showground.surfaces.web.admin.common import button
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

TEXTS = ("privacy", "terms", "refunds", "abuse")
NEW = {"question_id": "", "question": ""}


@for_staff
async def show_questions(visit: Visit) -> Response:
    return await _show_questions(visit, NEW)


@for_staff
async def save_question(visit: Visit) -> Response:
    """Add a question, or reword the one whose id the form gives."""
    form = await visit.form()
    given = {name: form.get(name, "") for name in NEW}
    tried = await (visit.attempt(change_question) if given["question_id"] else visit.attempt(add_question))
    return visit.go("/admin/questions") if tried.answer else await _show_questions(visit, given, tried)


async def _show_questions(visit: Visit, given: dict[str, str], tried: Tried[Any] = NOT_TRIED) -> Response:
    questions = await visit.ask(list_all_questions, NoInput())
    return visit.show(
        "admin/questions.html",
        status=tried.status,
        private=True,
        questions=questions.items,
        tried=tried,
        given=given,
    )


@for_staff
async def show_texts(visit: Visit) -> Response:
    texts = [await visit.ask(get_text, visit.parse(get_text, {"slug": slug})) for slug in TEXTS]
    return visit.show("admin/texts.html", private=True, texts=texts)


@for_staff
async def edit_text(visit: Visit) -> Response:
    text = await visit.ask(get_text, visit.parse(get_text, visit.given))
    return _show_text(visit, {"title": text.title, "body": text.body})


@for_staff
async def save_text(visit: Visit) -> Response:
    await visit.ask(get_text, visit.parse(get_text, visit.given))  # 404 for unknown slugs
    form = await visit.form()
    given = {name: form.get(name, "").strip().replace("\r\n", "\n") for name in ("title", "body")}
    if form.get("do") == "preview":
        return _show_text(visit, given, preview=True)
    tried = await visit.attempt(write_text, slug=visit.given["slug"], **given)
    return visit.go("/admin/texts") if tried.answer else _show_text(visit, given, tried)


def _show_text(
    visit: Visit, given: dict[str, str], tried: Tried[Any] = NOT_TRIED, *, preview: bool = False
) -> Response:
    return visit.show(
        "admin/text.html",
        status=tried.status,
        private=True,
        slug=visit.given["slug"],
        given=given,
        preview=preview,
        tried=tried,
    )


drop_question = button(remove_question, "/admin/questions")
raise_question = button(move_question, "/admin/questions")
