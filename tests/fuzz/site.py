"""The demo directory behind the real HTTP server, with two people who own one of everything: what is attacked."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from showground.core.jobs.worker import Worker
from showground.drafting.jobs import read_and_draft
from tests.support import listings
from tests.support.dns import DnsServer
from tests.support.http import served
from tests.support.valid_inputs import account_of
from tests.support.world import World, running_world

PEOPLE = ("alice", "bob")


@dataclass
class Stand:
    """Where it is, and numbers and names that lead somewhere, by the parameter they are for."""

    world: World
    port: int
    known: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@asynccontextmanager
async def standing(database_url: str) -> AsyncGenerator[Stand]:
    """On a copy of the demo directory; nothing outside can be reached, since no name is known. Drafts are read, so that
    nobody waits for them."""
    with DnsServer() as dns:
        async with (
            running_world(database_url, dns_server=dns.address) as world,
            served(world.app) as port,
            Worker(world.dispatcher.database.conninfo, [read_and_draft], world.dispatcher, poll=0.05),
        ):
            stand = Stand(world, port)
            for name in PEOPLE:
                await world.add_person(name)
                await _settle(stand, name)
            async with world.dispatcher.database.reading() as db:
                for kind in ("listing", "founder", "category", "post"):
                    rows = await db.all(f"select slug from {kind} order by slug limit 3")  # noqa: S608 - of these four
                    stand.known.setdefault("slug", []).extend(slug for (slug,) in rows)
            stand.known["week"] = ["this", "last", "next", "2026-03-16"]
            yield stand


async def _settle(stand: Stand, name: str) -> None:
    """A listing, a draft, an order, a milestone and a claim of this person's."""
    world, known = stand.world, stand.known
    owner = await account_of(world, name)
    kept = {"status": "draft", "live_at": None, "categories": ["databases"], "members": {owner: "owner"}}
    (number,) = await listings.add(world, listings.listing(f"of-{name}", **kept))

    async def post(path: str, **body: Any) -> dict[str, Any]:
        answer = await world.request("POST", path, by=name, json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    item = {"product": "ai_review", "listing_id": number}
    day = {"date": "2026-02-03", "title": "A first customer"}
    made = {
        "listing_id": number,
        "id": (await post("/drafts", url="https://tidewater.example"))["id"],
        "number": (await post("/orders/checkout", items=[item]))["number"],
        "milestone_id": (await post(f"/me/listings/{number}/milestones", **day))["id"],
        "claim_id": (await post("/claims", slug="plainhand", method="dns"))["id"],
    }
    for parameter, value in made.items():
        known.setdefault(parameter, []).append(value)
