"""Listings with launches and votes of a test's own, and the people who vote."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from showground import accounts, launches
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import MODERATOR, PERSON, STAFF
from showground.listings import counts, new_listings, public_profiles
from tests.support.world import NOW, World

MONDAY = date(2026, 3, 9)  # of the week in which the tests' clock stands
LAST_MONDAY = MONDAY - timedelta(weeks=1)
NEXT_MONDAY = MONDAY + timedelta(weeks=1)
HIDDEN = ("draft", "awaiting_badge", "suspended", "withdrawn")


@dataclass
class Fair:
    """A world whose listings are made as a test needs them."""

    world: World
    voters: list[int] = field(default_factory=list[int])

    async def add(
        self,
        slug: str,
        week: date | None = MONDAY,
        *,
        status: str = "live",
        votes: Sequence[datetime] = (),
        paid: int = 0,
        **more: Any,
    ) -> int:
        """A listing with its launch, these votes in order, and so many cents paid for the billboard."""
        live = status in ("live", "suspended", "withdrawn")
        known: dict[str, Any] = {
            "slug": slug,
            "name": slug.replace("-", " ").title(),
            "website": f"https://{slug}.example/",
            "status": status,
            "launch_week": week,
            "live_at": launches.begin_of(week) if week and live else None,
            "created_at": NOW - timedelta(weeks=60),
            "updated_at": NOW - timedelta(weeks=60),
        }
        await self._need_voters(len(votes))
        async with self.world.dispatcher.database.transaction() as db:
            [number] = await new_listings.add_listings(db, [new_listings.NewListing(**(known | more))])
            if week:
                await launches.add_launches(db, [(number, week)])
            cast = [launches.Cast(number, voter, at) for voter, at in zip(self.voters, votes, strict=False)]
            await launches.add_votes(db, cast)
            if paid:
                await launches.add_contributions(db, [(number, paid, NOW)])
            if votes:
                await counts.set_counts(db, await launches.count(db, [number], self.world.clock()))
        return number

    async def add_people(self, count: int) -> list[int]:
        start = len(self.voters)
        async with self.world.dispatcher.database.transaction() as db:
            new = {f"voter-{n}@visitors.example": f"Voter {n}" for n in range(start, start + count)}
            self.voters += await accounts.add_demo_accounts(db, new, NOW - timedelta(weeks=60))
        return self.voters[start:]

    async def _need_voters(self, count: int) -> None:
        if count > len(self.voters):
            await self.add_people(count - len(self.voters))

    def person(self, account: int) -> Caller:
        """Somebody signed in on the website."""
        return Caller(self.world.clock(), "web", Access(account, "session", frozenset({PERSON})))

    def staff(self, account: int) -> Caller:
        return Caller(self.world.clock(), "web", Access(account, "session", frozenset({PERSON, MODERATOR, STAFF})))

    async def set_status(self, listing: int, status: str) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await db.execute("update listing set status = %s where id = %s", (status, listing))
            await public_profiles.refresh(db, [listing])

    async def get(self, path: str, **asked: Any) -> dict[str, Any]:
        answer = await self.world.get(path, params=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, path: str, status: int = 400, **asked: Any) -> dict[str, Any]:
        answer = await self.world.get(path, params=asked)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def pages(self, path: str, per_page: int, **asked: Any) -> list[dict[str, Any]]:
        """The items of all pages, one after the other."""
        items: list[dict[str, Any]] = []
        page = 1
        while True:
            body = await self.get(path, page=page, per_page=per_page, **asked)
            items += body["items"]
            if not body["items"]:
                assert body["total"] == len(items)
                return items
            page += 1

    async def ask(self, query: Any, *values: Any) -> list[Any]:
        async with self.world.dispatcher.database.reading() as db:
            return await db.all(query, values)


def slugs(items: Sequence[dict[str, Any]]) -> list[str]:
    return [item["listing"]["slug"] for item in items]


def hours(*after: float, since: date = MONDAY) -> list[datetime]:
    """So many hours after the beginning of a week."""
    return [launches.begin_of(since) + timedelta(hours=n) for n in after]
