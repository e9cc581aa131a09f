"""What is suggested for a name that nobody knows, and what is left of input with errors."""

import pytest

from showground.core.calls.errors import InvalidInput
from showground.core.calls.field_errors import leave_out, suggest
from showground.registry import all_operations

CATEGORIES = ["Developer Tools", "Notes and Knowledge", "Game Making", "Testing"]


def test_a_mistyped_name_is_found_by_its_letters() -> None:
    assert suggest("Devloper Tools", CATEGORIES) == "Did you mean Developer Tools?"


def test_another_name_for_it_is_found_by_a_word() -> None:
    assert "Notes and Knowledge" in suggest("Note Taking", CATEGORIES)
    assert suggest("Knowledge Management", CATEGORIES) == "Did you mean Notes and Knowledge?"


def test_names_in_no_order_are_suggested_in_one() -> None:
    """Else two processes would answer differently."""
    fields = frozenset(f"pricing_{letter}" for letter in "hgfedcba")
    said = suggest("pricings and whatever else there may be", fields)
    assert said == "Did you mean pricing_a, pricing_b or pricing_c?"


def test_what_has_nothing_in_common_is_not_suggested() -> None:
    assert suggest("Zoo", CATEGORIES) == ""
    assert suggest("x" * 5_000, CATEGORIES) == ""


@pytest.mark.parametrize(
    ("name", "sent", "ours"),
    [
        ("search_listings", "limit", "per_page"),
        ("search_listings", "query", "q"),
        ("search_listings", "order_by", "sort"),
        ("list_events", "per_page", "limit"),
        ("list_events", "since", "after"),
    ],
)
def test_what_other_apis_call_otherwise_is_understood(name: str, sent: str, ours: str) -> None:
    (operation,) = (one for one in all_operations() if one.name == name)
    with pytest.raises(InvalidInput) as refused:
        operation.parse({sent: "5"})
    assert [str(error["message"]) for error in refused.value.errors] == [f"Unknown parameter. Did you mean {ours}?"]


def test_wrong_values_are_left_out_and_numbers_of_items_stay() -> None:
    raw = {"a": 1, "items": [{"b": 1, "c": 2}, {"b": 3}], "names": ["x", "y"], "deep": {"d": {"e": 1, "f": 2}}}
    rest = leave_out(raw, ["a", "items[0].c", "names[1]", "deep.d.e", "items[1].missing", "none", "odd.name"])
    assert rest == {"items": [{"b": 1}, {"b": 3}], "deep": {"d": {"f": 2}}}
    assert raw["a"] == 1
