"""Repeated patterns take whole pieces only, and give nothing back."""

import re

import pytest

from showground.core.css.text_blocks import COMMENT
from showground.core.regex import repeated


@pytest.mark.parametrize(
    ("pattern", "text", "taken"),
    [
        ("ab?c", "abcac.", "abcac"),
        ("ab?c", "ab.", ""),  # the last attempt fails halfway
        (r"[^*]|\*(?!/)", "a*b*/", "a*b"),
        (r"(?:\s+>\s+|\s+)a", " a > a > .", " a > a"),
        ("a|", "aa", "aa"),
        ("ab", "", ""),
    ],
)
def test_it_takes_whole_pieces_only(pattern: str, text: str, taken: str) -> None:
    found = re.match(repeated(pattern), text)
    assert found is not None
    assert found[0] == taken


def test_it_gives_nothing_back() -> None:
    assert re.match(repeated("ab") + "c", "ababc")
    assert re.match(repeated("ab") + "ab", "abab") is None


def test_a_comment_ends_at_its_first_end() -> None:
    assert [found[0] for found in COMMENT.finditer("a/* b **/c*//**/ /*")] == ["/* b **/", "/**/"]
