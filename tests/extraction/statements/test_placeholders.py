"""Texts that a template came with."""

from showground.extraction.statements.placeholders import is_leftover


def test_what_was_to_be_filled_in_is_left_over() -> None:
    assert is_leftover("Welcome to {{ company }}")
    assert not is_leftover("Templates with {braces}")


def test_braces_without_end_are_looked_through_once() -> None:
    """Else this would take ten minutes."""
    assert not is_leftover("{{ a " * 50_000)
