"""What tests of the newsletter may ask for: a directory with launches, readers, and a real mail server."""

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any
from uuid import UUID

import pytest

from showground.categories import category_tree
from showground.core.calls.context import Caller
from showground.core.jobs.builtin import deliver_list_mails, deliver_mail
from showground.core.jobs.declare import JobRun
from showground.core.jobs.worker import Worker
from showground.launches.jobs import turn_week
from showground.newsletter.actions.subscriptions import (
    ConfirmRequest,
    Subscribe,
    Subscribed,
    confirm_request,
    subscribe,
)
from showground.newsletter.jobs import write_newsletter
from tests.support.launch_world import NEXT_MONDAY, Fair, hours
from tests.support.smtp import SENDER, Sink, running_sink
from tests.support.wait import until
from tests.support.world import CAST, running_world

MONDAY_MORNING = datetime(2026, 3, 16, 7, 5, tzinfo=UTC)
ADA = "ada@reader.example"


def no_pause(_failures: int) -> timedelta:
    return timedelta()


@dataclass
class Press(Fair):
    """A fair with readers, and the mailboxes that a real mail server fills."""

    sink: Sink | None = None

    def visitor(self, address: str = "192.0.2.7") -> Caller:
        return Caller(self.world.clock(), "web", address=address)

    async def subscribe(self, email: str = ADA, *categories: str) -> Subscribed:
        asked = Subscribe(email=email, categories=list(categories))
        return await self.world.dispatcher.call(subscribe, self.visitor(), asked)

    async def confirm(self, token: str) -> Any:
        return await self.world.dispatcher.call(confirm_request, self.visitor(), ConfirmRequest(token=token))

    async def add_reader(self, email: str = ADA, *categories: str) -> UUID:
        """A confirmed subscriber; the token in their emails."""
        await self.subscribe(email, *categories)
        await self.confirm(await self.last_token(email))
        [(token,)] = await self.ask("select token from newsletter_subscriber where email = %s", email)
        return token

    async def last_token(self, email: str) -> str:
        """The secret in the last email to somebody that was not sent yet."""
        [(text,)] = await self.ask("select body_text from outbox where recipient = %s order by id desc limit 1", email)
        return re.findall(r"/newsletter/confirm/([\w-]+)", text)[0]

    async def do(self, query: Any, *values: Any) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await db.execute(query, values)

    async def run(self, job: Any, *values: Any) -> None:
        await job.work(JobRun(self.world.dispatcher, Caller(self.world.clock(), "job")), *values)

    async def turn(self) -> None:
        """It is Monday morning: the week is closed and the newsletter written."""
        self.world.clock.now = MONDAY_MORNING
        await self.run(turn_week)
        await self.run(write_newsletter)

    async def arrived(self) -> dict[str, EmailMessage]:
        """What has come since the last time, by recipient; nobody got two."""
        assert self.sink is not None
        dispatcher = self.world.dispatcher

        async def done() -> bool:
            return (
                await self.ask(
                    "select from procrastinate_jobs where task_name like 'deliver%%' and status in ('todo', 'doing')"
                )
                == []
            )

        jobs = [deliver_mail, deliver_list_mails]
        async with Worker(dispatcher.database.conninfo, jobs, dispatcher, poll=0.05, pause=no_pause):
            await until(done)
        recipients = [to for envelope in self.sink.received for to in envelope.rcpt_tos]
        found = dict(zip(recipients, self.sink.messages(), strict=True))
        assert len(found) == len(recipients)
        self.sink.received.clear()
        return found


@pytest.fixture
async def press(database_url: str) -> AsyncGenerator[Press]:
    """Two launches last week and two this Monday, of different categories."""
    async with running_sink() as sink:
        url = f"smtp://127.0.0.1:{sink.port}"
        async with running_world(database_url, smtp_url=url, mail_from=SENDER) as world:
            for name in CAST:
                await world.add_person(name)
            press = Press(world, sink=sink)
            async with world.dispatcher.database.transaction() as db:
                await category_tree.add_shipped_categories(db)
            await press.add("old-model", votes=hours(1, 2), categories=["ai"], tagline="It <b>thinks</b>")
            await press.add("old-tool", votes=hours(1), categories=["databases"])
            await press.add("new-model", NEXT_MONDAY, status="scheduled", categories=["ai"])
            await press.add("new-tool", NEXT_MONDAY, status="scheduled", categories=["databases"])
            yield press
