"""Whoever asks with a filter that means nothing is told what is wrong, all of it, and what was probably meant."""

from typing import Any

import pytest

from showground.registry import all_operations
from tests.support.requests import SURFACES, ask
from tests.support.world import World

pytestmark = pytest.mark.anyio

OPERATIONS = {op.name: op for op in all_operations()}
NO_COUNTRY = "{} is not an ISO 3166 country code. Did you mean {}?"
TWO_LETTERS = "Must be two letters."
A_NAME = "Must be a slug: 1 to 220 lowercase letters, digits and hyphens, not starting with a hyphen."
Z = NO_COUNTRY.format("ZZ", "ZA, ZM or ZW")
NO_CATEGORY = "No category has this slug."
NO_PUBLIC = "No public listing has this slug."
NO_LISTING = "No listing that you can see has this slug or id. Search public listings, or list your own."
NO_LIVE = "No live listing has this slug."
A_WEEK = "Must be `this`, `next`, `last`, or a valid date in the format YYYY-MM-DD."
WEEK_OF_BOARD = "Must be `this`, `last`, or a valid date in the format YYYY-MM-DD."
NOTHING_TAKEN = "Unknown parameter."
SORTS = "Must be one of 'relevance', 'newest', 'votes', 'trending', 'most_viewed' or 'most_followed'."

REFUSED: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("search_listings", {"country": "ZZ1"}, {"country": TWO_LETTERS}),
    ("search_listings", {"country": "ZZ"}, {"country": Z}),
    ("search_listings", {"country": "uk"}, {"country": NO_COUNTRY.format("uk", "GB")}),
    ("search_listings", {"country": "TP"}, {"country": NO_COUNTRY.format("TP", "PT")}),
    ("search_listings", {"category": "databses"}, {"category": f"{NO_CATEGORY} Did you mean databases?"}),
    (
        "search_listings",
        {"category": "xyzzy"},
        {"category": f"{NO_CATEGORY} Call list_categories to see all slugs."},
    ),
    ("search_listings", {"category[]": "ai"}, {"category[]": f"{NOTHING_TAKEN} Did you mean category?"}),
    ("search_listings", {"category": "Data Bases"}, {"category": f"{A_NAME} Did you mean data-bases?"}),
    (
        "search_listings",
        {"country": "ZZ", "category": "databses", "q": "letters"},
        {"country": Z, "category": f"{NO_CATEGORY} Did you mean databases?"},
    ),
    ("search_listings", {"country": "ZZ1", "sort": "best"}, {"country": TWO_LETTERS, "sort": SORTS}),
    (
        "search_listings",
        {"country": "ZZ1", "category": "databses", "week": "2026-13-01", "page": 0},
        {
            "country": TWO_LETTERS,
            "category": f"{NO_CATEGORY} Did you mean databases?",
            "week": NOTHING_TAKEN,
            "page": "Must be 1 or more.",
        },
    ),
    ("search_listings", {"sort": "best", "country": "ZZ"}, {"country": Z, "sort": SORTS}),
    ("search_listings", {"catgory": "ai"}, {"catgory": "Unknown parameter. Did you mean category?"}),
    ("list_founders", {"country": "ZZ1"}, {"country": TWO_LETTERS}),
    ("list_founders", {"country": "ZZ"}, {"country": Z}),
    ("list_founders", {"country": "ZZ", "q": "a" * 121}, {"country": Z, "q": "At most 120 characters; this has 121."}),
    ("get_launch_week", {"week": "2026-13-01"}, {"week": A_WEEK}),
    ("get_launch_week", {"week": "2026-02-30"}, {"week": A_WEEK}),
    ("get_leaderboard", {"board": "community-weekly", "week": "2026-13-01"}, {"week": WEEK_OF_BOARD}),
    (
        "get_leaderboard",
        {"board": "revenue", "week": "last"},
        {"week": "Only community-weekly takes a week. Remove this parameter."},
    ),
    (
        "compare_listings",
        {"a": "plainhand", "b": "plainhand"},
        {"b": "This is the same listing as `a`. Choose a different one."},
    ),
    (
        "compare_listings",
        {"a": "plainhnad", "b": "hutbok"},
        {"a": f"{NO_LIVE} Did you mean plainhand or plinth-arm?", "b": f"{NO_LIVE} Did you mean hutbook?"},
    ),
    (
        "compare_listings",
        {"a": "lintel-vision", "b": "xyzzy"},
        {
            "a": "This listing is not live yet. Choose a live one.",
            "b": f"{NO_LIVE} Search for it by name with search_listings.",
        },
    ),
    (
        "list_awards",
        {"listing": "plainhnad"},
        {"listing": f"{NO_PUBLIC} Did you mean plainhand or plinth-arm?"},
    ),
    (
        "list_awards",
        {"listing": "plainhnad", "week": "2026-13-01"},
        {"listing": f"{NO_PUBLIC} Did you mean plainhand or plinth-arm?", "week": NOTHING_TAKEN},
    ),
    (
        "get_leaderboard",
        {"board": "community-weekly", "week": "2026-13-01", "per_page": 0},
        {"week": WEEK_OF_BOARD, "per_page": "Must be 1 or more."},
    ),
    ("get_leaderboard", {"board": "no-such-board", "per_page": 0}, {"per_page": "Must be 1 or more."}),
]
MISSING: list[tuple[str, dict[str, Any], str]] = [
    ("get_leaderboard", {"board": "comunity-weekly"}, "Did you mean community-weekly"),
    ("get_category", {"slug": "no-such-category"}, "No category has this slug."),
    ("get_category", {"slug": "databses"}, "Did you mean databases?"),
    # No names that are near: what is not public yet is to be answered word for word as what never was.
    ("get_listing", {"slug": "plainhnad"}, NO_LISTING),
    ("list_alternatives", {"slug": "plainhnad"}, NO_LISTING),
    ("get_listing_badges", {"slug": "plainhnad"}, NO_LISTING),
]
FINDS_NOTHING: list[tuple[str, dict[str, Any]]] = [
    ("search_listings", {"stage": "no-such-stage"}),
    ("search_listings", {"pricing_model": "barter"}),
    ("search_listings", {"domain": "nobody.example"}),
    ("search_listings", {"country": "AQ"}),
]


@pytest.mark.parametrize("surface", SURFACES)
async def test_every_fault_is_named_at_once(showing: World, surface: str) -> None:
    for name, asked, expected in REFUSED:
        told = await ask(showing, surface, OPERATIONS[name], asked)
        assert told.status == 400, asked
        assert {error["field"]: error["message"] for error in told.body["errors"]} == expected, asked
        assert len(told.body["errors"]) == len(expected), asked


@pytest.mark.parametrize("surface", SURFACES)
async def test_what_is_not_there_is_said_to_be_missing(showing: World, surface: str) -> None:
    for name, asked, sentence in MISSING:
        told = await ask(showing, surface, OPERATIONS[name], asked)
        assert told.status == 404, asked
        assert sentence in told.body["detail"], asked


@pytest.mark.parametrize("surface", SURFACES)
async def test_who_looks_for_nothing_is_shown_everything(showing: World, surface: str) -> None:
    for name in ("search_listings", "list_founders", "list_blog_posts"):
        everything = await ask(showing, surface, OPERATIONS[name], {})
        assert everything.body["total"] > 0
        for blank in ("", " \t"):
            assert (await ask(showing, surface, OPERATIONS[name], {"q": blank})).body == everything.body
        assert (await ask(showing, surface, OPERATIONS[name], {"q": "&"})).body["total"] == 0


@pytest.mark.parametrize("surface", SURFACES)
async def test_what_nobody_states_finds_nothing(showing: World, surface: str) -> None:
    for name, asked in FINDS_NOTHING:
        told = await ask(showing, surface, OPERATIONS[name], asked)
        assert (told.status, told.body["items"], told.body["total"]) == (200, [], 0), asked
