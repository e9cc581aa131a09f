"""The table of rates: against another source, by day, and with an operator's own rows."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import eu_vat_rates_data
import pytest

from showground.orders.tax.rates import BadRates, load_rates, read_rates, shipped_rates
from showground.orders.tax.territories import MEMBER_STATES

HEADING = "place,tax,rate,from\n"


@pytest.mark.parametrize("country", sorted(MEMBER_STATES))
def test_the_shipped_rates_are_those_of_the_commissions_database(country: str) -> None:
    rate = shipped_rates().rate_on(country, date.fromisoformat(eu_vat_rates_data.data_version))
    assert rate is not None
    assert float(rate.percent) == eu_vat_rates_data.get_standard_rate(country)
    assert eu_vat_rates_data.is_eu_member(country)


def test_rates_elsewhere_in_europe_agree_too() -> None:
    known = {
        place: eu_vat_rates_data.get_standard_rate(place)
        for place in shipped_rates().rates
        if place not in MEMBER_STATES and eu_vat_rates_data.has_rate(place)
    }
    assert len(known) > 10
    day = date.fromisoformat(eu_vat_rates_data.data_version)
    ours = {place: rate.percent for place in known if (rate := shipped_rates().rate_on(place, day))}
    assert {place: float(percent) for place, percent in ours.items()} == known


def test_a_rate_holds_from_its_day() -> None:
    table = read_rates(HEADING + "EE,VAT,22,2024-01-01\nEE,VAT,24,2025-07-01\n")
    found = [table.rate_on("EE", day) for day in (date(2023, 12, 31), date(2025, 6, 30), date(2025, 7, 1))]
    assert [rate and rate.percent for rate in found] == [None, 22, 24]
    assert table.rate_on("DE", date(2026, 1, 1)) is None


def test_an_operators_rows_correct_and_extend_the_shipped_ones(tmp_path: Path) -> None:
    own = tmp_path / "rates.csv"
    own.write_text("# ours\n" + HEADING + "DE,VAT,20,2027-01-01\nAT,VAT,21,2016-01-01\nFJ,VAT,15,2020-01-01\n")
    table = load_rates(own)

    def percent(place: str, day: date) -> Decimal | None:
        rate = table.rate_on(place, day)
        return rate.percent if rate else None

    assert [percent("DE", date(2026, 12, 31)), percent("DE", date(2027, 1, 1))] == [19, 20]
    assert (percent("AT", date(2026, 1, 1)), percent("FJ", date(2026, 1, 1))) == (21, 15)
    assert percent("FR", date(2026, 1, 1)) == 20


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("ZZ,VAT,20,2026-01-01", "Line 2: 'ZZ' is not a known place"),
        ("DE,VAT,a lot,2026-01-01", "Line 2: `rate` must be a percentage"),
        ("DE,VAT,20,soon", "`from` a date"),
        ("DE,VAT,200,2026-01-01", "between 0 and 50"),
        ("DE,VAT,-1,2026-01-01", "between 0 and 50"),
        ("DE,VAT,NaN,2026-01-01", "between 0 and 50"),
        ("DE,VAT", "Line 2: must have the columns"),
        ("DE,VAT,20,2026-01-01\nDE,VAT,21,2026-01-01", "Line 3: DE already has a rate from 2026-01-01"),
    ],
)
def test_a_bad_row_is_named_by_its_line(row: str, problem: str) -> None:
    with pytest.raises(BadRates, match=problem):
        read_rates(HEADING + row + "\n")


@pytest.mark.parametrize("text", ["DE,VAT,20,2027-01-01\n", "# ours\nfoo\n"])
def test_a_table_without_a_heading_is_refused(text: str, tmp_path: Path) -> None:
    own = tmp_path / "rates.csv"
    own.write_text(text)
    with pytest.raises(BadRates, match="must have the columns place, tax, rate, from"):
        load_rates(own)
