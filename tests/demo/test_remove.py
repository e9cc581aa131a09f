"""`showground demo --remove` removes what the demo made, and nothing else."""

import pytest

from showground.accounts.actions.account import CreateAccount, create_account
from showground.demo.load import load_demo
from showground.demo.remove import remove_demo
from tests.support.shop_world import Market
from tests.support.world import World

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

# What happened stays written down, and jobs clean up after themselves.
NOT_COMPARED = ("event", "listing_tally", "founder_tally", "rated_tally", "search_", "procrastinate_", "outbox")


async def count_rows(world: World) -> dict[str, int]:
    async with world.dispatcher.database.reading() as db:
        tables = await db.all("select tablename from pg_tables where schemaname = 'public'")
        counted = {name for (name,) in tables if not name.startswith(NOT_COMPARED)}
        rows = {
            name: await db.one(f"select count(*) from {name}")  # type: ignore[arg-type]  # noqa: S608
            for name in sorted(counted)
        }
    return {name: row[0] for name, row in rows.items() if row}


async def test_everything_is_as_it_was_before(market: Market) -> None:
    world = market.world
    await market.pay((await market.order(market.item("launch")))["number"])
    before = await count_rows(world)
    answers = {path: (await world.get(path)).json() for path in ("/listings", "/launches", "/founders", "/site")}
    assert await load_demo(world.dispatcher, lambda _: None)
    assert (await world.get("/site")).json()["counts"]["listings"] > 100
    said: list[str] = []
    await remove_demo(world.dispatcher, said.append)
    assert said[0].startswith("Removed 120 listings,")
    left = {name: rows for name, rows in (await count_rows(world)).items() if rows != before[name]}
    assert left == {}
    for path, answer in answers.items():
        assert (await world.get(path)).json() == answer, path
    assert await load_demo(world.dispatcher, lambda _: None)  # nothing of it is in the way


async def test_what_somebody_made_their_own_stays(demo_world: World) -> None:
    world = demo_world
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into listing_member (listing_id, account_id, role, since)"
            " select listing.id, account.id, 'owner', now() from listing, account"
            " where slug = 'siltbase' and account.name = 'Alice'"
        )
        [(post,)] = await db.all(
            "update post set body = 'Ours now' where id = (select min(id) from post) returning slug"
        )
        await db.execute("update account set email = 'me@company.test' where email = 'staff@demo.example'")
    said: list[str] = []
    await remove_demo(world.dispatcher, said.append)
    assert f"/blog/{post} stays, because its text" in said[1]
    assert (await world.get("/listings")).json()["total"] == 1
    assert (await world.get("/listings/siltbase")).status_code == 200
    assert [item["slug"] for item in (await world.get("/blog")).json()["items"]] == [post]
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select email::text from account where demo") == [("me@company.test",)]


async def test_the_site_keeps_an_owner(demo_world: World) -> None:
    world = demo_world

    async def create(email: str) -> None:
        asked = CreateAccount(email=email, name="Somebody", staff=True)
        await world.dispatcher.call(create_account, world.caller(), asked)

    async def roles() -> list[tuple[str, str]]:
        async with world.dispatcher.database.reading() as db:
            return await db.all("select email::text, role from account where role is not null and not demo order by id")

    await create("first@company.example")  # the demo's owner is nobody
    await create("second@company.example")
    assert await roles() == [("first@company.example", "owner"), ("second@company.example", "staff")]
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set role = 'staff' where role = 'owner' and not demo")
    said: list[str] = []
    await remove_demo(world.dispatcher, said.append)
    assert said[1:] == ["first@company.example owns the site now."]
    assert await roles() == [("first@company.example", "owner"), ("second@company.example", "staff")]
