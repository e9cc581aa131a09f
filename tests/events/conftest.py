"""A receiver of webhooks on loopback, and the person whose webhooks they are."""

import json
import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from html import unescape
from ipaddress import ip_network
from typing import Any

import httpx2
import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import Job, JobRun
from showground.events.jobs import send_webhooks
from showground.events.webhook_delivery_job import deliver_webhook
from tests.support.copies import Template, copied
from tests.support.site import Answer, Request, Site
from tests.support.world import World


def find_secret(answer: httpx2.Response) -> str:
    assert answer.status_code == 200, answer.text
    found = re.search(r"whsec_[^<]+", answer.text)
    assert found
    return unescape(found[0])


@dataclass
class Receiver:
    """Alice's server, and what it answers."""

    world: World
    site: Site
    answer: Answer = field(default_factory=lambda: Answer("", status=204))

    def take(self, _: Request) -> Answer:
        return self.answer

    @property
    def url(self) -> str:
        return f"{self.site.url}/hook"

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.body) for request in self.site.requests]

    async def run(self, job: Job[...], *arguments: Any) -> None:
        await job.work(JobRun(self.world.dispatcher, Caller(self.world.clock(), "job")), *arguments)

    async def send(self) -> None:
        """What a worker does every minute."""
        await self.run(send_webhooks)
        async with self.world.dispatcher.database.reading() as db:
            webhooks = [number for (number,) in await db.all("select id from webhook order by id")]
        for number in webhooks:
            await self.run(deliver_webhook, number)

    async def add(self, url: str | None = None, **form: Any) -> str:
        """A webhook of Alice's; returns its secret."""
        async with self.world.browser("alice") as browser:
            answer = await browser.post("/account/webhooks", data={"url": url or self.url, **form})
        return find_secret(answer)

    async def ask(self, query: Any) -> list[Any]:
        async with self.world.dispatcher.database.reading() as db:
            return await db.all(query)


@pytest.fixture
async def receiver(postgres: str, with_cast: Template) -> AsyncGenerator[Receiver]:
    """A directory whose only way out leads to the receiver."""
    with Site() as site:
        async with copied(postgres, with_cast, fetch_allow=(ip_network("127.0.0.2/32"),)) as world:
            found = Receiver(world, site)
            site.pages["/hook"] = found.take
            yield found
