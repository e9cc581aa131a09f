"""Sentences that Python writes for emails are in the recipient's language, whatever language the page or job has."""

from datetime import date

import pytest

from showground.core.calls.context import Site
from showground.core.languages import in_language
from showground.core.mail.templates import write
from showground.orders.listing_check import MISSING, CheckedListing, ListingFinding
from showground.orders.payment_settlement import UNKNOWN
from tests.support.german import GERMAN

WEEK = date(2026, 3, 16)
LINK = "https://directory.example/dashboard/listings/1"


def write_german(template: str, **values: object) -> str:
    with in_language(GERMAN):
        mail = write(
            Site("Showground", "https://directory.example"), "ada@ada.example", template, unsubscribe_url=None, **values
        )
    assert '<html lang="de"' in mail.body_html
    return mail.body_text


@pytest.mark.parametrize(
    ("template", "values"),
    [
        ("week_won", {"listing": "Tidewater", "place": 1, "votes": 42, "week": WEEK, "dashboard": LINK}),
        ("badge_missing", {"listing": "Tidewater", "week": WEEK, "missed": WEEK, "dashboard": LINK}),
        ("launch_moved", {"listing": "Tidewater", "week": WEEK, "before": WEEK, "link": LINK}),
        ("listing_approved", {"listing": "Tidewater", "week": WEEK, "link": LINK}),
    ],
)
def test_weeks_are_written_in_words(template: str, values: dict[str, object]) -> None:
    text = write_german(template, **values)
    assert "16. März 2026" in text
    assert "2026-03-16" not in text


def test_a_payment_problem_and_a_badge_are_explained_in_german() -> None:
    text = write_german("payment_problem", number="SG-1", event="evt_1", problem=UNKNOWN)
    assert "Wir kennen diese Zahlung nicht." in text
    seen = "The badge is on the page, but hidden."  # as it was stored
    text = write_german("badge_gone", listing="Tidewater", seen=seen, looked_at=LINK, dashboard=LINK)
    assert "Das Badge ist auf der Seite, aber nicht sichtbar." in text


def test_findings_of_a_listing_check_are_german() -> None:
    finding = ListingFinding("completeness", "tagline", MISSING["tagline"][0])
    checked = CheckedListing("Tidewater", "everything", 1, 15, [finding], 0)
    text = write_german("listing_check", checked=checked, page=LINK)
    assert "Vollständigkeit" in text
    assert "Schreiben Sie einen Slogan" in text
