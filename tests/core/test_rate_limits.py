"""How often a caller may call, and how it is told."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack

import httpx2
import pytest

from showground.core.calls import rate_limits
from showground.core.calls.rate_limits import Limit, MemoryCounters, Quotas
from tests.support.problems import read_problem
from tests.support.redis import running_redis
from tests.support.test_operations import NOTES, running_shelf
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

SHELF = "/shelves/top/notes"


@pytest.fixture
async def shelf(database_url: str) -> AsyncGenerator[World]:
    async with running_shelf(database_url, rate_limits=1.0) as world:
        yield world


def left(answer: httpx2.Response) -> dict[str, tuple[int, int]]:
    """What is left under each name, and for how many seconds its window runs."""
    found: dict[str, tuple[int, int]] = {}
    for part in answer.headers["ratelimit"].split(", "):
        name, remaining, seconds = part.split(";")
        found[name.strip('"')] = int(remaining.removeprefix("r=")), int(seconds.removeprefix("t="))
    return found


async def test_who_is_not_signed_in_is_counted_by_address(shelf: World) -> None:
    first = await shelf.get("/site")
    assert first.headers["ratelimit-policy"] == '"anonymous";q=120;w=60'
    assert first.headers["ratelimit"] == '"anonymous";r=119;t=60'
    for number in range(118, -1, -1):
        assert left(await shelf.get("/site")) == {"anonymous": (number, 60)}
    shelf.clock.move(seconds=20.5)
    refused = await shelf.get("/site")
    problem = read_problem(refused, 429, "rate_limited")
    assert (problem["detail"], problem["retry_after"]) == ("Too many requests. Try again in 40 seconds.", 40)
    assert refused.headers["retry-after"] == "40"
    assert left(refused) == {"anonymous": (0, 40)}
    assert refused.headers["ratelimit-policy"] == '"anonymous";q=120;w=60'
    signed_in = await shelf.get("/me", by="alice")
    assert signed_in.status_code == 200
    shelf.clock.move(seconds=39.4)
    last = await shelf.get("/site")
    assert last.headers["retry-after"] == "1"
    assert last.json()["detail"] == "Too many requests. Try again in 1 second."
    shelf.clock.move(seconds=0.1)
    assert left(await shelf.get("/site")) == {"anonymous": (119, 60)}


async def test_who_is_signed_in_is_counted_by_account_and_by_address(shelf: World) -> None:
    answer = await shelf.get("/me", by="alice")
    assert answer.headers["ratelimit-policy"] == '"account";q=600;w=60, "address";q=1200;w=60'
    assert left(answer) == {"account": (599, 60), "address": (1199, 60)}
    other = await shelf.get("/me", by="bob")
    assert left(other) == {"account": (599, 60), "address": (1198, 60)}
    assert left(await shelf.get("/site")) == {"anonymous": (119, 60)}


async def test_writes_and_operations_have_limits_of_their_own(shelf: World) -> None:
    first = await shelf.request("POST", SHELF, by="alice", json={"text": "milk"})
    assert left(first) == {"account": (599, 60), "address": (1199, 60), "writes": (59, 60), "notes": (19, 3600)}
    words = await shelf.request("POST", "/words", by="alice", json={"word": "milk"})
    assert left(words) == {"account": (598, 60), "address": (1198, 60), "writes": (58, 60)}
    for _ in range(19):
        await shelf.request("POST", SHELF, by="alice", json={"text": "milk"})
    refused = await shelf.request("POST", SHELF, by="alice", json={"text": "milk"})
    read_problem(refused, 429, "rate_limited")
    assert refused.headers["retry-after"] == "3600"
    assert (await shelf.request("POST", "/words", by="alice", json={"word": "milk"})).status_code == 200
    shelf.clock.move(hours=1)
    assert (await shelf.request("POST", SHELF, by="alice", json={"text": "milk"})).status_code == 201


async def test_who_is_refused_by_a_general_limit_uses_up_no_other(database_url: str) -> None:
    async with running_shelf(database_url, rate_limits=0.05) as world:  # three writes a minute, one note an hour
        for word in ("milk", "bread", "salt"):
            assert (await world.request("POST", "/words", by="alice", json={"word": word})).status_code == 200
        for _ in range(2):
            refused = await world.request("POST", SHELF, by="alice", json={"text": "milk"})
            read_problem(refused, 429, "rate_limited")
            assert refused.headers["retry-after"] == "60"
            assert "notes" not in left(refused)
        world.clock.move(minutes=1)
        written = await world.request("POST", SHELF, by="alice", json={"text": "milk"})
        assert written.status_code == 201
        assert left(written)["notes"] == (0, 3600)


async def test_every_answer_says_what_is_left(shelf: World) -> None:
    nobody = [
        await shelf.get("/site"),
        await shelf.get("/site"),
        await shelf.get("/site", headers={"If-None-Match": "*"}),
        await shelf.request("HEAD", "/site"),
        await shelf.get("/openapi.json"),
        await shelf.get("/nothing"),
        await shelf.request("PUT", "/site"),
        await shelf.get("/me"),
        await shelf.get("/site?a=1"),
        await shelf.get("/site", headers={"Authorization": "Bearer nonsense"}),
    ]
    assert [answer.status_code for answer in nobody] == [200, 200, 304, 200, 200, 404, 405, 401, 400, 401]
    assert [left(answer) for answer in nobody] == [{"anonymous": (119 - n, 60)} for n in range(10)]
    somebody = [
        await shelf.get("/me", by="alice"),
        await shelf.get("/me?a=1", by="alice"),
        await shelf.request("POST", SHELF, by="alice", content=b"{"),
        await shelf.get("/notes/99", by="alice"),
    ]
    assert [answer.status_code for answer in somebody] == [200, 400, 415, 404]
    assert [left(answer)["account"] for answer in somebody] == [(599 - n, 60) for n in range(4)]


async def test_who_lacks_a_scope_is_counted_as_who_they_are(shelf: World) -> None:
    refused = await shelf.request("POST", SHELF, by="bob", json={"text": "milk"})
    assert refused.status_code == 403
    assert left(refused) == {"account": (599, 60), "address": (1199, 60)}
    assert left(await shelf.get("/site")) == {"anonymous": (119, 60)}


async def test_a_question_before_a_call_is_not_counted(shelf: World) -> None:
    """A browser asks once for each address, without a token: signed-in people would run into others' limits."""
    for _ in range(3):
        assert (await shelf.request("OPTIONS", "/site")).status_code == 204
    assert left(await shelf.get("/site")) == {"anonymous": (119, 60)}


async def test_errors_past_the_limit_stay_what_they_are(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1 / 120) as world:
        for _ in range(3):
            missing = await world.get("/nothing")
            read_problem(missing, 404, "not_found")
            assert left(missing) == {"anonymous": (0, 60)}
            assert "retry-after" not in missing.headers
        read_problem(await world.get("/openapi.json"), 429, "rate_limited")


async def test_wrong_credentials_have_a_limit_of_their_own(shelf: World) -> None:
    kinds = ("Bearer nonsense", "Bearer", "Basic YTpi", "", f"Bearer sg_at_{'x' * 43}", f"Bearer sg_live_{'x' * 38}")

    async def attempt(number: int) -> httpx2.Response:
        return await shelf.get("/site", headers={"Authorization": kinds[number % len(kinds)]})

    refused = [await attempt(number) for number in range(120)]
    assert {answer.status_code for answer in refused} == {401}
    assert all("www-authenticate" in answer.headers for answer in refused)
    shelf.clock.move(seconds=20.5)
    for number in range(6):
        limited = await attempt(number)
        problem = read_problem(limited, 429, "rate_limited")
        assert (problem["retry_after"], limited.headers["retry-after"]) == (40, "40")
        assert limited.headers["ratelimit-policy"] == '"bad-credentials";q=120;w=60'
    assert (await shelf.get("/me", by="alice")).status_code == 200  # nobody is locked out by others' guesses
    shelf.clock.move(seconds=40)
    assert (await attempt(0)).status_code == 401


async def test_who_has_a_credential_that_ended_is_told_so_whoever_guesses_beside_them(shelf: World) -> None:
    await shelf.add_key("alice", ["account:read"], days=1)
    for number in range(125):
        await shelf.get("/site", headers={"Authorization": f"Bearer guess{number}"})
    assert (await shelf.get("/me", by="alice")).status_code == 200
    shelf.clock.move(days=1)
    for number in range(125):
        await shelf.get("/site", headers={"Authorization": f"Bearer guess{number}"})
    answers = [await shelf.get("/me", by="alice") for _ in range(121)]
    assert [answer.status_code for answer in answers] == [401] * 120 + [429]
    assert 'error="invalid_token"' in answers[0].headers["www-authenticate"]


async def test_limits_may_be_off(database_url: str) -> None:
    async with running_shelf(database_url, rate_limits=None) as world:
        for _ in range(130):
            answer = await world.get("/site")
            assert answer.status_code == 200
            assert "ratelimit" not in answer.headers
        for _ in range(25):
            written = await world.request("POST", SHELF, by="alice", json={"text": "milk"})
            assert written.status_code == 201


async def test_limits_under_a_factor_and_among_processes(database_url: str) -> None:
    async with running_shelf(database_url, rate_limits=10.0, processes=4) as world:
        written = await world.request("POST", SHELF, by="alice", json={"text": "milk"})
        policy = '"account";q=1500;w=60, "address";q=3000;w=60, "writes";q=150;w=60, "notes";q=50;w=3600'
        assert written.headers["ratelimit-policy"] == policy
        assert (await world.get("/site")).headers["ratelimit-policy"] == '"anonymous";q=300;w=60'


def test_a_share_is_never_nothing() -> None:
    assert Quotas(processes=1_000).anonymous == Limit("anonymous", 1, 60)
    assert Quotas(factor=0.001).writes == Limit("writes", 1, 60)
    assert Quotas(processes=7).anonymous.quota == 17


def test_the_memory_of_callers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_WINDOWS", 100)
    counters, limit = MemoryCounters(), Limit("anonymous", 2, 60)
    for number in range(1_000):
        assert counters.count(limit, f"caller {number}", 0.0).used == 1
        assert len(counters._windows) <= 100
    assert counters.count(limit, "caller 999", 0.0).used == 2
    for number in range(150):
        counters.count(limit, f"later {number}", 60.0)
    assert all(name.startswith("later") for _, name in counters._windows)


def test_a_clock_that_was_ahead_leaves_nobody_refused_for_as_long() -> None:
    counters, limit, day = MemoryCounters(), Limit("anonymous", 2, 60), 86_400.0
    assert [counters.count(limit, "caller", at).used for at in (0.0, 1.0, day, day + 1, day + 2)] == [1, 2, 1, 2, 3]
    back = counters.count(limit, "caller", 3.0)
    assert (back.used, back.seconds_left) == (1, 60.0)


async def test_processes_that_share_redis_share_counts(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "ANSWER_SECONDS", 60.0)  # on a busy machine, too, nobody counts for himself
    with running_redis() as (url, _):
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(
                running_shelf(database_url, rate_limits=1.0, redis_url=url, processes=4)
            )
            two = await stack.enter_async_context(
                running_world(database_url, operations=NOTES, rate_limits=1.0, redis_url=url, processes=4)
            )
            two.keys = one.keys
            counted = [left(await world.get("/site"))["anonymous"][0] for world in (one, two, one, two)]
            assert counted == [119, 118, 117, 116]
            for number in range(20):
                world = (one, two)[number % 2]
                assert (await world.request("POST", SHELF, by="alice", json={"text": "milk"})).status_code == 201
            for world in (one, two):
                refused = await world.request("POST", SHELF, by="alice", json={"text": "milk"})
                read_problem(refused, 429, "rate_limited")
                assert 3590 <= int(refused.headers["retry-after"]) <= 3600


async def test_without_redis_each_process_counts_for_itself(database_url: str) -> None:
    with running_redis() as (url, process):
        async with running_shelf(database_url, rate_limits=1.0, redis_url=url) as world:
            assert left(await world.get("/site")) == {"anonymous": (119, 60)}
            assert left(await world.get("/site"))["anonymous"][0] == 118
            process.kill()
            process.wait()
            for number in range(3):
                answer = await world.get("/site")
                assert answer.status_code == 200
                assert left(answer) == {"anonymous": (119 - number, 60)}
            assert (await world.request("POST", SHELF, by="alice", json={"text": "milk"})).status_code == 201


async def test_a_redis_that_never_was_stops_nothing(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0, redis_url="redis://127.0.0.1:1/0") as world:
        assert left(await world.get("/site")) == {"anonymous": (119, 60)}
