"""Name, tagline and description come from where a site introduces itself."""

from datetime import UTC, datetime

import pytest

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import Proposal
from showground.extraction.reading.markup import read_markup
from showground.extraction.verifier import verify

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


def draft(body: str, title: str = "Larkspur", summary: str = "", lang: str = "en") -> Proposal:
    head = f'<title>{title}</title><meta name="description" content="{summary}">'
    html = f'<html lang="{lang}"><head>{head}</head><body>{body}</body></html>'
    page = read_markup("https://larkspur.test/", html, NOW)
    page.kind = "home"
    return verify(extract([page], []), [page], [])


def value(drafted: Proposal, field: str) -> str | None:
    found = drafted.fields.get(field)
    return found.value if found else None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<h1>Larkspur</h1><h4>Seeds that know their season</h4>", "Seeds that know their season"),
        ("<h1>Larkspur</h1><p>Seeds that know their season</p><h1>Many beds</h1>", "Seeds that know their season"),
        ("<div>Seeds that know their season</div><h2>How does it work?</h2>", "Seeds that know their season"),
        ('<p><a href="/a">Open web app</a> <a href="/b">Download plugin</a></p><h2>Seeds for all seasons</h2>',
         "Seeds for all seasons"),
        ("<p>Free shipping over $75</p><h1>Larkspur</h1><p>Seeds that know their season</p>",
         "Seeds that know their season"),
        ("<h1>Larkspur</h1><p>Version 2.4.1</p><p>Seeds that know their season</p>", "Seeds that know their season"),
        ("<h1>Larkspur</h1><footer><p>Write to hello@larkspur.test</p></footer>", None),
        ("<div><p>Sow and grow</p><h2>Seeds that know their season</h2></div>", "Seeds that know their season"),
        ("<h4>Seeds that know their season</h4><p>By mail.</p><h1>What we offer</h1><h3>Seed boxes by post</h3>",
         "Seeds that know their season"),
        ("<p>⚡ Sent within two days</p><h2>Table of contents</h2>", None),
        (f"<h1>Larkspur</h1><p>Seeds that know their season. {'They come by mail in the right week. ' * 4}</p>",
         "Seeds that know their season."),
    ],
)  # fmt: skip
def test_the_tagline_is_what_the_page_says_first(body: str, expected: str | None) -> None:
    assert value(draft(f"<main>{body}</main>"), "tagline") == expected


def test_the_tagline_falls_back_to_the_title_and_the_summary() -> None:
    assert value(draft("<main></main>", "Larkspur | Seeds that know their season"), "tagline") == (
        "Seeds that know their season"
    )
    summary = "We bring the soil and the seeds. You bring a balcony and a little patience."
    assert (
        value(draft("<main><h1>Larkspur</h1></main>", summary=summary), "tagline") == "We bring the soil and the seeds."
    )
    assert value(draft("<main><h1>季節を知る種のお店</h1></main>", lang="ja"), "tagline") == "季節を知る種のお店"


def test_a_name_loses_its_version() -> None:
    menu = '<nav><a href="/">Larkspur</a></nav><main><h1>Seeds that know their season</h1></main>'
    assert value(draft(menu, "Larkspur 0.2.0 | Seeds by mail"), "name") == "Larkspur"
    assert value(draft(menu, "Larkspur──季節を知る種", lang="ja"), "name") == "Larkspur"


def test_a_name_is_found_at_the_beginning_of_a_sentence_and_without_what_the_page_is() -> None:
    menu = "<main><h1>Seeds that know their season</h1></main>"
    assert value(draft(menu, "Larkspur, the seeds that know their season"), "name") == "Larkspur"
    assert value(draft(menu, "Larkspur landing page"), "name") == "Larkspur"


def test_reviews_are_no_description() -> None:
    own = (
        "Larkspur sends you the seeds that suit your balcony, in the week in which they want to be sown. No more waste."
    )
    review = "I never had a green thumb, but these seeds came up within a week and my neighbours are jealous."
    page = f"<main><h1>Larkspur</h1><p>{own}</p><div><p>{review}</p><p>Anna Keller</p></div></main>"
    assert value(draft(page), "description") == own


def test_headings_in_capitals_are_not_taken_for_people() -> None:
    text = "Set as many timers as you want, all running at the same time, and see them at a glance on one screen."
    page = f"<main><h1>Larkspur</h1><section><h2>Multiple Timers</h2><p>{text}</p></section></main>"
    assert value(draft(page), "description") == text
