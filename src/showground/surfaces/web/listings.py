"""The search page, as a plain form whose values stay in the address."""

from dataclasses import dataclass

from starlette.responses import Response

from showground.catalog import Category
from showground.catalog.operations.list_categories import ListCategories, list_categories
from showground.catalog.operations.search_listings import search_listings
from showground.core.failures import InvalidInput
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.taking import opinions_of
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.wording import name_of

STAGES = ("idea", "mvp", "launched", "growing", "established")
PRICING_MODELS = (
    "free", "freemium", "free-trial", "subscription", "one-time", "usage-based", "open-source", "custom",
)  # fmt: skip
SORTS = {
    "relevance": "Best match",
    "votes": "Most voted",
    "newest": "Newest",
    "trending": "Trending",
    "most_viewed": "Most viewed",
    "most_followed": "Most followed",
}
STATUSES = {"live": "Live", "upcoming": "Upcoming"}
FIELDS = ("q", "category", "stage", "country", "pricing_model", "status", "sort", "page")


@dataclass(frozen=True, slots=True)
class Choice:
    """A select of the form: what may be chosen, and what is."""

    name: str
    label: str
    any: str | None  # what stands for no choice
    groups: list[tuple[str, dict[str, str]]]
    chosen: str


async def show_listings(visit: Visit) -> Response:
    given = {name: text for name in FIELDS if (text := visit.query.get(name, "").strip())}
    tree = await visit.ask(list_categories, ListCategories())
    try:
        found = await visit.ask(search_listings, visit.parse(search_listings, given))
    except InvalidInput as wrong:
        status, found, pager = wrong.status, None, None
        faults = {fault["field"]: fault["message"] for fault in wrong.faults}
    else:
        status, faults, pager = 200, {}, make_pager(visit, found)
    return visit.show(
        "listings.html",
        status=status,
        given=given,
        choices=_choices(tree.items, given),
        faults=faults,
        found=found,
        mine=await opinions_of(visit, (listing.slug for listing in found.items)) if found else None,
        pager=pager,
        categories=tree.items,
    )


def _choices(categories: list[Category], given: dict[str, str]) -> list[Choice]:
    by_top = [
        (top.name, {top.slug: f"All of {top.name}", **{sub.slug: sub.name for sub in top.subcategories}})
        for top in categories
    ]
    choices = [
        ("category", "Category", "Every category", by_top),
        ("stage", "Stage", "Any stage", [("", {stage: name_of(stage) for stage in STAGES})]),
        ("pricing_model", "Pricing", "Any pricing", [("", {model: name_of(model) for model in PRICING_MODELS})]),
        ("country", "Country", "Every country", [("", country_names())]),
        ("status", "Status", None, [("", STATUSES)]),
        ("sort", "Order", None, [("", SORTS)]),
    ]
    return [_choice(name, label, blank, groups, given.get(name, "")) for name, label, blank, groups in choices]


def _choice(name: str, label: str, blank: str | None, groups: list[tuple[str, dict[str, str]]], chosen: str) -> Choice:
    """A value that stands in the address but not among the choices is kept, so that the form shows what was asked."""
    chosen = chosen.upper() if name == "country" else chosen
    known = not chosen or any(chosen in group for _, group in groups)
    return Choice(name, label, blank, groups if known else [*groups, ("", {chosen: chosen})], chosen)
