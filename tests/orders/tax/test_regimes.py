"""The seller's regime: what fits together, and what is missing before money is taken."""

import pytest

from showground.orders.tax.regimes import TaxSeller, describe_seller, find_conflicts, find_missing, read_registrations


@pytest.mark.parametrize(("country", "regime"), [("DE", "eu-oss"), ("MC", "eu-oss"), ("US", "none"), ("GB", "none")])
def test_a_seller_who_has_not_said_has_the_usual_regime(country: str, regime: str) -> None:
    assert describe_seller(country).regime == regime
    assert list(find_conflicts(describe_seller(country))) == []


@pytest.mark.parametrize(
    ("seller", "problem"),
    [
        (TaxSeller("US", "eu-oss"), "is for sellers in the EU"),
        (TaxSeller("DE", "none"), "is for sellers outside the EU"),
        (TaxSeller("DE", "own-tax"), "is for sellers outside the EU"),
        (TaxSeller("US", "own-tax"), "needs a rate for US"),
        (TaxSeller("DE", "eu-oss", "DE123"), "SELLER_VAT is not a valid VAT number of DE"),
        (TaxSeller("DE", "eu-oss", None, frozenset({"EU"})), "TAX_REGISTRATIONS=EU"),
        (TaxSeller("DE", "eu-oss", None, frozenset({"US"})), "names US, for which no rate is known"),
    ],
)
def test_what_does_not_fit_is_said(seller: TaxSeller, problem: str) -> None:
    assert any(problem in told.setting for told in find_conflicts(seller))


def test_a_registration_with_a_known_rate_fits() -> None:
    assert list(find_conflicts(TaxSeller("DE", "eu-oss", None, frozenset({"CH", "GB"})))) == []


def test_a_registered_seller_needs_a_number_before_money_is_taken() -> None:
    assert [*find_missing(TaxSeller("DE", "eu-oss"))] != []
    assert [*find_missing(TaxSeller("GB", "own-tax"))] != []
    assert [*find_missing(TaxSeller("DE", "eu-oss", "DE136695976"))] == []
    assert [*find_missing(TaxSeller("DE", "small-business"))] != []
    assert [*find_missing(TaxSeller("DE", "small-business", tax_number="20/123/45678"))] == []
    assert [*find_missing(TaxSeller("GB", "small-business"))] == [*find_missing(TaxSeller("US", "none"))] == []


def test_registrations_are_read() -> None:
    assert read_registrations("gb, CH,eu") == {"GB", "CH", "EU"}
    with pytest.raises(ValueError, match="'QQ' is neither"):
        read_registrations("GB,QQ")
