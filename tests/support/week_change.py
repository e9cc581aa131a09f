"""A week that ends while another begins, and all that its turn leaves behind."""

from datetime import UTC, date, datetime
from typing import Any

from showground import launches
from tests.support.launch_world import NEXT_MONDAY, Fair, hours

TURN = datetime(2026, 3, 16, 0, 0, 2, tzinfo=UTC)


async def end_state(fair: Fair) -> list[Any]:
    return [
        await fair.ask("select slug, status, launch_week, votes from listing order by id"),
        await fair.ask("select listing_id, week, votes, place from launch order by listing_id, week"),
        await fair.ask("select week, place, listing_id, votes, name from award order by week, place"),
        await fair.ask("select week from fixed_week order by week"),
        await fair.ask("select recipient, subject from outbox order by recipient, subject"),
        await fair.ask("select slug from public_profile order by slug"),
    ]


async def fill(fair: Fair, ids: dict[str, int]) -> None:
    members: Any = {ids["alice"]: "owner", ids["bob"]: "cofounder"}
    await fair.add("winner", votes=hours(1, 2), members=members)
    await fair.add("second", votes=hours(1), members={ids["charlie"]: "owner"})
    for n in range(2):
        await fair.add(f"next-{n}", NEXT_MONDAY, status="scheduled")
    number = await fair.add("again", date(2025, 12, 1))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, NEXT_MONDAY)])
