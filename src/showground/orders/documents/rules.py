"""Sums of tax documents. Pure functions. Split amounts add up again to the cent, and nothing is credited twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from showground.orders.documents.models import DocumentKind, DocumentLine, Exchange, Language, Series, TaxPart
from showground.orders.models import Vat, VatPart
from showground.orders.product_models import Supply

GERMAN = frozenset({"DE", "AT", "LI"})
TEST = "TEST"
WITHOUT_CENTS = frozenset({"ISK", "JPY", "KRW"})  # among the currencies that the European Central Bank quotes


@dataclass(frozen=True, slots=True)
class Sold:
    """A line of an order, before its tax is split off."""

    line: DocumentLine
    supply: Supply


def choose_series(kind: DocumentKind, *, test: bool) -> Series:
    """A corrected invoice is an invoice, and is counted among them."""
    if kind == "credit_note":
        return "test_credit_note" if test else "credit_note"
    return "test_invoice" if test else "invoice"


def format_number(prefix: str, year: int, count: int, *, test: bool) -> str:
    """
    >>> format_number("INV", 2026, 7, test=True)
    'TEST-INV-2026-000007'
    """
    return f"{TEST}-{prefix}-{year}-{count:06d}" if test else f"{prefix}-{year}-{count:06d}"


def choose_language(country: str, site: str) -> Language:
    """The language of the buyer's country, or else of the site, if we have it."""
    return "de" if country in GERMAN or site == "de" else "en"


def split(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount in proportion to the weights; the parts add up to it. No part exceeds its weight if all fit.

    >>> split(100, [1, 1, 1])
    [34, 33, 33]
    """
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    shares = [amount * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda n: (-(amount * weights[n] % whole), n))
    for n in by_remainder[: amount - sum(shares)]:
        shares[n] += 1
    return shares


def tax_lines(sold: Sequence[Sold], parts: Sequence[VatPart]) -> list[DocumentLine]:
    """Give each line its rate, and its share of the tax: the shares add up to the tax of each rate."""
    of_supply = _match_parts(sold, parts)
    lines = [each.line for each in sold]
    for number, part in enumerate(parts):
        mine = [n for n, each in enumerate(sold) if of_supply[each.supply] == number]
        shares = split(part.cents, [sold[n].line.net_cents for n in mine])
        for n, share in zip(mine, shares, strict=True):
            rated = {"kind": part.kind, "tax": part.tax, "rate": exact_rate(part.rate), "rate_of": part.rate_of}
            lines[n] = sold[n].line.model_copy(update=rated | {"tax_cents": share})
    return lines


def _match_parts(sold: Sequence[Sold], parts: Sequence[VatPart]) -> dict[Supply, int]:
    """Which part each kind of supply is in. Parts follow the order in which lines first need them."""
    nets: dict[Supply, int] = {}
    for each in sold:
        nets[each.supply] = nets.get(each.supply, 0) + each.line.net_cents
    if len(parts) == 1:
        return dict.fromkeys(nets, 0)
    in_order = list(nets)
    if [nets[supply] for supply in in_order] != [part.net_cents for part in parts]:
        in_order.reverse()
    return {supply: number for number, supply in enumerate(in_order)}


def subtract_parts(parts: Sequence[TaxPart], credited: Sequence[TaxPart]) -> list[TaxPart]:
    """What is left of each part after what was credited of it."""
    left: list[TaxPart] = []
    for part in parts:
        mine = _alike(part, credited)
        net = part.net_cents - sum(each.net_cents for each in mine)
        tax = part.tax_cents - sum(each.tax_cents for each in mine)
        left.append(part.model_copy(update={"net_cents": net, "tax_cents": tax}))
    return left


def exact_rate(rate: float) -> Decimal:
    return Decimal(str(rate))


def parts_of_order(net_cents: int, vat: Vat | None) -> list[VatPart]:
    """The tax of an order by rate. Orders of before version 0.2 have one rate, of which less was recorded."""
    if vat and vat.parts:
        return vat.parts
    cents = vat.cents if vat else 0
    part = VatPart(
        kind=vat.kind if vat else "seller_outside_eu",
        rule="not recorded",
        rate=(vat.rate or 0) if vat else 0,
        rate_of=vat.country if vat and cents else None,
        net_cents=net_cents,
        cents=cents,
    )
    return [part]


def describe_parts(parts: Sequence[VatPart]) -> list[TaxPart]:
    return [
        TaxPart(**part.model_dump(exclude={"cents", "rate"}), rate=exact_rate(part.rate), tax_cents=part.cents)
        for part in parts
    ]


def plain_line(
    position: int,
    name: str,
    listing: str | None,
    net_cents: int,
    period: tuple[date, date] | None,
    discount_cents: int = 0,
) -> DocumentLine:
    """A line that is not taxed yet."""
    return DocumentLine(
        position=position,
        name=name,
        listing=listing,
        net_cents=net_cents,
        discount_cents=discount_cents,
        kind="seller_outside_eu",
        tax="VAT",
        rate=Decimal(0),
        tax_cents=0,
        period_from=period[0] if period else None,
        period_until=period[1] if period else None,
    )


def line_of_part(name: str, part: TaxPart) -> DocumentLine:
    """One line for a whole tax part."""
    return DocumentLine(
        name=name,
        net_cents=part.net_cents,
        kind=part.kind,
        tax=part.tax,
        rate=part.rate,
        rate_of=part.rate_of,
        tax_cents=part.tax_cents,
    )


def is_of(line: DocumentLine, part: TaxPart) -> bool:
    return (line.kind, line.rate, line.rate_of) == (part.kind, part.rate, part.rate_of)


def sum_lines(lines: Sequence[DocumentLine], parts: Sequence[TaxPart]) -> list[TaxPart]:
    """The tax of some lines by rate; parts with none of them are left out."""
    summed: list[TaxPart] = []
    for part in parts:
        mine = [line for line in lines if is_of(line, part)]
        net, tax = sum(line.net_cents for line in mine), sum(line.tax_cents or 0 for line in mine)
        if mine:
            summed.append(part.model_copy(update={"net_cents": net, "tax_cents": tax}))
    return summed


def _alike(part: TaxPart, others: Sequence[TaxPart]) -> list[TaxPart]:
    return [each for each in others if (each.kind, each.rate, each.rate_of) == (part.kind, part.rate, part.rate_of)]


def credit_parts(left: Sequence[TaxPart], amount: int, preferred: Sequence[int] = ()) -> list[TaxPart]:
    """Split an amount that goes back over what is left of each part, tax included.

    `preferred` says how much of each part staff chose to take back; more than that comes from all parts in proportion.
    An amount that is all that is left gives back exactly that.
    """
    gross = [part.net_cents + part.tax_cents for part in left]
    if not 0 <= amount <= sum(gross):
        raise ValueError(f"{amount} cents cannot be credited: {sum(gross)} are left")
    first = (
        [min(most, wanted) for most, wanted in zip(gross, preferred, strict=True)] if preferred else [0] * len(gross)
    )
    chosen = split(min(amount, sum(first)), first)
    rest = [most - share for most, share in zip(gross, chosen, strict=True)]
    shares = [a + b for a, b in zip(chosen, split(amount - sum(chosen), rest), strict=True)]
    return [_credit(part, share) for part, share in zip(left, shares, strict=True)]


def _credit(part: TaxPart, gross: int) -> TaxPart:
    if gross == part.net_cents + part.tax_cents:
        net = part.net_cents
    else:
        exact = (gross * 100 / (100 + part.rate)).quantize(Decimal(1), ROUND_HALF_UP)
        net = min(max(int(exact), gross - part.tax_cents), part.net_cents)
    return part.model_copy(update={"net_cents": net, "tax_cents": gross - net})


def convert(cents: int, exchange: Exchange) -> int:
    """An amount in the seller's currency, at the rates of the document."""
    exact = cents * exchange.seller_per_euro / exchange.document_per_euro
    smallest = 100 if exchange.currency in WITHOUT_CENTS else 1
    return int((exact / smallest).quantize(Decimal(1), ROUND_HALF_UP)) * smallest


def convert_parts(parts: Sequence[TaxPart], exchange: Exchange, earlier: Sequence[TaxPart] = ()) -> list[TaxPart]:
    """The parts with their amounts in the seller's currency.

    `earlier` are credit notes of the same invoice. The sum of all of them is converted, so that together they come to
    what the invoice states.
    """
    converted: list[TaxPart] = []
    for part in parts:
        before = _alike(part, earlier)
        net = sum(each.net_cents for each in before) + part.net_cents
        tax = sum(each.tax_cents for each in before) + part.tax_cents
        amounts = {
            "seller_net_cents": convert(net, exchange) - sum(each.seller_net_cents or 0 for each in before),
            "seller_tax_cents": convert(tax, exchange) - sum(each.seller_tax_cents or 0 for each in before),
        }
        converted.append(part.model_copy(update=amounts))
    return converted
