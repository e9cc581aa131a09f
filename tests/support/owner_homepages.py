"""Owners with real homepages, real name servers and a real mail server, all on loopback."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

from showground.core.jobs.builtin import deliver_mail
from showground.core.jobs.worker import Worker
from tests.support.dns import DnsServer
from tests.support.owners import Owners, meet
from tests.support.site import Site
from tests.support.smtp import Sink, running_sink
from tests.support.wait import until
from tests.support.world import CAST, running_world

HOST = "tidewater.example"


@dataclass
class Street(Owners):
    """The homepage of tidewater.example, the name server that knows it, and where mails arrive."""

    home: Site = None  # pyright: ignore[reportAssignmentType]
    dns: DnsServer = None  # pyright: ignore[reportAssignmentType]
    sink: Sink = None  # pyright: ignore[reportAssignmentType]

    @property
    def website(self) -> str:
        return self.home.at(HOST) + "/"

    async def add(self, slug: str = "tidewater", status: str = "draft", **more: Any) -> int:
        return await super().add(slug, status, **({"website": self.website} | more))

    async def badge(self, number: int) -> str:
        """What the owner is told to paste."""
        shown = await self.call("GET", f"/me/listings/{number}")
        return shown["badge"]["html"]

    def show(self, html: str) -> None:
        """Have the homepage say this."""
        self.home.pages["/"] = f"<!doctype html><html><body><h1>Tidewater</h1>{html}</body></html>"

    async def deliver(self) -> None:
        """Let the mails that wait arrive."""

        async def done() -> bool:
            waiting = "select from procrastinate_jobs where task_name = 'deliver_mail' and status in ('todo', 'doing')"
            return await self.ask(waiting) == []

        dispatcher = self.world.dispatcher
        async with Worker(dispatcher.database.conninfo, [deliver_mail], dispatcher, poll=0.05):
            await until(done)


@asynccontextmanager
async def open_street(database_url: str) -> AsyncGenerator[Street]:
    with DnsServer({HOST: ["127.0.0.2"]}) as dns, Site({"/": "<h1>Tidewater</h1>"}) as home:
        async with running_sink() as sink:
            settings: dict[str, Any] = {
                "fetch_allow": (ip_network("127.0.0.0/8"),),
                "dns_server": dns.address,
                "smtp_url": f"smtp://127.0.0.1:{sink.port}",
            }
            async with running_world(database_url, **settings) as world:
                for name in CAST:
                    await world.add_person(name)
                met = await meet(world)
                yield Street(world, met.ids, home, dns, sink)
