"""What a site says of its prices, put together."""

from showground.extraction.pricing.draft_pricing import find_pricing
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


def test_free_without_a_subject_is_said_of_the_first_talk_where_that_is_free() -> None:
    def model(*lines: str) -> str | None:
        body = "".join(f"<p>{line}</p>" for line in lines)
        page = read_markup("https://fern.test/", f"<title>Fern</title><main>{body}</main>", NOW)
        page.kind = "home"
        found, _ = find_pricing(Subjects(prepare([page])))
        return found.value if found else None

    assert model("It is 100% free") == "free"
    assert model("Kostenlose Beratung buchen", "100% kostenlos") is None
    assert model("Book a free consultation", "It is 100% free") is None
    assert model("Book a free consultation", "Fern is free forever, for every garden and every gardener.") == "free"
