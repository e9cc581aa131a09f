"""Builds the shop: the seller, tax and payment providers."""

from showground.core.calls.context import Site
from showground.core.database.database import Database
from showground.core.secret import Secret
from showground.orders.providers.interface import Provider
from showground.orders.providers.off import Off
from showground.orders.providers.sandbox import Sandbox
from showground.orders.seller import Shop
from showground.orders.seller_details import SellerDetails, SellerSource, complete_shop
from showground.orders.vies import Vies
from showground.settings import DEVELOPMENT_COUNTRY, Settings
from showground.wiring.brand import default_brand


def find_seller(settings: Settings) -> SellerSource:
    """What the settings say about the seller; staff set the rest."""
    details = SellerDetails(
        name=settings.seller_name,
        address=settings.seller_address,
        country=settings.seller_country,
        vat_number=settings.seller_vat,
        tax_number=settings.seller_tax_number,
        email=settings.seller_email,
        phone=settings.seller_phone,
        regime=settings.tax_regime,
        registrations=sorted(settings.tax_registrations) or None,
        exemption=settings.tax_exemption,
        currency=settings.seller_currency,
        exchange_rates=settings.exchange_rates,
        invoice_prefix=settings.invoice_prefix if settings.invoice_prefix != "INV" else None,
        credit_note_prefix=settings.credit_note_prefix if settings.credit_note_prefix != "CN" else None,
        books_years=settings.books_years if settings.books_years != 10 else None,
    )
    return SellerSource(
        details,
        DEVELOPMENT_COUNTRY,
        settings.tax_rates,
        settings.exchange_place(),
        production=settings.env == "production",
    )


def open_shop(settings: Settings, database: Database, site: Site, secret: Secret, source: SellerSource) -> Shop:
    brand, chosen = default_brand(settings), source.chosen
    sandbox = Sandbox(database, site, secret)
    first, *others = _open_providers(settings, sandbox)
    seller, tax = source.seller(chosen, brand), source.tax_seller(chosen)
    shop = Shop(seller, tax, first, others, Vies(settings.vies_url), secret, sandbox=sandbox)
    return complete_shop(shop, source, brand)


def _open_providers(settings: Settings, sandbox: Sandbox) -> tuple[Provider, ...]:
    """The configured payment provider, then other providers with keys: events about their open orders still count.
    Where the configured one takes money, the sandbox pays only for orders that were made with a test key."""
    known: dict[str, Provider] = {"off": Off(), "sandbox": sandbox}
    if settings.stripe_key and settings.stripe_webhook_secret:
        from showground.orders.providers.stripe import Stripe  # noqa: PLC0415 - large, and not every site uses it

        known["stripe"] = Stripe(settings.stripe_key, settings.stripe_webhook_secret, settings.stripe_url)
    chosen = known.pop(settings.payments)
    known.pop("off", None)
    return chosen, *known.values()
