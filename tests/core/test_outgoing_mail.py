"""Mails: written with their transaction, handed over once, and never a way in for an attacker."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError

from showground.core.calls.context import Context, Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.builtin import deliver_mail
from showground.core.jobs.worker import Worker
from showground.core.mail import outbox, templates
from showground.core.mail.smtp import MailNotTaken
from showground.core.mail.smtp_address import BadSmtpAddress, SmtpServer
from showground.core.mail.templates import send_mail
from showground.core.tokens import make_token
from tests.support.certificates import Authority
from tests.support.dispatcher import SITE, open_dispatcher
from tests.support.ports import closed_port
from tests.support.smtp import SENDER, Sink, running_sink
from tests.support.wait import until

pytestmark = pytest.mark.anyio

ADA = "ada@example.org"
NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TEMPLATE = "sign_in_link"
VALUES = {"url": "https://fair.example/sign-in/abc", "minutes": 15}


@pytest.fixture
async def sink() -> AsyncGenerator[Sink]:
    async with running_sink() as sink:
        yield sink


@pytest.fixture
async def dispatcher(database_url: str, sink: Sink) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(database_url, smtp=sink.server(), clock=lambda: NOW) as dispatcher:
        yield dispatcher


@asynccontextmanager
async def handler(dispatcher: Dispatcher, site: Site = SITE) -> AsyncGenerator[Context]:
    async with dispatcher.database.transaction() as db:
        yield Context(now=NOW, surface="command", site=site, db=db, operations={})


async def send(ctx: Context, to: str, unsubscribe_url: str | None = None) -> None:
    await send_mail(ctx, to, TEMPLATE, unsubscribe_url=unsubscribe_url, **VALUES)


async def rows(dispatcher: Dispatcher, query: Any) -> list[Any]:
    async with dispatcher.database.reading() as db:
        return await db.all(query)


def no_pause(failures: int) -> timedelta:
    return timedelta()


def an_hour(failures: int) -> timedelta:
    return timedelta(hours=1)


async def run_jobs(dispatcher: Dispatcher) -> None:
    """Run what is enqueued until nothing waits."""

    async def done() -> bool:
        return await rows(dispatcher, "select from procrastinate_jobs where status in ('todo', 'doing')") == []

    async with Worker(dispatcher.database.conninfo, [deliver_mail], dispatcher, poll=0.05, pause=no_pause):
        await until(done)


async def job_ends(dispatcher: Dispatcher) -> list[tuple[str, int]]:
    return await rows(dispatcher, "select status::text, attempts from procrastinate_jobs order by id")


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert body is not None
    return body.get_content().replace("\r\n", "\n")


class HandlerError(Exception):
    """The handler failed after it sent."""


async def test_a_mail_arrives_once_its_transaction_commits(dispatcher: Dispatcher, sink: Sink) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    assert sink.received == []
    await run_jobs(dispatcher)

    (envelope,), (message,) = sink.received, sink.messages()
    assert (envelope.mail_from, envelope.rcpt_tos) == (SENDER, [ADA])
    assert message["From"] == f"Test Fair <{SENDER}>"
    assert message["To"] == ADA
    assert message["Subject"] == "Sign in to Test Fair"
    assert message["Date"] == "Mon, 02 Mar 2026 09:00:00 +0000"
    assert message["Message-ID"] == f"<1.{NOW.timestamp():.0f}@fair.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe"] is None
    assert message.get_content_type() == "multipart/alternative"
    assert [p.get_content_type() for p in message.iter_parts()] == ["text/plain", "text/html"]
    assert part(message, "plain") == (
        "Open this link to sign in to Test Fair:\n\nhttps://fair.example/sign-in/abc\n\n"
        "The link works once and expires in 15 minutes. If you didn\u2019t request it, ignore this email: nobody can"
        " sign in without the link.\n"
        "\n-- \nTest Fair\nhttps://fair.example\n"
    )
    assert await rows(dispatcher, "select sent_at, attempts, last_error, template from outbox") == [
        (NOW, 1, None, TEMPLATE)
    ]


async def test_a_rollback_leaves_neither_mail_nor_job(dispatcher: Dispatcher) -> None:
    async def send_and_fail(ctx: Context) -> None:
        await send(ctx, ADA)
        raise HandlerError

    with pytest.raises(HandlerError):
        async with handler(dispatcher) as ctx:
            await send_and_fail(ctx)
    assert await rows(dispatcher, "select from outbox") == []
    assert await job_ends(dispatcher) == []


async def test_values_cannot_add_headers_or_markup(dispatcher: Dispatcher, sink: Sink) -> None:
    nasty = Site("Fair\r\nBcc: eve@example.org\u2028\n<b>&</b>", SITE.url)
    async with handler(dispatcher, nasty) as ctx:
        await send(ctx, ADA)
    await run_jobs(dispatcher)
    (message,) = sink.messages()
    assert message["Bcc"] is None
    assert message["Subject"] == "Sign in to Fair Bcc: eve@example.org <b>&</b>"
    assert sink.received[0].rcpt_tos == [ADA]
    assert "<b>" not in part(message, "html")
    assert "&lt;b&gt;&amp;&lt;/b&gt;" in part(message, "html")
    assert "<b>&</b>" in part(message, "plain")


@pytest.mark.parametrize(
    "recipient",
    [
        "ada@example.org\r\nBcc: eve@example.org",
        "ada@example.org, eve@example.org",
        "ada@example.org> SIZE=1",
        "ada",
        "",
    ],
)
async def test_what_is_no_address_is_refused_and_nothing_is_sent(
    dispatcher: Dispatcher, sink: Sink, recipient: str
) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, recipient)
    await run_jobs(dispatcher)
    assert sink.received == []
    assert await rows(dispatcher, "select sent_at, refused_at, last_error from outbox") == [
        (None, NOW, "Its address or subject cannot be written in a mail.")
    ]
    assert await job_ends(dispatcher) == [("succeeded", 1)]


async def test_unsubscribing_takes_one_click(dispatcher: Dispatcher, sink: Sink) -> None:
    url = f"https://fair.example/stop?token={'x' * 300}"
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA, unsubscribe_url=url)
    await run_jobs(dispatcher)
    (message,) = sink.messages()
    assert message["List-Unsubscribe"] == f"<{url}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"Unsubscribe from these emails: {url}" in part(message, "plain")
    assert f'href="{url}"' in part(message, "html")


async def test_many_get_what_each_alone_would_get(dispatcher: Dispatcher, sink: Sink) -> None:
    """Written once for all of them, it differs in the address that stops it, and in nothing else."""
    urls = {f"{name}@example.org": f"https://fair.example/stop?who={name}&x=1" for name in ("ada", "bo", "cy")}
    async with handler(dispatcher) as ctx:
        await templates.send_mails(ctx, urls, TEMPLATE, **VALUES)
        await templates.send_mails(ctx, {}, TEMPLATE, **VALUES)
    await run_jobs(dispatcher)
    assert await job_ends(dispatcher) == [("succeeded", 1)] * 3
    sent = {message["To"]: message for message in sink.messages()}
    assert set(sent) == set(urls)
    for to, url in urls.items():
        alone = templates.write(SITE, to, TEMPLATE, unsubscribe_url=url, **VALUES)
        assert (sent[to]["Subject"], sent[to]["List-Unsubscribe"]) == (alone.subject, f"<{url}>")
        assert part(sent[to], "plain") == alone.body_text
        assert part(sent[to], "html").strip() == alone.body_html.strip()


async def test_the_style_stands_in_the_elements(dispatcher: Dispatcher, sink: Sink) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    await run_jobs(dispatcher)
    html = part(sink.messages()[0], "html")
    assert '<p style="margin: 0 0 16px;">' in html
    assert "prefers-color-scheme: dark" in html


async def test_names_and_addresses_in_any_script(dispatcher: Dispatcher, sink: Sink) -> None:
    async with handler(dispatcher, Site("Größe 展示会", SITE.url)) as ctx:
        await send(ctx, "ädä@example.org")
    await run_jobs(dispatcher)
    (message,) = sink.messages()
    assert message["Subject"] == "Sign in to Größe 展示会"
    assert sink.received[0].rcpt_tos == ["ädä@example.org"]
    assert "Größe 展示会" in part(message, "plain")


async def test_a_refused_recipient_is_noted_and_not_tried_again(
    dispatcher: Dispatcher, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    sink.recipient_answers.append(f"550 5.1.1 <{ADA}>: nobody of that name")
    with caplog.at_level(logging.DEBUG):
        async with handler(dispatcher) as ctx:
            await send(ctx, ADA)
        await run_jobs(dispatcher)
    assert await job_ends(dispatcher) == [("succeeded", 1)]
    assert await rows(dispatcher, "select sent_at, refused_at, attempts, last_error from outbox") == [
        (None, NOW, 1, f"550 5.1.1 <{ADA}>: nobody of that name")
    ]
    assert "Mail 1 was refused for good" in caplog.text
    assert ADA not in own_lines(caplog)

    await outbox.deliver(dispatcher.database, sink.server(), SITE, 1, NOW)
    assert sink.received == []


def own_lines(caplog: pytest.LogCaptureFixture) -> str:
    """All that was logged, but by the mail server and the loop that it shares with us."""
    return "\n".join(r.getMessage() for r in caplog.records if r.name.split(".")[0] not in ("mail", "asyncio"))


async def test_a_mail_not_taken_for_now_is_tried_again(
    dispatcher: Dispatcher, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    sink.recipient_answers.append(f"451 4.7.1 <{ADA}>: come back later")
    sink.data_answers.append("452 4.3.1 no room at the moment")
    with caplog.at_level(logging.DEBUG):
        async with handler(dispatcher) as ctx:
            await send(ctx, ADA)
        await run_jobs(dispatcher)
    assert len(sink.received) == 1
    assert await job_ends(dispatcher) == [("succeeded", 3)]
    assert await rows(dispatcher, "select sent_at, attempts, last_error from outbox") == [(NOW, 3, None)]
    assert "Job 1 (deliver_mail) failed; it will be retried. MailNotTaken" in caplog.text
    assert ADA not in own_lines(caplog)


def test_what_is_cut_of_a_mail_is_what_lets_in_and_no_name() -> None:
    token = make_token()
    told = f"https://fair.example/listings/{'a-very-long-name-' * 5}x and https://fair.example/claims/{token}?a=b."
    assert outbox.without_tokens(told) == told.replace(token, "…")


@pytest.mark.parametrize("answer", [None, "550 5.1.1 nobody of that name", "451 4.7.1 come back later"])
async def test_a_link_stays_in_the_outbox_until_its_mail_is_out(
    dispatcher: Dispatcher, sink: Sink, answer: str | None
) -> None:
    sink.recipient_answers += [answer] if answer else []
    link = f"https://fair.example/sign-in/{make_token()}"
    async with handler(dispatcher) as ctx:
        await send_mail(ctx, ADA, TEMPLATE, url=link, minutes=15)
    kept = "select unnest(array[body_text, body_html]) from outbox"
    assert [link in body for (body,) in await rows(dispatcher, kept)] == [True, True]
    with suppress(MailNotTaken):
        await outbox.deliver(dispatcher.database, sink.server(), SITE, 1, NOW)
    assert [link in part(message, "plain") for message in sink.messages()] == ([] if answer else [True])
    waits = bool(answer and answer.startswith("4"))
    for (body,) in await rows(dispatcher, kept):
        assert (link in body) == waits
        assert "https://fair.example/sign-in/" in body


async def test_a_message_that_is_refused_for_what_it_says_is_not_tried_again(
    dispatcher: Dispatcher, sink: Sink
) -> None:
    sink.data_answers.append("554 5.7.1 we do not like it")
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    await run_jobs(dispatcher)
    assert await rows(dispatcher, "select refused_at, last_error from outbox") == [(NOW, "554 5.7.1 we do not like it")]


async def test_a_server_that_is_away_is_noted_and_tried_again(dispatcher: Dispatcher, sink: Sink) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    with closed_port() as port, pytest.raises(MailNotTaken):
        await outbox.deliver(dispatcher.database, Sink(port).server(), SITE, 1, NOW)
    ((attempts, last_error),) = await rows(dispatcher, "select attempts, last_error from outbox")
    assert attempts == 1
    assert "Connect" in last_error
    await run_jobs(dispatcher)
    assert len(sink.received) == 1


async def test_when_the_server_is_back_the_next_mail_takes_along_those_that_waited_for_it(
    dispatcher: Dispatcher, sink: Sink
) -> None:
    async def run_until(at: Dispatcher, *ends: tuple[str, int]) -> None:
        async def reached() -> bool:
            return await job_ends(dispatcher) == list(ends)

        async with Worker(dispatcher.database.conninfo, [deliver_mail], at, poll=0.05, pause=an_hour):
            await until(reached)

    for _ in range(2):
        async with handler(dispatcher) as ctx:
            await send(ctx, ADA)
    with closed_port() as port:
        await run_until(replace(dispatcher, smtp=Sink(port).server()), ("todo", 1), ("todo", 1))

    sink.recipient_answers.append("451 4.7.1 come back later")  # its own fault: its pause stays
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    await run_until(dispatcher, ("todo", 1), ("todo", 1), ("todo", 1))
    assert sink.received == []

    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    await run_until(dispatcher, ("succeeded", 2), ("succeeded", 2), ("todo", 1), ("succeeded", 1))
    assert len(sink.received) == 3


async def test_without_a_mail_server_mails_are_kept_and_not_tried_again(dispatcher: Dispatcher, sink: Sink) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    await run_jobs(replace(dispatcher, smtp=None))
    assert await job_ends(dispatcher) == [("succeeded", 1)]
    assert await rows(dispatcher, "select sent_at, attempts, last_error from outbox") == [(None, 0, None)]
    assert sink.received == []


async def test_two_at_once_send_one_mail(dispatcher: Dispatcher, sink: Sink) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    sink.take = asyncio.Event()
    first = asyncio.create_task(outbox.deliver(dispatcher.database, sink.server(), SITE, 1, NOW))
    await sink.offered.wait()
    with pytest.raises(outbox.BeingSent):
        await outbox.deliver(dispatcher.database, sink.server(), SITE, 1, NOW)
    sink.take.set()
    await first
    await outbox.deliver(dispatcher.database, sink.server(), SITE, 1, NOW)
    assert len(sink.received) == 1


async def test_a_mail_sent_again_after_a_lost_commit_carries_the_same_message_id(
    dispatcher: Dispatcher, sink: Sink
) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    await run_jobs(dispatcher)
    async with dispatcher.database.transaction() as db:
        await db.execute("update outbox set sent_at = null")
    await outbox.deliver(dispatcher.database, sink.server(), SITE, 1, NOW + timedelta(minutes=5))
    first, second = sink.messages()
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Date"] == second["Date"]


async def test_starttls_wants_a_certificate_that_is_trusted_and_sends_the_password(
    dispatcher: Dispatcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with handler(dispatcher) as ctx:
        await send(ctx, ADA)
    authority = Authority(tmp_path)
    async with running_sink(authority.server("localhost")) as sink:
        server = sink.server("smtp+starttls://ada%40fair:p%40ss%20word@localhost:{port}")
        with pytest.raises(MailNotTaken, match="certificate"):
            await outbox.deliver(dispatcher.database, server, SITE, 1, NOW)
        assert (sink.logins, sink.received) == ([], [])

        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        wrong = sink.server("smtp+starttls://ada%40fair:wrong@localhost:{port}")
        with pytest.raises(MailNotTaken, match="535"):
            await outbox.deliver(dispatcher.database, wrong, SITE, 1, NOW)
        await outbox.deliver(dispatcher.database, server, SITE, 1, NOW)
        assert sink.logins[-1] == (b"ada@fair", b"p@ss word")
        assert len(sink.received) == 1


@pytest.mark.parametrize(
    ("url", "host", "port", "security", "username", "password"),
    [
        ("smtp://localhost", "localhost", 25, "none", None, None),
        ("smtp://[::1]:2525", "::1", 2525, "none", None, None),
        ("smtps://mail.example.org", "mail.example.org", 465, "tls", None, None),
        ("smtps://u%3A:p%2F@mail.example.org:4650", "mail.example.org", 4650, "tls", "u:", "p/"),
        ("smtp+starttls://u:p@mail.example.org", "mail.example.org", 587, "starttls", "u", "p"),
    ],
)
def test_the_address_of_a_mail_server(
    url: str, host: str, port: int, security: str, username: Any, password: Any
) -> None:
    server = SmtpServer.from_url(url, "The Fair <hello@fair.example>")
    assert (server.host, server.port, server.security) == (host, port, security)
    assert (server.username, server.password) == (username, password)
    assert (server.sender.display_name, server.sender.addr_spec) == ("The Fair", "hello@fair.example")
    assert password is None or f"'{password}'" not in repr(server)


@pytest.mark.parametrize(
    ("url", "sender", "sentence"),
    [
        ("mail.example.org", SENDER, "must look like"),
        ("http://mail.example.org", SENDER, "must look like"),
        ("smtp://", SENDER, "must look like"),
        ("smtps://mail.example.org:70000", SENDER, "port"),
        ("smtp://u:p@mail.example.org", SENDER, "in the clear"),
        ("smtps://mail.example.org", "hello", "sender"),
        ("smtps://mail.example.org", "", "sender"),
        ("smtps://mail.example.org", "Fair <hello@fair.example>\nBcc: x@y.example", "sender"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str, sender: str, sentence: str) -> None:
    with pytest.raises(BadSmtpAddress, match=sentence) as caught:
        SmtpServer.from_url(url, sender)
    assert "u:p" not in str(caught.value)


def test_a_template_that_names_what_it_is_not_given_fails() -> None:
    with pytest.raises(UndefinedError):
        templates.email_environment(None).from_string("{{ missing }}").render()


def test_every_mail_has_its_three_files() -> None:
    folders = [entry for entry in (files("showground") / "emails").iterdir() if entry.is_dir()]
    assert folders
    for folder in folders:
        assert sorted(entry.name for entry in folder.iterdir()) == ["body.html", "body.txt", "subject.txt"]
