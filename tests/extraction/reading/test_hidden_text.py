"""Text that nobody sees is not read, however it is hidden; text that people see is, however the page is built."""

from collections.abc import Mapping

import pytest

from showground.core.css.sheets import read_sheet
from showground.extraction.reading.markup import read_markup
from tests.drafting.labelled import NOW

# Each hides the text of an element by itself.
HIDING = {
    "display": "display:none",
    "visibility": "visibility:hidden",
    "collapse": "visibility:collapse",
    "opacity": "opacity:0",
    "opacity in percent": "opacity:0%",
    "almost no opacity": "opacity:.01",
    "filter": "filter:opacity(0)",
    "font size": "font-size:0",
    "tiny font": "font-size:1px",
    "font shorthand": "font:0/0 serif",
    "left": "position:absolute;left:-9999px",
    "top": "position:fixed;top:-200vh",
    "inset": "position:absolute;inset:-9999px auto auto 0",
    "logical inset": "position:absolute;inset-inline-start:-9999px",
    "right": "position:absolute;right:-9999px",
    "left by a share": "position:absolute;left:-100%",
    "far left by a share": "position:relative;left:-250%",
    "right by a share": "position:absolute;left:300%",
    "top by a share": "position:absolute;top:-400%",
    "fixed beyond the edge": "position:fixed;left:100vw",
    "margin": "margin-left:-9999px",
    "margin shorthand": "margin:0 0 0 -9999px",
    "text-indent": "text-indent:-9999px",
    "text-indent in em": "text-indent:-999em",
    "text-indent beyond the box": "text-indent:100%;white-space:nowrap;overflow:hidden",
    "translate": "transform:translateX(-9999px)",
    "translate property": "translate:-9999px",
    "scale": "transform:scale(0)",
    "scale of one axis": "transform:rotate(3deg) scaleY(0.0)",
    "scale property": "scale:0",
    "edge-on": "transform:rotateY(90deg)",
    "drawer at the left": "position:fixed;left:0;transform:translateX(-100%)",
    "drawer at the bottom": "position:fixed;bottom:0;translate:0 100%",
    "clip": "position:absolute;clip:rect(0,0,0,0)",
    "clip of a pixel": "position:absolute;clip:rect(1px 1px 1px 1px)",
    "clip-path inset": "clip-path:inset(50%)",
    "clip-path circle": "clip-path:circle(0)",
    "clip-path polygon": "clip-path:polygon(0 0,0 0,0 0)",
    "clip-path polygon in a line": "clip-path:polygon(0 0,0 50%,0 100%)",
    "clip-path path": 'clip-path:path("M0 0")',
    "clip-path path back and forth": 'clip-path:path("M0 0 L0 90 Z")',
    "clip-path path in small steps": 'clip-path:path("m0 0h0v40z")',
    "clip-path path outside": 'clip-path:path("M-90 -90 H-10 V-10 Z")',
    "height": "height:0;overflow:hidden",
    "max-height": "max-height:0;overflow:hidden",
    "width": "width:0;overflow:hidden",
    "size of a pixel": "position:absolute;width:1px;height:1px;overflow:hidden",
    "overflow of one axis": "height:0;overflow-y:clip",
    "white on white": "color:#fff",
    "white on white by name": "color:white;background:white",
    "nearly white": "color:rgb(254,254,254)",
    "hsl": "color:hsl(0 0% 100%)",
    "black on black": "color:#111;background:#111",
    "transparent": "color:transparent",
    "no alpha": "color:rgba(0,0,0,0)",
    "text fill": "-webkit-text-fill-color:transparent",
    "content-visibility": "content-visibility:hidden",
    "variable": "--d:none;display:var(--d)",
    "zoom": "zoom:0.01",
    "small scale": "transform:scale(.001)",
    "matrix": "transform:matrix3d(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)",
    "edge-on by another axis": "transform:rotate3d(1,0,0,90deg)",
    "edge-on in turns": "transform:rotateX(.25turn)",
    "edge-on by property": "rotate:x 90deg",
    "letters on each other": "letter-spacing:-100px",
    "oklch": "color:oklch(1 0 0)",
    "lab": "color:lab(100 0 0)",
    "colour of light mode": "color:light-dark(white,black)",
    "mixture": "color:color-mix(in srgb,white,white)",
    "colour of the page": "color:canvas",
    "calculated opacity": "opacity:calc(0)",
    "calculated size": "font-size:calc(1px * 0)",
    "calculated place": "position:absolute;left:calc(-100vw - 10px)",
    "smaller of two": "height:min(0px,10px);overflow:hidden",
    "blurred": "filter:blur(40px)",
    "fixed above": "position:fixed;top:-400px",
    "fixed by its width": "position:fixed;left:-150px;width:150px",
    "fixed below": "position:fixed;bottom:-300px;height:300px",
    "far to the right": "margin-left:9999px",
    "relative": "position:relative;right:9999px",
    "mask": "mask-image:linear-gradient(transparent,transparent)",
    "mask shorthand": "-webkit-mask:linear-gradient(#0000,#0000)",
    "clip-path rect": "clip-path:rect(0 0 0 0)",
    "clip-path xywh": "clip-path:xywh(0 0 0 0)",
    "clip of one side": "position:absolute;clip:rect(auto,auto,0,auto)",
    "behind the page": "position:absolute;z-index:-1;color:#fff",
    "on a gradient of its colour": "color:#fff;background:linear-gradient(#fff,#fff)",
    "on a gradient that nobody can tell from its colour": "color:#fff;background:linear-gradient(#fff,#fefefe)",
    "fallback of a variable": "display:var(--absent,none)",
    "important": "display:none!important;display:block",
    "last wins": "display:block;display:none",
}
SHOWING = {
    "a tip beside its word": "position:absolute;left:100%",
    "a badge above its corner": "position:absolute;top:-50%",
    "a clip-path path around it": 'clip-path:path("M0 0 H900 V400 L0 300 Z")',
    "a clip-path path of curves": 'clip-path:path("M0 0 C0 90 400 90 400 0 Z")',
    "nothing": "",
    "half opacity": "opacity:.5",
    "position without place": "position:absolute",
    "place without position": "left:-9999px;top:-9999px",
    "height without clipping": "height:0",
    "clipping without height": "overflow:hidden",
    "aspect ratio": "height:0;padding-bottom:56%;overflow:hidden",
    "small shift": "position:relative;left:-20px;margin-left:-40px;text-indent:-1em",
    "centred": "position:absolute;left:50%;top:50%;transform:translate(-50%,-50%) scale(.9)",
    "moved by its own width within the window": "position:fixed;left:50px;transform:translateX(-100%)",
    "unknown variable": "display:var(--absent)",
    "size by name": "font-size:small",
    "calculated": "font-size:calc(1rem + 1vw);margin-left:calc(50% - 50vw);width:min(100%,60rem)",
    "turned": "transform:rotate(90deg);rotate:3deg",
    "half as large": "transform:scale(.5);zoom:.5",
    "fading at the edge": "mask-image:linear-gradient(black,transparent)",
    "tight letters": "letter-spacing:-.05em;line-height:1;overflow:hidden",
    "a little blurred": "filter:blur(1px)",
    "fixed at the corner": "position:fixed;bottom:-20px;right:20px",
    "sticky": "position:sticky;left:-9999px",
    "light text in front of anything": "position:absolute;color:oklch(1 0 0)",
    "coloured": "color:oklch(.7 .2 30)",
    "style before the size": "font:italic bold 12px/2 serif",
    "usual size": "font-size:initial",
    "no size": "font-size:huge",
    "nothing behind": "background:none",
    "no colour behind": "background:rgba(0,0,0,0)",
    "half a colour behind": "background:rgba(0,0,0,.5)",
    "clip without position": "clip:rect(0,0,0,0)",
    "clip-path of a shape": "clip-path:polygon(0 0,100% 0,100% 100%,0 90%)",
    "white on dark": "color:#fff;background:#123",
    "white on a picture": "color:#fff;background-image:url(x.png)",
    "white on a gradient": "color:#fff;background:linear-gradient(red,blue)",
    "gradient in the letters": "color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text",
    "broken": "display:;visibility:banana;color:none",
    "fade in": "opacity:0;animation:fade 1s forwards",
    "last wins": "display:none;display:block",
    "important": "display:block!important;display:none",
}


def seen(html: str, sheets: Mapping[str, str] | None = None) -> list[str]:
    read = {f"https://acme.test/{path}": read_sheet(text) for path, text in (sheets or {}).items()}
    return read_markup("https://acme.test/a/", html, NOW, read).text.splitlines()


@pytest.mark.parametrize("style", HIDING.values(), ids=HIDING)
@pytest.mark.parametrize(
    "html",
    [
        "<body><p style='{}'>secret</p><p>shown</p>",
        "<head><style>.x{{{}}}</style></head><body><p class=x>secret</p><p>shown</p>",
        "<body><style>body>hr.x.y+i~p[lang]{{{}}}</style><hr class='y x'><i></i><p lang=a>secret</p><p>shown</p>",
    ],
    ids=["inline", "by class", "by compound selector"],
)
def test_hidden_by_its_own_style(html: str, style: str) -> None:
    assert seen(html.format(style)) == ["shown"]


@pytest.mark.parametrize("style", SHOWING.values(), ids=SHOWING)
@pytest.mark.parametrize(
    "html", ["<p style='{}'>shown</p>", "<style>.x{{{}}}</style><p class=x>shown</p>"], ids=["inline", "by class"]
)
def test_shown_whatever_its_style(html: str, style: str) -> None:
    assert seen(html.format(style)) == ["shown"]


@pytest.mark.parametrize(
    ("sheet", "hides"),
    [
        # specificity, order and importance
        (".x{display:none} p{display:block}", True),
        ("p{display:none} .x{display:block}", False),
        ("#i{display:none} .x.x.x{display:block}", True),
        (".x{display:none!important} #i{display:block}", True),
        (".x{display:none!important} #i{display:block!important}", False),
        (":where(#i){display:none} p{display:block}", False),
        (":is(#i,q){display:none} .x{display:block}", True),
        ("p:not(#z){display:none} .x.x{display:block}", True),
        ("@layer a{#i{display:none}} p{display:block}", False),
        ("@layer a,b;@layer b{p{display:none}}@layer a{#i{display:block}}", True),
        ("@layer a{p{display:none!important}} #i{display:block!important}", True),
        # selectors
        ("main .x{display:none}", True),
        ("main > .x{display:none}", False),
        ("section > .x{display:none}", True),
        ("h2 + .x{display:none}", True),
        ("h2 ~ p.x:last-child{display:none}", True),
        ("p:not(.z){display:none}", True),
        ("p:not(.x){display:none}", False),
        ("p:nth-child(2){display:none}", True),
        ("p:nth-of-type(2){display:none}", False),
        ("[data-a='b c']{display:none}", True),
        ("[data-a^=b][data-a$=c]{display:none}", True),
        ("section:has(> h2) .x{display:none}", True),
        (".x:hover,.x::before,p:focus-within{display:none}", False),
        ("p:not(:hover):not(:focus-visible){display:none}", True),
        (".\\78 , q{display:none}", True),
        ("main{section{& .x{display:none}}}", True),
        (".x{color:red;&.z{display:none}}", False),
        ("p:unknown,.x{display:none}", False),
        # what holds on a desktop screen
        ("@media screen{.x{display:none}}", True),
        ("@media print{.x{display:none}}", False),
        ("@media not print{.x{display:none}}", True),
        ("@media only screen and (min-width:48em){.x{display:none}}", True),
        ("@media (max-width:600px){.x{display:none}}", False),
        ("@media (600px<=width<2000px){.x{display:none}}", True),
        ("@media (width<600px){.x{display:none}}", False),
        ("@media print,(min-width:600px){.x{display:none}}", True),
        ("@media (prefers-color-scheme:dark){.x{display:none}}", False),
        ("@media (prefers-reduced-motion){.x{display:none}}", False),
        ("@media (min-width:600px){@media (max-width:700px){.x{display:none}}}", False),
        ("@supports (display:grid){.x{display:none}}", True),
        ("@supports not (display:grid){.x{display:none}}", False),
        # inheritance
        ("section{visibility:hidden}", True),
        ("section{visibility:hidden} .x{visibility:visible}", False),
        ("main{opacity:.1} section{opacity:.2} .x{opacity:1}", True),
        ("main{background:#222;color:#222}", True),
        ("main{background:#222} section{color:#222}", True),
        ("main{background:#222} section{color:#222} .x{background:white}", False),
        ("main{color:white} .x{color:black}", False),
        ("main{font-size:0}", True),
        ("main{font-size:0} .x{font-size:2em}", True),
        ("main{font-size:0} .x{font-size:16px}", False),
        ("section{text-indent:-9999px} .x{text-indent:0}", False),
        (":root{--ink:#fff;--page:var(--ink)} main{background:var(--page)} .x{color:var(--ink)}", True),
        (":root{--hide:block} main{--hide:none} .x{display:var(--hide)}", True),
        # broken sheets
        ("}} .x{display:none}", False),
        ("@media screen{.x{display:none", True),
        ("/* .x{display:block} */ .x{display:none} /* .x{display:block}", True),
        ('q::after{content:"} .x{display:block}"} .x{display:none}', True),
        ("<!-- .x{display:none} -->", True),
        ("@charset 'x';@namespace svg url(x);@font-face{src:url(x)} .x{display:none}", True),
    ],
)  # fmt: skip
def test_a_sheet_is_applied_as_browsers_do(sheet: str, hides: bool) -> None:
    html = f"<style>{sheet}</style><main><section><h2></h2><p id=i class=x data-a='b c'>text</p></section></main>"
    assert seen(html) == ([] if hides else ["text"])


FILLING = "position:absolute;inset:0;"


@pytest.mark.parametrize(
    ("lower", "upper", "shown"),
    [
        (FILLING, FILLING + "background:#fff", ["panel"]),
        (FILLING + "z-index:1", FILLING + "z-index:2;background:#fff", ["panel"]),
        (FILLING, "position:absolute;top:0;left:0;width:100%;height:100%;background:#123;color:#fff", ["panel"]),
        (FILLING + "z-index:3", FILLING + "z-index:2;background:#fff", ["secret", "panel"]),
        (FILLING + "background:#fff;z-index:1", FILLING, ["secret"]),
        (FILLING, FILLING, ["secret", "panel"]),
        (FILLING, FILLING + "background:#fff8", ["secret", "panel"]),
        (FILLING, "position:absolute;top:0;left:0;width:100%;background:#fff", ["secret", "panel"]),
        (FILLING, FILLING + "background:#fff;transform:translateY(50%)", ["secret", "panel"]),
    ],
)
def test_a_box_under_an_opaque_one(lower: str, upper: str, shown: list[str]) -> None:
    assert seen(f"<div><div style='{lower}'><p>secret</p></div><div style='{upper}'><p>panel</p></div></div>") == shown


def test_slides_that_a_script_shows_in_turn() -> None:
    slides = f"<div style='{FILLING}background:#fff'>one</div><div style='{FILLING}background:#fff'>two</div>"
    assert seen(f"<section>{slides}</section><script>next()</script>") == ["one", "two"]
    assert seen(f"<section>{slides}</section>") == ["two"]


def test_a_curtain_without_text_is_taken_away() -> None:
    assert seen(f"<section><div style='{FILLING}'>one</div><div style='{FILLING}background:#fff'></div></section>") == [
        "one"
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<p hidden>secret</p>",
        "<style>p{color:red}</style><p hidden>secret</p>",
        "<template>secret</template><dialog>secret</dialog><datalist><option>secret</datalist>",
        "<div popover>secret</div><p hidden=until-found>secret</p>",
        "<progress>secret</progress><meter>secret</meter><ruby><rp>secret</rp></ruby>",
        "<noscript><style>.x{display:block!important}</style></noscript><p class=x style='display:none'>secret</p>",
        "<div style='display:none'><p style='display:block;visibility:visible'>secret</p></div>",
        "<div style='height:0;overflow:hidden'><div><p>secret</p></div></div>",
        "<style>.t>p{display:none}.t>p.on{display:block}</style><script></script><div class=t><p>secret</p></div>",
        "<div role=tabpanel hidden>secret</div><script></script>",
        "<style>.tab{display:none}.tab.active{display:block}</style><h3>T</h3><div class=tab>secret</div>",
        "<style>.modal{display:none}.modal.open{display:block}</style><div class=modal><h2>secret</h2></div>",
        "<h3></h3><div style='display:none'>secret</div><script></script>",
        # Without a script nothing opens it.
        "<div class=faq><h3></h3><div style='display:none'>secret</div></div>",
        "<p style='opacity:0;transition:1s'>secret</p>",
    ],
)
def test_what_nobody_ever_sees(html: str) -> None:
    assert [line for line in seen(f"<body>{html}<p>shown</p>") if line != "T"] == ["shown"]


@pytest.mark.parametrize(
    "html",
    [
        "<details><summary>Q?</summary><p>answer</p></details>",
        "<button aria-controls=a aria-expanded=false>Q?</button><div id=a hidden>answer</div>",
        "<style>.a{max-height:0;overflow:hidden}.open .a{max-height:90px}</style><h3>Q?</h3><p class=a>answer</p>",
        "<style>.collapse:not(.show){display:none}</style><h3>Q?</h3><div class=collapse>answer</div>",
        "<style>:checked~.a{display:block}.a{display:none}</style><input type=radio><b>Q?</b><p class=a>answer</p>",
        "<style>.a{display:none}</style><script></script><h3>Q?</h3><p class=a>answer</p>",
        "<script></script><div class=accordion><div>Q?</div><div style='display:none'>answer</div></div>",
        "<style>.answer{display:none}</style><script></script><div><h4>Q?</h4></div><div><p class=answer>answer</div>",
        "<style>p{overflow:clip}.g{grid-template:0fr}.g.on{grid-template:1fr}</style><h3>Q?</h3><dl class=g><p>answer",
    ],
)
def test_what_a_visitor_opens_by_a_click_is_read(html: str) -> None:
    assert seen(html) == ["Q?", "answer"]


@pytest.mark.parametrize(
    "html",
    [
        "<style>.r{opacity:0;transition:opacity 1s}.r.in{opacity:1}</style><script></script><p class=r>shown</p>",
        "<script></script><p style='opacity:0;transform:translateY(20px)'>shown</p>",
        "<style>[data-aos]{opacity:0}[data-aos].aos-animate{opacity:1}</style><script></script><p data-aos=a>shown</p>",
        "<style>body{opacity:0}html{visibility:hidden}</style><script></script><p>shown</p>",
        "<style>[v-cloak]{display:none}</style><script></script><div v-cloak>shown</div>",
    ],
)
def test_what_appears_as_the_page_is_scrolled_or_loaded_is_read(html: str) -> None:
    assert seen(html) == ["shown"]


def test_attributes_from_before_style_sheets_count() -> None:
    assert seen("<body background=stars.png><p style='color:#fff'>text</p>") == ["text"]
    assert seen("<body bgcolor=#000><p style='color:#fff'>text</p>") == ["text"]
    assert seen("<body bgcolor=#000 text=black>text") == []
    assert seen("<body><font color=white>text</font>") == []
    assert seen("<table bgcolor=black><td><font color=white>text</font></table>") == ["text"]


def test_a_price_struck_out_by_a_class_is_marked() -> None:
    html = "<style>.was{text-decoration:line-through 2px}</style><p><span class=was>$49</span> <b>$29</b></p>"
    page = read_markup("https://acme.test/", html, NOW)
    assert [(block.text, "struck" in block.marks) for block in page.blocks] == [("$49", True), ("$29", False)]
    html = "<div style='text-decoration-line:underline line-through'><b>$49</b></div><p>$29</p>"
    page = read_markup("https://acme.test/", html, NOW)
    assert [(block.text, "struck" in block.marks) for block in page.blocks] == [("$49", True), ("$29", False)]


@pytest.mark.parametrize("style", ["float:right", "display:inline-block", "position:absolute;top:0"])
def test_a_line_does_not_strike_a_box_of_its_own(style: str) -> None:
    html = f"<div style='text-decoration:line-through'>$49 <b style='{style}'>$29</b></div>"
    page = read_markup("https://acme.test/", html, NOW)
    assert [(block.text, "struck" in block.marks) for block in page.blocks] == [("$49", True), ("$29", False)]


@pytest.mark.parametrize(
    ("head", "sheets", "hides"),
    [
        ("<link rel=stylesheet href=/a.css>", {"a.css": ".x{display:none}"}, True),
        ("<link rel=stylesheet href=../a.css>", {"a.css": ".x{display:none}"}, True),
        ("<link rel=stylesheet href=/b.css>", {"a.css": ".x{display:none}"}, False),
        ("<link rel=stylesheet href=/a.css media=print>", {"a.css": ".x{display:none}"}, False),
        ("<link rel=stylesheet href=/a.css media='(max-width:600px)'>", {"a.css": ".x{display:none}"}, False),
        ("<link rel=stylesheet href=/a.css media=print onload='this.media=1'>", {"a.css": ".x{display:none}"}, True),
        ("<link rel=preload as=style href=/a.css onload='this.rel=1'>", {"a.css": ".x{display:none}"}, True),
        ("<link rel='alternate stylesheet' href=/a.css>", {"a.css": ".x{display:none}"}, False),
        ("<link rel=stylesheet href=/a.css><style>.x{display:block}</style>", {"a.css": ".x{display:none}"}, False),
        ("<style>.x{display:block}</style><link rel=stylesheet href=/a.css>", {"a.css": ".x{display:none}"}, True),
        ("<noscript><link rel=stylesheet href=/a.css></noscript>", {"a.css": ".x{display:none}"}, False),
        ("<style>@import '/a.css';</style>", {"a.css": ".x{display:none}"}, True),
        ("<style>@import url(/a.css) print;</style>", {"a.css": ".x{display:none}"}, False),
        ("<style>@import '/a.css' layer(l);p{display:block}</style>", {"a.css": "#i{display:none}"}, False),
        ("<link rel=stylesheet href=/a.css>", {"a.css": "@import 'c/b.css';", "c/b.css": ".x{display:none}"}, True),
        ("<link rel=stylesheet href=/a.css>", {"a.css": "@import 'a.css';.x{display:none}"}, True),
        (
            "<link rel=stylesheet href=/a.css>",
            {"a.css": "p{top:0} @import 'b.css';", "b.css": ".x{display:none}"},
            False,
        ),
        ("<base href=/c/><link rel=stylesheet href=b.css>", {"c/b.css": ".x{display:none}"}, True),
        # Where a sheet was not read, its class names are all there is to go by, and the page may be dark.
        ("<link rel=stylesheet href=https://cdn.test/b.css><style>.x{color:#fff}</style>", {}, False),
    ],
)
def test_linked_sheets(head: str, sheets: Mapping[str, str], hides: bool) -> None:
    assert seen(f"<head>{head}</head><body><p id=i class=x>text</p>", sheets) == ([] if hides else ["text"])


def test_a_class_is_taken_by_its_name_only_where_no_sheet_speaks_of_it() -> None:
    assert seen("<p class=hide>text</p>") == []
    assert seen("<style>.hide{color:red}</style><p class=hide>text</p>") == ["text"]
