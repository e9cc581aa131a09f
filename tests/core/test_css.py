"""Reading style sheets: what holds on every screen is found, whatever stands around it."""

import pytest

from showground.core.css import read_declarations, read_rules


@pytest.mark.parametrize(
    ("sheet", "selectors"),
    [
        ("a{x:1} b , c{x:2}", ["a", "b , c"]),
        ("/* a{x:1} */ b{x:1} /* c{x:1}", ["b"]),
        ("@import 'a{x:1}'; @charset \"x\"; b{x:1}", ["b"]),
        ("@media print{a{x:1}} @media (min-width:1px){b{x:1}} @font-face{x:1} c{x:1}", ["c"]),
        ("@media screen{a{x:1}} @media only screen {b{x:1}} @layer x{c{x:1} @supports (x:y){d{x:1}}}", list("abcd")),
        ("@media screen, print{a{x:1}}", []),
        ("a{x:1;& b{x:2}} c{x:1", ["a", "c"]),
        ('a::after{content:"}{"} b{x:1}', ["a::after", "b"]),
        ("} a{x:1}", ["a"]),
        ("@media screen{" * 50 + "a{x:1}", []),
    ],
)
def test_rules_in_their_order(sheet: str, selectors: list[str]) -> None:
    assert [rule.selectors for rule in read_rules(sheet)] == selectors


def test_declarations_of_a_rule() -> None:
    [rule] = read_rules("a { Color: RED; color : blue !important; broken; & b { color: green } top:0 }")
    assert read_declarations(rule.body) == {"color": "blue !important", "top": "0"}


def test_a_long_declaration_is_looked_through_once() -> None:
    """Else this would take hours."""
    picture = "url(data:image/png," + "A" * 1_000_000 + ")"
    [rule] = read_rules("a{background:" + picture + "; & b{top:1px} left:2px}")
    assert read_declarations(rule.body) == {"background": picture.lower(), "left": "2px"}
