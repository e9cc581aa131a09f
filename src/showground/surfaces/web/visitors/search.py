"""The search page: a plain form whose values are in the URL, and links that add or remove one filter."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from showground.categories import Category, category_text
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.languages import Text
from showground.listings.actions.search_page import SearchPage, show_search_page
from showground.surfaces.web.countries import country_name
from showground.surfaces.web.formatting import name_of
from showground.surfaces.web.lists import narrow_down
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.featured import find_featured
from showground.surfaces.web.visitors.filters import STATUSES, search_choices
from showground.surfaces.web.visitors.votes import opinions_of

SAVED_FIELDS = ("q", "category", "stage", "country", "pricing_model")
FIELDS = ("q", "category", "stage", "country", "pricing_model", "status", "sort", "page")
FACETS = {
    "category": Text("Category"),
    "pricing_model": Text("Pricing"),
    "stage": Text("Stage"),
    "country": Text("Country"),
}
MAX_VALUES = 10  # of a facet that are shown, the most common ones


@dataclass(frozen=True, slots=True)
class ShownFacet:
    """A filter that is not set yet: its values, each with the address that sets it and the number of listings."""

    label: str
    values: list[tuple[str, str, int]]


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter that is set, and the address of the search without it."""

    label: str
    value: str
    without: str


async def lead_to_listings(visit: Visit) -> Response:
    """For people who guess the address of the search."""
    return RedirectResponse(_address({"q": visit.query.get("q", "")}), 301)


async def show_listings(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories(detail="brief"))
    narrowed = await narrow_down(visit, show_search_page, FIELDS, "listings", "categories")
    slugs = [listing.slug for listing in narrowed.found.items] if narrowed.found else []
    every = [category for top in tree.items for category in (top, *top.subcategories)]
    names = {category.slug: category_text(category.name) for category in every}
    return narrowed.show(
        visit,
        "listings.html",
        choices=search_choices(tree.items, narrowed.given),
        chips=list(_chips(narrowed.given, names)),
        facets=list(_facets(narrowed.found, narrowed.given, tree.items)) if narrowed.found else [],
        corrected=_address(narrowed.given, q=narrowed.found.correction or "") if narrowed.found else "",
        saveable=_saveable(narrowed.given),
        mine=await opinions_of(visit, slugs) if slugs else None,
        featured=() if narrowed.given else await find_featured(visit),
        categories=tree.items,
    )


def _address(given: Mapping[str, str], **changed: str) -> str:
    """The address of a search with some of its values changed; empty ones are left out. It starts at the first page."""
    kept = {name: value for name, value in {**given, **changed}.items() if value and name != "page"}
    return f"/listings?{urlencode(kept)}" if kept else "/listings"


def _value_names(categories: Mapping[str, str]) -> dict[str, Callable[[str], str]]:
    """For each filter, how its values are called."""
    return {
        "category": lambda slug: categories.get(slug, slug),
        "pricing_model": name_of,
        "stage": name_of,
        "country": lambda code: country_name(code.upper()),
        "status": lambda status: STATUSES.get(status, status),
    }


def _chips(given: Mapping[str, str], categories: Mapping[str, str]) -> Iterator[Chip]:
    labels = {**FACETS, "status": Text("Status")}
    named = _value_names(categories)
    for name, label in labels.items():
        value = given.get(name, "")
        if value and (name, value) != ("status", "live"):
            yield Chip(label, named[name](value), _address(given, **{name: ""}))


def _facets(found: SearchPage, given: Mapping[str, str], tree: list[Category]) -> Iterator[ShownFacet]:
    """Only filters that are not set, and that would leave something out. In a category, its subcategories."""
    if not given:
        tops = [(category_text(top.name), f"/categories/{top.slug}", top.listing_count) for top in tree]
        yield ShownFacet(Text("Category"), tops)
    level = _level(given.get("category", ""), tree) if given else {}
    named = _value_names(level)
    for facet in found.facets:
        if facet.name in given and facet.name != "category":
            continue
        counts = {v: n for v, n in facet.counts.items() if facet.name != "category" or v in level}
        if not counts or (len(counts) == 1 and found.counted in counts.values()):
            continue
        values = [
            (named[facet.name](value), _address(given, **{facet.name: value}), count)
            for value, count in list(counts.items())[:MAX_VALUES]
        ]
        yield ShownFacet(FACETS[facet.name], values)


def _level(category: str, tree: list[Category]) -> dict[str, str]:
    """The categories below the chosen one, by slug; without one, the top categories."""
    below = [sub for top in tree if top.slug == category for sub in top.subcategories] if category else tree
    return {each.slug: category_text(each.name) for each in below}


def _saveable(given: dict[str, str]) -> dict[str, str]:
    """The words and filters of a search that can be saved; only live listings are new."""
    if given.get("status", "live") != "live":
        return {}
    return {name: text for name in SAVED_FIELDS if (text := given.get(name, ""))}
