"""`showground pay`, which pays an order in the sandbox as its page does."""

from datetime import UTC, datetime
from functools import partial

import anyio
import pytest

from tests.support.command import showground
from tests.support.shop_world import Market

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_the_command_pays_and_returns_when_it_is_fulfilled(market: Market) -> None:
    market.world.clock.now = datetime.now(UTC)  # the command has the machine's clock
    order = await market.order(market.item("launch"), billing_country="FR")
    later = await market.order(market.item("done_for_you"))
    settings = {
        "database_url": market.world.dispatcher.database.conninfo,
        "secret": "a secret of 32 letters that only tests know",
    }

    async def pay(number: str, **more: str) -> tuple[int, str]:
        done = await anyio.to_thread.run_sync(partial(showground, "pay", number, **(settings | more)))
        return done.returncode, done.stdout + done.stderr

    quoted = (order["vat"], order["total_cents"])
    assert await pay(order["number"]) == (0, f"{order['number']} is paid and fulfilled.\n")
    paid = await market.get(order["number"])
    assert paid["lines"][0]["fulfilled"]
    assert (paid["vat"], paid["total_cents"]) == quoted, "it is paid as it was quoted"
    assert (await market.standing("draft")).status == "live"
    assert await pay(order["number"]) == (0, f"{order['number']} is paid and fulfilled.\n")  # the same once more
    assert await pay(later["number"]) == (0, f"{later['number']} is paid. Part of it is not fulfilled yet.\n")
    assert (await market.get(later["number"]))["total_cents"] == later["total_cents"] == later["net_cents"]
    code, said = await pay("SG-2026-999999")
    assert (code, said) == (1, "No order has the number SG-2026-999999.\n")
    code, said = await pay(order["number"], payments="off")
    assert (code, "SHOWGROUND_PAYMENTS is sandbox" in said) == (1, True)
