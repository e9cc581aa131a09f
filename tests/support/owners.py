"""Listings of Alice's, to which Bob is invited and Charlie is a stranger; what they ask, and what is mailed."""

from dataclasses import dataclass, field
from typing import Any

from showground import listings
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import MODERATOR, PERSON, STAFF
from showground.core.jobs.declare import JobRun
from tests.support.listings import add, listing
from tests.support.world import CAST, World


@dataclass
class Owners:
    """A world with the cast's numbers."""

    world: World
    ids: dict[str, int] = field(default_factory=dict[str, int])

    async def add(self, slug: str = "tidewater", status: str = "live", **more: Any) -> int:
        """A listing that Alice owns and Bob was invited to."""
        more.setdefault("members", {self.ids["alice"]: "owner", self.ids["bob"]: "cofounder"})
        if status not in ("live", "suspended", "withdrawn"):
            more.setdefault("live_at", None)
        (number,) = await add(self.world, listing(slug, status=status, **more))
        return number

    async def call(
        self, method: str, path: str, body: Any = None, *, by: str = "alice", status: int = 200, key: str | None = None
    ) -> dict[str, Any]:
        """What is answered, which must have this status."""
        headers = {"Idempotency-Key": key} if key else {}
        answer = await self.world.request(method, path, by=by, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def errors(self, method: str, path: str, body: Any, by: str = "alice") -> dict[str, str]:
        """What is wrong with the input, by field."""
        answer = await self.call(method, path, body, by=by, status=400)
        return {error["field"]: error["message"] for error in answer["errors"]}

    def person(self, name: str) -> Caller:
        """One of the cast, signed in on the website just now."""
        return Caller(self.world.clock(), "web", Access(self.ids[name], "session", frozenset({PERSON}), recent=True))

    def staff(self, name: str = "charlie") -> Caller:
        return Caller(
            self.world.clock(), "web", Access(self.ids[name], "session", frozenset({PERSON, MODERATOR, STAFF}))
        )

    async def ask(self, query: Any, *values: Any) -> list[Any]:
        async with self.world.dispatcher.database.reading() as db:
            return await db.all(query, values)

    async def do(self, query: Any, *values: Any) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await db.execute(query, values)

    async def run(self, job: Any, *values: Any) -> None:
        """Run a job as a worker would."""
        await job.work(JobRun(self.world.dispatcher, Caller(self.world.clock(), "job")), *values)

    async def mails(self) -> list[tuple[str, str, str]]:
        """What was written so far: to whom, which mail, and its text."""
        return await self.ask("select recipient, template, body_text from outbox order by id")

    async def set_state(self, number: int, **standing: Any) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await listings.status.set_state(db, number, at=self.world.clock(), **standing)


async def meet(world: World) -> Owners:
    found = Owners(world)
    for name in CAST:
        found.ids[name] = (await world.get("/me", by=name)).json()["account"]["id"]
    return found
