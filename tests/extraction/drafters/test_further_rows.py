"""Rows that no word calls features, beside those that rules find, and on pages where rules find none."""

from collections.abc import Sequence
from typing import cast

import pytest

from showground.extraction.reading.pages import ReadPage
from tests.extraction.drafters.small_pages import draft, page, value

FEATURES = ("Shared lists", "Weekly plan", "Works offline")
# Below features, rules take only names for more of them.
OTHERS = (
    "Everybody sees the night shifts",
    "Spare parts arrive before the crew",
    "Fuel receipts go to the office",
    "Each day ends with a report",
)
NOUNS = (
    "Lists Plans Notes Maps Routes",
    "Tasks Keys Parts Tools Photos",
    "Bills Reports Hours Shifts Names",
    "Signs Forms Weights Loads Stops",
    "Fuels Tyres Checks Alarms Trips",
)
CARD = "<div><h3>{}</h3><p>The whole crew sees it within a second, wherever they work.</p></div>"
PLAIN = "".join(f"<li>{title}</li>" for title in OTHERS)
INTRO = "<section><h1>Job lists for crews</h1><p>Tarnbrook keeps the jobs of a crew in one place.</p></section>"


def cards(heading: str, titles: Sequence[str], kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{heading}</h2><div>{"".join(map(CARD.format, titles))}</div></section>'


def features(*pages: ReadPage) -> list[str]:
    return cast("list[str] | None", value(draft(*pages), "features")) or []


def home(*sections: str) -> ReadPage:
    return page(f"<main>{INTRO}{''.join(sections)}</main>")


def test_another_row_of_cards_is_added_after_the_features() -> None:
    first, second = cards("Features", FEATURES), cards("Made for the road", OTHERS)
    assert features(home(first, second)) == [*FEATURES, *OTHERS]


def test_cards_on_the_page_of_features_are_added_to_those_of_the_home_page() -> None:
    more = page(f"<main><h1>Everything it does</h1>{cards('On every phone', OTHERS)}</main>", "/features")
    assert features(home(cards("Features", FEATURES)), more) == [*FEATURES, *OTHERS]


def test_each_is_drafted_once_and_no_more_than_a_listing_holds() -> None:
    verbs = (
        "arrive before the crew",
        "reach everybody at once",
        "need no paper",
        "stay on the phone",
        "go to the desk",
    )
    rows = [[f"{noun} {verb}" for noun, verb in zip(nouns.split(), verbs, strict=True)] for nouns in NOUNS]
    found = features(home(cards("Features", rows[0]), *(cards("Made for the road", row) for row in rows[1:])))
    assert found == [title for row in rows[:-1] for title in row]  # there is no room for the last


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Our customers", ""),
        ("What our neighbours say", ""),
        ("Les avis", ""),
        ("Opiniones de clientes", ""),
        ("Отзывы", ""),
        ("The problem with paper lists", ""),
        ("News", ""),
        ("How it works", ""),
        ("Why Tarnbrook", ""),
        ("Upcoming events", ""),
        ("Worth reading", ""),
        ("What is not included", ""),
        ("Before Tarnbrook", ""),
        ("Vacancies", ""),
        ("Services & Pricing", ""),
        ("Made for the road", "testimonials"),
        ("Made for the road", "faq"),
    ],
)
def test_rows_about_something_else_are_left_out(heading: str, kind: str) -> None:
    known = cards("Features", FEATURES)
    assert features(home(known, cards(heading, OTHERS, kind))) == [*FEATURES]
    more = page(f"<main><h1>Everything it does</h1>{cards(heading, OTHERS, kind)}</main>", "/features")
    assert features(home(known), more) == [*FEATURES]


@pytest.mark.parametrize("tag", ["h1", "h2"])
def test_large_headings_begin_sections_of_the_page(tag: str) -> None:
    large = "".join(f"<div><{tag}>{name}</{tag}><p>See it from all sides.</p></div>" for name in OTHERS)
    assert features(home(cards("Features", FEATURES), f"<section>{large}</section>")) == [*FEATURES]


def test_links_on_the_home_page_are_no_features() -> None:
    links = "".join(f'<li><a href="/{at}">{title}</a></li>' for at, title in enumerate(OTHERS))
    assert features(home(cards("Features", FEATURES), f"<section><ul>{links}</ul></section>")) == [*FEATURES]


@pytest.mark.parametrize(("number", "wanted"), [("0{}", [*FEATURES, *OTHERS]), ("{}", [*FEATURES])])
def test_cards_may_be_numbered_but_steps_are_left_out(number: str, wanted: list[str]) -> None:
    numbered = "".join(
        CARD.format(title).replace("<h3>", f"<span>{number.format(at)}</span><h3>")
        for at, title in enumerate(OTHERS, start=1)
    )
    more = page(f"<main><h1>Everything it does</h1><section><div>{numbered}</div></section></main>", "/features")
    assert features(home(cards("Features", FEATURES)), more) == wanted


def test_a_section_called_features_on_the_page_of_features() -> None:
    more = page(f"<main><h1>Everything it does</h1>{cards('Fonctionnalités', OTHERS)}</main>", "/fonctionnalites")
    assert features(home(cards("Features", FEATURES)), more) == [*FEATURES, *OTHERS]


@pytest.mark.parametrize("kind", ["team", "pricing"])
def test_a_class_that_nothing_in_the_cards_confirms_hides_no_features(kind: str) -> None:
    """Templates use one class for all kinds of cards."""
    assert features(home(cards("What we do", OTHERS, kind))) == [*OTHERS]


@pytest.mark.parametrize("heading", ["What we do", "Meet the makers", "Our people"])
@pytest.mark.parametrize("kind", ["team", ""])
def test_people_are_no_features(heading: str, kind: str) -> None:
    for people in (
        ("Mira Oakes", "Jonas Brandt", "Ada Lind"),
        ("Dr. Mira Oakes", "Dr. Jonas Brandt", "Prof. Ada Lind"),
    ):
        if kind or heading != "What we do":  # else nothing but the rules' own words can tell
            assert features(home(cards(heading, people, kind))) == []


@pytest.mark.parametrize("heading", ["What you get", "Choose your plan", "Unsere Preise im Überblick", "Nos tarifs"])
@pytest.mark.parametrize("price", ["$9 a month, for crews.", "On request, for crews.", "Kostenlos, für jeden Trupp."])
def test_plans_are_no_features(heading: str, price: str) -> None:
    plans = "".join(
        f"<div><h3>{name}</h3><p>{price}</p></div>" for name in ("Solo crew", "Growing firm", "Whole company")
    )
    priced = f'<section class="pricing"><h2>{heading}</h2><div>{plans}</div></section>'
    assert features(home(cards("Features", FEATURES), priced)) == [*FEATURES]


def test_a_title_that_looks_like_a_name_among_cards_with_a_class_of_their_own() -> None:
    titles = ("Peter Pan", "Robin Hood", "Shared lists of jobs", "Weekly plan for crews")
    assert features(home(cards("What we do", titles, "pricing"))) == [*titles]


def test_cards_that_lead_to_articles_are_no_features() -> None:
    teasers = "".join(
        f'<article><h3><a href="/blog/{at}">{title}</a></h3><p>The whole crew sees it within a second.</p></article>'
        for at, title in enumerate(OTHERS)
    )
    teased = f"<section><h2>Made for the road</h2><div>{teasers}</div></section>"
    assert features(home(cards("Features", FEATURES), teased)) == [*FEATURES]


def test_what_is_far_below_and_alone_is_not_sure_enough() -> None:
    paragraphs = "".join(f"<p>The crew of house {number} has a story to tell.</p>" for number in range(60))
    other = home(cards("Features", FEATURES), f"<section>{paragraphs}</section>", f"<ul>{PLAIN}</ul>")
    assert features(other) == [*FEATURES]
