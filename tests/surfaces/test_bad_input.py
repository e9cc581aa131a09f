"""Whatever a client sends, it is told what is wrong and where; nothing breaks and nothing changes."""

import io
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx2
import psycopg
import pytest

from tests.support.postgres import fresh_database
from tests.support.problems import errors_of, read_problem
from tests.support.test_operations import running_shelf
from tests.support.world import World

pytestmark = pytest.mark.anyio

JSON = {"Content-Type": "application/json"}
NOTES = "/shelves/top/notes"


@pytest.fixture(scope="module")
async def shared(postgres: str) -> AsyncGenerator[tuple[World, psycopg.Connection]]:
    with fresh_database(postgres) as url:
        async with running_shelf(url) as world:
            with psycopg.connect(url, autocommit=True) as db:
                yield world, db


@pytest.fixture
async def shelf(shared: tuple[World, psycopg.Connection]) -> AsyncGenerator[World]:
    """A world that is the same after the test as before it."""
    world, db = shared
    yield world
    assert db.execute("select count(*) from note").fetchone() == (0,)


async def post(world: World, content: Any, path: str = NOTES, **headers: str) -> httpx2.Response:
    return await world.request("POST", path, by="alice", headers=JSON | headers, content=content)


def nested(levels: int, opening: str = "[", closing: str = "]") -> bytes:
    return (opening * levels + "1" + closing * levels).encode()


BODY = "body"
FAULTY: dict[str, tuple[bytes, list[str]]] = {
    "cut short": (b'{"text": "a"', [BODY]),
    "trailing comma": (b'{"text": "a",}', [BODY]),
    "two values": (b'{"text": "a"}{}', [BODY]),
    "single quotes": (b"{'text': 'a'}", [BODY]),
    "only blanks": (b"  ", [BODY]),
    "a raw NUL": (b'{"text": "a\x00"}', [BODY]),
    "1,000 lists": (nested(1_000), [BODY]),
    "50,000 lists": (nested(50_000), [BODY]),
    "50,000 lists left open": (b"[" * 50_000, [BODY]),
    "50,000 objects": (nested(50_000, '{"a":', "}"), [BODY]),
    "1,000 lists in a property": (b'{"text": "a", "labels": %s}' % nested(1_000), [BODY]),
    "50,000 lists behind quotes": (b'{"text": "\\"", "labels": %s}' % nested(50_000), [BODY]),
    "deep in UTF-16": (('{"text": "\\"[", "labels": ' + nested(50_000).decode() + "}").encode("utf-16"), [BODY]),
    "33 levels": (b'{"text": "a", "labels": %s}' % nested(32), [BODY]),
    "a string that never ends": (b"[" * 33 + b'"' + b'\\"' * 450_000, [BODY]),
    "a NUL in a value": (b'{"text": "a\\u0000b"}', ["text"]),
    "a NUL in an item": (b'{"text": "a", "labels": [{"colour": "\\u0000"}]}', ["labels[0].colour"]),
    "a NUL in a name": (b'{"text": "a", "te\\u0000xt": 1}', ["te?xt", "te?xt"]),
    "a lone surrogate in a value": (b'{"text": "\\ud800"}', ["text"]),
    "a lone surrogate in an item": (b'{"text": "a", "labels": [{"colour": "\\udc00"}]}', ["labels[0].colour"]),
    "a lone surrogate in a name": (b'{"text": "a", "te\\ud800xt": 1}', ["te?xt", "te?xt"]),
    "a surrogate beside another fault": (b'{"text": "\\ud800", "copies": 10}', ["text", "copies"]),
    "surrogates as bytes": (b'{"text": "\xed\xa0\x80"}', [BODY]),
    "2^31": (b'{"text": "a", "copies": 2147483648}', ["copies"]),
    "2^63": (b'{"text": "a", "copies": 9223372036854775808}', ["copies"]),
    "2^64": (b'{"text": "a", "copies": 18446744073709551616}', ["copies"]),
    "-2^64": (b'{"text": "a", "copies": -18446744073709551616}', ["copies"]),
    "4,000 digits": (b'{"text": "a", "copies": %s}' % (b"9" * 4_000), ["copies"]),
    "5,000 digits": (b'{"text": "a", "copies": %s}' % (b"9" * 5_000), [BODY]),
    "1e999": (b'{"text": "a", "copies": 1e999}', ["copies"]),
    "a fraction": (b'{"text": "a", "copies": 1.5}', ["copies"]),
    "a number as text": (b'{"text": "a", "copies": "2"}', ["copies"]),
    "true for a number": (b'{"text": "a", "copies": true}', ["copies"]),
    "null for a number": (b'{"text": "a", "copies": null}', ["copies"]),
    "NaN": (b'{"text": "a", "copies": NaN}', [BODY]),
    "Infinity": (b'{"text": "a", "copies": Infinity}', [BODY]),
    "-Infinity": (b'{"text": "a", "copies": -Infinity}', [BODY]),
    "a property twice": (b'{"text": "a", "text": "b"}', ["text"]),
    "a nested property twice": (b'{"text": "a", "labels": [{"colour": "a", "colour": "b"}]}', ["colour"]),
    "a list": (b"[]", [BODY]),
    "a text": (b'"text"', [BODY]),
    "a number": (b"1", [BODY]),
    "null": (b"null", [BODY]),
    "bad UTF-8": (b'{"text": "\xff"}', [BODY]),
    "Latin-1": ('{"text": "é"}'.encode("latin-1"), [BODY]),
    "UTF-16": ('{"text": "a"}'.encode("utf-16"), [BODY]),
    "a byte order mark": (b'\xef\xbb\xbf{"text": "a"}', [BODY]),
    "nothing": (b"", ["text"]),
    "an empty object": (b"{}", ["text"]),
    "an unknown property": (b'{"text": "a", "size": 1}', ["size"]),
    "an unknown property of an item": (b'{"text": "a", "labels": [{"colour": "red", "x": 1}]}', ["labels[0].x"]),
    "a property of the path": (b'{"text": "a", "shelf": "low"}', ["shelf"]),
    "an object for a list": (b'{"text": "a", "labels": {}}', ["labels"]),
    "too many items": (b'{"text": "a", "labels": [%s]}' % b",".join([b'{"colour": "red"}'] * 4), ["labels"]),
}


@pytest.mark.parametrize("case", FAULTY)
async def test_a_body_that_does_not_fit_is_refused(shelf: World, case: str) -> None:
    content, fields = FAULTY[case]
    problem = read_problem(await post(shelf, content), 400, "invalid_input")
    assert [error["field"] for error in problem["errors"]] == fields


async def test_every_fault_is_named_at_once(shelf: World) -> None:
    body = {"text": 5, "copies": 0, "labels": [{"colour": "far too long"}, {}], "nothing": 1, "shelf": "low"}
    answer = await post(shelf, json.dumps(body), "/shelves/UPPER/notes?dry=1", **{"Idempotency-Key": ""})
    assert errors_of(answer) == {
        "dry": "This operation takes no query parameters. Send this in the body.",
        "shelf": "This is not in the expected format.",
        "Idempotency-Key": "Must be 1 to 255 printable ASCII characters.",
        "text": "Must be text.",
        "labels[0].colour": "At most 10 characters; this has 12.",
        "labels[1].colour": "This is required.",
        "copies": "Must be 1 or more.",
        "nothing": "Unknown parameter.",
    }


async def test_a_near_name_is_suggested(shelf: World) -> None:
    written = errors_of(await post(shelf, b'{"txt": "a"}'))
    assert written["txt"] == "Unknown parameter. Did you mean text?"
    read = errors_of(await shelf.get("/notes?exakt=true"))
    assert read == {"exakt": "Unknown parameter. Did you mean exact?"}


async def test_a_flood_of_faults_is_cut(shelf: World) -> None:
    """As large as bodies may be: what takes longer than its size allows would hold up everybody."""
    names = ",".join(f'"n{i}":0' for i in range(90_000))
    problem = read_problem(await post(shelf, f"{{{names}}}"), 400, "invalid_input")
    assert len(problem["errors"]) == 100
    twice = errors_of(await post(shelf, f'{{{names},"n89999":0}}'))
    assert twice == {"n89999": "This property appears twice in one object."}
    long = read_problem(await post(shelf, json.dumps({"x" * 900_000: 1})), 400, "invalid_input")
    assert [len(error["field"]) for error in long["errors"]] == [4, 200]
    nul = read_problem(
        await post(shelf, b'{"labels": [%s]}' % b",".join([b'"\\u0000"'] * 90_000)), 400, "invalid_input"
    )
    assert len(nul["errors"]) == 100


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", ""],
)
async def test_another_content_type_is_refused(shelf: World, kind: str) -> None:
    answer = await shelf.request("POST", NOTES, by="alice", headers={"Content-Type": kind}, content=b'{"text": "a"}')
    read_problem(answer, 415, "unsupported_media_type")


async def test_a_body_without_a_content_type_is_refused(shelf: World) -> None:
    answer = await shelf.request("POST", NOTES, by="alice", content=b'{"text": "a"}')
    assert "content-type" not in answer.request.headers
    read_problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"])
async def test_the_content_type_may_have_parameters(shelf: World, kind: str) -> None:
    answer = await shelf.request("POST", NOTES, by="alice", headers={"Content-Type": kind}, content=b"{}")
    assert errors_of(answer) == {"text": "This is required."}


async def test_an_empty_body_needs_no_content_type(shelf: World) -> None:
    assert errors_of(await shelf.request("POST", NOTES, by="alice")) == {"text": "This is required."}


async def test_a_large_body_is_refused_with_or_without_its_length(shelf: World) -> None:
    async def in_parts() -> AsyncGenerator[bytes]:
        for _ in range(11):
            yield b" " * 100_000

    declared, undeclared = await post(shelf, b" " * 1_000_001), await post(shelf, in_parts())
    assert "content-length" in declared.request.headers
    assert "content-length" not in undeclared.request.headers
    for answer in (declared, undeclared):
        read_problem(answer, 413, "body_too_large")
    fits = b'{"text": "%s"}' % (b"a" * 999_988)
    assert len(fits) == 1_000_000
    assert errors_of(await post(shelf, fits)) == {"text": "At most 20 characters; this has 999988."}


@pytest.mark.parametrize("length", ["\xb2", "9" * 5_000, "-1", "1,000"])
async def test_a_length_that_is_no_number_counts_for_nothing(shelf: World, length: str) -> None:
    sent = [(b"content-length", length.encode("latin-1")), (b"content-type", b"application/json")]
    sent.append((b"authorization", shelf.bearer("alice")["Authorization"].encode()))
    answer = await shelf.client.request("POST", f"/api/v1{NOTES}", headers=sent, content=b"{}")
    assert errors_of(answer) == {"text": "This is required."}


QUERIES: dict[str, tuple[str, list[str]]] = {
    "no boolean": ("exact=maybe", ["exact"]),
    "a boolean in capitals": ("exact=True", ["exact"]),
    "an empty boolean": ("exact=", ["exact"]),
    "twice": ("exact=true&exact=false", ["exact"]),
    "unknown": ("nothing=1", ["nothing"]),
    "unknown, twice": ("nothing=1&nothing=2", ["nothing", "nothing"]),
    "a name without a value": ("nothing", ["nothing"]),
    "a NUL in a value": ("tags=a&tags=b%00", ["tags[1]"]),
    "a NUL in a name": ("a%00b=1", ["a?b", "a?b"]),
    "a surrogate in a value": ("tags=%ED%A0%80", ["tags[0]"]),
    "a surrogate in a name": ("%ED%A0%80=1", ["???", "???"]),
    "bad UTF-8 in a value": ("tags=%FF", ["tags[0]"]),
    "bad UTF-8 in a name": ("%FF=1", ["?", "?"]),
    "101 parameters": ("&".join(["tags=a"] * 101), ["query"]),
    "many separators": ("&" * 5_000, ["query"]),
}


@pytest.mark.parametrize("case", QUERIES)
async def test_a_query_that_does_not_fit_is_refused(shelf: World, case: str) -> None:
    query, fields = QUERIES[case]
    problem = read_problem(await shelf.get(f"/notes?{query}"), 400, "invalid_input")
    assert [error["field"] for error in problem["errors"]] == fields


async def test_faults_of_a_query_are_named_at_once(shelf: World) -> None:
    answer = await shelf.get("/listings?page=0&per_page=101&sort=best&country=Portugal&q=" + "a" * 201)
    assert errors_of(answer) == {
        "page": "Must be 1 or more.",
        "per_page": "Must be 100 or less.",
        "sort": "Must be one of 'relevance', 'newest', 'votes', 'trending', 'most_viewed' or 'most_followed'.",
        "country": "Must be two letters.",
        "q": "At most 200 characters; this has 201.",
    }


@pytest.mark.parametrize(
    "page", [2**31, 2**63, 2**64, 10**900, "1.0", "1e3", "+1", "0x1", "\u0661", "", " 1", "9" * 5_000]
)
async def test_a_page_that_is_no_number_of_a_page_is_refused(shelf: World, page: int | str) -> None:
    assert errors_of(await shelf.client.get("/api/v1/listings", params={"page": page})).keys() == {"page"}


async def test_lists_in_the_query_and_many_parameters_are_taken(shelf: World) -> None:
    answer = await shelf.get("/notes?" + "&".join(f"tags={i}" for i in range(99)) + "&exact=true")
    assert answer.json()["tags"] == [str(i) for i in range(99)]
    one = await shelf.get("/notes?tags=one%2Ctwo&tags=caf%C3%A9&tags=%F0%9F%98%80&tags=")
    assert one.json()["tags"] == ["one,two", "café", "😀", ""]


async def test_what_stands_in_the_path_is_not_taken_from_the_query(shelf: World) -> None:
    answer = await shelf.get("/notes/1?note_id=2", by="alice")
    assert errors_of(answer) == {"note_id": "This belongs in the path only."}


PATHS: dict[str, tuple[str, int, str]] = {
    "unknown": ("/nothing", 404, "not_found"),
    "a trailing slash": ("/notes/", 404, "not_found"),
    "a trailing slash behind an id": ("/notes/1/", 404, "not_found"),
    "two slashes": ("//notes", 404, "not_found"),
    "in capitals": ("/Notes", 404, "not_found"),
    "an encoded slash in an id": ("/notes/1%2F2", 400, "invalid_input"),
    "an encoded slash between": ("/notes%2F1", 404, "not_found"),
    "500 parts": ("/notes" * 500, 404, "not_found"),
    "10,000 parts": ("/n" * 10_000, 404, "not_found"),
    "10,000 characters": ("/" + "n" * 10_000, 404, "not_found"),
    "an id of 10,000 characters": ("/notes/" + "n" * 10_000, 400, "invalid_input"),
    "an id of 5,000 digits": ("/notes/" + "9" * 5_000, 400, "invalid_input"),
    "an id that is no number": ("/notes/one", 400, "invalid_input"),
    "0": ("/notes/0", 400, "invalid_input"),
    "-1": ("/notes/-1", 400, "invalid_input"),
    "2^31": ("/notes/2147483648", 404, "no_such_note"),
    "2^63 - 1": ("/notes/9223372036854775807", 404, "no_such_note"),
    "2^63": ("/notes/9223372036854775808", 404, "not_found"),
    "2^64": ("/notes/18446744073709551616", 404, "not_found"),
    "a NUL": ("/notes/%00", 400, "invalid_input"),
    "a NUL in a name": ("/no%00tes", 404, "not_found"),
    "a surrogate": ("/notes/%ED%A0%80", 400, "invalid_input"),
    "bad UTF-8": ("/notes/%FF", 400, "invalid_input"),
    "bad UTF-8 in a name": ("/no%FFtes", 404, "not_found"),
}


@pytest.mark.parametrize("case", PATHS)
async def test_a_path_that_leads_nowhere_is_told_apart_from_one_that_is_wrong(shelf: World, case: str) -> None:
    path, status, code = PATHS[case]
    url = httpx2.URL("http://localhost:8000/api/v1").copy_with(raw_path=f"/api/v1{path}".encode())
    answer = await shelf.client.get(url, headers=shelf.bearer("alice"))
    problem = read_problem(answer, status, code)
    if status == 400:
        assert {error["field"] for error in problem["errors"]} == {"note_id"}


async def test_a_slug_that_is_none_is_wrong(shelf: World) -> None:
    expected = "Must be a slug: 1 to 220 lowercase letters, digits and hyphens, not starting with a hyphen."
    for slug in ("a" * 221, "a%00", "%ED%A0%80", "%3Cb%3E", "---"):
        assert errors_of(await shelf.get(f"/listings/{slug}")) == {"slug": expected}
    for name, slug in {"UPPER": "upper", "-a": "a", "é": "e", "R%26D%20Tools": "r-d-tools"}.items():
        assert errors_of(await shelf.get(f"/listings/{name}")) == {"slug": f"{expected} Did you mean {slug}?"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/notes", "GET, HEAD, OPTIONS"),
        ("BREW", "/notes", "GET, HEAD, OPTIONS"),
        ("GET", NOTES, "OPTIONS, POST"),
        ("HEAD", NOTES, "OPTIONS, POST"),
        ("POST", "/openapi.json", "GET, HEAD, OPTIONS"),
    ],
)
async def test_another_method_is_refused_with_those_that_work(
    shelf: World, method: str, path: str, allowed: str
) -> None:
    answer = await shelf.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == allowed
    if method != "HEAD":
        problem = read_problem(answer, 405, "method_not_allowed")
        assert problem["detail"] == f"This URL supports only {allowed}."


async def test_nothing_that_was_sent_is_logged(shelf: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="showground")
    shelf.app.access_log.flush()
    out = shelf.app.access_log._out = io.StringIO()
    marked = {"Idempotency-Key": "hunter2", "Content-Type": "application/json", "Authorization": "Bearer hunter2"}
    await shelf.get("/notes?tags=hunter2&hunter2=1", headers={"X-Forwarded-For": "hunter2"})
    await shelf.request("POST", f"{NOTES}?hunter2=1", headers=marked, content=b'{"hunter2": 1}')
    await post(shelf, b'{"text": "hunter2", "hunter2": 1', **{"Idempotency-Key": "hunter2"})
    await post(shelf, b'{"text": "hunter2 hunter2 hunter2"}')
    shelf.app.access_log.flush()
    assert len(out.getvalue().splitlines()) == 4
    assert "hunter2" not in out.getvalue()
    assert shelf.keys["alice"] not in out.getvalue() + caplog.text
    assert "hunter2" not in caplog.text
