"""Coupons for tests."""

from typing import Any

from showground.orders.actions.coupons import WriteCoupon, write_coupon
from tests.support.shop_world import Market


async def add_coupon(market: Market, code: str = "WELCOME", **values: Any) -> None:
    """Have staff add a coupon; 10 percent off unless something else is said."""
    if "percent" not in values and "amount_cents" not in values:
        values["percent"] = 10
    asked = WriteCoupon(code=code, active=True, new=True, **values)
    await market.world.dispatcher.call(write_coupon, market.staff(), asked)


async def apply(market: Market, order: dict[str, Any], code: str | None = "WELCOME", *, by: str = "alice") -> Any:
    return await market.world.request("PUT", f"/orders/{order['number']}/coupon", by=by, json={"coupon": code})
