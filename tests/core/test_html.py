"""Pages are cut where they nest or repeat beyond anything written for people; sloppy but ordinary ones stay whole."""

import pytest

from showground.core.html import MAX_DEPTH, MAX_FORMATTING, MAX_TAGS, limit_markup, parse_html

END = "<p>the end</p>"

SLOPPY = {
    "items that are never closed": "<ul>" + "<li>one<p>two" * 2_000 + "</ul>",
    "cells and rows that are never closed": "<table>" + "<tr><td>a<td>b" * 2_000 + "</table>",
    "tables in a row": "<table><tr><td>a</table>" * 2_000,
    "terms": "<dl>" + "<dt>a<dd>b" * 2_000 + "</dl>",
    "options": "<select>" + "<option>a" * 2_000 + "</select>",
    "paragraphs before blocks": "<p>a<div>b</div>" * 2_000,
    "spans that are closed by their block": "<div><span>a</div>" * 2_000,
    "links around blocks": "<a href=x><div>a</a></div>" * 200,
    "headings closed by another": "<h2>a</h3>" * 2_000,
    "pictures": "<svg><path d=a><g><path/></g></svg>" * 2_000,
    "blocks in pictures": "<svg><foreignObject><div>a</div></foreignObject></svg>" * 2_000,
    "scripts that write markup": "<script>'<div>' + '<div>'</script>" * 2_000,
    "comments with markup": "<!-- <div><div> -->" * 2_000,
    "end tags of nothing": "</div></b></x>" * 2_000,
    "void elements": "<img src=a><br><input>" * 2_000,
    "nested deep but not too deep": "<div>" * 300 + "a" + "</div>" * 300,
    "framesets": "<frameset><frame src=a></frameset>",
}


@pytest.mark.parametrize("what", SLOPPY)
def test_ordinary_markup_is_left_as_it_is(what: str) -> None:
    html = SLOPPY[what] + END
    assert limit_markup(html) == html


DEEP = {
    "elements": "<div>",
    "end tags that end nothing": "<div></x>",
    "items in other lists' items": "<li><dd>",
    "a cell that end tags do not reach out of": "<div><table><td></div>",
    "spans that end tags do not reach": "<span><div></span>",
    "elements in pictures": "<svg><td>",
    "templates": "<template><div>",
    "framesets": "<frameset>",
    "groups of options": "<optgroup>",
    "html in formulas": "<math><html>",
    "buttons in cells": "<table><td><button>",
    "links in cells": "<a href=x><table><td>",
    "elements that only seem to close themselves": "<div/>",
}


@pytest.mark.parametrize("what", DEEP)
def test_a_page_ends_where_it_nests_too_deep(what: str) -> None:
    limited = limit_markup(DEEP[what] * 20_000)
    assert limited.count("<") <= 20 * MAX_DEPTH
    assert _depth(limited) <= 4 * MAX_DEPTH


def test_a_page_ends_after_so_many_tags() -> None:
    assert limit_markup("<p>a</p>" * MAX_TAGS).count("<") == MAX_TAGS


@pytest.mark.parametrize(
    "opened", ["<b {}>", "<font c={}>", "<b {}><table><td></b></table>", "<p>x<i {}>", "<td><b {}></td>"]
)
def test_formatting_without_end_is_left_out(opened: str) -> None:
    """Each is opened again in every paragraph after it, so that both together make a page of millions of elements."""
    html = "".join(opened.format(number) for number in range(1_000)) + "<p>x" * 1_000
    elements = parse_html(html).css("*")
    assert len(elements) <= (MAX_FORMATTING + 8) * html.count("<")


def test_one_tag_with_attributes_without_end() -> None:
    assert limit_markup("<p>a</p><div " + " ".join(f"a{number}=1" for number in range(100_000)) + ">") == "<p>a</p>"


def _depth(html: str) -> int:
    tree = parse_html(html)
    deepest, waiting = 0, [(tree.root, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        child = node.child if node else None
        while child is not None:
            waiting.append((child, depth + 1))
            child = child.next
    return deepest
