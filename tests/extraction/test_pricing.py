"""What a site says of its prices, put together."""

from showground.extraction.pricing import find_pricing
from showground.extraction.reading.markup import read_markup
from showground.extraction.site_model import prepare
from showground.extraction.subjects import Subjects
from tests.drafting.labelled import NOW

SAID = "<p>Free for one plant, then $4 per month for as many as you like.</p>"


def test_a_sentence_that_stands_on_two_pages_is_told_once() -> None:
    pages = [
        read_markup(f"https://fern.test{path}", f"<title>Fern</title><main>{SAID}</main>", NOW)
        for path in ("/", "/pricing")
    ]
    for page, kind in zip(pages, ("home", "pricing"), strict=True):
        page.kind = kind
    _, summary = find_pricing(Subjects(prepare(pages)))
    assert summary is not None
    assert summary.value == "Free for one plant, then $4 per month for as many as you like."
