"""What operators ask of a process."""

import httpx2
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from tests.parts.world import World, running_world

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


async def test_a_missing_migration_is_named(world: World, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute("delete from migration where name = '0002_accounts.sql'")
    answer = await world.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.text == "These migrations are missing: 0002_accounts.sql. Run `showground migrate`.\n"
    assert (await world.client.get("/healthz")).status_code == 200


async def test_a_database_of_another_version_is_told_apart(world: World, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute("insert into migration (name, checksum) values ('9999_later.sql', 'x')")
    answer = await world.client.get("/readyz")
    assert answer.status_code == 503
    assert "9999_later.sql" in answer.text
    with psycopg.connect(database_url) as db:
        db.execute("delete from migration where name = '9999_later.sql'")
        db.execute("update migration set checksum = 'other' where name = '0002_accounts.sql'")
    answer = await world.client.get("/readyz")
    assert answer.status_code == 503
    assert "0002_accounts.sql was applied with another text" in answer.text


async def test_a_database_that_is_not_there_is_said_without_its_address(database_url: str) -> None:
    gone = make_conninfo(database_url, dbname="gone", password="hunter2")
    async with running_world(database_url, direct_url=gone) as world:
        answer = await world.client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")
        assert (await world.client.get("/healthz")).status_code == 200


async def test_a_database_that_refuses_is_not_ready(world: World, database_url: str) -> None:
    with psycopg.connect(database_url) as db:
        db.execute("alter table migration rename column name to other")
    answer = await world.client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "The database does not answer.\n")


async def test_metrics_count_requests_by_operation(world: World) -> None:
    for path in ("/api/v1/site", "/api/v1/site", "/api/v1/nothing", "/api/v1/listings?q=hunter2"):
        await world.client.get(path)
    text = (await ask_from(world, "127.0.0.1", "/metrics")).text
    assert 'showground_requests_total{method="GET",operation="get_site",status="200"} 2.0' in text
    assert 'showground_requests_total{method="GET",operation="",status="404"} 1.0' in text
    assert 'showground_request_seconds_count{operation="search_listings"} 1.0' in text
    assert "hunter2" not in text


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
