"""Books are kept as long as the law wants, also after an account is deleted, and not a year longer."""

from datetime import UTC, datetime, timedelta

import pytest

from showground.accounts.actions.account import DeleteAccount, delete_account
from showground.core.jobs.declare import JobRun
from showground.orders.books.retention import lasting
from showground.orders.jobs import forget_old_books
from tests.support.books import Sale, add_sales
from tests.support.shop_world import Market
from tests.support.world import World

TABLES = (
    *("purchase", "purchase_line", "payment", "refund", "dispute", "tax_document", "tax_document_part"),
    *("invoice", "payment_event"),
)


async def count(world: World) -> dict[str, int]:
    async with world.dispatcher.database.reading() as db:
        return {table: (await db.all(f"select from {table}")).__len__() for table in TABLES}  # pyright: ignore[reportArgumentType]


async def forget_at(world: World, at: datetime) -> None:
    world.clock.move(seconds=(at - world.clock()).total_seconds())
    await forget_old_books.work(JobRun(world.dispatcher, world.caller()))


@pytest.mark.parametrize("years", range(5, 51))
def test_years_are_never_cut_short(years: int) -> None:
    for year in range(2020, 2060):
        first_of_next = datetime(year + 1, 1, 1, tzinfo=UTC)
        ends = first_of_next.replace(year=year + 1 + years)
        assert (ends - timedelta(seconds=1) - lasting(years)).year <= year  # nothing of this year goes yet
        assert (ends + timedelta(days=2) - lasting(years)).year == year + 1  # two days later it does


@pytest.mark.anyio
async def test_an_order_goes_with_everything_after_ten_years_and_the_end_of_its_year(market: Market) -> None:
    world = market.world
    order = await market.order(market.item("launch"))
    await market.pay(order["number"])
    await market.refund(order["number"], amount_cents=700)
    paid = world.clock()
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            """
            insert into dispute (reference, payment_id, purchase_id, amount_cents, reason, state, opened_at, closed_at)
            select 'du_1', id, purchase_id, 700, 'fraudulent', 'won', paid_at, paid_at from payment
            """
        )
    await world.dispatcher.call(delete_account, market.person("alice"), DeleteAccount(email="alice@alice.example"))
    before = await count(world)
    assert all(before.values()), before
    await forget_at(world, datetime(2036, 12, 31, 23, 59, tzinfo=UTC))
    assert await count(world) == before
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select account_id, billing->>'email', tax_evidence is null from purchase") == [
            (None, "edda@buyer.example", False)
        ]
    await forget_at(world, datetime(2037, 1, 2, tzinfo=UTC))
    assert set((await count(world)).values()) == {0}
    assert paid.year == 2026


@pytest.mark.anyio
async def test_a_later_refund_keeps_the_whole_order(world: World) -> None:
    sold = datetime(2026, 12, 30, tzinfo=UTC)
    async with world.dispatcher.database.transaction() as db:
        await add_sales(
            db, [Sale(sold), Sale(sold, refunds=((sold + timedelta(days=5), 700),)), Sale(sold, surplus=True)]
        )
    await forget_at(world, datetime(2037, 1, 2, tzinfo=UTC))
    assert (await count(world))["tax_document"] == 2  # the invoice and its credit note of 2027
    await forget_at(world, datetime(2038, 1, 2, tzinfo=UTC))
    assert set((await count(world)).values()) == {0}
