"""Categories and their comparison attributes."""

from typing import Any

from starlette.responses import Response

from showground.categories import StaffCategory
from showground.categories.actions.categories import delete_category, list_all_categories, write_category
from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.surfaces.web.admin.common import read_rows, with_blanks
from showground.surfaces.web.forms import NOT_TRIED, Form, Tried
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

KINDS = {"text": "Text", "number": "Number", "yes_no": "Yes or no", "list": "List"}
NEW: dict[str, Any] = {
    "slug": "", "name": "", "description": "", "parent": "", "keywords": "", "attributes": [], "faqs": []
}  # fmt: skip


@for_staff
async def show_categories(visit: Visit) -> Response:
    categories = await visit.ask(list_all_categories, NoInput())
    return visit.show("admin/categories.html", private=True, categories=categories.items)


@for_staff
async def show_new_category(visit: Visit) -> Response:
    return await _show(visit, None, NEW)


@for_staff
async def add_category(visit: Visit) -> Response:
    return await _save(visit, None)


@for_staff
async def show_category(visit: Visit) -> Response:
    category = await _find(visit)
    known = category.model_dump()
    return await _show(
        visit, category, known | {"keywords": ", ".join(category.keywords), "parent": category.parent or ""}
    )


@for_staff
async def save_category(visit: Visit) -> Response:
    return await _save(visit, await _find(visit))


@for_staff
async def drop_category(visit: Visit) -> Response:
    tried = await visit.attempt_with(delete_category, **visit.given)
    if tried.failure:
        raise tried.failure
    return visit.go("/admin/categories")


async def _find(visit: Visit) -> StaffCategory:
    for category in (await visit.ask(list_all_categories, NoInput())).items:
        if category.slug == visit.given["slug"]:
            return category
    raise NotFound


async def _save(visit: Visit, category: StaffCategory | None) -> Response:
    given = _read(await visit.form()) | ({"slug": category.slug} if category else {})
    keywords = [word.strip() for word in given["keywords"].split(",") if word.strip()]
    tried = await visit.attempt(
        write_category,
        **given | {"keywords": keywords, "parent": given["parent"] or None, "new": category is None},
    )
    return visit.go("/admin/categories") if tried.answer else await _show(visit, category, given, tried)


def _read(form: Form) -> dict[str, Any]:
    return {
        **{name: form.get(name, "").strip() for name in ("slug", "name", "description", "parent", "keywords")},
        "attributes": read_rows(form, key="attribute_key", label="attribute_label", kind="attribute_kind"),
        "faqs": read_rows(form, question="faq_question", answer="faq_answer"),
    }


async def _show(
    visit: Visit, category: StaffCategory | None, given: dict[str, Any], tried: Tried[Any] = NOT_TRIED
) -> Response:
    every = (await visit.ask(list_all_categories, NoInput())).items
    own = category.slug if category else None
    parents = {"": "None (top level)"} | {
        each.slug: each.name for each in every if each.parent is None and each.slug != own
    }
    rows = {
        "attributes": with_blanks(given["attributes"], "key", "label", "kind"),
        "faqs": with_blanks(given["faqs"], "question", "answer"),
    }
    return visit.show(
        "admin/category.html",
        status=tried.status,
        private=True,
        category=category,
        given=given | rows,
        parents=parents,
        kinds=KINDS,
        holds=_tell_what_it_holds(category, every) if category else "",
        tried=tried,
    )


def _tell_what_it_holds(category: StaffCategory, every: list[StaffCategory]) -> str:
    below = sum(each.parent == category.slug for each in every)
    if below:
        return f"It has {below} {'subcategory' if below == 1 else 'subcategories'}."
    count = category.listings
    return f"It has {count} {'listing' if count == 1 else 'listings'}." if count else ""
