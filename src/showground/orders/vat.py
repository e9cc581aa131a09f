"""Value-added tax on services sold by electronic means: pure; the rates come with a package, and have a date."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import eu_vat_rates_data
from stdnum.eu import vat as eu_numbers

from showground import catalog
from showground.orders.models import Vat

ALIASES = {"EL": "GR", "UK": "GB"}  # how tax offices write these countries
LIKE = {"MC": "FR"}  # taxed as if they were part of a member state; Isle of Man and Northern Ireland's services are not
PREFIXES = {"GR": "EL"}  # of VAT numbers, where they differ from the country's code
NORTHERN_IRELAND = "XI"  # its numbers are for goods; services there are taxed as in the rest of the United Kingdom


@dataclass(frozen=True, slots=True)
class Buyer:
    """Where a buyer is, and the VAT number that they gave."""

    country: str | None
    number: str | None = None


def read_country(text: str) -> str | None:
    """The ISO 3166 code that a buyer's country is kept as; None if there is no such country."""
    code = text.upper()
    code = ALIASES.get(code, code)
    return code if code == NORTHERN_IRELAND or catalog.is_country(code) else None


def is_member(country: str) -> bool:
    """Whether a country counts as a member state for this tax."""
    return eu_vat_rates_data.is_eu_member(LIKE.get(country, country))


def rate_of(country: str) -> Decimal:
    """The standard rate in percent."""
    rate = eu_vat_rates_data.get_standard_rate(LIKE.get(country, country))
    if rate is None:
        raise LookupError(f"no VAT rate is known for {country}")
    return Decimal(str(rate))


def rates_of() -> date:
    """The day of the rates."""
    return date.fromisoformat(eu_vat_rates_data.data_version)


def number_to_check(buyer: Buyer, seller: str) -> str | None:
    """The number to ask the register about, with its prefix; None where it changes nothing or cannot be valid."""
    if not buyer.country or not buyer.number or not is_member(seller) or not is_member(buyer.country):
        return None
    return fitting_number(buyer.number, buyer.country)


def fitting_number(text: str, country: str) -> str | None:
    """The number as the register writes it, if its form and its check digits are those of the country."""
    state = LIKE.get(country, country)
    prefix = PREFIXES.get(state, state)
    plain = re.sub(r"[\s.\-/]", "", text).upper()
    if plain.startswith(("GR", "EL")) and state == "GR":
        plain = plain[2:]
    plain = plain.removeprefix(prefix)
    return prefix + plain if plain.isascii() and plain.isalnum() and eu_numbers.is_valid(prefix + plain) else None


def shape_of(country: str) -> str | None:
    """How a country's numbers look, in words."""
    found = eu_vat_rates_data.get_rate(LIKE.get(country, country))
    return found["format"] if found else None


def charge(net_cents: int, buyer: Buyer, valid: bool | None, seller: str) -> Vat | None:
    """The tax on a sum; None while the buyer's country is not known.

    `valid` is what the register said of the number: None where it did not answer or was not asked.
    """
    country = buyer.country
    if country is None:
        return None
    if not is_member(seller):
        return Vat(country=country, rate=0, cents=0, kind="seller_outside_eu", number_valid=None)
    if not is_member(country):
        return Vat(country=country, rate=0, cents=0, kind="outside_eu", number_valid=None)
    number_valid = None
    if buyer.number:
        number_valid = valid if fitting_number(buyer.number, country) else False
    if number_valid and LIKE.get(country, country) != LIKE.get(seller, seller):
        return Vat(country=country, rate=0, cents=0, kind="reverse_charge", number_valid=True, rates_of=rates_of())
    rate = rate_of(country)
    return Vat(
        country=country,
        rate=float(rate),
        cents=int((net_cents * rate / 100).quantize(Decimal(1), ROUND_HALF_UP)),
        kind="standard",
        number_valid=number_valid,
        rates_of=rates_of(),
    )
