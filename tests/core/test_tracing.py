"""Traces: what a collector is sent and what not, and that nobody notices when there is none or it is away."""

import logging
import re
import socket
import subprocess
import sys
from ipaddress import ip_network

import pytest
from psycopg import sql

from showground.core import otlp, trace_export, tracing
from showground.core.jobs.builtin import deliver_mail
from showground.core.jobs.declare import JobRun, job
from showground.core.jobs.worker import Worker
from showground.core.mail.templates import send_mail
from showground.core.otlp import PATH, LoggingExporter
from showground.core.trace_export import sent_to
from showground.core.tracing import NOT_COLLECTED, inner_span, span
from showground.settings import BadSettings, read_settings
from tests.support import test_operations
from tests.support.collector import Collected
from tests.support.command import ROOT, surroundings
from tests.support.dispatcher import open_dispatcher
from tests.support.site import Answer, Site
from tests.support.smtp import running_sink
from tests.support.test_operations import CountNotes, count_notes
from tests.support.wait import PATIENCE_SECONDS, until
from tests.support.world import World
from tests.surfaces.mcp.calling import PLAIN, call_2025, modern

pytestmark = pytest.mark.anyio

OUTSIDE = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")  # somebody's trace, and a span of theirs
LIBRARIES = ("opentelemetry", "requests", "urllib3")
TRACEPARENT = f"00-{OUTSIDE[0]}-{OUTSIDE[1]}-01"


def be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send everything, however busy the machine is."""
    monkeypatch.setattr(otlp, "SEND_SECONDS", PATIENCE_SECONDS)
    monkeypatch.setattr(otlp, "CLOSE_SECONDS", PATIENCE_SECONDS)


@job(retries=0)
async def count_and_fetch(run: JobRun, url: str) -> None:
    await run.dispatcher.call(count_notes, run.caller, CountNotes(tags=[]))
    await run.dispatcher.fetch.get(url)


async def call_it_all(world: World, page: str) -> None:
    """A read, a refused one, a write and one that breaks over REST; two calls over MCP; two jobs."""
    headers = {"traceparent": TRACEPARENT}
    assert (await world.get("/notes?tags=hush", headers=headers)).status_code == 200
    assert (await world.get("/notes/7")).status_code == 401
    for text, status in (("hush", 201), ("break", 503)):
        answer = await world.request("POST", "/shelves/top/notes", by="alice", json={"text": text})
        assert answer.status_code == status
    message, routing = modern("tools/call", name="get_note", arguments={"note_id": 4_711_001})
    sent = PLAIN | {"host": "localhost:8000"} | routing | world.bearer("alice")
    assert (await world.client.post("/mcp", headers=sent, json=message)).json()["result"]["isError"] is True
    sent = PLAIN | {"host": "localhost:8000", "mcp-protocol-version": "2025-03-26"} | world.bearer("alice")
    batch = await world.client.post("/mcp", headers=sent, json=[call_2025(1, "get_me")])  # which the SDK answers
    assert batch.json()[0]["result"]["isError"] is False

    database = world.dispatcher.database
    async with database.transaction() as db:
        await count_and_fetch.enqueue(db, f"{page}/hush?hush=hush")
        caller = world.caller()
        admitted = await world.dispatcher.admit(count_notes, caller)
        await send_mail(admitted._context(db), "ada@hush.example", "listing_suspended", listing="hush", why="hush")

    async def ended() -> bool:
        async with database.reading() as db:
            return await db.one("select count(*) from procrastinate_jobs where status = 'succeeded'") == (2,)

    async with Worker(database.conninfo, [count_and_fetch, deliver_mail], world.dispatcher, poll=0.05):
        await until(ended)


async def test_a_collector_gets_calls_jobs_fetches_mails_and_statements_and_no_secrets(
    database_url: str, expected_errors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    be_patient(monkeypatch)
    with Site({PATH: Answer()}) as collector, Site({"/hush?hush=hush": "hush"}) as page:
        async with running_sink() as mails:
            settings = {
                "traces_url": collector.url,
                "smtp_url": f"smtp://127.0.0.1:{mails.port}",
                "fetch_allow": (ip_network("127.0.0.2/32"),),
            }
            async with test_operations.running_shelf(database_url, **settings) as world:
                await call_it_all(world, page.url)
                keys = list(world.keys.values())
            assert len(mails.messages()) == 1
        assert tracing.is_on() is False
        got = Collected(collector)
    assert len(expected_errors) == 1  # of the call that breaks

    request = got.one("GET count_notes")
    assert (request.trace, request.parent) == OUTSIDE
    assert request.attributes["status"] == 200
    call = got.one("count_notes", request)
    assert call.attributes == {
        "surface": "rest",
        "request_id": request.attributes["request_id"],
        "status": 200,
        "outcome": "ok",
    }
    assert got.one("select", call).attributes["statement"] == "select count(*) from note"

    refused = got.one("get_note", got.one("GET get_note"))
    assert (refused.attributes["status"], refused.attributes["outcome"]) == (401, "sign_in_required")
    assert not refused.failed
    assert refused.trace != OUTSIDE[0]

    done, broken = (it for it in got.spans if it.name == "add_note")
    assert (done.attributes["status"], done.failed) == (201, False)
    assert (broken.attributes["outcome"], broken.failed) == ("runtime_error", True)
    inserted = "insert into note (account_id, shelf, text) values (%s, %s, %s) returning id"
    assert got.one("insert", done).attributes["statement"] == inserted

    by_mcp = got.one("get_note", got.one("POST get_note"))
    assert (by_mcp.attributes["surface"], by_mcp.attributes["outcome"]) == ("mcp", "no_such_note")
    assert got.one("get_me", got.one("POST")).attributes["surface"] == "mcp"

    work = got.one("count_and_fetch")
    assert (work.parent, work.attributes["attempt"]) == ("", 1)
    assert got.one("count_notes", work).attributes["request_id"] == work.attributes["request_id"]
    assert got.one("fetch", work).attributes == {"host": "127.0.0.2", "outcome": "ok"}
    handed = got.one("hand over mail", got.one("deliver_mail"))
    assert handed.attributes == {"host": "127.0.0.1", "outcome": "ok"}

    for secret in ("hush", "4711001", "secret", "alice@", *keys):
        assert secret.encode() not in got.raw


async def test_a_collector_that_is_away_is_told_once_and_disturbs_nobody(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(otlp, "SEND_SECONDS", 0.7)  # before its first pause, so that the test need not wait for it
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and listens to nobody
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        async with test_operations.running_shelf(database_url, traces_url=url) as world:
            assert (await world.get("/notes")).status_code == 200
            assert (await world.get("/me", by="alice")).status_code == 200
    told = [record for record in caplog.records if record.name.startswith(("showground.core.otlp", *LIBRARIES))]
    assert [(record.name, record.levelno) for record in told] == [("showground.core.otlp", logging.WARNING)]
    assert told[0].getMessage().startswith("The collector of SHOWGROUND_TRACES_URL does not take traces")


def test_what_a_collector_does_not_take_is_told_once_until_it_takes_some_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Site() as collector:
        exporter = LoggingExporter(endpoint=collector.url + PATH, timeout=PATIENCE_SECONDS)
        for status, lines in ((400, 1), (400, 1), (200, 1), (400, 2), (403, 2)):
            collector.pages[PATH] = Answer(status=status)
            exporter.export([])
            assert len(caplog.records) == lines
        exporter.shutdown()


async def test_the_text_of_a_statement_is_told_without_what_was_written_into_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    be_patient(monkeypatch)
    with Site({PATH: Answer()}) as collector:
        async with (
            sent_to(collector.url),
            open_dispatcher(database_url) as dispatcher,
            dispatcher.database.reading() as db,
        ):
            with span("work"):
                query = sql.SQL("select {}, %s\n from {}").format(sql.Literal("hush"), sql.SQL("pg_class limit  1"))
                await db.execute(query, ("hush",))
                async with db.cursor() as cursor:
                    await cursor.execute(sql.SQL("select  {}").format(sql.SQL("1")).as_bytes())
            await db.execute("select 'outside of any span'")
        got = Collected(collector)
    assert [it.attributes["statement"] for it in got.spans if it.name != "work"] == [
        "select ? , %s from pg_class limit 1",
        "select 1",
    ]
    assert b"hush" not in got.raw


def test_no_value_is_written_into_a_statement() -> None:
    """So the text of a statement, also one put together beforehand, may be told."""
    for path in (ROOT / "src").rglob("*.py"):
        assert not re.search(r"\bsql\.(Literal|quote)\b|mogrify|ClientCursor", path.read_text()), path


def test_without_a_collector_nothing_is_recorded() -> None:
    assert span("get_listing", surface="rest") is inner_span("select") is NOT_COLLECTED
    with span("get_listing") as opened:
        opened.note(status=200)
        opened.rename("get_listings")


@pytest.mark.slow
def test_without_a_collector_nothing_is_imported() -> None:
    program = (
        "import sys, showground.app, showground.worker\n"
        "from showground.core.tracing import span\n"
        "with span('get_listing', surface='rest'): pass\n"
        "print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", program], env=surroundings({}), capture_output=True, check=True)
    assert done.stdout == b"[]\n"


@pytest.mark.parametrize("missing", trace_export.PACKAGES)
def test_without_the_packages_the_start_stops_with_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    environ = {"SHOWGROUND_TRACES_URL": "http://127.0.0.1:4318/"}
    assert read_settings(environ).traces_url == "http://127.0.0.1:4318"
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BadSettings, match=r"^SHOWGROUND_TRACES_URL .*`pip install 'showground\[traces\]'`\.$"):
        read_settings(environ)
