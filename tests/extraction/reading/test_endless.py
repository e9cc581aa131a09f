"""Pages that go on for ever: each of their texts is looked through once. Else most of these would take years."""

from datetime import UTC, datetime

import pytest

from showground.core.css.sheets import read_sheet
from showground.core.fetch import FetchResponse
from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.reading.page_check import find_page_problem, looks_empty
from showground.extraction.reading.sandbox_parsers import REFRESH, parse_response
from showground.extraction.reading.sitemap import list_addresses
from showground.extraction.reading.text_limits import MAX_BLOCK_LENGTH, MAX_TEXT_LENGTH
from showground.extraction.verifier import verify

NOW = datetime(2026, 3, 11, tzinfo=UTC)


def page(html: str) -> FetchResponse:
    return FetchResponse("https://endless.example/", 200, {"content-type": "text/html"}, html.encode())


@pytest.mark.parametrize("piece", ["De-", "a.", "Aa ", "street", "$1,000 "])
def test_a_line_without_end_is_read_and_drafted_from(piece: str) -> None:
    line = piece * (30_000 // len(piece))
    read, _ = parse_response(
        page(f"<title>{line}</title><h1>Endless</h1><p>{line}</p><p>{piece * (220 // len(piece))}</p>"), NOW
    )
    assert len(read.blocks) > 10
    assert max(len(block.text) for block in read.blocks) <= MAX_BLOCK_LENGTH
    assert len(read.title) <= MAX_TEXT_LENGTH
    verify(extract([read], []), [read], [])


def test_json_ld_without_end() -> None:
    described = '{"@type": "Organization", "name": "Endless", "description": "' + "<" * 20_000 + '"}'
    read, _ = parse_response(
        page(f'<script type="application/ld+json">{described}</script><p>Endless makes tea.</p>'), NOW
    )
    assert len(read.json_ld[0]["description"]) == MAX_TEXT_LENGTH
    verify(extract([read], []), [read], [])


@pytest.mark.parametrize("piece", ["<script ", "<div ", "<div id=root ", "<meta ", "<meta http-equiv=refresh "])
def test_tags_that_never_end(piece: str) -> None:
    read, html = parse_response(page("<script></script>" + piece * (1_000_000 // len(piece))), NOW)
    assert find_page_problem(read, html) is not None
    assert looks_empty(html)
    assert REFRESH.search(html) is None


def test_a_style_sheet_of_quotation_marks() -> None:
    [rule] = read_sheet("a{top:1px}" + '"\\' * 500_000).rules
    assert rule.declared == {"top": "1px"}


def test_a_sitemap_of_blanks_names_nothing() -> None:
    assert list_addresses("<loc>" + " " * 1_000_000) == []
    assert list_addresses("<loc>" * 200_000) == []
    assert list_addresses("<loc><![CDATA[" * 100_000) == []


def test_a_sitemap_names_addresses_plain_or_as_cdata() -> None:
    written = (
        "<urlset><url><loc> https://a.example/?x=1&amp;y=2\n</loc></url>"
        "<url><image:loc>https://a.example/b</image:loc></url>"
        "<url><loc>\n<![CDATA[ https://a.example/c ]]>\n</loc></url></urlset>"
    )
    assert list_addresses(written) == ["https://a.example/?x=1&y=2", "https://a.example/b", "https://a.example/c"]
