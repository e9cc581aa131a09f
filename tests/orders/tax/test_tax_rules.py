"""Who is charged which tax: a table of cases from the law, and what holds for every case."""

import csv
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.core.countries import COUNTRIES
from showground.orders.documents.rules import describe_parts
from showground.orders.documents.wording import say_tax_notes
from showground.orders.product_models import Supply
from showground.orders.tax.regimes import REGIMES, Regime, TaxSeller, read_registrations
from showground.orders.tax.rules import Buyer, Taxable, charge, number_to_check
from showground.orders.tax.territories import TERRITORY_NAMES, find_territory
from showground.orders.tax.vat_number_formats import EXAMPLES
from showground.orders.tax.wording import exemption_words

CASES = list(csv.DictReader(Path(__file__).with_name("cases.csv").read_text(encoding="utf-8").splitlines()))
VALID = {"yes": True, "no": False, "unknown": None, "": None}
TODAY = date(2026, 11, 16)
SUPPLIES: list[Supply] = ["electronic", "service"]


def seller_of(case: dict[str, str]) -> TaxSeller:
    regime = dict[str, Regime](zip(REGIMES, REGIMES, strict=True))[case["regime"]]
    return TaxSeller(case["seller"], regime, case["seller_number"] or None, read_registrations(case["registrations"]))


def test_the_table_has_every_regime_and_more_than_two_hundred_cases() -> None:
    assert len(CASES) > 200
    assert {case["regime"] for case in CASES} == set(REGIMES)
    repeated = Counter(tuple(case.values())[:11] for case in CASES)
    assert [case for case, count in repeated.items() if count > 1] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seller']}-{case['regime']}-{case['buyer']}")
def test_each_case_of_the_table(case: dict[str, str]) -> None:
    buyer = Buyer(find_territory(case["buyer"], case["postcode"]), case["number"] or None)
    taxed = [Taxable(int(case["net_cents"]), "service" if case["supply"] == "service" else "electronic")]
    vat = charge(taxed, buyer, VALID[case["valid"]], seller_of(case), date.fromisoformat(case["day"]))
    assert vat is not None
    expected = (case["kind"], float(case["rate"]), int(case["cents"]))
    assert (vat.kind, vat.rate, vat.cents) == expected, case["note"]
    # Two rules may give the same rate: then the first that applies is named.
    assert [part.rule for part in vat.parts] == [case["rule"]], case["note"]
    notes = say_tax_notes(describe_parts(vat.parts), exemption_words(case["seller"]), "en")
    assert notes == ([case["wording"]] if case["wording"] else []), case["note"]


@pytest.mark.parametrize("country", EXAMPLES)
def test_numbers_of_every_member_state_are_looked_up(country: str) -> None:
    seller = TaxSeller("IE" if country == "DE" else "DE", "eu-oss")
    assert number_to_check(Buyer(country, EXAMPLES[country]), seller) == EXAMPLES[country]
    assert number_to_check(Buyer(country, EXAMPLES[country] + "00000"), seller) is None


def test_numbers_are_looked_up_only_where_they_change_something() -> None:
    austrian = Buyer("AT", EXAMPLES["AT"])
    assert number_to_check(austrian, TaxSeller("US", "none")) is None
    assert number_to_check(austrian, TaxSeller("GB", "own-tax")) is None
    assert number_to_check(austrian, TaxSeller("GB", "own-tax", None, frozenset({"EU"}))) == EXAMPLES["AT"]
    for place in ("US", "XI", "IC"):
        assert number_to_check(Buyer(place, "XI123456789"), TaxSeller("DE", "eu-oss")) is None


def test_greece_has_two_codes() -> None:
    for text in ("EL094259216", "GR094259216", "094259216", "el 094 259 216"):
        assert number_to_check(Buyer("GR", text), TaxSeller("DE", "eu-oss")) == "EL094259216"


def test_an_order_with_two_rates_states_each() -> None:
    parts = [Taxable(4_900), Taxable(10_000, "service"), Taxable(100)]
    vat = charge(parts, Buyer("HU"), None, TaxSeller("DE", "eu-oss"), TODAY)
    assert vat is not None
    assert [(part.rate, part.rate_of, part.net_cents, part.cents) for part in vat.parts] == [
        (27, "HU", 5_000, 1_350),
        (19, "DE", 10_000, 1_900),
    ]
    assert (vat.rate, vat.cents, vat.kind) == (None, 3_250, "standard")


def test_an_order_with_one_rate_is_rounded_once() -> None:
    vat = charge([Taxable(2)] * 10, Buyer("FI"), None, TaxSeller("DE", "eu-oss"), TODAY)
    assert vat is not None
    assert [(part.net_cents, part.cents) for part in vat.parts] == [(20, 5)]


def test_a_day_before_every_known_rate_is_an_error() -> None:
    with pytest.raises(LookupError, match="no tax rate is known for FI on 1950-01-01"):
        charge([Taxable(100)], Buyer("FI"), None, TaxSeller("DE", "eu-oss"), date(1950, 1, 1))


def test_without_a_country_nothing_is_known() -> None:
    assert charge([Taxable(10_000)], Buyer(None, EXAMPLES["AT"]), True, TaxSeller("DE", "eu-oss"), TODAY) is None


@given(
    st.lists(st.builds(Taxable, st.integers(0, 2_000_000_000), st.sampled_from(SUPPLIES)), max_size=20),
    st.sampled_from(sorted({*COUNTRIES, *TERRITORY_NAMES})),
    st.text(max_size=32) | st.sampled_from(sorted(EXAMPLES.values())),
    st.sampled_from([True, False, None]),
    st.sampled_from([("DE", "eu-oss"), ("FR", "eu-local"), ("IE", "eu-threshold"), ("AT", "small-business")])
    | st.sampled_from([("GB", "own-tax"), ("US", "none")]),
    st.sampled_from([frozenset[str](), frozenset({"CH", "NO"})]),
)
def test_whatever_is_sold_to_whomever_the_sums_agree(
    parts: list[Taxable],
    place: str,
    number: str,
    valid: bool | None,
    seller: tuple[str, Regime],
    registrations: frozenset[str],
) -> None:
    vat = charge(parts, Buyer(place, number or None), valid, TaxSeller(*seller, None, registrations), TODAY)
    assert vat is not None
    assert sum(part.net_cents for part in vat.parts) == sum(part.net_cents for part in parts)
    assert sum(part.cents for part in vat.parts) == vat.cents
    for part in vat.parts:
        assert 0 <= part.cents <= part.net_cents
        assert (part.cents == 0) or part.kind == "standard"
        assert part.kind != "reverse_charge" or valid
