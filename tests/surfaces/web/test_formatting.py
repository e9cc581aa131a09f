"""Values in words."""

from datetime import date
from typing import Any

import pytest

from showground.core.countries import COUNTRIES
from showground.listings import DomainRatingPoint
from showground.surfaces.web.countries import country_name, country_names
from showground.surfaces.web.formatting import bare, compact, is_web_address, name_of, value_of
from showground.surfaces.web.logo_placeholder import make_tile
from showground.surfaces.web.sparkline import draw_sparkline
from showground.surfaces.web.templates_engine import lettered


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("free-trial", "Free trial"),
        ("mvp", "MVP"),
        ("attributes.self_hosted", "Self hosted"),
        ("founded_year", "Year founded"),
        ("pre-seed  round", "Pre seed round"),
        ("", ""),
    ],
)
def test_keys_become_names(key: str, words: str) -> None:
    assert name_of(key) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [(True, "Yes"), (False, "No"), (1200, "1,200"), (2.5, "2.5"), (["a", True], "a, Yes"), ("Hourly", "Hourly")],
)
def test_values_become_words(value: Any, words: str) -> None:
    assert value_of(value) == words


@pytest.mark.parametrize(
    ("votes", "words"),
    [(0, "0"), (9999, "9,999"), (10_000, "10k"), (999_999, "999k"), (1_250_000, "1.2M")],
)
def test_votes_fit_on_a_ticket(votes: int, words: str) -> None:
    assert compact(votes) == words


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("https://quince.example/", True),
        ("HTTP://quince.example", True),
        ("javascript:alert(1)", False),
        ("java\nscript:alert(1)", False),
        ("//quince.example", False),
        ("https:quince", False),
        ("https://[::1", False),
        ("", False),
        (None, False),
    ],
)
def test_only_the_web_is_linked(address: str | None, fits: bool) -> None:
    assert is_web_address(address) is fits


def test_an_address_is_read_without_its_wrapping() -> None:
    assert bare("https://www.quince.example/about/") == "quince.example/about"
    assert bare("quince") == "quince"


def test_every_country_has_a_name_and_they_stand_in_order() -> None:
    names = country_names()
    assert set(names) == COUNTRIES
    assert all(name != code for code, name in names.items())
    assert list(names.values()).index("Åland Islands") < list(names.values()).index("Belgium")
    assert country_name("CV") == "Cape Verde"
    assert country_name("XX") == "XX"


def test_letters_go_on_after_z() -> None:
    assert [lettered(n) for n in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


def test_a_tile_follows_from_the_name() -> None:
    assert make_tile("Quince") == make_tile("Quince")
    names = ("quince", "  (élan)", "7even", "漢字", "🎪", "ßa")
    assert [make_tile(name).letter for name in names] == ["Q", "É", "7", "漢", "", "S"]
    tiles = [make_tile(f"name {n}") for n in range(300)]
    assert {tile.colour for tile in tiles} == set(range(12))
    assert {tile.motif for tile in tiles} == set(range(6))


def test_a_line_goes_from_its_first_value_to_its_last() -> None:
    points = [DomainRatingPoint(date=date(2026, month, 1), value=value) for month, value in ((1, 10), (2, 30), (3, 20))]
    line = draw_sparkline(points)
    assert line is not None
    assert line.path == "M0.0 90.0L52.5 10.0L100.0 50.0"
    assert (line.first, line.last) == (90, 50)
    flat = draw_sparkline([DomainRatingPoint(date=point.date, value=5) for point in points])
    assert flat is not None
    assert (flat.first, flat.last) == (50, 50)
    assert draw_sparkline(points[:1]) is draw_sparkline([]) is None
