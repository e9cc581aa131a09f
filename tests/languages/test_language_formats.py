"""Dates, numbers, amounts and names follow the reader's language; English ones are as they always were."""

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import pytest

from showground.core.languages import formats, in_language, open_languages
from showground.orders import localized_amount, localized_dollars, localized_money
from showground.surfaces.web import formatting
from showground.surfaces.web.countries import country_name, country_names

AT = datetime(2026, 3, 4, 9, 5, tzinfo=UTC)


@pytest.fixture
def german() -> Generator[None]:
    with in_language(open_languages(["de"]).site):
        yield


@pytest.mark.usefixtures("german")
def test_dates_in_german() -> None:
    assert formats.day(AT) == "4. März 2026"
    assert formats.day_and_month(AT) == "4. März"
    assert formats.month(AT) == "März 2026"
    assert formats.moment(AT) == "4. März 2026, 09:05 UTC"
    assert formatting.week_dates(date(2027, 1, 4)) == "Montag, 4. Januar, bis Sonntag, 10. Januar 2027"
    assert formatting.week_span(date(2027, 1, 4)) == "4. bis 10. Januar 2027"
    assert formatting.week_span(date(2026, 12, 28)) == "28. Dezember 2026 bis 3. Januar 2027"
    assert formatting.span(timedelta(days=1, hours=2, minutes=3)) == "1 Tag und 2 Stunden"
    assert formatting.span(timedelta(seconds=3)) == "weniger als eine Minute"


@pytest.mark.usefixtures("german")
def test_numbers_and_amounts_in_german() -> None:
    assert formats.number(12_345) == "12.345"
    assert formats.number(4.5) == "4,5"
    assert formatting.compact(12_345) == "12 Tsd."
    assert formatting.compact(1_234_567) == "1,2 Mio."
    assert formatting.dollars(64_000) == "640\N{NO-BREAK SPACE}$"
    assert localized_dollars(125_080) == "1.250,80\N{NO-BREAK SPACE}$"
    assert localized_amount(125_080) == "1.250,80"
    assert localized_money(125_080, "EUR") == "1.250,80\N{NO-BREAK SPACE}€"
    assert localized_money(1_250, "JPY") == "1.250\N{NO-BREAK SPACE}¥"
    assert formatting.value_of([True, False]) == "Ja, Nein"


@pytest.mark.usefixtures("german")
def test_names_in_german() -> None:
    assert (country_name("CH"), country_name("AT")) == ("Schweiz", "Österreich")
    assert next(iter(country_names())) == "AF"
    assert formatting.name_of("free-trial") == "Kostenlose Testphase"
    assert formatting.name_of("has_a_cockpit") == "Has a cockpit"


def test_the_same_in_english() -> None:
    assert formats.moment(AT) == "4 March 2026, 09:05 UTC"
    assert formatting.week_dates(date(2027, 1, 4)) == "Monday 4 to Sunday 10 January 2027"
    assert formatting.week_span(date(2026, 12, 28)) == "28 December 2026 to 3 January 2027"
    assert formatting.span(timedelta(days=1, hours=2, minutes=3)) == "1 day and 2 hours"
    assert (formatting.compact(12_345), formatting.compact(1_250_000)) == ("12k", "1.2M")
    assert (localized_dollars(-4_950), localized_money(125_080, "EUR")) == ("-$49.50", "1,250.80 EUR")
    assert country_name("CH") == "Switzerland"
