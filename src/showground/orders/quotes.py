"""Quotes: items, a country and a VAT number in, lines and totals out. Checkout and its page use the same code."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from showground import launches
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.database.pool import Connection
from showground.core.languages import Text, deferred, text_with
from showground.listings import owned
from showground.orders import pricing, vat_numbers
from showground.orders.models import OrderBody, OrderItem, PricedItems, QuoteLine
from showground.orders.money import localized_dollars
from showground.orders.pricing import Priced
from showground.orders.pricing_facts import PricingFacts
from showground.orders.queries import products as store
from showground.orders.seller import Shop
from showground.orders.tax.rules import Buyer, Taxable, charge
from showground.orders.tax.territories import read_place
from showground.orders.vat_numbers import CheckedVatNumber
from showground.search import category_slugs


async def check_buyer(outside: PrepareContext, input: OrderBody) -> CheckedVatNumber:
    """The `prepare` step of everything that quotes: reads the buyer and checks the VAT number."""
    return await vat_numbers.check(outside, read_buyer(input.billing_country, input.vat_number))


def read_buyer(country: str | None, number: str | None, field: str = "billing_country") -> Buyer:
    if errors := _judge_country(country, field):
        raise InvalidInput(errors=errors)
    return Buyer(read_place(country) if country is not None else None, _plain(number))


def _judge_country(country: str | None, field: str) -> list[FieldError]:
    if country is None or read_place(country) is not None:
        return []
    message = text_with(
        "%(country)s is not an ISO 3166 country code. Use two letters, such as DE or US.", country=country
    )
    return [FieldError(field=field, message=message)]


async def judge(ctx: Context, input: OrderBody) -> list[FieldError]:
    """Everything that is wrong with the country and the items."""
    shop = ctx.services[Shop].for_orders(test=ctx.test)
    priced = await price(ctx.db, input.items, ctx.account, shop, now=ctx.now)
    return [*_judge_country(input.billing_country, "billing_country"), *priced.errors]


def _plain(number: str | None) -> str | None:
    return (number or "").strip() or None


async def quote(
    db: Connection, items: Sequence[OrderItem], account: int, checked: CheckedVatNumber, shop: Shop, *, now: datetime
) -> PricedItems:
    """Price the items for an account. Reports all field errors at once."""
    priced = await price(db, items, account, shop, now=now)
    if priced.errors:
        raise InvalidInput(errors=priced.errors)
    quoted = total(priced.lines, checked, shop, now)
    if problem := judge_total(quoted.total_cents, shop):
        raise InvalidInput(errors=[FieldError(field="items", message=problem)])
    return quoted


def judge_total(cents: int, shop: Shop) -> Text | None:
    """Why the payment provider cannot take this total; None if it can. A total of zero is fine."""
    least, most = shop.provider.bounds_cents
    if cents == 0 or least <= cents <= most:
        return None
    return text_with(
        "The total is %(total)s. We can only take payments from %(least)s to %(most)s.",
        total=deferred(localized_dollars, cents),
        least=deferred(localized_dollars, least),
        most=deferred(localized_dollars, most),
    )


async def price(
    db: Connection, items: Sequence[OrderItem], account: int, shop: Shop, *, now: datetime, ignore_places: bool = False
) -> Priced:
    """Price the items with the current facts. With `ignore_places`, as if all weeks had room."""
    named = sorted({item.listing_id for item in items if item.listing_id is not None})
    known = await read_facts(db, named, account, shop, now=now, ignore_places=ignore_places)
    if any(item.categories for item in items):
        known = replace(known, categories=await category_slugs.get_category_slugs(db))
    return pricing.price(items, known)


async def read_facts(
    db: Connection, listings: Sequence[int], account: int, shop: Shop, *, now: datetime, ignore_places: bool = False
) -> PricingFacts:
    """The products, and those of these listings that the account belongs to. The categories are left out."""
    products = await store.get_products(db, now, undecided=shop.test_mode, ignore_places=ignore_places)
    found = {listing.id: listing for listing in await owned.find_owned(db, listings, account)}
    week = launches.this_week(now)
    return PricingFacts(
        this_week=week,
        products={product.code: product for product in products},
        listings=found,
        weeks=await launches.find_weeks(db, list(found), week),
    )


def total(lines: Sequence[QuoteLine], checked: CheckedVatNumber, shop: Shop, now: datetime) -> PricedItems:
    net = pricing.net_of(lines)
    taxed = [Taxable(line.price_cents, line.supply) for line in lines]
    vat = charge(taxed, checked.buyer, checked.valid, shop.tax, now.date())
    return PricedItems(lines=list(lines), net_cents=net, vat=vat, total_cents=net + (vat.cents if vat else 0))
