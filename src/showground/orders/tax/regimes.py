"""The seller's tax regime: what they are registered for, which decides whom they charge what."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from showground.core.languages import Text, text_with
from showground.orders.tax.rates import RateTable, load_rates, shipped_rates
from showground.orders.tax.territories import MEMBER_STATES, read_place, tax_country
from showground.orders.tax.vat_number_formats import example_of, normal_form

Regime = Literal["eu-oss", "eu-local", "eu-threshold", "small-business", "own-tax", "none"]
REGIMES: tuple[Regime, ...] = get_args(Regime)
IN_THE_UNION: AbstractSet[Regime] = {"eu-oss", "eu-local", "eu-threshold"}
UNION = "EU"  # among registrations: the non-Union scheme of the one-stop shop


@dataclass(frozen=True, slots=True)
class TaxSeller:
    """Where the seller is, and what tax they account for."""

    country: str
    regime: Regime
    number: str | None = None
    registrations: frozenset[str] = frozenset()
    """Places besides the seller's own whose tax they collect; `EU` for the non-Union one-stop shop."""
    rates: RateTable = field(default_factory=shipped_rates)
    tax_number: str | None = None


def describe_seller(
    country: str,
    *,
    regime: str | None = None,
    number: str | None = None,
    tax_number: str | None = None,
    registrations: frozenset[str] = frozenset(),
    rates: Path | None = None,
) -> TaxSeller:
    """The seller, from settings; without a regime, the usual one of the country."""
    chosen = dict[str, Regime](zip(REGIMES, REGIMES, strict=True)).get(regime or "") or usual_regime(country)
    return TaxSeller(country, chosen, number, registrations, load_rates(rates), tax_number)


def usual_regime(country: str) -> Regime:
    """The default regime of a seller."""
    return "eu-oss" if tax_country(country) in MEMBER_STATES else "none"


def read_registrations(text: str) -> frozenset[str]:
    """Read a setting such as `GB, CH` or `EU`."""
    found: set[str] = set()
    for part in filter(None, (part.strip().upper() for part in text.split(","))):
        place = UNION if part == UNION else read_place(part)
        if place is None:
            raise ValueError(f"must be ISO 3166 codes or EU, separated by commas; {part!r} is neither")
        found.add(place)
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class TaxProblem:
    """What is wrong with the seller's details: as a setting, as a field, and in words for the page with that field."""

    setting: str
    """The rest of a sentence that begins with the name of the setting."""
    field: str
    message: Text


def find_conflicts(seller: TaxSeller) -> Iterator[TaxProblem]:
    """What does not fit together."""
    member = tax_country(seller.country) in MEMBER_STATES
    regime, country = seller.regime, seller.country
    if regime in IN_THE_UNION and not member:
        yield TaxProblem(
            f"TAX_REGIME={regime} is for sellers in the EU; use own-tax or none.",
            "regime",
            text_with("The regime %(regime)s is for sellers in the EU; use own-tax or none.", regime=regime),
        )
    if regime in ("own-tax", "none") and member:
        yield TaxProblem(
            f"TAX_REGIME={regime} is for sellers outside the EU; use eu-oss, eu-threshold or small-business.",
            "regime",
            text_with(
                "The regime %(regime)s is for sellers outside the EU; use eu-oss, eu-threshold or small-business.",
                regime=regime,
            ),
        )
    if regime == "own-tax" and not seller.rates.rates.get(tax_country(country)):
        yield TaxProblem(
            f"TAX_REGIME=own-tax needs a rate for {country}: add it in the file of TAX_RATES.",
            "regime",
            text_with("The regime own-tax needs a rate for %(country)s: add it in the rates.", country=country),
        )
    if seller.number and member and normal_form(seller.number, country) is None:
        example = example_of(country)
        yield TaxProblem(
            f"SELLER_VAT is not a valid VAT number of {country} (they look like {example}). Correct it.",
            "vat_number",
            text_with(
                "The VAT number is not a valid VAT number of %(country)s (they look like %(example)s). Correct it.",
                country=country,
                example=example,
            ),
        )
    if UNION in seller.registrations and member:
        yield TaxProblem(
            "TAX_REGISTRATIONS=EU is for sellers outside the EU; a seller in the EU uses TAX_REGIME=eu-oss.",
            "registrations",
            Text("EU is for sellers outside the EU; a seller in the EU uses eu-oss."),
        )
    for place in sorted(seller.registrations - {UNION}):
        if not seller.rates.rates.get(tax_country(place)):
            yield TaxProblem(
                f"TAX_REGISTRATIONS names {place}, for which no rate is known: add it in the file of TAX_RATES.",
                "registrations",
                text_with(
                    "The registrations include %(place)s, for which no rate is known: add it in the rates.", place=place
                ),
            )


def find_missing(seller: TaxSeller) -> Iterator[TaxProblem]:
    """What the law asks for before money is taken."""
    if seller.regime in IN_THE_UNION | {"own-tax"} and not seller.number:
        yield TaxProblem(
            f"SELLER_VAT must be set with TAX_REGIME={seller.regime}: invoices must show it.",
            "vat_number",
            text_with("The VAT number must be set with %(regime)s: invoices must show it.", regime=seller.regime),
        )
    member = tax_country(seller.country) in MEMBER_STATES
    if seller.regime == "small-business" and member and not (seller.number or seller.tax_number):
        yield TaxProblem(
            "SELLER_TAX_NUMBER or SELLER_VAT must be set with TAX_REGIME=small-business: invoices must show one.",
            "vat_number",
            Text("A tax number or a VAT number must be set with small-business: invoices must show one."),
        )
