"""What orders need to know about the seller: name and address, payment providers, and the keys of links."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from showground.core.calls.context import Site
from showground.core.secret import Secret
from showground.orders.documents.exchange_source import ExchangeSource
from showground.orders.providers.interface import Provider
from showground.orders.tax.regimes import TaxSeller
from showground.orders.vies import Register

Purpose = Literal["checkout", "receipt"]
MAC_BYTES = 24


@dataclass(frozen=True, slots=True)
class Seller:
    """The seller, as shown on invoices."""

    name: str
    country: str
    address: str | None = None
    vat_number: str | None = None
    tax_number: str | None = None
    exemption_words: str | None = None
    currency: str = "USD"
    """What the seller keeps books in: tax is stated in it as well."""
    email: str | None = None
    phone: str | None = None

    @property
    def address_lines(self) -> list[str]:
        return [line.strip() for line in (self.address or "").split(";") if line.strip()]


@dataclass(frozen=True, slots=True)
class Shop:
    """The seller, its taxes and payment provider, the VAT register, and the secret that links are made with."""

    seller: Seller
    tax: TaxSeller
    provider: Provider
    """Who takes new payments."""
    others: Sequence[Provider]
    """Other providers, which may still report payments in flight."""
    register: Register
    secret: Secret
    order_prefix: str = "SG"
    invoice_prefix: str = "INV"
    credit_note_prefix: str = "CN"
    sandbox: Provider | None = None
    """Who takes the test payments of orders that were made with a test key."""
    exchange_source: ExchangeSource | None = None
    """Where exchange rates come from; None where the seller's books are in the currency of prices, or in tests."""
    books_years: int = 10
    """How long the law wants orders and documents kept, after the end of their year."""
    missing: tuple[str, ...] = ()
    """What the law requires before a site in production takes real money. Until then, nothing is charged."""

    @property
    def test_mode(self) -> bool:
        """Whether no money moves. Then products are sold that staff have not decided about."""
        return self.provider.test_mode

    @property
    def takes_money(self) -> bool:
        """Whether orders are paid here, or were and may still be refunded: not if all there is are test payments of a
        site that sells nothing."""
        return self.provider.name != "off" or any(each is not self.sandbox for each in self.others)

    def provider_named(self, name: str) -> Provider | None:
        return next((each for each in (self.provider, *self.others) if each.name == name), None)

    def for_orders(self, *, test: bool) -> "Shop":
        """The shop as it is for orders of this kind: those made with a test key are paid in the sandbox."""
        return replace(self, provider=self.sandbox) if test and self.sandbox is not None else self

    def token(self, purpose: Purpose, number: str) -> str:
        """What is in the address of an order's page: its number, and a part that nobody can guess."""
        mac = hmac.new(self.secret.derive(f"{purpose} links"), number.encode(), hashlib.sha256).digest()
        return f"{number}.{urlsafe_b64encode(mac[:MAC_BYTES]).decode()}"

    def read_token(self, purpose: Purpose, token: str) -> str | None:
        """The order's number; None if the token is none of ours."""
        number = token.partition(".")[0]
        expected = self.token(purpose, number)
        return number if hmac.compare_digest(token.encode(), expected.encode()) else None

    def checkout_url(self, site: Site, number: str) -> str:
        return f"{site.url}/checkout/{self.token('checkout', number)}"

    def receipt_url(self, site: Site, number: str) -> str:
        return f"{site.url}/orders/{self.token('receipt', number)}"
