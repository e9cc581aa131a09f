"""The style sheets of a site: fetched once for all pages, from the site alone, as far as robots.txt allows."""

from collections.abc import Mapping

import pytest

from tests.extraction.reading.test_site import WORDS, codes, visit
from tests.support.site import Answer, Page, redirect

pytestmark = pytest.mark.anyio


def css(text: str) -> Answer:
    return Answer(text, type="text/css")


def page(*sheets: str, links: str = "") -> str:
    head = "".join(f"<link rel=stylesheet href='{sheet}'>" for sheet in sheets)
    return f"<head><title>Acme</title>{head}</head><body>{links}<h1>Acme</h1><p>{WORDS}</p><p class=x>secret</p>"


async def is_seen(pages: Mapping[str, Page]) -> tuple[bool, list[str]]:
    reading, asked = await visit(pages)
    assert codes(reading) == []
    return "secret" in reading.pages[0].text, asked


async def test_a_sheet_is_fetched_once_for_all_pages() -> None:
    pages: dict[str, Page] = {f"/p{number}": page("/a.css") + str(number) for number in range(5)}
    pages["/"] = page("/a.css", links="".join(f"<a href={path}>{path}</a>" for path in pages))
    reading, asked = await visit({**pages, "/a.css": css(".x{opacity:0}")})
    assert len(reading.pages) == 6
    assert not any("secret" in one.text for one in reading.pages)
    assert asked.count("/a.css") == 1


async def test_a_later_page_may_bring_its_own_sheet() -> None:
    pages: dict[str, Page] = {"/": page("/a.css", links="<a href=/p>P</a>"), "/p": page("/a.css", "/b.css") + "p"}
    reading, _ = await visit({**pages, "/a.css": css("p{color:#222}"), "/b.css": css(".x{display:none}")})
    assert ["secret" in one.text for one in reading.pages] == [True, False]


async def test_what_a_sheet_imports_counts() -> None:
    sheets = {"/s/a.css": css("@import url('b.css') screen;"), "/s/b.css": css(".x{left:-9999px;position:fixed}")}
    assert await is_seen({"/": page("/s/a.css"), **sheets}) == (
        False,
        ["/robots.txt", "/", "/s/a.css", "/s/b.css", "/sitemap.xml"],
    )


async def test_sheets_that_are_not_the_sites_own_or_not_allowed_are_left_alone() -> None:
    hides = css(".x{display:none}")
    robots = Answer("User-agent: *\nDisallow: /no/", type="text/plain")
    seen, asked = await is_seen({"/": page("/no/a.css"), "/no/a.css": hides, "/robots.txt": robots})
    assert seen
    assert "/no/a.css" not in asked
    for address in ("//other.test/a.css", "http://acme.test:1/a.css", "http://acme.test:x/a.css", "http://[/a.css"):
        seen, asked = await is_seen({"/": page(address), "/a.css": hides})
        assert seen, address
        assert asked == ["/robots.txt", "/", "/sitemap.xml"], address


@pytest.mark.parametrize(
    "answer",
    [
        Answer("no", status=404),
        Answer(".x{display:none}", type="text/html"),
        css("/*" + "x" * 700_000 + "*/.x{display:none}"),
        redirect("http://other.test/b.css"),
        css("{{{" * 1_000),
    ],
    ids=["missing", "no sheet", "too large", "elsewhere", "broken"],
)
async def test_a_sheet_that_cannot_be_read_hides_nothing(answer: Answer) -> None:
    seen, _ = await is_seen({"/": page("/a.css"), "/a.css": answer})
    assert seen


async def test_at_most_eight_sheets_are_fetched() -> None:
    sheets = [f"/{number}.css" for number in range(20)]
    seen, asked = await is_seen(
        {"/": page(*sheets)} | {path: css(f"@import 'i{path[1:]}';p{{top:0}}") for path in sheets}
    )
    assert seen
    assert len([path for path in asked if path.endswith(".css")]) == 8
