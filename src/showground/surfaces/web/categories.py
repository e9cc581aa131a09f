"""The pages of categories: all of them, and one with its listings."""

from starlette.responses import Response

from showground.catalog.operations.get_category import get_category
from showground.catalog.operations.list_categories import ListCategories, list_categories
from showground.surfaces.web.machines.structured import describe_category
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.taking import opinions_of
from showground.surfaces.web.visit import Visit


async def show_categories(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show("categories.html", categories=tree.items)


async def show_category(visit: Visit) -> Response:
    asked = {"slug": visit.request.path_params["slug"], "page": visit.query.get("page") or "1"}
    category = await visit.ask(get_category, visit.parse(get_category, asked))
    return visit.show(
        "category.html",
        category=category,
        mine=await opinions_of(visit, (listing.slug for listing in category.items)),
        pager=make_pager(visit, category),
        structured=describe_category(category, visit.site),
    )
