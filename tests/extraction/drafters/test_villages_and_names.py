"""Towns that are in no list or written without accents, and founders whose names and titles are in one line."""

import pytest

from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.places import Located
from tests.extraction.drafters.small_pages import draft, page, value


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Alte Arlbergstrasse 66, 6580 St. Anton am Arlberg", Located("St. Anton am Arlberg")),
        ("Dorfstraße 5, 5640 Oberhintertal", Located("Oberhintertal")),
        ("Tarnbrookova 10, 387 73 Kvítkovice", Located("Kvítkovice")),
        ("Hoshiarpur, Punjab, India", Located("Hoshiarpur", "IN")),
    ],
)
def test_a_village_after_its_street_and_postcode_need_not_be_listed(text: str, place: Located) -> None:
    assert address_place([text], labelled=True) == place


@pytest.mark.parametrize(
    "text", ["10 Mill Lane, 2024 Annual Review", "Tarnbrook 2, 12345 Downloads", "6580 Happy Customers"]
)
def test_other_numbers_are_no_postcodes(text: str) -> None:
    assert address_place([text]) is None


def test_a_town_keeps_all_of_its_name() -> None:
    footer = "<footer><p>Tarnbrook, Via Casarola 13, 24032 Torre de' Busi (BG), Italy</p></footer>"
    drafted = draft(page(f"<h1>Tarnbrook</h1>{footer}"))
    assert value(drafted, "city") == "Torre de' Busi"
    assert value(drafted, "country") == "IT"


def test_name_and_title_may_follow_each_other() -> None:
    people = "<h4>Mara Hollis Co-Founder &amp; CEO</h4><h4>Jonas Weller Designer</h4>"
    team = f"<section class='team'><h2>Team</h2>{people}</section>"
    drafted = draft(page("<h1>Tarnbrook</h1>"), page(f"<h1>About</h1>{team}", "/about", "about"))
    assert [(founder.name, founder.title) for founder in drafted.founders] == [("Mara Hollis", "Co-Founder & CEO")]


def test_whose_idea_it_was() -> None:
    text = "Tarnbrook nasce nel 2025 da un’idea di Mara Hollis, Petra Novak e Jonas Weller: uno studio per tutti."
    drafted = draft(page(f"<h1>Tarnbrook</h1><p>{text}</p>", lang="it"))
    assert [founder.name for founder in drafted.founders] == ["Mara Hollis", "Petra Novak", "Jonas Weller"]
