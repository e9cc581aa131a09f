"""Shipped and stored words in German: categories, badges, share images, durations, and sentences about orders."""

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest

from showground.categories import category_text
from showground.core.calls.context import Site
from showground.core.languages import StoredSentences, in_language, text_with, translated
from showground.launches.badges.kinds import Merits, Style, earned
from showground.launches.badges.svg import draw
from showground.orders import BOOKS_SENTENCES, STORED_SENTENCES
from showground.orders import stored_sentences as sentences
from showground.orders.books.queries import reconciliation
from showground.orders.books.sentences import DIFFERENCES
from showground.ownership import STORED_CHECKS, present_steps
from showground.ownership.claim_models import ClaimInstructions
from showground.ownership.rules import next_steps
from showground.ownership.sandbox_calls import LOGO_PROBLEMS, TOO_LARGE
from showground.surfaces.web.formatting import BADGE_SIZES, name_of, ordinal_ending, span, span_in
from showground.upkeep.models import State
from showground.upkeep.rules import judge
from tests.ownership.test_ownership_rules import OWNED
from tests.support.copies import Template, copied
from tests.support.german import GERMAN

pytestmark = pytest.mark.anyio

STORED = StoredSentences([*STORED_SENTENCES, *STORED_CHECKS])


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (
            text_with(sentences.LAUNCH_CANCELLED, listing="Tidewater on air", week="2026-03-16"),
            "Der Launch von Tidewater on air am 16. März 2026 wurde abgesagt.",
        ),
        (
            text_with(sentences.FEATURED_UNTIL, listing="Tidewater", day="4 March 2026"),
            "Tidewater wird bis zum 4. März 2026 hervorgehoben.",
        ),
        (
            text_with(sentences.NOT_STARTED, product="Launch", listing="Tidewater"),
            "Launch für Tidewater war noch nicht begonnen und ist storniert.",
        ),
        (text_with(sentences.STAYS_LIVE, listing="Tidewater"), "Tidewater ist gestartet und bleibt live."),
        ("We found the tag.", "Wir haben das Tag gefunden."),
        ("The URL returned status 404.", "Die Adresse antwortete mit Status 404."),
        ("Somebody typed this.", "Somebody typed this."),
        ("", ""),
    ],
)
async def test_a_stored_sentence_is_shown_in_the_readers_language(stored: str, shown: str) -> None:
    kept = str(stored)
    assert STORED.show(kept) == kept
    with in_language(GERMAN):
        assert STORED.show(kept) == shown


async def test_every_stored_sentence_is_found_again() -> None:
    values = {name: f"<{name}>" for name in ("listing", "product", "status", "record", "website")}
    for pattern in (*STORED_SENTENCES, *STORED_CHECKS):
        stored = str(text_with(pattern, **values, week="2026-03-16", day="16 March 2026"))
        with in_language(GERMAN):
            told = values | dict.fromkeys(("week", "day"), "16. März 2026")
            assert STORED.show(stored) == translated(pattern) % told


async def test_every_difference_in_the_books_is_german() -> None:
    written = f"{reconciliation.OF_ORDERS.as_string()}{reconciliation.OF_PAYMENTS.as_string()}"
    starts = re.findall(r"number, '([A-Z][^']*)'", written)
    assert len(starts) == len(DIFFERENCES)
    books = StoredSentences(BOOKS_SENTENCES)
    with in_language(GERMAN):
        for start in starts:
            fitting = [text for text in DIFFERENCES if text.startswith(start)]
            assert len(fitting) == 1, start
            sentence = fitting[0] % {"times": "2", "invoice": "INV-7", "status": "expired", "problem": "lost"}
            assert books.show(sentence) != sentence


async def test_what_the_sandbox_says_about_a_logo_is_german_with_its_size() -> None:
    with in_language(GERMAN):
        said = LOGO_PROBLEMS.show(TOO_LARGE % {"width": "6,000", "height": "6,000"})
    assert (
        said == "Dieses Bild hat 6.000 mal 6.000 Pixel; höchstens 25 Millionen Pixel sind erlaubt. 512 mal 512 reichen."
    )


async def test_shipped_categories_are_german_and_the_operators_own_are_as_they_wrote_them() -> None:
    assert category_text("Developer Tools") == "Developer Tools"
    with in_language(GERMAN):
        assert category_text("Developer Tools") == "Entwicklerwerkzeuge"
        assert category_text("Listings") == "Listings"  # a word of pages too, which a category may be called


async def test_pages_of_a_german_site_name_its_categories_in_german(postgres: str, demo_with_cast: Template) -> None:
    async with copied(postgres, demo_with_cast, languages=("de",)) as world, world.browser() as browser:
        page = (await browser.get("/categories/ai")).text
        assert "<h1>KI und maschinelles Lernen</h1>" in page
        assert "Gehört jedes Produkt hierher, das ein Modell verwendet?" in page
        assert "KI-Assistenten" in (await browser.get("/listings")).text
        badge = (await browser.get("/badges/siltbase/listed-banner-light-m.svg")).text
        assert "Gelistet auf Showground" in badge
        api = (await world.client.get("/api/v1/categories/ai")).json()
        assert api["name"] == "AI and Machine Learning"
        badges = (await world.client.get("/api/v1/listings/siltbase/badges")).json()["items"]
        assert badges[0]["label"] == "Listed"
        assert "Gelistet auf Showground" in badges[0]["html"]
        picture = await browser.get("/pictures/listings/siltbase.png")
        assert picture.headers["content-type"] == "image/png"


async def test_badges_are_german_and_as_wide_as_their_words() -> None:
    merits = Merits("kilnbook", "Kilnbook", date(2026, 12, 28), featured=True, verified=date(2026, 5, 1), place=2)
    with in_language(GERMAN):
        said = {badge.kind: draw(badge, "Nordwind", Style("banner", "light", "m")).svg for badge in earned(merits)}
    assert "Gestartet auf Nordwind" in said["launched"]
    assert "Kilnbook, Woche vom 28. Dezember 2026" in said["launched"]
    assert ">Bezahlt</text>" in said["featured"]
    assert "Launch der Woche, Platz 2" in said["launch-of-the-week"]
    assert [badge.label for badge in earned(merits)] == [
        "Listed",
        "Launched",
        "Featured (Paid)",
        "Verified",
        "Launch of the Week #2",
    ]


async def test_a_platform_is_no_size() -> None:
    with in_language(GERMAN):
        assert name_of("medium") == "Medium"
        assert translated(BADGE_SIZES["m"]) == "Mittel"


async def test_a_rosette_has_english_letters_only_in_english() -> None:
    assert [ordinal_ending(place) for place in (1, 2, 3, 4)] == ["st", "nd", "rd", ""]
    with in_language(GERMAN):
        assert ordinal_ending(1) == ""


async def test_durations_are_inflected() -> None:
    left = timedelta(days=5, hours=3)
    assert span(left) == span_in(left) == "5 days and 3 hours"
    with in_language(GERMAN):
        assert (span(left), span_in(left)) == ("5 Tage und 3 Stunden", "5 Tagen und 3 Stunden")
        assert span_in(timedelta()) == "weniger als einer Minute"


async def test_problems_on_the_health_page_are_german() -> None:
    waiting = {"mails_waiting": 2, "oldest_mail_seconds": 3 * 86_400}
    state = State(jobs=[], workers=1, mails_refused=0, database_bytes=1, **waiting)
    (problem,) = judge(state, [], sending=True, free=0.5)
    assert problem.sentence == "2 emails are waiting for the mail server, the oldest for 3 days."
    with in_language(GERMAN):
        assert translated(problem.sentence) == "2 E-Mails warten auf den Mailserver, die älteste seit 3 Tagen."


async def test_next_steps_keep_their_language_until_they_are_shown() -> None:
    scheduled = replace(OWNED, status="scheduled", launch_week=date(2026, 3, 16))
    (step,) = present_steps(next_steps(scheduled, ()), Site("Nordwind", "https://nordwind.example"))
    assert step.sentence == "It goes live on 16 March 2026, 00:00 UTC."
    with in_language(GERMAN):
        assert translated(step.sentence) == "Der Eintrag geht am 16. März 2026 um 00:00 UTC live."


async def test_sentences_in_answers_are_english_for_programs_and_german_on_pages() -> None:
    sentence = "Open the link that we emailed to %(email)s. It works for 30 days."
    told = ClaimInstructions(summary=text_with(sentence, email="a@b.example"))
    assert '"summary":"Open the link that we emailed to a@b.example. It works for 30 days."' in told.model_dump_json()
    with in_language(GERMAN):
        assert (
            translated(told.summary) == "Öffnen Sie den Link, den wir an a@b.example gesendet haben. Er gilt 30 Tage."
        )
