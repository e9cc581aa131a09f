"""Two listings side by side, with their differences first."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput
from showground.core.languages import Text, gettext
from showground.listings import Comparison, ComparisonRow, ListingSummary
from showground.listings.actions.search_page import show_search_page
from showground.listings.operations.compare_listings import compare_listings
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.surfaces.web.visit import Visit

FIELDS = ("a", "b")
MAX_LENGTH = 200
MATCHES = 8  # listings offered for a name that fits several
SEARCHED = 50  # first search results whose names are compared with what was typed
POPULAR = 60  # listings whose names are offered before anything was typed
PAIRS = 5
COUNTED = ("rating", "domain_rating", "votes")  # measured here; two listings nearly always differ in them
DESCRIPTIVE = ("features", "founded_year")  # nobody chooses a product because these differ


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows of the comparison under one heading."""

    heading: str
    rows: list[ComparisonRow]
    differs: bool = False


async def show_comparison(visit: Visit) -> Response:
    given = {name: text for name in FIELDS if (text := visit.query.get(name, "").strip()[:MAX_LENGTH])}
    if not given:
        popular = (await visit.ask(search_listings, SearchListings(sort="votes", per_page=POPULAR))).items
        return _show(visit, popular=popular, pairs=_pair_up(popular))
    try:
        found = await visit.ask(
            compare_listings, compare_listings.parse({name: _as_slug(text) for name, text in given.items()})
        )
    except InvalidInput as wrong:
        return await _explain(visit, given, {error["field"]: error["message"] for error in wrong.errors})
    names = {name: _typed(listing) for name, listing in (("a", found.a), ("b", found.b))}
    return _show(visit, given=names, found=found, groups=group_rows(found))


async def _explain(visit: Visit, given: Mapping[str, str], errors: dict[str, str]) -> Response:
    """Offer the listings that a typed name may mean, or say that there is none."""
    matches: dict[str, list[ListingSummary]] = {}
    for name in FIELDS:
        if name not in given:
            errors[name] = Text("Choose a listing to compare.")
        elif name in errors and "same listing" in errors[name]:
            errors[name] = Text("This is the same listing twice. Choose a different one.")
        elif name in errors:
            matches[name] = await _find_named(visit, given[name])
            nothing = gettext(
                "No live listing is called “%(name)s”. Check the spelling, or try a part of the name.", name=given[name]
            )
            errors[name] = Text("Choose the listing you mean.") if matches[name] else nothing
    return _show(visit, 400, given=given, errors=errors, matches=matches)


async def _find_named(visit: Visit, typed: str) -> list[ListingSummary]:
    """The listings whose name has a word of what was typed, maybe with a typo. The search also finds words elsewhere
    and listings that mean the same, which nobody who types a name is looking for."""
    found = await visit.ask(show_search_page, SearchListings(q=typed, per_page=SEARCHED))
    return [listing for listing in found.items if found.words.find(listing.name)][:MATCHES]


def _show(
    visit: Visit,
    status: int = 200,
    *,
    given: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
    found: Comparison | None = None,
    groups: Sequence[RowGroup] = (),
    matches: Mapping[str, Sequence[ListingSummary]] | None = None,
    popular: Sequence[ListingSummary] = (),
    pairs: Sequence[tuple[ListingSummary, ListingSummary]] = (),
) -> Response:
    return visit.show(
        "compare.html",
        status=status,
        given=given or {},
        errors=errors or {},
        found=found,
        groups=groups,
        matches=matches or {},
        popular=popular,
        pairs=pairs,
    )


def group_rows(found: Comparison) -> list[RowGroup]:
    """Differences first, then what is the same, then what only one states; rows that neither states are left out."""
    facts = [row for row in found.rows if row.key not in (*COUNTED, *DESCRIPTIVE)]
    stated = [row for row in facts if _states(row.a) and _states(row.b)]
    groups = [
        RowGroup(Text("Differences"), [row for row in stated if row.differs], differs=True),
        RowGroup(Text("The same"), [row for row in stated if not row.differs]),
        RowGroup(
            Text("About"),
            [row for row in found.rows if row.key in DESCRIPTIVE and (_states(row.a) or _states(row.b))],
        ),
        RowGroup(Text("Here on the site"), [row for row in found.rows if row.key in COUNTED]),
        RowGroup(Text("Stated by only one"), [row for row in facts if _states(row.a) != _states(row.b)]),
    ]
    return [group for group in groups if group.rows]


def _states(value: object) -> bool:
    return value is not None and value != []


def _pair_up(listings: Sequence[ListingSummary]) -> list[tuple[ListingSummary, ListingSummary]]:
    """The two most voted listings of each category that has two among these."""
    by_category: dict[str, list[ListingSummary]] = {}
    for listing in listings:
        if listing.category:
            by_category.setdefault(listing.category.slug, []).append(listing)
    return [(first, second) for first, second, *_ in (two for two in by_category.values() if len(two) > 1)][:PAIRS]


def _as_slug(text: str) -> str:
    """People type names, or paste the address of a listing; turn either into a slug."""
    last = text.rstrip("/").rpartition("/")[2]
    return re.sub(r"[^a-z0-9]+", "-", last.lower()).strip("-")


def _typed(listing: ListingSummary) -> str:
    """What the form shows for a listing: its name, or the slug if the name would lead to another one."""
    return listing.name if _as_slug(listing.name) == listing.slug else listing.slug
