"""Which tax is due on an order. Pure functions; the day is a parameter.

Places of supply follow Directive 2006/112/EC. What we sell is supplied electronically (Article 58: taxed where a
consumer is), but for services by people, such as `done_for_you` (Article 45: taxed where the seller is; to consumers
outside the Union, Article 59: not taxed here). To a business, both are taxed where the business is (Article 44), and it
accounts for the tax itself (Article 196).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from showground.orders.models import Vat, VatKind, VatPart
from showground.orders.product_models import Supply
from showground.orders.tax import vat_number_formats
from showground.orders.tax.regimes import IN_THE_UNION, UNION, TaxSeller
from showground.orders.tax.territories import AT_HOME_FOR, DOMESTIC_FOR, address_country, in_union, tax_country


@dataclass(frozen=True, slots=True)
class Buyer:
    """Where a buyer is, and the VAT number that they gave."""

    place: str | None
    number: str | None = None


@dataclass(frozen=True, slots=True)
class Taxable:
    """A part of an order."""

    net_cents: int
    supply: Supply = "electronic"


@dataclass(frozen=True, slots=True)
class Treatment:
    """What happens to one part: whose rate is charged, if any, and by which rule."""

    kind: VatKind
    rule: str
    rate_of: str | None = None


def charge(parts: Sequence[Taxable], buyer: Buyer, valid: bool | None, seller: TaxSeller, day: date) -> Vat | None:
    """The tax on an order; None while the buyer's country is not known.

    `valid` is what the register said of the number: None where it did not answer or was not asked.
    """
    if buyer.place is None:
        return None
    number_valid = _is_valid(buyer, valid, seller)
    nets: dict[Supply, int] = {}
    for part in parts or [Taxable(0)]:
        nets[part.supply] = nets.get(part.supply, 0) + part.net_cents
    groups = [(net, treat(supply, buyer.place, number_valid, seller)) for supply, net in nets.items()]
    return _sum_up(buyer.place, number_valid, _tax_groups(groups, seller, day), day)


def number_to_check(buyer: Buyer, seller: TaxSeller) -> str | None:
    """The number to ask the register about; None where it changes nothing or cannot be valid."""
    if not buyer.place or not buyer.number or not _numbers_matter(buyer.place, seller):
        return None
    return vat_number_formats.normal_form(buyer.number, buyer.place)


def treat(supply: Supply, place: str, business: bool | None, seller: TaxSeller) -> Treatment:
    """How a part is taxed. `business`: whether the buyer has a valid VAT number."""
    home = tax_country(seller.country)
    domestic = home in (tax_country(place), AT_HOME_FOR.get(place))
    if seller.regime == "none":
        return Treatment("seller_outside_eu", "seller not registered")
    if seller.regime == "small-business":
        if domestic or DOMESTIC_FOR.get(place) == home:
            return _treat_exempt_at_home(seller)
        return _treat_exempt_abroad(place, bool(business), seller)
    if domestic:
        return Treatment("standard", "domestic supply", home)
    if DOMESTIC_FOR.get(place) == home:
        return Treatment("standard", "domestic supply, overseas rate", place)
    if seller.regime in IN_THE_UNION:
        return _treat_from_union(supply, place, bool(business), seller)
    return _treat_from_outside(supply, place, bool(business), seller)


def _treat_exempt_at_home(seller: TaxSeller) -> Treatment:
    return Treatment("exempt", "Article 284" if in_union(seller.country) else "small-business exemption")


def _treat_exempt_abroad(place: str, business: bool, seller: TaxSeller) -> Treatment:
    if in_union(seller.country) and not in_union(place):
        return Treatment("outside_eu", "Articles 44 and 59")
    if business and seller.number:  # without a number the seller cannot report such a sale
        return Treatment("reverse_charge", "Articles 44 and 196")
    return _treat_exempt_at_home(seller)


def _treat_from_union(supply: Supply, place: str, business: bool, seller: TaxSeller) -> Treatment:
    if not in_union(place):
        return _treat_registered(supply, place, seller) or Treatment("outside_eu", "Articles 44 and 59")
    if business:
        return Treatment("reverse_charge", "Articles 44 and 196")
    if supply == "service":
        return Treatment("standard", "Article 45", tax_country(seller.country))
    if seller.regime == "eu-threshold":
        return Treatment("standard", "Article 59c", tax_country(seller.country))
    return Treatment("standard", "Article 58", tax_country(place))


def _treat_from_outside(supply: Supply, place: str, business: bool, seller: TaxSeller) -> Treatment:
    if in_union(place) and UNION in seller.registrations:
        if business:
            return Treatment("reverse_charge", "Articles 44 and 196")
        if supply == "electronic":
            return Treatment("standard", "Article 58", tax_country(place))
    return _treat_registered(supply, place, seller) or Treatment("seller_outside_eu", "supply abroad")


def _treat_registered(supply: Supply, place: str, seller: TaxSeller) -> Treatment | None:
    """What is sold electronically to a country outside the Union whose tax the seller collects."""
    country = AT_HOME_FOR.get(place, tax_country(place))
    if supply == "electronic" and country in {tax_country(each) for each in seller.registrations}:
        return Treatment("standard", "registered there", country)
    return None


def _numbers_matter(place: str, seller: TaxSeller) -> bool:
    sells_in_union = in_union(seller.country) or UNION in seller.registrations
    return seller.regime != "none" and sells_in_union and in_union(place)


def _is_valid(buyer: Buyer, valid: bool | None, seller: TaxSeller) -> bool | None:
    if not buyer.place or not buyer.number or not _numbers_matter(buyer.place, seller):
        return None
    return valid if vat_number_formats.normal_form(buyer.number, buyer.place) else False


def _tax_groups(groups: Sequence[tuple[int, Treatment]], seller: TaxSeller, day: date) -> list[VatPart]:
    """Tax each rate once, on the sum of what it applies to, as invoices state it."""
    nets: dict[Treatment, int] = {}
    for net, treatment in groups:
        same = next((each for each in nets if _alike(each, treatment)), treatment)
        nets[same] = nets.get(same, 0) + net
    return [_tax(net, treatment, seller, day) for treatment, net in nets.items()]


def _alike(one: Treatment, other: Treatment) -> bool:
    return (one.kind, one.rate_of) == (other.kind, other.rate_of)


def _tax(net: int, treatment: Treatment, seller: TaxSeller, day: date) -> VatPart:
    percent, tax = Decimal(0), "VAT"
    if treatment.rate_of is not None:
        rate = seller.rates.rate_on(treatment.rate_of, day)
        if rate is None:
            raise LookupError(f"no tax rate is known for {treatment.rate_of} on {day}")
        percent, tax = rate.percent, rate.tax
    return VatPart(
        kind=treatment.kind,
        tax=tax,
        rule=treatment.rule,
        rate=float(percent),
        rate_of=treatment.rate_of,
        net_cents=net,
        cents=int((net * percent / 100).quantize(Decimal(1), ROUND_HALF_UP)),
    )


def _sum_up(place: str, number_valid: bool | None, parts: Sequence[VatPart], day: date) -> Vat:
    taxed = [part for part in parts if part.cents or part.kind == "standard"] or list(parts)
    rates = {part.rate for part in parts}
    return Vat(
        country=address_country(place) if place[2:] else place,
        place=place,
        rate=rates.pop() if len(rates) == 1 else None,
        cents=sum(part.cents for part in parts),
        kind=taxed[0].kind,
        number_valid=number_valid,
        rates_of=day if any(part.rate_of for part in parts) or number_valid else None,
        parts=list(parts),
    )
