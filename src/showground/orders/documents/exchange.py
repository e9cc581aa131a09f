"""States the tax of a document in the seller's currency as well."""

from collections.abc import Sequence
from datetime import date

from showground.core.database.pool import Connection
from showground.orders.documents import rules
from showground.orders.documents.models import Document, Exchange, TaxPart
from showground.orders.documents.queries import exchange_rates
from showground.orders.queries.orders import LockedOrder
from showground.orders.seller import Shop


def state_exchange(document: Document, exchange: Exchange | None, earlier: Sequence[TaxPart] = ()) -> Document:
    """State the tax in the seller's currency as well (Article 230)."""
    if exchange is None:
        return document
    parts = rules.convert_parts(document.parts, exchange, earlier)
    vat = sum(part.seller_tax_cents or 0 for part in parts)
    return document.model_copy(update={"parts": parts, "exchange": exchange.model_copy(update={"vat_cents": vat})})


async def can_state_tax(db: Connection, shop: Shop, order: LockedOrder, day: date) -> bool:
    """Whether the invoice of an order could state its tax in the seller's currency. A test document need not."""
    taxed = bool(order.vat and order.vat.get("cents"))
    if not taxed or shop.exchange_source is None or shop.provider.test_mode:
        return True
    return await find_exchange(db, order.currency, shop.seller.currency, day) is not None


def document_lacks_rates(shop: Shop, document: Document) -> bool:
    """Whether the tax should be stated in the seller's currency as well, and no rate was known."""
    needed = document.vat_cents and not document.test and document.currency != shop.seller.currency
    return bool(needed) and document.exchange is None


async def find_exchange(db: Connection, currency: str, seller_currency: str, day: date) -> Exchange | None:
    """The newest rates of before the day of payment: those are published for certain."""
    if currency == seller_currency:
        return None
    known = await exchange_rates.find_before(db, day, (currency, seller_currency))
    if known is None:
        return None
    found, per_euro = known
    return Exchange(
        currency=seller_currency,
        day=found,
        document_per_euro=per_euro[currency],
        seller_per_euro=per_euro[seller_currency],
        vat_cents=0,
    )
