"""What operators ask of a process."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import anyio
import httpx2
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from showground.core.database.pool import Connection
from showground.core.fetch import AddressRefused
from showground.core.metrics import Metrics
from showground.core.secret import Secret
from showground.core.site_probe import HEADER, SiteProbe
from showground.surfaces import process_metrics
from showground.surfaces.metrics import write_metrics
from showground.surfaces.metrics_aggregate import Figures, Measured
from showground.upkeep import State, Work, read_state
from tests.support.wait import PATIENCE_SECONDS, until
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


async def ask_from(world: World, address: str, path: str, **headers: str) -> httpx2.Response:
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    transport = httpx2.ASGITransport(world.app.edge, client=(address, 1))  # pyright: ignore[reportArgumentType]
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        return await client.get(path, headers=sent)


async def test_a_process_that_lives_and_is_ready_says_so(world: World) -> None:
    for path, said in (("/healthz", "alive\n"), ("/readyz", "ready\n")):
        answer = await world.client.get(path)
        assert (answer.status_code, answer.text) == (200, said)
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-request-id"]


async def test_only_the_doctor_is_told_which_way_a_request_came(world: World) -> None:
    probe = SiteProbe(Secret(lambda: b"a secret of 32 letters that only tests know"))
    told = await ask_from(
        world, "10.0.0.5", "/healthz", **{HEADER: probe.sign(world.clock()), "x-forwarded-for": "::1"}
    )
    assert told.text == 'alive\n{"peer":"10.0.0.5","address":"10.0.0.5","forwarded":"::1"}\n'
    old, other = world.clock() - timedelta(seconds=61), SiteProbe(Secret(lambda: b"x" * 32))
    stolen = f"{int(world.clock().timestamp())}.{probe.sign(old).partition('.')[2]}"
    for mark in (probe.sign(old), other.sign(world.clock()), stolen, "", ".", "9" * 30, "1.\xe9", "\xb2.x"):
        assert (await ask_from(world, "10.0.0.5", "/healthz", **{HEADER: mark})).text == "alive\n"


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_a_process_is_only_asked_and_never_told(world: World, path: str) -> None:
    for method in ("POST", "DELETE", "TRACE", "OPTIONS"):
        answer = await world.client.request(method, path)
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


async def test_many_who_ask_at_once_cost_the_database_one_look(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Connection] = []
    all_have_asked = anyio.Event()

    async def look(db: Connection) -> list[str]:
        looks.append(db)
        await all_have_asked.wait()
        return []

    monkeypatch.setattr("showground.surfaces.status.find_missing_through", look)
    answers: list[int] = []

    async def ask() -> None:
        answers.append((await world.client.get("/readyz")).status_code)

    async with anyio.create_task_group() as asking:
        for _ in range(30):
            asking.start_soon(ask)
        await anyio.wait_all_tasks_blocked()
        all_have_asked.set()
    assert answers == [200] * 30
    assert len(looks) == 1


async def test_a_missing_migration_is_named(world: World) -> None:
    with psycopg.connect(world.database_url) as db:
        db.execute("delete from migration where name = '0002_accounts.sql'")
    answer = await world.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.text == "These migrations are missing: 0002_accounts.sql. Run `showground migrate`.\n"
    assert (await world.client.get("/healthz")).status_code == 200


async def test_a_database_of_another_version_is_told_apart(world: World) -> None:
    with psycopg.connect(world.database_url) as db:
        db.execute("insert into migration (name, checksum, needs) values ('9999_later.sql', 'x', '9999_later.sql')")
    answer = await world.client.get("/readyz")
    assert answer.status_code == 503
    assert "9999_later.sql" in answer.text
    with psycopg.connect(world.database_url) as db:
        db.execute("delete from migration where name = '9999_later.sql'")
        db.execute("update migration set checksum = 'other' where name = '0002_accounts.sql'")
    answer = await world.client.get("/readyz")
    assert answer.status_code == 503
    assert "set up by another build of Showground: the 0002_accounts.sql" in answer.text


async def test_a_database_that_is_not_there_is_said_without_its_address(world: World, postgres: str) -> None:
    name = str(conninfo_to_dict(world.database_url)["dbname"])
    allow = sql.SQL("alter database {} allow_connections {}")
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(allow.format(sql.Identifier(name), False))
        admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (name,))
        answer = await world.client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")
        assert (await world.client.get("/healthz")).status_code == 200
        admin.execute(allow.format(sql.Identifier(name), True))


async def test_a_direct_address_that_does_not_answer_stops_no_request(database_url: str) -> None:
    gone = make_conninfo(database_url, dbname="gone")
    async with running_world(database_url, direct_url=gone) as world:
        assert (await world.client.get("/readyz")).text == "ready\n"
        assert (await world.get("/site")).status_code == 200


async def test_a_database_that_refuses_is_not_ready(world: World) -> None:
    with psycopg.connect(world.database_url) as db:
        db.execute("alter table migration rename column name to other")
    answer = await world.client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")


async def test_metrics_count_requests_by_surface_and_operation(world: World) -> None:
    paths = ("/api/v1/site", "/api/v1/site", "/api/v1/nothing", "/api/v1/listings?q=hunter2", "/founders", "/founders")
    for path in paths:
        await world.client.get(path)
    await world.client.get("/api/v1/listings?page=0")
    text = (await ask_from(world, "127.0.0.1", "/metrics")).text
    labels = 'method="GET",operation="{}",status="{}",surface="{}"'
    for operation, status, surface, times in (
        ("get_site", 200, "rest", 2),
        ("", 404, "rest", 1),
        ("search_listings", 400, "rest", 1),
        ("/founders", 200, "web", 2),
    ):
        assert f"showground_requests_total{{{labels.format(operation, status, surface)}}} {times}.0" in text
    assert 'showground_request_seconds_count{operation="search_listings",surface="rest"} 2.0' in text
    assert "showground_answers_kept_total 2.0" in text  # one of the site, one of the page
    assert "hunter2" not in text


async def test_metrics_say_whether_it_is_well_and_why_not(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into procrastinate_jobs (queue_name, task_name, args, status) values"
            " ('x', 'deliver_mail', '{}', 'todo'), ('x', 'deliver_mail', '{}', 'failed'), ('x', 'x', '{}', 'succeeded')"
        )
        await db.execute("update procrastinate_events set at = at - interval '1 hour'")
        await db.execute(
            "insert into outbox (recipient, template, subject, body_text, body_html, created_at)"
            " values ('a@b.example', 'x', 'x', '', '', %s)",
            (world.clock() - timedelta(minutes=5),),
        )
    with pytest.raises(AddressRefused):
        await world.dispatcher.fetch.get("http://127.0.0.1/")
    await world.get("/listings/nothing")
    found = metrics_in((await ask_from(world, "127.0.0.1", "/metrics")).text)
    assert found['showground_jobs_waiting{name="deliver_mail"}'] == 1
    assert found['showground_jobs_oldest_seconds{name="deliver_mail"}'] >= 3600
    assert found['showground_jobs_failed{name="deliver_mail"}'] == 1
    assert 'showground_jobs_failed{name="x"}' not in found
    assert (found["showground_workers"], found["showground_database_up"]) == (0, 1)
    assert (found["showground_mails_waiting"], found["showground_oldest_mail_seconds"]) == (1, 300)
    assert found['showground_fetches_total{outcome="address_refused"}'] == 1
    assert found['showground_failures_total{code="no_such_listing",operation="get_listing",surface="rest"}'] == 1
    process = f'{{process="{os.getpid()}"}}'
    assert found[f"showground_memory_bytes{process}"] > 10_000_000
    assert found[f"showground_pool_connections_most{process}"] == 8
    assert found["showground_pool_requests_total"] > 0


async def test_metrics_do_not_wait_for_a_database_that_does_not_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prometheus gives up after its own timeout, and would then alert that the site is down instead."""
    monkeypatch.setattr(process_metrics, "KNOWN_SECONDS", 0.0)
    monkeypatch.setattr(process_metrics, "ANSWER_SECONDS", 0.05)

    async def is_up() -> bool:
        found = metrics_in((await ask_from(world, "127.0.0.1", "/metrics")).text)
        return found["showground_database_up"] == 1

    answers = anyio.Event()

    async def read_late(db: Connection, now: datetime) -> State:
        await answers.wait()
        return await read_state(db, now)

    monkeypatch.setattr(process_metrics, "read_state", read_late)
    with anyio.fail_after(PATIENCE_SECONDS):
        assert not await is_up()
        assert not await is_up()
        answers.set()
        await until(is_up)


async def test_metrics_of_siblings_are_summed_whoever_is_asked(world: World, tmp_path: Path) -> None:
    def measured() -> Measured:
        return Measured({"answers_made": 1}, {"memory_bytes": 5})

    first, second = Metrics(), Metrics()
    ours, theirs = Figures(first, measured, tmp_path), Figures(second, measured, tmp_path)
    first.count("jobs", "ring", "done")
    for _ in range(2):
        second.count("jobs", "ring", "done")
        second.time(0.2, "requests", "rest", "ring")
        theirs.publish()
    for asked in (ours, ours):
        gathered = asked.gather()
        assert gathered.meter.counts["jobs", "ring", "done"] == 3
        assert gathered.sums == {"answers_made": 2}
    text = write_metrics(gathered, None).decode()
    assert 'showground_request_seconds_bucket{le="0.25",operation="ring",surface="rest"} 2.0' in text
    assert "showground_database_up 0.0" in text


def metrics_in(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def test_metrics_are_for_this_machine(world: World) -> None:
    for address in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", ""):
        assert (await ask_from(world, address, "/metrics")).status_code == 200


async def test_metrics_are_for_nobody_else(world: World) -> None:
    for address in ("192.0.2.7", "2001:db8::1", "10.0.0.1", "nonsense"):
        for sent in ("", "Bearer ", "Bearer None", "Bearer nonsense"):
            answer = await ask_from(world, address, "/metrics", Authorization=sent)
            assert answer.status_code == 403
            assert "showground_requests" not in answer.text


async def test_what_a_proxy_on_this_machine_passes_on_is_not_from_this_machine(world: World) -> None:
    forwarded = {"x-forwarded-for": "192.0.2.7"}
    assert (await ask_from(world, "127.0.0.1", "/metrics", **forwarded)).status_code == 403


async def test_the_bearer_of_the_token_may_read_metrics(database_url: str) -> None:
    async with running_world(database_url, metrics_token="open sesame") as world:
        allowed = await ask_from(world, "192.0.2.7", "/metrics", Authorization="Bearer open sesame")
        assert allowed.status_code == 200
        for sent in ("Bearer open", "open sesame", "Bearer open sesame!", "Bearer \xff"):
            refused = await ask_from(world, "192.0.2.7", "/metrics", Authorization=sent)
            assert refused.status_code == 403


async def test_what_workers_did_is_known_wherever_it_is_asked(world: World) -> None:
    """Of processes that nobody can ask, and of those that are gone."""
    database = world.dispatcher.database
    for _ in range(2):
        meter = Metrics()
        worker = Work(meter)
        meter.count("jobs", "ring", "done")
        meter.time(0.2, "jobs", "ring")
        await worker.write(database)
        meter.count("jobs", "ring", "done")
        await worker.write(database)
        await worker.write(database)
    found = metrics_in((await ask_from(world, "127.0.0.1", "/metrics")).text)
    assert found['showground_job_runs_total{name="ring",outcome="done"}'] == 4
    assert found['showground_job_seconds_bucket{le="0.25",name="ring"}'] == 2
    assert found['showground_job_seconds_sum{name="ring"}'] == 0.4
