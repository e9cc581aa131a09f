"""Names of people, without a database."""

import pytest

from showground.accounts import rules


@pytest.mark.parametrize(
    ("email", "name"),
    [
        ("ada.moreno@example.org", "Ada Moreno"),
        ("ada_b@example.org", "Ada B"),
        ("._@example.org", "._@example.org"),
        (f"{'x' * 200}@example.org", f"X{'x' * 159}"),
    ],
)
def test_a_person_is_first_named_after_their_address(email: str, name: str) -> None:
    assert rules.first_name_for(email) == name


def test_a_name_is_trimmed_and_may_not_be_blank() -> None:
    assert rules.trim("  Ada Moreno\n") == "Ada Moreno"
    for blank in ("", " \t\n"):
        with pytest.raises(ValueError, match="Write a name"):
            rules.trim(blank)


def test_an_export_becomes_a_table_for_each_part_that_holds_something() -> None:
    parts = {
        "account": {"email": "ada@example.org", "name": None},
        "billing": {"street": None},
        "opinions": {"votes": [{"listing": "siltbase"}], "follows": []},
        "tags": ["first"],
        "version": 1,
    }
    assert list(rules.record_tables(parts)) == [
        ("account", [{"email": "ada@example.org", "name": None}]),
        ("votes", [{"listing": "siltbase"}]),
        ("tags", [{"tags": "first"}]),
    ]
