"""The seller and their taxes, as staff set them."""

import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from showground.core.brand import BRAND
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input, ShownText
from showground.core.countries import is_country
from showground.core.data_model import DataModel
from showground.core.database.pool import changes
from showground.core.languages import Text, text_with
from showground.core.mail.address import read_mail_address
from showground.orders.documents.currencies import is_currency
from showground.orders.queries import seller_details as store
from showground.orders.seller import Shop
from showground.orders.seller_details import SellerDetails, SellerSource, list_conflicts, list_missing
from showground.orders.tax.rates import BadRates, check_heading, read_rates
from showground.orders.tax.regimes import REGIMES, Regime, read_registrations
from showground.orders.tax.vat_number_formats import example_of, normal_form

PREFIX = re.compile("[A-Z0-9]{1,8}")
ShortText = Annotated[str, Field(max_length=160)]


class SellerShownToStaff(DataModel):
    """What staff set, what settings set, and what applies."""

    staff: SellerDetails
    fixed: list[str]
    """Fields that environment variables set, so that staff can't."""
    chosen: SellerDetails
    regime: Regime
    currency: str
    provider: str
    test_mode: bool
    missing: list[ShownText]
    """What is needed before the site takes real payments."""


@action(scope=STAFF, read_only=True)
async def show_seller_details(ctx: Context) -> SellerShownToStaff:
    """Show the seller, their taxes, and what is missing before real payments."""
    source, shop = ctx.services[SellerSource], ctx.services[Shop]
    staff = await store.read(ctx.db)
    chosen = source.settings.over(staff)
    tax, seller = source.tax_seller(chosen), source.seller(chosen, ctx.site.brand)
    return SellerShownToStaff(
        staff=staff,
        fixed=sorted(source.settings.model_dump(exclude_none=True)),
        chosen=chosen,
        regime=tax.regime,
        currency=seller.currency,
        provider=shop.provider.name,
        test_mode=shop.test_mode,
        missing=[message for _, message in list_missing(chosen, seller, tax)],
    )


class WriteSellerDetails(Input):
    """Empty values: the default applies. What environment variables set can't be changed."""

    name: ShortText = ""
    address: Annotated[str, Field(max_length=500), MULTI_LINE] = ""
    country: Annotated[str, Field(max_length=2)] = ""
    vat_number: Annotated[str, Field(max_length=32)] = ""
    tax_number: Annotated[str, Field(max_length=60)] = ""
    email: Annotated[str, Field(max_length=254)] = ""
    phone: Annotated[str, Field(max_length=60)] = ""
    regime: str = ""
    registrations: Annotated[str, Field(max_length=200)] = ""
    exemption: Annotated[str, Field(max_length=300)] = ""
    currency: Annotated[str, Field(max_length=3)] = ""
    rates: Annotated[str, Field(max_length=20_000), MULTI_LINE] = ""
    exchange_rates: Annotated[str, Field(max_length=500)] = ""
    invoice_prefix: Annotated[str, Field(max_length=8)] = ""
    credit_note_prefix: Annotated[str, Field(max_length=8)] = ""
    books_years: Annotated[int | None, Field(ge=5, le=50)] = None


@action(scope=STAFF)
async def write_seller_details(ctx: Context, input: WriteSellerDetails) -> SellerShownToStaff:
    """Save the seller and their taxes. New quotes and invoices follow at once, in every process."""
    source = ctx.services[SellerSource]
    errors = [FieldError(field=name, message=message) for name, message in _judge(input)]
    if errors:
        raise InvalidInput(errors=errors)
    details = _read(input)
    chosen = source.settings.over(details)
    errors = [FieldError(field=name, message=message) for name, message in list_conflicts(source.tax_seller(chosen))]
    prefixes = (chosen.invoice_prefix or "INV", chosen.credit_note_prefix or "CN")
    if prefixes[0] == prefixes[1]:
        message = Text("Use a different prefix from the invoice prefix.")
        errors.append(FieldError(field="credit_note_prefix", message=message))
    if errors:
        raise InvalidInput(errors=errors)
    await store.write(ctx.db, details, ctx.now)
    changes(ctx.db, BRAND, "products")
    return await show_seller_details.handler(ctx)


def _judge_vat_number(number: str, country: str) -> Iterator[tuple[str, Text]]:
    """Only numbers of member states of the EU: their form and check digits are known."""
    if (example := example_of(country)) and number.strip() and normal_form(number, country) is None:
        message = text_with("That is not a valid VAT number for this country (format: %(example)s).", example=example)
        yield "vat_number", message


def _judge(input: WriteSellerDetails) -> Iterator[tuple[str, Text]]:
    """Values that are wrong on their own."""
    if input.country and not is_country(input.country):
        yield "country", Text("Choose a country.")
    yield from _judge_vat_number(input.vat_number, input.country.upper())
    if input.regime and input.regime not in REGIMES:
        yield "regime", Text("Choose a regime.")
    if input.currency and not is_currency(input.currency.upper()):
        yield "currency", Text("Enter a three-letter currency code, such as EUR.")
    if input.exchange_rates and not input.exchange_rates.startswith("https://"):
        yield "exchange_rates", Text("Enter an address that begins with https://.")
    try:
        read_registrations(input.registrations)
    except ValueError:
        yield "registrations", Text("Enter two-letter country codes or EU, separated by commas, such as GB, CH.")
    try:
        if input.email:
            read_mail_address(input.email)
    except ValueError:
        yield "email", Text("Enter an email address, such as billing@example.com.")
    try:
        check_heading(input.rates)
        read_rates(input.rates)
    except BadRates as problem:
        yield "rates", problem.message
    for name in ("invoice_prefix", "credit_note_prefix"):
        prefix = getattr(input, name)
        if prefix == "TEST":
            yield name, Text("TEST is reserved for test documents. Use another prefix.")
        elif prefix and not PREFIX.fullmatch(prefix):
            yield name, Text("Enter 1 to 8 capital letters and digits, such as INV.")


def _read(input: WriteSellerDetails) -> SellerDetails:
    values = {name: value.strip() or None for name, value in input.model_dump(exclude={"books_years"}).items()}
    lines = [line.strip() for line in input.address.splitlines() if line.strip()]
    return SellerDetails.model_validate(
        values
        | {
            "address": "; ".join(lines) or None,
            "country": input.country.upper() or None,
            "currency": input.currency.upper() or None,
            "registrations": sorted(read_registrations(input.registrations)) or None,
            "books_years": input.books_years,
        }
    )
