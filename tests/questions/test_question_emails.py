"""Emails about questions, sent by a real mail server, and only to those who want them."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from email.message import EmailMessage

import pytest

from showground.accounts.actions.email_choice import ChooseMails, choose_mails
from tests.core.test_outgoing_mail import part, run_jobs
from tests.questions.conftest import Forum
from tests.support.owners import meet
from tests.support.smtp import SENDER, Sink, running_sink
from tests.support.world import CAST, running_world

pytestmark = pytest.mark.anyio

HOSTILE = "<b>Is it free?</b> {{ 7 * 7 }}"


@dataclass
class Mailbox:
    """Everybody's mailbox, as a real mail server fills it."""

    forum: Forum
    sink: Sink

    async def arrived(self) -> dict[str, EmailMessage]:
        """What has come since the last time, by recipient; nobody got two."""
        await run_jobs(self.forum.world.dispatcher)
        recipients = [to for envelope in self.sink.received for to in envelope.rcpt_tos]
        found = dict(zip(recipients, self.sink.messages(), strict=True))
        assert len(found) == len(recipients)
        self.sink.received.clear()
        return found


@pytest.fixture
async def mailbox(database_url: str) -> AsyncGenerator[Mailbox]:
    async with running_sink() as sink:
        url = f"smtp://127.0.0.1:{sink.port}"
        async with running_world(database_url, smtp_url=url, mail_from=SENDER) as world:
            for name in CAST:
                await world.add_person(name)
            found = await meet(world)
            forum = Forum(found.world, found.ids)
            await forum.add("tidewater")
            yield Mailbox(forum, sink)


async def test_makers_and_asker_are_emailed(mailbox: Mailbox) -> None:
    forum = mailbox.forum
    asked = await forum.ask_about(HOSTILE)
    link = f"http://localhost:8000/listings/tidewater/questions/{asked.id}"
    found = await mailbox.arrived()
    assert sorted(found) == ["alice@alice.example", "bob@bob.example"]
    message = found["alice@alice.example"]
    assert message["Subject"] == "New question about Tidewater"
    assert HOSTILE in part(message, "plain")
    assert f"Answer it on Showground: {link}" in part(message, "plain")
    assert "&lt;b&gt;Is it free?&lt;/b&gt; {{ 7 * 7 }}" in part(message, "html")
    assert "Charlie" not in part(message, "plain")
    await forum.answer(asked.id, "Yes.\n\nFor small teams.", by="bob")
    found = await mailbox.arrived()
    assert list(found) == ["charlie@charlie.example"]
    message = found["charlie@charlie.example"]
    assert message["Subject"] == "Your question about Tidewater was answered"
    assert f"You asked about Tidewater: {HOSTILE}" in part(message, "plain")
    assert "Yes.\n\nFor small teams." in part(message, "plain")
    assert link in part(message, "html")


async def test_people_who_turned_them_off_get_none(mailbox: Mailbox) -> None:
    forum = mailbox.forum
    for name in ("alice", "charlie"):
        await forum.world.dispatcher.call(choose_mails, forum.person(name), ChooseMails(wanted=["updates"]))
    asked = await forum.ask_about()
    assert list(await mailbox.arrived()) == ["bob@bob.example"]
    await forum.answer(asked.id)
    assert await mailbox.arrived() == {}
