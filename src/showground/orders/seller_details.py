"""What can be set about the seller and their taxes: by settings, which win, or by staff on a page."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from showground.core.brand import Brand
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.orders.documents.currencies import needed_currencies, usual_currency
from showground.orders.documents.exchange_source import ExchangeSource
from showground.orders.seller import Seller, Shop
from showground.orders.tax.rates import load_rates, read_rates
from showground.orders.tax.regimes import TaxSeller, describe_seller, find_conflicts, find_missing
from showground.orders.tax.wording import exemption_words

# The rules name settings; staff see the fields of a page.


class SellerDetails(DataModel):
    """The seller and their taxes; null where nothing is set."""

    name: str | None = None
    address: str | None = None
    """Lines are separated by semicolons, as in the setting."""
    country: str | None = None
    vat_number: str | None = None
    tax_number: str | None = None
    email: str | None = None
    phone: str | None = None
    regime: str | None = None
    registrations: list[str] | None = None
    exemption: str | None = None
    currency: str | None = None
    rates: str | None = None
    """Rows of a rate table that correct or extend the shipped one."""
    exchange_rates: str | None = None
    invoice_prefix: str | None = None
    credit_note_prefix: str | None = None
    books_years: int | None = None

    def over(self, other: "SellerDetails") -> "SellerDetails":
        """These details, completed by others."""
        return other.model_copy(update=self.model_dump(exclude_none=True))


@dataclass(slots=True)
class SellerSource:
    """Where the seller's details come from in this process. `staff` follows what staff save."""

    settings: SellerDetails
    default_country: str
    rates_file: Path | None = None
    default_exchange: str | None = None
    production: bool = False
    staff: SellerDetails = field(default_factory=SellerDetails)

    @property
    def chosen(self) -> SellerDetails:
        return self.settings.over(self.staff)

    def tax_seller(self, chosen: SellerDetails) -> TaxSeller:
        """The seller as tax rules see them."""
        seller = describe_seller(
            chosen.country or self.default_country,
            regime=chosen.regime,
            number=chosen.vat_number,
            tax_number=chosen.tax_number,
            registrations=frozenset(chosen.registrations or ()),
        )
        table = load_rates(self.rates_file)
        return replace(seller, rates=table.with_changes(read_rates(chosen.rates)) if chosen.rates else table)

    def exchange_source(self, chosen: SellerDetails) -> ExchangeSource | None:
        currencies = needed_currencies(self._currency(chosen))
        place = chosen.exchange_rates or self.default_exchange
        return ExchangeSource(place, currencies) if place and currencies else None

    def seller(self, chosen: SellerDetails, brand: Brand) -> Seller:
        """The seller as invoices show them. What nobody set follows from who runs the site."""
        operator = brand.operator
        tax = self.tax_seller(chosen)
        return Seller(
            name=chosen.name or operator.name or brand.name,
            country=tax.country,
            address=chosen.address or "; ".join(filter(None, operator.address.splitlines())) or None,
            vat_number=chosen.vat_number,
            exemption_words=exemption_words(tax.country, chosen.exemption) if tax.regime == "small-business" else None,
            currency=self._currency(chosen),
            tax_number=chosen.tax_number,
            email=chosen.email or operator.email or None,
            phone=chosen.phone,
        )

    def _currency(self, chosen: SellerDetails) -> str:
        return chosen.currency or usual_currency(chosen.country or self.default_country)


def complete_shop(shop: Shop, source: SellerSource, brand: Brand) -> Shop:
    """The shop with the seller as it is set now."""
    chosen = source.chosen
    seller = source.seller(chosen, brand)
    tax = source.tax_seller(chosen)
    return replace(
        shop,
        seller=seller,
        tax=tax,
        order_prefix=brand.order_prefix,
        invoice_prefix=chosen.invoice_prefix or "INV",
        credit_note_prefix=chosen.credit_note_prefix or "CN",
        exchange_source=source.exchange_source(chosen),
        books_years=chosen.books_years or 10,
        missing=tuple(message for _, message in list_missing(chosen, seller, tax)) if source.production else (),
    )


def list_missing(chosen: SellerDetails, seller: Seller, tax: TaxSeller) -> Iterator[tuple[str, Text]]:
    """What the law requires before the site takes real money: fields and what to do."""
    if chosen.country is None:
        yield "country", Text("Choose the seller's country: tax depends on it.")
    if not chosen.name and not seller.address:
        yield "name", Text("Enter the seller's name: invoices must show it.")
    if not seller.address:
        yield "address", Text("Enter the seller's address: invoices must show it.")
    if not seller.email:
        yield "email", Text("Enter an email address: buyers must be able to reach you.")
    for problem in find_missing(tax):
        yield problem.field, problem.message


def list_conflicts(tax: TaxSeller) -> Iterator[tuple[str, Text]]:
    """What does not fit together: fields and sentences."""
    for problem in find_conflicts(tax):
        yield problem.field, problem.message
