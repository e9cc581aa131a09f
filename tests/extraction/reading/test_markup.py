"""What a visitor sees of a page, and nothing else."""

import pytest

from showground.core.fetch import FetchResponse
from showground.extraction.reading.markup import decode, read_markup
from showground.extraction.reading.pages import ReadPage
from tests.drafting.labelled import NOW


def seen(html: str) -> list[str]:
    return read_page(html).text.splitlines()


def read_page(html: str) -> ReadPage:
    return read_markup("https://acme.test/a/", html, NOW)


def test_words_are_joined_as_they_are_read() -> None:
    assert seen("<div><span>$</span><span>25</span><span>/mo</span></div>") == ["$25/mo"]
    assert seen("<p><span>hello@acme.test</span><span>Press kit</span></p>") == ["hello@acme.test Press kit"]
    assert seen("<h1>Notes your<br>team <b>will</b>ingly reads</h1>") == ["Notes your team willingly reads"]
    assert seen("<p>One place<br class='wide'>for notes.</p>") == ["One place for notes."]
    assert seen("<address>Acme<br>Street 1<br>Berlin</address>") == ["Acme", "Street 1", "Berlin"]
    assert seen("<h1><span>A</span><span>c</span><span>m</span><span>e</span></h1>") == ["Acme"]
    assert seen("<footer><a href=/>Home</a><a href=/b>Blog</a></footer>") == ["Home", "Blog"]
    assert seen("<ul><li>One<li>Two</ul>") == ["One", "Two"]
    own_line = "<style>h1 em{display:block}</style><h1>Ride your horse<em>with joy</em></h1>"
    assert seen(own_line) == ["Ride your horse with joy"]
    assert seen("<h1>Go<em>lang</em> for all</h1>") == ["Golang for all"]


def test_raised_digits_are_cents_beside_a_currency_only() -> None:
    assert seen("<div><sup>$</sup>9<sup>99</sup>/mo</div>") == ["$9.99/mo"]
    assert seen("<div>$<b>1,299</b><sup>00</sup></div>") == ["$1,299.00"]
    assert seen("<p><span>19</span><span class='price-cents'>90</span> €</p>") == ["19.90 €"]
    assert seen("<p>9<sup>,99</sup> €</p>") == ["9,99 €"]
    assert seen("<p>$9<sup>1</sup> per month</p>") == ["$9 1 per month"]
    assert seen("<p>Up to 10<sup>12</sup> rows</p>") == ["Up to 10 12 rows"]
    assert seen("<p>CO<sup>2</sup></p>") == ["CO2"]


@pytest.mark.parametrize(
    "html",
    [
        "<!-- secret -->",
        "<p hidden>secret</p>",
        "<p style='display: none'>secret</p>",
        "<p style='position:absolute;left:-9999px'>secret</p>",
        "<p style='font-size:0'>secret</p>",
        "<div aria-hidden=true><p>secret</p></div>",
        "<div class=hidden>secret</div>",
        "<div class='sr-only'>secret</div>",
        "<span class='text-lg material-symbols-outlined'>secret</span>",
        "<i class='material-icons'>secret</i>",
        "<template>secret</template>",
        "<noscript>secret</noscript>",
        "<dialog>secret</dialog>",
        "<style>.x{display:none}</style><p class=x>secret</p>",
        "<style>#y , .z { color: red; display:none }</style><p id=y>secret</p>",
        "<div role=tabpanel id=t hidden>secret</div><button aria-controls=t aria-expanded=false></button>",
        "<script>secret</script><svg><text>secret</text></svg><select><option>secret</select>",
    ],
)
def test_hidden_text_is_not_read(html: str) -> None:
    assert seen(f"<body>{html}<p>shown</p>") == ["shown"]


@pytest.mark.parametrize(
    "html",
    [
        "<div class='hidden md:block'>shown</div>",
        "<details><summary>shown</summary></details>",
        "<button aria-controls=a aria-expanded=false></button><div id=a hidden>shown</div>",
        "<style>@media print{.x{display:none}}</style><p class=x>shown</p>",
    ],
)
def test_what_can_be_seen_is_read(html: str) -> None:
    assert seen(html) == ["shown"]


def test_what_stands_in_the_head_is_kept() -> None:
    page = read_page(
        """<html lang=de-AT><title> A  b </title><meta name=Description content="What it is"><meta property=og:title
        content=Acme><link rel=icon href=/i.png><link rel=canonical href=/a>
        <script type=application/ld+json>{"@graph": [{"@type": "Organization", "name": "Acme",}]}</script>
        <script type=application/ld+json>{"@type": "Organization", "foundingDate": "19</script>
        <body><a href="../b" rel=nofollow>B</a><img src=c.png alt=C><iframe src=https://v.test/></iframe>""",
    )
    assert (page.title, page.language) == ("A b", "de")
    assert page.meta == {"description": "What it is"}
    assert page.open_graph == {"og:title": "Acme"}
    assert [(image.url, image.alt) for image in page.images] == [
        ("https://acme.test/i.png", ""),
        ("https://acme.test/a/c.png", "C"),
    ]
    assert [(link.url, link.rel, link.kind) for link in page.links] == [
        ("https://acme.test/a", "canonical", "a"),
        ("https://acme.test/b", "nofollow", "a"),
        ("https://v.test/", "", "frame"),
    ]
    # Half an object says things that nobody wrote; a comma too many does not.
    assert page.json_ld == [{"@type": "Organization", "name": "Acme"}]


def test_broken_markup_is_read_as_browsers_do() -> None:
    assert seen("<html><head><div>One</div></head><title>x</title><p>Two<p>Three</b></i><table><p>Four") == [
        "One",
        "Two",
        "Three",
        "Four",
    ]
    assert len(seen("<div>" * 20_000 + "deep" + "<p>text")) <= 2
    assert seen("<p>a\0b</p>") == ["ab"]


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"content-type": "text/html; charset=iso-8859-15"}, "café".encode("iso-8859-15")),
        ({"content-type": "text/html"}, "<meta charset=windows-1252>café".encode("cp1252")),
        ({"content-type": "text/html"}, "café".encode()),
        ({"content-type": "text/html"}, "café".encode("cp1252")),
        ({"content-type": "text/html"}, "\ufeffcafé".encode("utf-16-le")),
        ({"content-type": "text/html; charset=latin1"}, "<meta charset=utf-8>café".encode()),
        ({"content-type": "text/html; charset=punycode"}, "café".encode()),
    ],
)
def test_character_sets(headers: dict[str, str], body: bytes) -> None:
    assert decode(FetchResponse("https://acme.test/", 200, headers, body)).endswith("café")


def test_a_page_that_nests_without_end_is_read_up_to_there() -> None:
    for opening in ("<div>", "<b><i><a href=x>", "<table>"):
        assert seen("<p>shown</p>" + opening * 300_000 + "deep")[0] == "shown"


def test_the_foot_of_a_card_is_not_the_foot_of_the_page() -> None:
    card = "<div class=plan-card><h3>Repair</h3><div class=plan-card__footer>from €149</div></div>"
    blocks = read_page(f"<main><h1>Prices</h1>{card}</main><div class=site-footer>Porto</div>").blocks
    assert {block.text: block.place for block in blocks}["from €149"] == "main"
    assert blocks[-1].place == "footer"


def test_a_menu_with_all_sections_is_the_page() -> None:
    text = "We run your payroll every month, pay your people on time and send all forms to the office."
    sections = f"<h1>Payroll</h1><p>{text}</p><h2>Prices</h2><p>From €210 per month.</p>"
    blocks = read_page(f"<nav><a href=/>Home</a><div>{sections}</div></nav>").blocks
    assert {block.text: block.place for block in blocks}["Prices"] == "main"
    assert blocks[0].place == "nav"


def test_a_mega_menu_is_not_the_page() -> None:
    lists = "<ul><li><a href=/a>One</a></li><li><a href=/b>Two</a></li></ul>"
    menu = f"<nav><h2>Products</h2>{lists}<h2>Solutions</h2>{lists}</nav><div id=root></div>"
    assert {block.place for block in read_page(menu).blocks} == {"nav"}
    long = "All that a small team needs to write, send and check its invoices in one place, every day."
    with_text = menu.replace("<ul>", f"<h1>Tarnbrook</h1><a href=/c><p>{long}</p></a><p><a href=/d>{long}</a></p><ul>")
    assert {block.place for block in read_page(with_text).blocks} == {"nav"}


@pytest.mark.parametrize(
    "names", ["class=box id=footer", "class=widget id=footer", 'class="panel footer"', 'class="site-footer"']
)
def test_other_names_beside_that_of_a_footer(names: str) -> None:
    assert read_page(f"<main><h1>Prices</h1></main><div {names}>Porto</div>").blocks[-1].place == "footer"


def test_backslashes_in_addresses_are_slashes() -> None:
    images = read_page(r'<img src="images\logo.svg" alt="Acme" width=90 height=90>').images
    assert [image.url for image in images] == ["https://acme.test/a/images/logo.svg"]
    links = read_page(r'<a href="docs\a?q=x\y#z\w">Docs</a>').links
    assert [link.url for link in links if link.kind == "a"] == [r"https://acme.test/a/docs/a?q=x\y#z\w"]
