"""The category pages: the list of all categories, and each category with its listings."""

from starlette.responses import Response

from showground.categories import NoSuchCategory
from showground.categories.operations.get_category import get_category
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.errors import NotFound
from showground.core.languages import Text
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.syndication.json_ld import describe_category
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import Moved
from showground.surfaces.web.visitors.featured import find_featured
from showground.surfaces.web.visitors.filters import category_choices
from showground.surfaces.web.visitors.votes import opinions_of


async def show_categories(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show("categories.html", categories=tree.items)


async def show_category(visit: Visit) -> Response:
    asked = {"slug": visit.request.path_params["slug"], "page": visit.query.get("page") or "1"}
    try:
        category = await visit.ask(get_category, visit.parse(get_category, asked))
    except NoSuchCategory:
        raise NotFound(Text("There's no such category.")) from None
    if category.slug != asked["slug"]:
        raise Moved(category.slug)
    return visit.show(
        "category.html",
        category=category,
        choices=category_choices(),
        mine=await opinions_of(visit, (listing.slug for listing in category.items)),
        featured=await find_featured(visit, category.slug),
        pager=make_pager(visit, category),
        structured=describe_category(category, visit.site),
    )
