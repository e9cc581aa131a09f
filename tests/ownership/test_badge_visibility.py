"""What people see of a badge: hidden by markup, by the page's own sheets, or not at all."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from showground.core.css.cascade import Cascade
from showground.core.css.sheets import read_sheet
from showground.ownership.badge_visibility import is_unseen
from tests.support.owner_homepages import Street
from tests.support.site import Answer

pytestmark = pytest.mark.anyio

IMG = '<img id="badge" class="b" src="/badges/x.svg" width="212" height="56" alt="">'
PAGE = f'<body><footer class="foot low"><p id="row"><a class="link" href="/x">{IMG}</a></p></footer>'


def unseen(html: str, *sheets: str) -> bool:
    tree = LexborHTMLParser(html)
    picture = tree.css_first("#badge")
    assert picture is not None
    return is_unseen(picture, Cascade(tree, [read_sheet(sheet) for sheet in sheets]))


@pytest.mark.parametrize(
    "sheet",
    [
        ".b{display:none}",
        "#badge { VISIBILITY : Hidden }",
        "/* .x{} */ .foot { color: red; display: none !important; }",
        ".x, .foot .link, .y { display:none }",
        "footer > p > a { display: none }",
        "footer p.no, #row img[src*='/badges/'] { display:none }",
        "*{display:none}",
        "@layer base{@layer x{.link{display:none}}}",
        "@media screen{.link{display:none}}",
        "@import url(x.css); @charset 'x'; .b{display:none}",
        "@media print{.b{display:block}} .b{display:none}",
        '.x::before{content:"}"} .b{display:none}',
        ".b{display:block} .b{display:none}",
        ".b{display:none} img{display:block}",
        ".b{width:0}",
        ".b{max-height:1px}",
        ".foot{height:0;overflow:hidden}",
        ".link{position:absolute;left:-9999px}",
        ".link{position:fixed;top:-200vh}",
        "#row{text-indent:-999em}",
        "#row{margin-left:-5000px}",
        ".link{transform:translateX(-2000px)}",
        ".link{transform:scale(0)}",
        ".link{position:absolute;clip:rect(0,0,0,0)}",
        ".link{clip-path:inset(50%)}",
        ".w\\:x, .b{display:none}",
        "@media screen{ .b{display:none",
    ],
)
def test_sheets_that_hide_it(sheet: str) -> None:
    assert unseen(PAGE, sheet)
    assert not unseen(PAGE.replace("badge", "bridge").replace('id="bridge"', 'id="badge"'), ".other{display:none}")


@pytest.mark.parametrize(
    "sheet",
    [
        "",
        ".other, #other, p.b, a > footer, img > a { display:none }",
        "@media print{.b{display:none}}",
        "@media (max-width:600px){.foot{display:none}}",
        "@media screen and (max-width:600px){.foot{display:none}}",
        ".b:hover, .b::after, a:focus img{display:none}",
        ".b{display:none} .foot .b{display:inline}",
        ".b{display:none} .b{display:block}",
        ".b{display:inline !important} #badge{display:none}",
        ".foot{visibility:hidden} .link{visibility:visible}",
        "html,body{display:none;visibility:hidden}",
        ".b{opacity:0}",
        ".link{left:-9999px}",
        ".link{position:absolute;left:-20px;margin-left:-40px}",
        ".foot{height:0;padding-bottom:56%}",
        ".foot{font-size:0;max-width:100%;height:auto}",
        ".link{transform:translate(-50%,-50%) scale(0.9)}",
        "{}}}{ .b{", "@media{{{", "a b c " * 200 + "{display:none}",
    ],
)  # fmt: skip
def test_sheets_that_do_not(sheet: str) -> None:
    assert not unseen(PAGE, sheet)


@pytest.mark.parametrize(
    ("html", "hidden"),
    [
        (PAGE.replace("<p ", "<p hidden=until-found "), True),
        (PAGE.replace("<p ", "<p style='display:NONE ' "), True),
        (PAGE.replace("<p ", "<p style='opacity:0.01' "), True),
        (PAGE.replace("<p ", "<p style='opacity: 2%' "), True),
        (PAGE.replace("<p ", "<p style='opacity:.4' "), False),
        (PAGE.replace("<p ", "<p style='position:absolute;left:-10000px' "), True),
        (PAGE.replace('width="212"', 'width="1"'), True),
        (PAGE.replace('width="212"', 'width=" 0PX"'), True),
        (PAGE.replace('width="212"', 'width="100%"'), False),
        (f"<details><summary>More</summary>{PAGE}</details>", True),
        (f"<details open><summary>More</summary>{PAGE}</details>", False),
        (f"<details><summary>{IMG}</summary></details>", False),
        (f"<dialog>{PAGE}</dialog>", True),
        (f"<dialog open>{PAGE}</dialog>", False),
        ("<div>" * 3_000 + PAGE, False),
        ("<div style='display:none'>" + "<div>" * 300 + PAGE, True),
    ],
)
def test_what_the_markup_itself_says(html: str, hidden: bool) -> None:
    assert unseen(html) == hidden


def test_an_elements_own_style_stands_above_sheets_but_for_important_words() -> None:
    shown = PAGE.replace("<p ", "<p style='display:block' ")
    assert not unseen(shown, "#row{display:none}")
    assert unseen(shown, "#row{display:none!important}")


async def test_a_linked_sheet_of_the_same_site_counts_and_others_do_not(street: Street) -> None:
    number = await street.add()
    await street.call("POST", f"/me/listings/{number}/free")
    badge = await street.badge(number)
    street.home.pages["/hide.css"] = street.home.pages["/screen.css"] = _css(".fame a{display:none}")
    street.home.pages["/show.css"] = _css(".fame a.y{display:none} p{color:red}")

    async def look(head: str) -> tuple[bool, str]:
        street.home.pages["/"] = f"<!doctype html><head>{head}</head><body><div class=fame>{badge}</div>"
        told = await street.call("POST", f"/me/listings/{number}/free")
        return told["badge_check"]["found"], told["badge_check"]["detail"]

    hidden = (False, "The badge is on the page, but hidden.")
    assert await look("<link rel=stylesheet href=/hide.css>") == hidden
    assert await look("<link rel=stylesheet href=/screen.css media=screen>") == hidden
    assert await look("<style>.fame{visibility:hidden}</style>") == hidden
    asked = len(street.home.requests)
    for head in (
        "<link rel=stylesheet href=/show.css><link rel=stylesheet href=/missing.css>",
        "<link rel=stylesheet href=/hide.css media=print><link rel='alternate stylesheet' href=/hide.css>",
        f"<link rel=stylesheet href='{street.home.at('127.0.0.2')}/hide.css'>",  # another site, by its name
        "<style media=print>.fame{display:none}</style>",
    ):
        assert (await look(head))[0], head
    paths = [request.path for request in street.home.requests[asked:]]
    assert sorted(path for path in paths if path != "/") == ["/missing.css", "/show.css"]


def _css(text: str) -> Answer:
    return Answer(text, type="text/css")


def test_a_number_without_end_is_looked_through_once() -> None:
    """Else this would take hours."""
    assert not unseen(PAGE, f"#badge{{width:{'1' * 1_000_000}x}}")
    assert not unseen(PAGE, f"#badge{{transform:{'translate(' * 100_000}}}")
    assert unseen(PAGE, "#badge{width:.5px}")
