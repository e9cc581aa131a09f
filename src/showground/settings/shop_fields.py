"""Settings of the shop: payment providers, the seller, tax and invoices."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from showground.settings import paths, values
from showground.settings.declare import setting


@dataclass(frozen=True, kw_only=True)
class ShopFields:
    """What is sold, by whom, and how it is taxed and paid."""

    payments: Literal["sandbox", "stripe", "off"] = setting(
        "Payment provider: `sandbox` (test mode, no money moves; not allowed in production), `stripe` or `off`.",
        values.one_of("sandbox", "stripe", "off"),
        "sandbox",
    )
    stripe_key: str | None = setting("Secret key of your Stripe account.")
    stripe_webhook_secret: str | None = setting("Signing secret of your Stripe webhook for /payments/stripe.")
    stripe_url: str | None = setting("Alternative address of Stripe's API, for tests.", values.read_address)
    seller_name: str | None = setting("The seller's name on invoices. Default: the site's name.")
    seller_address: str | None = setting("The seller's address on invoices. Separate lines with `;`.")
    seller_country: str | None = setting(
        "The seller's country, which determines VAT. Required before `stripe` takes payments in production, here or at"
        " /admin/seller. Until it is set, prices are computed for a seller in `DE`.",
        values.read_country,
    )
    seller_vat: str | None = setting("The seller's VAT number on invoices.")
    seller_tax_number: str | None = setting(
        "The seller's national tax number on invoices, for a small business without a VAT number."
    )
    seller_email: str | None = setting(
        "Email address at which buyers can reach the seller. Shown at checkout, on the terms page and in receipts."
        " Required with `stripe` in production.",
        values.read_email,
    )
    seller_phone: str | None = setting("The seller's phone number, shown with the email address.")
    tax_regime: str | None = setting(
        "Tax rules that apply to the seller: `eu-oss`, `eu-local`, `eu-threshold`, `small-business`, `own-tax` or"
        " `none`. docs/tax.md explains each. Default: `eu-oss` for a seller in the EU, otherwise `none`.",
        values.read_tax_regime,
    )
    tax_registrations: frozenset[str] = setting(
        "Other countries in which the seller is registered to collect tax, separated by commas, such as `GB,CH`. `EU`"
        " means the non-Union one-stop shop.",
        values.read_tax_registrations,
        frozenset(),
    )
    tax_rates: Path | None = setting(
        "CSV file with tax rates that override or extend the shipped ones. docs/tax.md describes its format.",
        values.read_tax_rates,
    )
    tax_exemption: str | None = setting(
        "Exemption notice on a `small-business` invoice. Default: the usual wording in the seller's country."
    )
    country_header: str | None = setting(
        "Request header in which your proxy reports the visitor's country, such as `CF-IPCountry`. Stored as evidence"
        " of where a buyer is located, and counted by day for owners' statistics. Only trusted from"
        " SHOWGROUND_TRUSTED_PROXIES. Default: countries are not counted.",
        values.read_header_name,
    )
    order_prefix: str = setting(
        "Prefix of order numbers, such as `SG` in SG-2026-000001: 1 to 8 capital letters and digits. Use a different"
        " prefix for each site that shares a payment account.",
        values.read_prefix,
        "SG",
    )
    invoice_prefix: str = setting(
        "Prefix of invoice numbers: 1 to 8 capital letters and digits.", values.read_prefix, "INV"
    )
    credit_note_prefix: str = setting(
        "Prefix of credit note numbers: 1 to 8 capital letters and digits, different from the invoice prefix.",
        values.read_prefix,
        "CN",
    )
    exchange_rates: str | None = setting(
        "Path or https address of a European Central Bank `eurofxref` file (XML or CSV) with its reference rates, used"
        " to state VAT in the seller's currency on invoices. Default: the bank's own address in production; none in"
        " development.",
        paths.read_exchange_rates,
    )
    seller_currency: str | None = setting(
        "Currency of the seller's books, such as `EUR`. Invoices also state the VAT in this currency. Default: the"
        " currency of the seller's country.",
        values.read_currency,
    )
    books_years: int = setting(
        "Years to store orders, documents, payments, refunds and tax evidence after the end of the year they are from,"
        " 5 to 50. After that they are deleted. Ask your accountant; the one-stop shop requires 10.",
        values.read_years,
        10,
    )
    vies_url: str = setting(
        "Address of the service that validates VAT numbers.",
        values.read_address,
        "https://ec.europa.eu/taxation_customs/vies/rest-api",
    )
