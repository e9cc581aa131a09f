"""The text below a founder's title is their biography only if it is about them."""

import pytest

from showground.extraction.proposal import DraftedFounder
from tests.extraction.drafters.small_pages import draft, page

NORA, JONAS = "<h3>Nora Lind</h3><p>Co-founder and CEO</p>", "<h3>Jonas Okafor</h3><p>Co-founder and CTO</p>"


def founders(team: str) -> list[DraftedFounder]:
    home = page("<main><h1>Stock lists for small breweries</h1></main>")
    return draft(home, page(f"<main><h1>Team</h1>{team}</main>", "/team", "team")).founders


@pytest.mark.parametrize(
    "text",
    [
        "ISO 27001 certified since 2024, with a yearly audit.",
        "SOC 2 Type II report on request from our team.",
        "We are a team of four and work from Copenhagen.",
        "Our workshop in Copenhagen is open to visitors.",
        "Tarnbrook is used by two hundred breweries in Europe.",
        "Wir sind ein Team von vier Leuten in Kopenhagen.",
    ],
)
@pytest.mark.parametrize("wrap", ["", "div"])
def test_what_a_company_says_about_itself_is_not_the_biography_of_its_founder(text: str, wrap: str) -> None:
    team = JONAS + f"<p>{text}</p>"
    if wrap:
        team = f"<div>{team}</div>"
    assert [(one.name, one.bio) for one in founders(team)] == [("Jonas Okafor", None)]


@pytest.mark.parametrize(
    "text",
    [
        "Spent ten years in the cellars of three breweries.",
        "Jonas built our first scale out of a bathroom one.",
        "He started Tarnbrook after ten years as a brewer.",
    ],
)
def test_a_biography_may_name_the_product(text: str) -> None:
    [founder] = founders(f"<div>{JONAS}<p>{text}</p></div>")
    assert founder.bio == text


def test_a_text_after_a_list_of_people_without_biographies_is_nobodys() -> None:
    found = founders(f"{NORA}{JONAS}<p>Backed by two hundred breweries across Europe.</p>")
    assert [(one.name, one.bio) for one in found] == [("Nora Lind", None), ("Jonas Okafor", None)]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("<p>Kept the books of three breweries before.</p>", "Spent ten years in the cellars of breweries."),
        ("", "Before that, Jonas spent ten years in cellars."),
        ("", "Earlier he spent ten years in the cellars of breweries."),
    ],
)
def test_the_last_of_a_list_has_a_biography_if_others_do_or_it_names_them(first: str, last: str) -> None:
    found = founders(f"{NORA}{first}{JONAS}<p>{last}</p>")
    assert found[1].bio == last
