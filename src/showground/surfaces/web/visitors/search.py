"""The search page: a plain form whose values are in the URL."""

from dataclasses import dataclass

from starlette.responses import Response

from showground.categories import Category
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.drafting import PRICING_MODELS, STAGES
from showground.listings.operations.search_listings import search_listings
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.formatting import name_of
from showground.surfaces.web.lists import narrow_down
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.votes import opinions_of

SORTS = {
    "relevance": "Best match",
    "votes": "Most voted",
    "newest": "Newest",
    "trending": "Trending",
    "most_viewed": "Most viewed",
    "most_followed": "Most followed",
}
STATUSES = {"live": "Live", "upcoming": "Upcoming"}
SAVED_FIELDS = ("q", "category", "stage", "country", "pricing_model")
FIELDS = ("q", "category", "stage", "country", "pricing_model", "status", "sort", "page")


@dataclass(frozen=True, slots=True)
class Choice:
    """A select in the form: its options, and the selected one."""

    name: str
    label: str
    any: str | None  # the option for no filter; None if one must be chosen
    groups: list[tuple[str, dict[str, str]]]
    chosen: str


async def show_listings(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    narrowed = await narrow_down(visit, search_listings, FIELDS)
    slugs = [listing.slug for listing in narrowed.found.items] if narrowed.found else []
    return narrowed.show(
        visit,
        "listings.html",
        choices=_choices(tree.items, narrowed.given),
        saveable=_saveable(narrowed.given),
        mine=await opinions_of(visit, slugs) if slugs else None,
        categories=tree.items,
    )


def _saveable(given: dict[str, str]) -> dict[str, str]:
    """The words and filters of a search that can be saved; only live listings are new."""
    if given.get("status", "live") != "live":
        return {}
    return {name: text for name in SAVED_FIELDS if (text := given.get(name, ""))}


def _choices(categories: list[Category], given: dict[str, str]) -> list[Choice]:
    by_top = [
        (top.name, {top.slug: f"All in {top.name}", **{sub.slug: sub.name for sub in top.subcategories}})
        for top in categories
    ]
    choices = [
        ("category", "Category", "All categories", by_top),
        ("stage", "Stage", "Any stage", [("", {stage: name_of(stage) for stage in STAGES})]),
        ("pricing_model", "Pricing", "Any pricing", [("", {model: name_of(model) for model in PRICING_MODELS})]),
        ("country", "Country", "All countries", [("", country_names())]),
        ("status", "Status", None, [("", STATUSES)]),
        ("sort", "Sort by", None, [("", SORTS)]),
    ]
    return [_choice(name, label, blank, groups, given.get(name, "")) for name, label, blank, groups in choices]


def _choice(name: str, label: str, blank: str | None, groups: list[tuple[str, dict[str, str]]], chosen: str) -> Choice:
    """If the URL has a value that is not an option, add it, so that the form shows what was searched for."""
    chosen = chosen.upper() if name == "country" else chosen
    known = not chosen or any(chosen in group for _, group in groups)
    return Choice(name, label, blank, groups if known else [*groups, ("", {chosen: chosen})], chosen)
