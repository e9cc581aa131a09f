"""Categories and their comparison attributes."""

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from showground.categories import StaffCategory, category_text
from showground.categories.actions.categories import (
    StaffCategories,
    delete_category,
    list_all_categories,
    merge_categories,
    write_category,
)
from showground.categories.actions.category_files import (
    MAX_BYTES,
    MEDIA_TYPES,
    ImportCategories,
    export_categories,
    import_categories,
    start_tree,
)
from showground.core.calls.errors import ApiError, FieldError, InvalidInput, NotFound
from showground.core.calls.models import NoInput
from showground.core.languages import Text, deferred, lines, text_with
from showground.core.languages.formats import rounded
from showground.surfaces.web.admin.common import button, field_refused, read_rows, with_blanks
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, Form, FormResult
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.uploads import read_upload
from showground.surfaces.web.visit import Visit

KINDS = {
    "text": Text("Text"),
    "number": Text("Number"),
    "yes_no": Text("Yes or no"),
    "list": Text("List"),
}
NEW: dict[str, Any] = {
    "slug": "", "name": "", "description": "", "parent": "", "keywords": "", "attributes": [], "faqs": []
}  # fmt: skip


@for_staff
async def show_categories(visit: Visit) -> Response:
    return await _show_all(visit, NO_RESULT)


async def _show_all(visit: Visit, result: FormResult[Any]) -> Response:
    categories = (await visit.ask(list_all_categories, NoInput())).items
    return visit.show(
        "admin/categories.html",
        status=result.status,
        private=True,
        categories=categories,
        in_use=any(category.listings for category in categories),
        result=result,
    )


@for_staff
async def send_file(visit: Visit) -> Response:
    asked = export_categories.parse({"format": visit.query.get("format") or "csv"})
    file = await visit.ask(export_categories, asked)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "no-store"}
    return Response(file.content, 200, headers, MEDIA_TYPES[asked.format])


@for_staff
async def take_file(visit: Visit) -> Response:
    try:
        content, form = await read_upload(visit.request, "file", MAX_BYTES, _tell_too_large)
        if not content:
            return await _show_all(visit, field_refused("file", Text("Choose a file.")))
        wanted = ImportCategories(content=content, replace=form.get("replace") == "true")
        await visit.ask(import_categories, wanted)
    except InvalidInput as failure:
        return await _show_all(visit, field_refused("file", lines(*(error["message"] for error in failure.errors))))
    return visit.go("/admin/categories")


def _tell_too_large(size: int) -> ApiError:
    message = text_with("This file is %(size)s MB; the maximum is 2 MB.", size=deferred(rounded, size / 1_000_000, 1))
    return InvalidInput(errors=[FieldError(field="file", message=message)])


START_EMPTY = button(start_tree, "/admin/categories", tree="empty")
START_SHIPPED = button(start_tree, "/admin/categories", tree="shipped")


@for_staff
async def merge_into(visit: Visit) -> Response:
    category = await _find(visit)
    target = (await visit.form()).get("target", "")
    result = await visit.submit_with(merge_categories, slug=category.slug, target=target)
    if result.answer:
        return visit.go(f"/admin/categories/of/{result.answer.target}")
    if result.failure and not result.failure.errors:
        result = field_refused("target", result.failure.detail)
    return await _show(visit, category, _known(category), result)


@for_staff
async def show_new_category(visit: Visit) -> Response:
    return await _show(visit, None, NEW)


@for_staff
async def add_category(visit: Visit) -> Response:
    return await _save(visit, None)


@for_staff
async def show_category(visit: Visit) -> Response:
    category = await _find(visit)
    return await _show(visit, category, _known(category))


def _known(category: StaffCategory) -> dict[str, Any]:
    """What the form starts with. Shipped texts are in the language of the page, as visitors read them."""
    known = category.model_dump() | {"keywords": ", ".join(category.keywords), "parent": category.parent or ""}
    return _with_texts(known, category_text)


def _with_shipped(given: dict[str, Any], category: StaffCategory) -> dict[str, Any]:
    """Shipped texts that were left as they are stay shipped, and so in the language of whoever reads them."""
    shipped: dict[str, str] = {}

    def note(text: str) -> str:
        return shipped.setdefault(category_text(text), text)

    _with_texts(category.model_dump(), note)
    return _with_texts(given, lambda text: shipped.get(text.replace("\r\n", "\n"), text))


def _with_texts(values: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """The values of a category with each of its translated texts replaced."""
    attributes = [row | {"label": change(row["label"])} for row in values["attributes"]]
    faqs = [row | {"question": change(row["question"]), "answer": change(row["answer"])} for row in values["faqs"]]
    texts = {name: change(values[name]) for name in ("name", "description")}
    return values | texts | {"attributes": attributes, "faqs": faqs}


@for_staff
async def save_category(visit: Visit) -> Response:
    return await _save(visit, await _find(visit))


@for_staff
async def drop_category(visit: Visit) -> Response:
    result = await visit.submit_with(delete_category, **visit.path_params)
    if result.failure:
        raise result.failure
    return visit.go("/admin/categories")


async def _find(visit: Visit) -> StaffCategory:
    for category in (await visit.ask(list_all_categories, NoInput())).items:
        if category.slug == visit.path_params["slug"]:
            return category
    raise NotFound


async def _save(visit: Visit, category: StaffCategory | None) -> Response:
    given = _read(await visit.form()) | ({"slug": category.slug} if category else {})
    keywords = [word.strip() for word in given["keywords"].split(",") if word.strip()]
    written = _with_shipped(given, category) if category else given
    result = await visit.submit(
        write_category,
        _edited(category.slug) if category else None,
        **written | {"keywords": keywords, "parent": given["parent"] or None, "new": category is None},
    )
    return visit.go("/admin/categories") if result.answer else await _show(visit, category, given, result)


def _edited(slug: str) -> EditedValues[NoInput, StaffCategories]:
    names = {"name", "description", "parent", "keywords", "attributes", "faqs"}
    return EditedValues(
        list_all_categories,
        NoInput(),
        lambda found: [each.model_dump(include=names) for each in found.items if each.slug == slug],
    )


def _read(form: Form) -> dict[str, Any]:
    return {
        **{name: form.get(name, "").strip() for name in ("slug", "name", "description", "parent", "keywords")},
        "attributes": read_rows(form, key="attribute_key", label="attribute_label", kind="attribute_kind"),
        "faqs": read_rows(form, question="faq_question", answer="faq_answer"),
    }


async def _show(
    visit: Visit, category: StaffCategory | None, given: dict[str, Any], result: FormResult[Any] = NO_RESULT
) -> Response:
    found = await visit.ask(list_all_categories, NoInput())
    every = found.items
    own = category.slug if category else None
    parents = {"": Text("None (top level)")} | {
        each.slug: category_text(each.name) for each in every if each.parent is None and each.slug != own
    }
    rows = {
        "attributes": with_blanks(given["attributes"], "key", "label", "kind"),
        "faqs": with_blanks(given["faqs"], "question", "answer"),
    }
    return visit.show(
        "admin/category.html",
        status=result.status,
        private=True,
        category=category,
        version=await visit.version(_edited(category.slug), found, result) if category else "",
        given=given | rows,
        parents=parents,
        targets={"": Text("Choose a category")}
        | {each.slug: category_text(each.name) for each in every if own not in (each.slug, each.parent)},
        kinds=KINDS,
        below=sum(each.parent == own for each in every) if category else 0,
        result=result,
    )
