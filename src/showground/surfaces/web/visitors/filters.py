"""The selects by which visitors filter and sort listings."""

from dataclasses import dataclass

from showground.categories import Category, category_text
from showground.core.languages import Text, gettext
from showground.drafting import PRICING_MODELS, STAGES
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.formatting import name_of

SORTS: dict[str, str] = {
    "relevance": Text("Best match"),
    "votes": Text("Most voted"),
    "newest": Text("Newest"),
    "trending": Text("Trending"),
    "most_viewed": Text("Most viewed"),
    "most_followed": Text("Most followed"),
}
STATUSES: dict[str, str] = {"live": Text("Live"), "upcoming": Text("Upcoming")}
Groups = list[tuple[str, dict[str, str]]]  # options by heading


@dataclass(frozen=True, slots=True)
class Choice:
    """A select in the form: its options, and the selected one."""

    name: str
    label: str
    any: str | None  # the option for no filter; None if one must be chosen
    groups: Groups
    chosen: str


def search_choices(categories: list[Category], given: dict[str, str]) -> list[Choice]:
    """Those of the search page."""
    by_top = [
        (
            category_text(top.name),
            {
                top.slug: gettext("All in %(name)s", name=category_text(top.name)),
                **{sub.slug: category_text(sub.name) for sub in top.subcategories},
            },
        )
        for top in categories
    ]
    return [
        _choice("category", Text("Category"), Text("All categories"), by_top, given),
        _stage(given),
        _pricing(given),
        _choice("country", Text("Country"), Text("All countries"), [("", country_names())], given),
        _choice("status", Text("Status"), None, [("", STATUSES)], given),
        _choice("sort", Text("Sort by"), None, [("", SORTS)], given),
    ]


def category_choices() -> list[Choice]:
    """Those of a category's page, which lead to the search page. Without words, the best match is the most voted."""
    by_votes = {sort: words for sort, words in SORTS.items() if sort != "relevance"}
    return [_pricing({}), _stage({}), _choice("sort", Text("Sort by"), None, [("", by_votes)], {})]


def _stage(given: dict[str, str]) -> Choice:
    return _choice(
        "stage", Text("Stage"), Text("Any stage"), [("", {stage: name_of(stage) for stage in STAGES})], given
    )


def _pricing(given: dict[str, str]) -> Choice:
    models = {model: name_of(model) for model in PRICING_MODELS}
    return _choice("pricing_model", Text("Pricing"), Text("Any pricing"), [("", models)], given)


def _choice(name: str, label: str, blank: str | None, groups: Groups, given: dict[str, str]) -> Choice:
    """If the URL has a value that is not an option, add it, so that the form shows what was searched for."""
    chosen = given.get(name, "").upper() if name == "country" else given.get(name, "")
    known = not chosen or any(chosen in group for _, group in groups)
    return Choice(name, label, blank, groups if known else [*groups, ("", {chosen: chosen})], chosen)
