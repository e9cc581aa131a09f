"""Reading style sheets: what holds on a desktop screen is kept, and hostile ones are read in bounded time."""

import pytest

from showground.core.css.media import holds
from showground.core.css.relaxed_selectors import relax
from showground.core.css.selectors import read_selectors
from showground.core.css.sheets import read_inline, read_sheet
from showground.core.css.tokens import parse_values
from showground.core.css.values import colour, pixels, substitute


def test_only_what_may_decide_visibility_is_kept() -> None:
    sheet = read_sheet(
        "a{cursor:pointer} b{Color:RED;border:0;top:0!important} i::before{content:'x'} u::after{color:red}"
    )
    assert [([one.text for one in rule.selectors], rule.declared, rule.important) for rule in sheet.rules] == [
        (["b"], {"color": "red"}, {"top": "0"})
    ]


def test_shorthands_are_taken_apart() -> None:
    plain, important = read_inline("margin:1px 2px;overflow:hidden;inset:0 auto;font:0/1 serif;overflow-x:nonsense")
    assert important == {}
    assert plain == {
        "margin-top": "1px", "margin-right": "2px", "margin-bottom": "1px", "margin-left": "2px",
        "overflow-x": "hidden", "overflow-y": "hidden", "top": "0", "right": "auto", "bottom": "0", "left": "auto",
        "font-size": "0/1 serif",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("selector", "weight"),
    [
        ("*", (0, 0, 0)),
        ("ul li", (0, 0, 2)),
        ("a.b:hover[c]", (0, 3, 1)),
        ("#a .b::before", (1, 1, 0)),
        (":is(#a,b)", (1, 0, 0)),
        (":where(#a)", (0, 0, 0)),
        ("a:not(.b,#c)", (1, 0, 1)),
        ("li:nth-child(2n)", (0, 1, 1)),
    ],
)
def test_weights(selector: str, weight: tuple[int, int, int]) -> None:
    [read] = read_selectors(parse_values(selector))
    assert read.weight == weight


def test_a_selector_without_its_states() -> None:
    present = {".item", ".answer", "p"}
    assert relax(".item.open > .answer", present) == ".item>.answer"
    assert relax(".later .answer p", present) == "* .answer p"
    assert relax("input:checked ~ p", present) == "input~p"
    assert relax(".item .answer", present) is None
    assert relax(".answer.is-active:hover", present) == ".answer"
    assert relax(".item .open", present) is None


def test_media_queries_are_answered_for_a_desktop_screen() -> None:
    for query in (
        "",
        "all",
        "screen",
        "only screen and (min-width:30em)",
        "print, screen",
        "(hover:hover)",
        "not print",
    ):
        assert holds(query), query
    for query in (
        "print",
        "(max-width:640px)",
        "not screen",
        "(width>=2000px)",
        "(orientation:portrait)",
        "nonsense",
        "(",
    ):
        assert not holds(query), query


def test_values() -> None:
    assert [pixels(value) for value in ("12px", "1.5em", "2rem", "0", "5", "50%", "auto", "-1e2px", None)] == [
        12, 24, 32, 0, None, None, None, -100, None,
    ]  # fmt: skip
    assert colour("#fff") == colour("white") == colour("rgb(255 255 255)") == (1, 1, 1, 1)
    assert colour("url(x) no-repeat black") == (0, 0, 0, 1)
    assert colour("currentcolor") is None
    assert substitute("var(--a, var(--b))", {"--b": "x"}) == "x"
    assert substitute("var(--a)", {"--a": "var(--a)"}) is None
    assert substitute("var(--a)", {"--a": "var(--b)var(--b)", "--b": "var(--c)" * 90, "--c": "c" * 90}) is None


def test_a_long_declaration_is_looked_through_once() -> None:
    """Else this would take hours."""
    picture = "url(data:image/png," + "A" * 500_000 + ")"
    [rule] = read_sheet("a{background:" + picture + ";left:2px}").rules
    assert rule.declared == {"background-color": "url()", "background-image": "url()", "left": "2px"}


@pytest.mark.parametrize(
    "piece", ["(", "{", "[", "a{", "@media screen{", ":is(", "&{", "\\", "1", "/*", "a,", "a{top:calc("]
)
def test_brackets_without_end(piece: str) -> None:
    read_sheet(piece * (20_000 // len(piece)))
    read_inline(f"top:{piece * 4_000}")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("calc(10px - 4px * 2)", 2.0),
        ("calc(1px + max(2px, 3px))", 4.0),
        ("calc((1px + 2px) * 3)", 9.0),
        ("clamp(1px, 9px, 5px)", 5.0),
        ("min(0px, 10px)", 0.0),
        ("calc(1px) + 2px", 3.0),
        ("calc(10px / 0)", None),
        ("calc(10px +)", None),
        ("calc(10px + 50%)", None),
        ("calc()", None),
        ("calc(" * 7 + "1px" + ")" * 7, None),  # deeper than anybody writes
    ],
)
def test_lengths_that_are_calculated(value: str, expected: float | None) -> None:
    assert pixels(value) == expected


def test_a_colour_for_one_mode_alone_is_unknown() -> None:
    assert colour("light-dark(red)") is None
    assert colour("light-dark(red, blue)") == colour("red")
