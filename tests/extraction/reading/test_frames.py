"""The header and the footer of pages without elements for them."""

from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.pages import ReadPage
from tests.drafting.labelled import NOW

BAR = '<div class="flex"><a href="/"><img src="/acme.svg" alt="Acme"></a><a href="/prices">Prices</a></div>'
HERO = "<div><h1>Clocks that agree</h1><p>All of them, all day.</p></div>"
FAQ = "<div><div>Do they tick?</div><div>No.</div></div>"
END = '<div><div>Company</div><a href="https://x.com/acme">X</a><div>© 2026 Acme, 1 High Street, Leeds</div></div>'


def read(body: str) -> ReadPage:
    return read_markup("https://acme.test/", f"<html><body>{body}</body></html>", NOW)


def places(page: ReadPage) -> dict[str, str]:
    return {block.text: block.place for block in page.blocks}


def test_they_are_found_by_where_they_stand() -> None:
    page = read(f"<div id=root>{BAR}{HERO}{FAQ}{END}</div>")
    assert [image.place for image in page.images] == ["header"]
    assert [link.place for link in page.links] == ["header", "header", "footer"]
    assert places(page)["Clocks that agree"] == "main"
    assert places(page)["Do they tick?"] == "main"
    assert places(page)["Company"] == "footer"


def test_a_part_that_answers_questions_is_no_footer() -> None:
    page = read(f"<div id=root>{HERO}<div>{FAQ}{END}</div></div>")
    assert places(page)["Do they tick?"] == "main"
    assert places(page)["Company"] == "footer"


def test_pages_that_say_where_they_are_stay_as_they_are() -> None:
    page = read(f"<header><a href='/'>Acme</a></header>{HERO}<div>© a drawing</div><footer>Contact</footer>")
    assert places(page)["© a drawing"] == "main"
    assert places(page)["Contact"] == "footer"


def test_a_page_without_a_headline_has_no_frames_to_find() -> None:
    assert set(places(read(f"{BAR}{FAQ}{END}")).values()) == {"main"}
