"""VAT by the published rules: who pays which rate, and whose number ends it."""

import eu_vat_rates_data
import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.catalog import COUNTRIES
from showground.orders import vat
from showground.orders.vat import Buyer

# Standard rates of the 27 member states on 15 November 2026, from the Commission's publications, checked by hand. The
# last changes: Finland on 2024-09-01, Slovakia on 2025-01-01, Estonia on 2025-07-01, Romania on 2025-08-01.
RATES = {
    "AT": 20, "BE": 21, "BG": 20, "CY": 19, "CZ": 21, "DE": 19, "DK": 25, "EE": 24, "ES": 21, "FI": 25.5, "FR": 20,
    "GR": 24, "HR": 25, "HU": 27, "IE": 23, "IT": 22, "LT": 21, "LU": 17, "LV": 21, "MT": 18, "NL": 21, "PL": 23,
    "PT": 23, "RO": 21, "SE": 25, "SI": 22, "SK": 23,
}  # fmt: skip
# Well-formed numbers, as the tests of the number library and public examples give them.
NUMBERS = {
    "AT": "ATU13585627",
    "BE": "BE0403019261",
    "BG": "BG175074752",
    "CY": "CY10259033P",
    "CZ": "CZ25123891",
    "DE": "DE136695976",
    "DK": "DK13585628",
    "EE": "EE100931558",
    "ES": "ESA13585625",
    "FI": "FI20774740",
    "FR": "FR40303265045",
    "GR": "EL094259216",
    "HR": "HR33392005961",
    "HU": "HU12892312",
    "IE": "IE6433435F",
    "IT": "IT00743110157",
    "LT": "LT119511515",
    "LU": "LU15027442",
    "LV": "LV40003521600",
    "MT": "MT11679112",
    "NL": "NL004495445B01",
    "PL": "PL8567346215",
    "PT": "PT501964843",
    "RO": "RO18547290",
    "SE": "SE123456789701",
    "SI": "SI50223054",
    "SK": "SK2022749619",
}
SELLER = "DE"


def test_the_package_has_the_rates_of_our_own_table() -> None:
    """Whoever renews the lock sees here which rate has changed, and looks it up before the table follows."""
    members = {country for country in COUNTRIES if eu_vat_rates_data.is_eu_member(country)}
    assert {country: eu_vat_rates_data.get_standard_rate(country) for country in members} == RATES


@pytest.mark.parametrize("country", RATES)
def test_a_consumer_pays_the_rate_of_their_own_country(country: str) -> None:
    charged = vat.charge(10_000, Buyer(country), None, SELLER)
    assert charged is not None
    assert (charged.rate, charged.cents, charged.kind) == (RATES[country], round(RATES[country] * 100), "standard")
    assert (charged.country, charged.number_valid, charged.rates_of) == (country, None, vat.rates_of())


@pytest.mark.parametrize("country", NUMBERS)
def test_a_business_elsewhere_in_the_union_accounts_for_it_itself(country: str) -> None:
    buyer = Buyer(country, NUMBERS[country])
    assert vat.number_to_check(buyer, SELLER) == NUMBERS[country]
    charged = vat.charge(10_000, buyer, True, "IE" if country == SELLER else SELLER)
    assert charged is not None
    assert (charged.cents, charged.rate, charged.kind, charged.number_valid) == (0, 0, "reverse_charge", True)


@pytest.mark.parametrize("country", NUMBERS)
def test_an_invalid_number_or_a_silent_register_leaves_ordinary_vat(country: str) -> None:
    for valid in (False, None):
        charged = vat.charge(10_000, Buyer(country, NUMBERS[country]), valid, "IE" if country != "IE" else "DE")
        assert charged is not None
        assert (charged.kind, charged.rate, charged.number_valid) == ("standard", RATES[country], valid)
    broken = Buyer(country, NUMBERS[country] + "00000")
    assert vat.number_to_check(broken, SELLER) is None
    charged = vat.charge(10_000, broken, None, SELLER)
    assert charged is not None
    assert (charged.kind, charged.number_valid) == ("standard", False)


def test_a_business_in_the_sellers_own_country_pays_the_domestic_rate() -> None:
    charged = vat.charge(4_900, Buyer("DE", "DE136695976"), True, "DE")
    assert charged is not None
    assert (charged.kind, charged.cents, charged.number_valid) == ("standard", 931, True)


@pytest.mark.parametrize(
    "country", ["US", "CH", "NO", "GB", "XI", "IM", "JE", "IS", "LI", "AX", "GL", "FO", "RE", "SM"]
)
def test_outside_the_union_none_is_due(country: str) -> None:
    charged = vat.charge(10_000, Buyer(country, "XI123456789"), None, SELLER)
    assert charged is not None
    assert (charged.cents, charged.rate, charged.kind, charged.number_valid) == (0, 0, "outside_eu", None)
    assert vat.number_to_check(Buyer(country, "XI123456789"), SELLER) is None


def test_monaco_is_taxed_as_france() -> None:
    charged = vat.charge(10_000, Buyer("MC"), None, SELLER)
    assert charged is not None
    assert (charged.country, charged.rate, charged.kind) == ("MC", 20, "standard")
    assert vat.number_to_check(Buyer("MC", "FR40303265045"), SELLER) == "FR40303265045"
    at_home = vat.charge(10_000, Buyer("MC", "FR40303265045"), True, "FR")
    assert at_home is not None
    assert at_home.kind == "standard"


def test_greece_has_two_codes() -> None:
    assert vat.read_country("el") == vat.read_country("GR") == "GR"
    for text in ("EL094259216", "GR094259216", "094259216", "el 094 259 216"):
        assert vat.number_to_check(Buyer("GR", text), SELLER) == "EL094259216"


def test_countries_are_read() -> None:
    assert [vat.read_country(code) for code in ("de", "uk", "XI", "ZZ", "EU")] == ["DE", "GB", "XI", None, None]


def test_a_number_of_another_country_does_not_count() -> None:
    charged = vat.charge(10_000, Buyer("IT", "ATU13585627"), True, SELLER)
    assert charged is not None
    assert (charged.kind, charged.number_valid) == ("standard", False)


def test_a_seller_outside_the_union_charges_none() -> None:
    for seller in ("US", "GB", "CH"):
        charged = vat.charge(10_000, Buyer("AT", "ATU13585627"), True, seller)
        assert charged is not None
        assert (charged.cents, charged.kind, charged.number_valid) == (0, "seller_outside_eu", None)


def test_without_a_country_nothing_is_known() -> None:
    assert vat.charge(10_000, Buyer(None, "ATU13585627"), True, SELLER) is None


@pytest.mark.parametrize(
    ("net", "cents"), [(1, 0), (2, 1), (10, 3), (150, 38), (1_999, 510), (100_000_000, 25_500_000)]
)
def test_it_is_rounded_once_half_up(net: int, cents: int) -> None:
    charged = vat.charge(net, Buyer("FI"), None, SELLER)
    assert charged is not None
    assert charged.cents == cents


@given(
    st.integers(0, 2_000_000_000),
    st.sampled_from(sorted(COUNTRIES)),
    st.text(max_size=32) | st.sampled_from(sorted(NUMBERS.values())),
    st.sampled_from([True, False, None]),
    st.sampled_from(["DE", "FR", "US"]),
)
def test_whatever_is_given_it_is_whole_and_never_negative(
    net: int, country: str, number: str, valid: bool | None, seller: str
) -> None:
    charged = vat.charge(net, Buyer(country, number or None), valid, seller)
    assert charged is not None
    assert 0 <= charged.cents <= net
    assert (charged.cents == 0) or charged.kind == "standard"
    assert charged.kind != "reverse_charge" or (valid and charged.cents == 0)


def test_a_country_without_a_known_rate_is_an_error_and_has_no_shape() -> None:
    with pytest.raises(LookupError, match="no VAT rate is known for AQ"):
        vat.rate_of("AQ")
    assert vat.shape_of("AQ") is None
    assert vat.shape_of("MC") == vat.shape_of("FR") is not None
