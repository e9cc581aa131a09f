"""What is suggested for a name that nobody knows."""

from showground.core.calls.field_errors import suggest

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
    assert said == "Did you mean pricing_a or pricing_b or pricing_c?"


def test_what_has_nothing_in_common_is_not_suggested() -> None:
    assert suggest("Zoo", CATEGORIES) == ""
    assert suggest("x" * 5_000, CATEGORIES) == ""
