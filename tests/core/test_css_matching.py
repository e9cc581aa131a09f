"""Which elements a selector is about, and what a page makes of sheets that few sites have."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from showground.core.css import cascade, matching, page_styles, sheets
from showground.core.css.cascade import Cascade
from showground.core.css.compounds import NotMatched
from showground.core.css.matching import PageElements
from showground.core.css.media import holds
from showground.core.css.models import LayeredSheet, SheetImport, StyleSheet, pack
from showground.core.css.page_styles import collect_styles, imported_addresses
from showground.core.css.relaxed_selectors import relax
from showground.core.css.selectors import read_selector_list
from showground.core.css.sheets import read_inline, read_sheet
from showground.core.css.values import colour, number, pixels

PAGE = """<!doctype html><html id=root><!-- a comment --><body id=body><main id=main><p id=one>x</p>
<p id=two class=a title=t>x</p><div id=box><span id=in class="a b">x</span><a id=link href=/>x</a></div><p id=end>x</p>
</main></body></html>"""


def elements() -> tuple[PageElements, dict[int, str]]:
    tree = LexborHTMLParser(PAGE)
    return PageElements(tree), {node.mem_id: node.attributes["id"] or "" for node in tree.css("[id]")}


@pytest.mark.parametrize(
    ("selector", "about"),
    [
        ("main p", "one two end"),
        ("main > .a", "two"),
        ("span.a.b", "in"),
        ("p + div", "box"),
        ("p ~ p", "two end"),
        ("div p", ""),
        (".absent:is(p)", ""),
        ("*[title]", "two"),
        ("p[title] ~ p, p[title]", None),
        ("p[title] + div:not([title])", "box"),
        ("p:not(.a)", "one end"),
        (":is(p, span).a", "two in"),
        (":is(, span).a", "in"),
        ("p:is()", ""),
        ("main:has(> p)", "main"),
        ("p:has(+ div)", "two"),
        ("p:has(~ div)", "one two"),
        ("div:has(span)", "box"),
        ("main:has(p + div a)", "main"),
        ("p:has(a)", ""),
        ("p:first-child", "one"),
        ("div:only-of-type", "box"),
        ("p:nth-of-type(2n+1)", "one end"),
        ("p:nth-child(2)", "two"),
        ("p:defined", "one two end"),
        (":scope > body", "body"),
        ("p:root", ""),
        ("p:hover", ""),
        ("p:unheard-of", None),
        ("p:nth-child(x)", None),
        ("p:nth-heard(1)", None),
        ("p[=]", None),
        ("p::part", None),
        ("p >", None),
        (":is(" * 7 + "p" + ")" * 7, None),
    ],
)
def test_which_elements_a_selector_is_about(selector: str, about: str | None) -> None:
    page, names = elements()
    if about is None:
        with pytest.raises(NotMatched):
            page.find(selector)
    else:
        assert " ".join(names[page.addresses[found]] for found in page.find(selector)) == about


def test_no_page_is_looked_at_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    page, _ = elements()
    page.effort = 1
    with pytest.raises(NotMatched):
        page.find("main p")
    monkeypatch.setattr(matching, "MAX_ELEMENTS", 3)
    assert len(elements()[0].addresses) == 3


def cascade_of(page: str, *texts: str) -> tuple[Cascade, LexborHTMLParser]:
    tree = LexborHTMLParser(page)
    return Cascade(tree, [read_sheet(text) for text in texts]), tree


def overlaid(page: str, *texts: str) -> set[str]:
    found, tree = cascade_of(page, *texts)
    return {node.attributes["id"] or "" for node in tree.css("[id]") if node.mem_id in found.overlaid}


def test_what_may_lie_behind_text() -> None:
    assert overlaid("<p id=a class=x>x</p><p id=b>x</p>", ".x::before{background:red}") == {"a"}
    drawn = "<div id=out><div id=in style='position:{}'><b style='position:absolute;{}'>{}</b></div></div>"
    assert overlaid(drawn.format("relative", "background:red", "")) == {"in"}
    assert overlaid(drawn.format("static", "", "<img src=x>")) == {"in", "out"}
    assert overlaid(drawn.format("static", "", "x")) == set()


def test_what_a_click_would_show() -> None:
    found, tree = cascade_of(
        "<div class=item><p class=answer>x</p></div><p class=other>x</p>",
        ".answer,.other{display:none} .item.open .answer{display:block} .absent.open{display:block} b{display:block}",
    )

    def opens(selector: str) -> bool:
        [node] = tree.css(selector)
        return found.shows_in_a_state(node, "display", lambda value: value != "none")

    assert (opens(".answer"), opens(".other")) == (True, False)


def test_a_sheet_is_the_same_after_it_was_packed() -> None:
    text = (
        "@import 'b.css'; @layer base{p.a{top:0}} .a.open{display:block} a:hover{display:block} *{top:1px}"
        "[title]{left:0} #i .b{color:red!important}"
    )
    sheet = read_sheet(text)
    packed = pack(sheet)
    assert packed.imports == sheet.imports == [SheetImport(url="b.css")]
    assert set(packed.names()) == set(sheet.names())
    everything = {*sheet.names()}
    assert list(packed.rules_for(everything)) == [rule for rule in sheet.rules if rule.selectors or rule.layer]
    needed = [selector.text for rule in packed.rules_for({"#i"}) for selector in rule.selectors]
    assert needed == ["*", "[title]"]
    assert [rule.layer for rule in LayeredSheet(packed, "own").rules_for({"p", ".a"})][:3] == [
        "own",
        "own.base",
        "own.base",
    ]
    assert list(LayeredSheet(packed, "own").names()) == list(packed.names())


def test_sheets_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    base = "https://acme.test/"
    page = LexborHTMLParser(
        "<style media=print>p{top:0}</style><link rel=stylesheet href=/a.css><link rel=stylesheet href='http://[/b.css'>"
        "<link rel=stylesheet href=/gone.css><link rel=stylesheet href=/gone.css><style>i{top:0}</style>"
    )
    deep = StyleSheet(imports=[SheetImport(url="/a.css", layer="deep")])
    found = collect_styles(page, base, {f"{base}a.css": deep})
    assert (len(found.sheets), found.missing, found.added) == (2, [f"{base}gone.css"], {f"{base}a.css"})
    chain = {
        f"{base}{name}.css": StyleSheet(imports=[SheetImport(url=f"/{name}x.css")])
        for name in ("a", "ax", "axx", "axxx")
    }
    found = collect_styles(page, base, chain)
    assert found.added == {f"{base}{name}.css" for name in ("a", "ax", "axx", "axxx")}
    assert found.missing == [f"{base}gone.css"], "what is imported deeper is left out"
    monkeypatch.setattr(page_styles, "MAX_SHEETS", 3)
    assert len(collect_styles(page, base, chain).sheets) <= 3
    some = StyleSheet(imports=[SheetImport(url="b.css"), SheetImport(url="ftp://acme.test/c.css")])
    assert list(imported_addresses(some, f"{base}s/a.css")) == [f"{base}s/b.css"]


@pytest.mark.parametrize(
    ("query", "does"),
    [
        ("(hover:none) or (min-width:1px)", True),
        ("((min-width:1px) and (hover:hover))", True),
        ("(width:1280px)", True),
        ("(min-width:0)", True),
        ("(min-width:wide)", False),
        ("(400px<=width<=1280px)", True),
        ("(400px<width<1280px)", False),
        ("(pointer)", True),
        ("(prefers-contrast)", False),
        ("(a b c)", False),
        ("12px", False),
        ("and", False),
    ],
)
def test_seldom_media_queries(query: str, does: bool) -> None:
    assert holds(query) is does


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (":before", []),
        ("a:first-letter", []),
        ("a[b]:before", ["a[b]"]),
        ("a[b]::first-line", []),
        ("a[b]:first-line", []),
        ("a,,b", []),
        ("a::-moz-focus", []),
        ("a[b]::-moz-focus", []),
        (":has(:has(a))", []),
        (":has(a:has(b))", []),
        ("a:unheard", []),
        ("a:lang(en)", []),
        ("a/**/[b] , c", ["a[b]", "c"]),
        (":nth-child(2)::", []),
        (" > ".join("a" * 13), []),
    ],
)
def test_seldom_selectors(text: str, kept: list[str]) -> None:
    assert [selector.text for selector in read_selector_list(text)] == kept


def test_a_seldom_selector_without_its_states() -> None:
    assert relax("a[href]:hover b", {"a", "b"}) == "a[href] b"
    assert relax("details[open] p[title]", set[str]()) == "details p[title]"
    assert relax("(", set[str]()) is None
    assert relax("[title] [=]", set[str]()) is None
    assert relax(">~", set[str]()) is None


def selectors(text: str) -> list[str]:
    return [selector.text for rule in read_sheet(text).rules for selector in rule.selectors]


def test_seldom_forms_of_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    assert selectors("p{/* a */top:0}") == ["p"]
    assert selectors("p{/* ( */top:calc(1px)}") == ["p"]
    assert selectors("p{@media screen{top:0} @media print{left:0}}") == [":is(p)"]
    assert selectors("p{@layer x{& b{top:0}}}") == [":is(:is(p)) b"]
    assert selectors("@layer /**/ x{p{top:0}}") == ["p"]
    assert selectors("@supports not (display:grid){p{top:0}} @supports (display:grid){i{top:0}}") == ["i"]
    assert selectors("@layer a{" * 12 + "p{top:0}" + "}" * 12) == []
    assert selectors("@layer/**/a{" * 12 + "p{top:0}" + "}" * 12) == []
    long = ",".join(f".name-{at}" for at in range(60))
    assert selectors(long + "{top:0;& b{top:0}}") == long.split(","), "nothing is nested in what is that long"
    monkeypatch.setattr(sheets, "MAX_RULES", 2)
    assert selectors("a{top:0}b{top:0}i{top:0}") == ["a", "b"]


def test_little_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MAX_PARSED", 40)
    assert selectors("a{top:0}" + "b:not(.c){top:0}" * 20)[:2] == ["a", "b:not(.c)"]
    assert len(selectors("a{top:0}" + "b:not(.c){top:0}" * 20)) < 10
    assert selectors("p{& .abcdefghijklmnop{& b{top:0}}}") == []
    assert selectors("p{& .abcdefghijklmnopqrstuvwxyz-abcdefgh{top:0}}") == []


def test_imports() -> None:
    found = read_sheet(
        "@import url('a.css'); @import 'b.css' layer; @import url(c.css) layer(x) screen;"
        "@import 'd.css' supports(display:grid) screen; @import 'e.css' print; @import f; @import;"
    ).imports
    assert [(one.url, one.layer) for one in found] == [("a.css", None), ("b.css", "?"), ("c.css", "x"), ("d.css", None)]
    assert read_sheet("p{top:0} @import 'a.css';").imports == []


def test_seldom_values() -> None:
    assert [pixels(value) for value in ("12pt", "0%", "0vw", "100vw", "10vh", "2ch")] == [16, 0, 0, 1280, 80, 16]
    assert [number(value) for value in ("50%", "1px", None)] == [0.5, None, None]
    assert colour("color(unheard 1 1 1)") is None
    assert colour("color(display-p3 1 0 0)") is None  # the parser does not convert it
    assert read_inline("margin:1px 2px 3px 4px 5px;top:0") == ({"top": "0"}, {})
    assert read_inline("margin:1px 2px 3px")[0]["margin-left"] == "2px"
    declared = {
        "top:0;width:" + "a/" * 30_000: {"top": "0"},  # too long to be parsed
        "1\\61:0;top:0": {"top": "0"},
        "background:url(a.png),url(b.png);left:0": {
            "background-color": "url(a.png),url(b.png)",
            "background-image": "url(a.png),url(b.png)",
            "left": "0",
        },
        "top:0;left:}": {"top": "0"},
        "wi\\64 th:1px;colo\\75r:red": {"width": "1px"},
        "content:'a;b';left:0": {"left": "0"},
        "left:var(--a;b);top:0": {"left": "var(--a;b)", "top": "0"},
    }
    for block, kept in declared.items():
        assert [rule.declared for rule in read_sheet(f"p{{{block}}}").rules] == [kept], block[:40]


def test_states_are_looked_for_in_some_rules_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cascade, "MAX_STATE_RULES", 0)
    found, tree = cascade_of("<p class=answer>x</p>", ".answer{display:none} .answer.open{display:block}")
    [node] = tree.css("p")
    assert not found.shows_in_a_state(node, "display", lambda value: value != "none")
