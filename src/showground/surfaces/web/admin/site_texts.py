"""Interview questions, and the site's own pages."""

from typing import Any

from starlette.responses import Response

from showground.blog import SHIPPED, WELL_KNOWN, NoSuchPage
from showground.blog.actions.site_pages import (
    GetText,
    TextHistory,
    delete_text,
    list_texts,
    read_text,
    write_text,
)
from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.people.actions.questions import (
    add_question,
    change_question,
    list_all_questions,
    move_question,
    remove_question,
)
from showground.surfaces.web.admin.common import button, find_picture, name_all
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

PLACEMENTS = {
    "navigation": Text("The navigation"),
    "footer": Text("The footer"),
    "none": Text("Nowhere"),
}
NEW_TEXT = {"slug": "", "title": "", "body": "", "placement": "footer"}
NEW = {"question_id": "", "question": ""}


@for_staff
async def show_questions(visit: Visit) -> Response:
    return await _show_questions(visit, NEW)


@for_staff
async def save_question(visit: Visit) -> Response:
    """Add a question, or reword the one whose id the form gives."""
    form = await visit.form()
    # A question is one line; the field has several, so that all of it can be seen on a phone.
    given = {name: " ".join(form.get(name, "").split()) for name in NEW}
    asked = given["question"]
    if given["question_id"]:
        result = await visit.submit(change_question, question=asked)
    else:
        result = await visit.submit(add_question, question=asked)
    return visit.go("/admin/questions") if result.answer else await _show_questions(visit, given, result)


async def _show_questions(visit: Visit, given: dict[str, str], result: FormResult[Any] = NO_RESULT) -> Response:
    questions = await visit.ask(list_all_questions, NoInput())
    return visit.show(
        "admin/questions.html",
        status=result.status,
        private=True,
        questions=questions.items,
        result=result,
        given=given,
    )


@for_staff
async def show_texts(visit: Visit) -> Response:
    texts = await visit.ask(list_texts, NoInput())
    missing = [(slug, slug.capitalize()) for slug in texts.missing]
    return visit.show("admin/texts.html", private=True, texts=texts.items, missing=missing, placements=PLACEMENTS)


@for_staff
async def show_new_text(visit: Visit) -> Response:
    return await _show_text(visit, dict(NEW_TEXT), new=True)


@for_staff
async def add_text(visit: Visit) -> Response:
    return await _save(visit, new=True)


@for_staff
async def edit_text(visit: Visit) -> Response:
    slug = visit.path_params["slug"]
    text = (await visit.ask(read_text, visit.parse(read_text, visit.path_params))).text
    if text is None and slug not in WELL_KNOWN:
        raise NoSuchPage
    empty = {"title": slug.capitalize(), "body": "", "placement": "footer"}
    return await _show_text(visit, text.model_dump(include=set(empty)) if text else empty)


@for_staff
async def save_text(visit: Visit) -> Response:
    return await _save(visit)


async def _save(visit: Visit, *, new: bool = False) -> Response:
    form = await visit.form()
    given = {name: form.get(name, "").strip() for name in NEW_TEXT}
    given["slug"] = visit.path_params.get("slug", given["slug"])
    given["placement"] = given["placement"] or NEW_TEXT["placement"]
    if form.get("do") == "preview":
        return await _show_text(visit, given, new=new, preview=True)
    if picture := find_picture(given["body"]):
        return await _show_text(visit, given, picture, new=new)
    edited = None if new else _edited(visit.parse(read_text, visit.path_params))
    result = await visit.submit_with(write_text, edited, **given, new=new)
    return visit.go("/admin/texts") if result.answer else await _show_text(visit, given, result, new=new)


def _edited(asked: GetText) -> EditedValues[GetText, TextHistory]:
    return EditedValues(read_text, asked, lambda known: known.text and known.text.model_dump(include={*NEW_TEXT}))


async def _show_text(
    visit: Visit,
    given: dict[str, str],
    result: FormResult[Any] = NO_RESULT,
    *,
    new: bool = False,
    preview: bool = False,
) -> Response:
    slug = visit.path_params.get("slug", "")
    asked = None if new else visit.parse(read_text, visit.path_params)
    known = await visit.ask(read_text, asked) if asked else None
    versions = known.versions if known else []
    return visit.show(
        "admin/text.html",
        status=result.status,
        private=True,
        given={"slug": slug, **given},
        new=new,
        preview=preview,
        version=await visit.version(_edited(asked), known, result) if asked and known else "",
        result=result,
        placements=PLACEMENTS,
        shipped=slug in SHIPPED,
        deletable=known is not None and known.text is not None and known.text.updated_at is not None,
        versions=versions,
        people=await name_all(visit, (version.saved_by for version in versions)),
    )


@for_staff
async def drop_text(visit: Visit) -> Response:
    result = await visit.submit(delete_text, **visit.path_params)
    if result.failure:
        raise result.failure
    return visit.go("/admin/texts")


drop_question = button(remove_question, "/admin/questions")
raise_question = button(move_question, "/admin/questions")
