"""Answers of the API as HTTP: the order of checks, validators, encodings, and headers."""

import gzip
from collections.abc import AsyncGenerator
from typing import Any

import httpx2
import pytest

from showground.surfaces.conditional_get import takes_gzip
from tests.support.postgres import close_database, fresh_database, open_database
from tests.support.problems import read_problem
from tests.support.test_operations import running_shelf
from tests.support.wait import until
from tests.support.world import World

pytestmark = pytest.mark.anyio

NOTES = "/shelves/top/notes"
LARGE = "/notes?" + "&".join(f"tags=tag-number-{i}" for i in range(99))
PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture(scope="module")
async def shelf(postgres: str) -> AsyncGenerator[World]:
    with fresh_database(postgres) as url:
        async with running_shelf(url) as world:
            yield world


async def test_the_order_of_checks(database_url: str) -> None:
    """Each request is wrong in everything that comes later, too."""
    kind = {"Content-Type": "text/plain"}
    wrong: dict[str, Any] = {"headers": kind, "content": b" " * 1_000_001}
    token = {"Content-Type": "text/plain", "Authorization": "Bearer nonsense"}
    async with running_shelf(database_url, rate_limits=1 / 60) as world:
        nowhere = await world.request("POST", "/nowhere", headers=token, content=wrong["content"])
        read_problem(nowhere, 404, "not_found")
        method = await world.request("PATCH", NOTES, headers=token, content=wrong["content"])
        read_problem(method, 405, "method_not_allowed")
        read_problem(await world.request("POST", NOTES, **wrong), 401, "sign_in_required")
        bad = await world.request("POST", NOTES, headers=token, content=wrong["content"])
        read_problem(bad, 401, "invalid_token")
        read_problem(await world.request("POST", NOTES, by="bob", **wrong), 403, "insufficient_scope")
        read_problem(await world.request("POST", NOTES, by="alice", **wrong), 413, "body_too_large")
        read_problem(await world.request("POST", NOTES, by="alice", **wrong), 429, "rate_limited")
        world.clock.move(hours=2)
        many = "?" + "&".join(["a=1"] * 101)
        text = await world.request("POST", NOTES + many, by="alice", headers=kind, content=b"{")
        read_problem(text, 415, "unsupported_media_type")
        world.clock.move(hours=2)
        body = {"text": "far too long for any note"}
        faulty = await world.request("POST", "/shelves/full/notes", by="alice", json=body)
        read_problem(faulty, 400, "invalid_input")
        world.clock.move(hours=2)
        rule = await world.request("POST", "/shelves/full/notes", by="alice", json={"text": "short"})
        assert read_problem(rule, 400, "shelf_full")["detail"] == "This shelf is full: choose another."


async def test_a_public_operation_with_a_bad_token_is_refused(shelf: World) -> None:
    assert (await shelf.get("/site")).status_code == 200
    for sent in ("Bearer nonsense", "Bearer", "Bearer ", "Basic YTpi", "", shelf.keys["alice"]):
        answer = await shelf.get("/site", headers={"Authorization": sent})
        read_problem(answer, 401, "invalid_token")
        metadata = "http://localhost:8000/.well-known/oauth-protected-resource/api/v1"
        assert answer.headers["www-authenticate"] == f'Bearer error="invalid_token", resource_metadata="{metadata}"'
        assert (await shelf.client.get(metadata)).json()["resource"] == "http://localhost:8000/api/v1"


@pytest.mark.parametrize("path", ["/site", LARGE, "/openapi.json"])
async def test_an_answer_that_is_known_already_is_not_sent_again(shelf: World, path: str) -> None:
    first = await shelf.get(path, headers=PLAIN)
    etag = first.headers["etag"]
    assert etag.startswith('"')
    for known in (etag, f"W/{etag}", f'"other", {etag}', f'W/"other",W/{etag}', "*"):
        for method in ("GET", "HEAD"):
            answer = await shelf.request(method, path, headers={"If-None-Match": known})
            assert answer.status_code == 304
            assert answer.content == b""
            kept = ("etag", "cache-control", "vary", "access-control-allow-origin", "access-control-expose-headers")
            assert {name: answer.headers[name] for name in kept} == {name: first.headers[name] for name in kept}
            assert answer.headers["x-request-id"]
            assert "content-length" not in answer.headers
            assert "content-type" not in answer.headers
    for other in ('"other"', etag.strip('"'), ""):
        assert (await shelf.get(path, headers={"If-None-Match": other})).status_code == 200


async def test_a_list_of_known_answers_may_stand_on_several_lines(shelf: World) -> None:
    etag = (await shelf.get("/site")).headers["etag"]
    lines = [("If-None-Match", '"other"'), ("If-None-Match", etag)]
    assert (await shelf.client.get("/api/v1/site", headers=lines)).status_code == 304


async def test_a_private_answer_has_a_validator_too(shelf: World) -> None:
    first = await shelf.get("/me", by="alice")
    again = await shelf.get("/me", by="alice", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["cache-control"] == first.headers["cache-control"] == "private, no-cache"
    assert (await shelf.get("/me", by="bob", headers={"If-None-Match": first.headers["etag"]})).status_code == 200


@pytest.mark.parametrize(
    ("accepted", "zipped"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip", True),
        ("deflate,gzip;q=1.0, *;q=0.5", True),
        ("gzip;q=0.001", True),
        ("gzip ; q=0.5", True),
        ("gzip;q=0", False),
        ("gzip;q=0.0, br", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("identity", False),
        ("notgzip", False),
        ("gzipped", False),
        ("", False),
    ],
)
async def test_an_answer_is_zipped_for_those_who_take_it(shelf: World, accepted: str, *, zipped: bool) -> None:
    assert takes_gzip(accepted) is zipped
    plain = await shelf.get(LARGE, headers=PLAIN)
    async with shelf.client.stream("GET", f"/api/v1{LARGE}", headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers["content-length"] == str(len(raw))
    assert answer.headers["vary"] == "Accept-Encoding, Authorization"
    if zipped:
        assert answer.headers["content-encoding"] == "gzip"
        assert gzip.decompress(raw) == plain.content
        assert answer.headers["etag"] == f"W/{plain.headers['etag']}"
    else:
        assert "content-encoding" not in answer.headers
        assert raw == plain.content
        assert answer.headers["etag"] == plain.headers["etag"]


async def test_small_answers_are_not_zipped(shelf: World) -> None:
    answer = await shelf.get("/notes", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers


async def test_head_is_get_without_a_body(shelf: World) -> None:
    for path in ("/site", LARGE, "/openapi.json", "/nothing", "/notes?a=1"):
        for _ in range(2):  # the second time it is kept
            read, head = await shelf.get(path), await shelf.request("HEAD", path)
            assert head.content == b""
            own = {"x-request-id": ""}
            assert {**head.headers, **own} == {**read.headers, **own}
            assert head.status_code == read.status_code


async def test_a_head_request_leaves_the_whole_answer_for_the_next(shelf: World) -> None:
    assert (await shelf.request("HEAD", "/notes?tags=headfirst")).content == b""
    assert (await shelf.get("/notes?tags=headfirst")).json()["tags"] == ["headfirst"]


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_whatever_is_below_api_is_answered_for_programs(shelf: World, method: str) -> None:
    where = "Nothing exists at this address. All API URLs are listed in http://localhost:8000/api/v1/openapi.json."
    for path in ("/api", "/api/v2/site", "/api/site", "/api/v1/listing", "/api/v1/listings/a/b"):
        answer = await shelf.client.request(method, path)
        assert read_problem(answer, 404, "not_found")["detail"] == where
        assert answer.headers["access-control-allow-origin"] == "*"
    slash = await shelf.client.request(method, "/api/v1/site/")
    assert read_problem(slash, 404, "not_found")["detail"].endswith("Remove the trailing slash.")


async def test_browsers_may_call_from_any_page(shelf: World) -> None:
    asked = {"Origin": "https://else.example", "Access-Control-Request-Method": "POST"}
    preflight = await shelf.request("OPTIONS", NOTES, headers=asked)
    assert preflight.status_code == 204
    assert preflight.content == b""
    assert preflight.headers["access-control-allow-origin"] == "*"
    assert preflight.headers["access-control-allow-methods"] == preflight.headers["allow"] == "OPTIONS, POST"
    assert "Idempotency-Key" in preflight.headers["access-control-allow-headers"]
    assert "Authorization" in preflight.headers["access-control-allow-headers"]
    assert "access-control-allow-credentials" not in preflight.headers
    for answer in (await shelf.get("/site"), await shelf.get("/nothing"), await shelf.request("POST", NOTES)):
        assert answer.headers["access-control-allow-origin"] == "*"
        exposed = answer.headers["access-control-expose-headers"]
        assert {"RateLimit", "Retry-After", "X-Request-Id", "ETag"} <= set(exposed.split(", "))
    description = await shelf.request("OPTIONS", "/openapi.json")
    assert description.headers["allow"] == "GET, HEAD, OPTIONS"
    read_problem(await shelf.request("OPTIONS", "/nothing"), 404, "not_found")


async def test_who_may_keep_an_answer(shelf: World) -> None:
    expected = {
        "public": await shelf.get("/site"),
        "public, asked by someone": await shelf.get("/site", by="alice"),
        "private": await shelf.get("/me", by="alice"),
        "write": await shelf.request("POST", NOTES, by="alice", json={"text": "milk"}),
        "error": await shelf.get("/nothing"),
    }
    assert {name: answer.headers["cache-control"] for name, answer in expected.items()} == {
        "public": "public, max-age=0, must-revalidate",
        "public, asked by someone": "private, no-cache",
        "private": "private, no-cache",
        "write": "no-store",
        "error": "no-store",
    }
    for answer in expected.values():
        assert answer.headers["vary"] == "Accept-Encoding, Authorization"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "etag" not in expected["write"].headers


async def test_every_answer_has_an_id_of_its_own(shelf: World) -> None:
    paths = ["/site", "/site", "/nothing", "/me", "/openapi.json", "/notes?a=1"] * 5
    ids = [(await shelf.get(path)).headers["x-request-id"] for path in paths]
    ids.append((await shelf.request("OPTIONS", "/site")).headers["x-request-id"])
    sent = await shelf.get("/site", headers={"X-Request-Id": ids[0]})
    assert sent.headers.get_list("x-request-id") != [ids[0]]
    assert len(set(ids)) == len(ids)


async def test_a_repeat_says_that_it_is_one(shelf: World) -> None:
    first, again = [
        await shelf.request("POST", NOTES, by="alice", headers={"Idempotency-Key": "k"}, json={"text": "again"})
        for _ in range(2)
    ]
    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"
    replayed = {"idempotency-replayed": "", "x-request-id": ""}
    assert {**again.headers, **replayed} == {**first.headers, **replayed}


async def test_without_its_database_the_api_says_so_and_recovers(postgres: str, database_url: str) -> None:
    async with running_shelf(database_url) as world:
        assert (await world.get("/me", by="alice")).status_code == 200
        close_database(postgres, database_url)
        for answer in (
            await world.request("POST", NOTES, by="alice", json={"text": "milk"}),
            await world.get("/notes?tags=unseen"),
        ):
            assert int(answer.headers["retry-after"]) >= 1
            problem = read_problem(answer, 503, "unavailable")
            assert problem["detail"] == "The database is not responding. Try again in a few seconds."
        open_database(postgres, database_url)

        async def answers() -> bool:
            return (await world.get("/me", by="alice")).status_code == 200

        await until(answers)
        written = await world.request("POST", NOTES, by="alice", json={"text": "milk"})
        assert written.json()["id"] == 1


async def test_an_unforeseen_fault_is_noted_and_tells_nothing(shelf: World, expected_errors: list[str]) -> None:
    answer: httpx2.Response = await shelf.request("POST", NOTES, by="alice", json={"text": "break"})
    problem = read_problem(answer, 503, "unavailable")
    assert problem["detail"] == "Something went wrong on our side. We have logged it."
    assert "secret" not in answer.text
    assert expected_errors == [f"request {problem['request_id']} failed"]
