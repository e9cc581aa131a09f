"""A world in which drafts are made: a little website to read, and a drafter that proposes what a test says."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any
from unittest import mock

import anyio
import httpx2

from showground.categories import category_tree
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON
from showground.core.jobs.declare import JobRun
from showground.drafting.jobs import read_and_draft
from showground.extraction import pipeline
from showground.extraction.proposal import (
    CategoryChoice,
    Drafted,
    DraftedFaq,
    DraftedFounder,
    DraftedMilestone,
    Proposal,
    SourceQuote,
)
from showground.extraction.reading import ReadPage
from tests.support.dns import DnsServer
from tests.support.site import Site
from tests.support.world import CAST, World, running_world

LOOPBACK = ip_network("127.0.0.0/8")
HOME = """
<!doctype html><html lang="en"><head><title>Tidewater</title></head><body><main>
<h1>Tidewater</h1><p>Backups for small databases. Founded in 2019 in Porto, Portugal by Ada Moreno, who ran
databases for a newspaper. Free up to 5 GB, then 9 USD a month. Every backup is restored once, so that you know.</p>
<p>Nobody tests a backup. Tidewater can be self-hosted.</p>
<h3>What does it cost?</h3><p>Free up to 5 GB, then 9 USD a month.</p>
<p>1 April 2019: Tidewater opens</p><p>Ada Moreno, Founder</p>
<a href="https://github.com/tidewater">Our code</a>
</main></body></html>
"""


@dataclass
class Scripted:
    """Proposes what it is told to."""

    proposal: Proposal = field(default_factory=Proposal)
    times_asked: int = 0
    fails: Exception | None = None
    hangs: bool = False

    async def propose(self, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> list[Proposal]:
        assert pages
        assert categories
        self.times_asked += 1
        if self.fails:
            raise self.fails
        if self.hangs:
            await anyio.sleep_forever()
        return [self.proposal]


def tidewater(url: str) -> Proposal:
    """What the home page supports."""

    def drafted(value: Any, quote: str) -> Drafted:
        return Drafted(value=value, quotes=[SourceQuote(quote=quote, url=url)])

    return Proposal(
        fields={
            "name": drafted("Tidewater", "Tidewater"),
            "tagline": drafted("Backups for small databases", "Backups for small databases."),
            "categories": drafted(["Databases"], "Backups for small databases."),
            "founded_year": drafted("2019", "Founded in 2019"),
            "country": drafted("PT", "Founded in 2019 in Porto, Portugal"),
            "pricing_model": drafted("freemium", "Free up to 5 GB, then 9 USD a month."),
        },
        faqs=[
            DraftedFaq(
                question="What does it cost?",
                answer="Free up to 5 GB, then 9 USD a month.",
                quotes=[
                    SourceQuote(quote="What does it cost?", url=url),
                    SourceQuote(quote="Free up to 5 GB, then 9 USD a month.", url=url),
                ],
            )
        ],
        founders=[
            DraftedFounder(
                name="Ada Moreno", title="Founder", quotes=[SourceQuote(quote="Ada Moreno, Founder", url=url)]
            )
        ],
        company_socials={"github": drafted("https://github.com/tidewater", "https://github.com/tidewater")},
        story={"problem": drafted("Nobody tests a backup.", "Nobody tests a backup.")},
        milestones=[
            DraftedMilestone(
                date="2019-04-01",
                title="Tidewater opens",
                quotes=[SourceQuote(quote="1 April 2019: Tidewater opens", url=url)],
            )
        ],
        attributes={"self_hosted": drafted(True, "Tidewater can be self-hosted.")},
    )


@dataclass
class Studio:
    """The world, the website and the drafter, and the usual steps with a draft."""

    world: World
    site: Site
    dns: DnsServer
    drafter: Scripted

    def url(self, name: str = "tidewater.test") -> str:
        self.dns.records[name] = [self.site.host]
        return self.site.at(name) + "/"

    async def begin(self, name: str = "tidewater.test", by: str = "alice") -> dict[str, Any]:
        answer = await self.world.request("POST", "/drafts", by=by, json={"url": self.url(name)})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def work(self, draft: str, reading: int = 1) -> None:
        """What the worker does for a draft."""
        run = JobRun(self.world.dispatcher, Caller(self.world.clock(), "job"))
        await read_and_draft.work(run, draft, reading)

    async def ready(self, name: str = "tidewater.test", by: str = "alice") -> dict[str, Any]:
        """A draft that was read and drafted."""
        begun = await self.begin(name, by)
        await self.finish(begun["id"], name)
        return await self.get(begun["id"], by)

    async def finish(self, draft: str, name: str = "tidewater.test") -> None:
        """Read and draft what was begun."""
        self.drafter.proposal = tidewater(self.url(name))
        await self.work(draft)

    async def get(self, draft: str, by: str = "alice") -> dict[str, Any]:
        answer = await self.world.get(f"/drafts/{draft}", by=by)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def patch(self, draft: str, by: str = "alice", **changes: Any) -> httpx2.Response:
        return await self.world.request("PATCH", f"/drafts/{draft}", by=by, json=changes)

    async def edit(self, draft: str, by: str = "alice", **changes: Any) -> dict[str, Any]:
        answer = await self.patch(draft, by, **changes)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def submit(self, draft: str, by: str = "alice") -> httpx2.Response:
        return await self.world.request("POST", f"/drafts/{draft}/submit", by=by)

    async def submitted(self, draft: str, by: str = "alice") -> dict[str, Any]:
        answer = await self.submit(draft, by)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def person(self, name: str) -> Caller:
        """One of the cast, signed in on the website."""
        account = (await self.world.get("/me", by=name)).json()["account"]["id"]
        return Caller(self.world.clock(), "web", Access(account, "session", frozenset({PERSON})))

    async def rows(self, query: Any, *values: Any) -> list[Any]:
        async with self.world.dispatcher.database.reading() as db:
            return await db.all(query, values)


@asynccontextmanager
async def running_studio(database_url: str, **settings: Any) -> AsyncGenerator[Studio]:
    """A directory with its cast, a website to read, and a drafter that proposes what the test says."""
    drafter = Scripted()
    drafting = mock.patch.object(pipeline, "make_drafter", return_value=drafter)
    with drafting, Site({"/": HOME}) as site, DnsServer() as dns:
        reach: dict[str, Any] = {"fetch_allow": (LOOPBACK,), "dns_server": dns.address}
        async with running_world(database_url, **reach, **settings) as world:
            for name in CAST:
                await world.add_person(name)
            async with world.dispatcher.database.transaction() as db:
                await category_tree.add_shipped_categories(db)
            yield Studio(world, site, dns, drafter)
