"""The direct path answers as the SDK does: the same requests to both, in one process."""

import json
import random
from typing import Any

import pytest

from tests.support.spoiled import spoil
from tests.surfaces.mcp.calling import META, PLAIN, Edge, Headers, ask, hold_against_sdk, listed, modern, seen

pytestmark = pytest.mark.anyio

MESSAGE, ROUTING = modern("tools/call", name="get_thing", arguments={"slug": "lamp"})
HEADERS = listed(PLAIN | ROUTING)
INFO = "io.modelcontextprotocol/clientInfo"
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
REFUSALS = (400, 403, 421)


@pytest.fixture
def edge(shared_edge: Edge) -> Edge:
    shared_edge.through_sdk = 0
    return shared_edge


def put(**changed: str | None) -> Headers:
    headers = PLAIN | ROUTING | {name.replace("_", "-"): value for name, value in changed.items()}
    return listed({name: value for name, value in headers.items() if value is not None})


def body(**changed: Any) -> bytes:
    return json.dumps(MESSAGE | changed).encode()


def params(**changed: Any) -> bytes:
    return body(params=MESSAGE["params"] | changed)


def meta(**changed: Any) -> bytes:
    return params(_meta={name: value for name, value in (META | changed).items() if value is not ...})


GOOD = body()

DIRECT: dict[str, tuple[Headers, bytes]] = {
    "good": (HEADERS, GOOD),
    "no such slug": (HEADERS, params(arguments={"slug": "none"})),
    "bad argument": (HEADERS, params(arguments={"slug": "NO!"})),
    "unknown argument": (HEADERS, params(arguments={"slug": "lamp", "x": 1})),
    "argument of another type": (HEADERS, params(arguments={"slug": ["lamp"]})),
    "lone surrogate in an argument": (HEADERS, params(arguments={"slug": "\ud800"})),
    "NUL in an argument": (HEADERS, params(arguments={"slug": "\x00"})),
    "NaN in an argument": (HEADERS, params(arguments={"slug": float("nan")})),
    "huge number in an argument": (HEADERS, params(arguments={"per_page": 10**4000})),
    "deep argument": (HEADERS, params(arguments={"slug": json.loads("[" * 300 + "]" * 300)})),
    "no arguments": (HEADERS, params(arguments={})),
    "arguments null": (HEADERS, params(arguments=None)),
    "id text": (HEADERS, body(id="é")),
    "id zero": (HEADERS, body(id=0)),
    "id empty": (HEADERS, body(id="")),
    "id huge": (HEADERS, body(id=10**400)),
    "id below zero": (HEADERS, body(id=-(2**70))),
    "extra members": (HEADERS, body(extra=1)),
    "doubled keys": (HEADERS, GOOD[:-1] + b',"id":1,"id":2}'),
    "doubled arguments": (HEADERS, GOOD.replace(b'"slug":', b'"slug": "other", "slug":')),
    "UTF-16": (HEADERS, GOOD.decode().encode("utf-16")),
    "UTF-8 with a mark": (HEADERS, b"\xef\xbb\xbf" + GOOD),
    "progress token": (HEADERS, meta(progressToken="p1")),
    "progress number": (HEADERS, meta(progressToken=7)),
    "other meta": (HEADERS, meta(**{"example.com/x": {"y": None}, "traceparent": "00"})),
    "no client info": (HEADERS, meta(**{INFO: ...})),
    "client info null": (HEADERS, meta(**{INFO: None})),
    "capabilities": (HEADERS, meta(**{CAPABILITIES: {"elicitation": {}, "x": 1}})),
    "log level": (HEADERS, meta(**{"io.modelcontextprotocol/logLevel": "debug"})),
    "encoded name": (put(mcp_name="=?base64?Z2V0X3RoaW5n?="), GOOD),
    "unknown parameter header": ([*HEADERS, (b"mcp-param-slug", b"other")], GOOD),
    "accepts only JSON": (put(accept="application/json;q=0.5"), GOOD),
    "content type with charset": (put(content_type="application/json; charset=utf-8"), GOOD),
    "own origin": (put(origin="https://fair.example"), GOOD),
    "origin empty": (put(origin=""), GOOD),
    "host with port": (put(host="fair.example:443"), GOOD),
    "session id": (put(mcp_session_id="abc"), GOOD),
    "a tool with ready JSON": (put(mcp_name="try_often"), params(name="try_often", arguments={})),
}

BY_THE_SDK: dict[str, tuple[Headers, bytes]] = {
    "unknown tool": (put(mcp_name="zzz"), params(name="zzz")),
    "name a number": (put(mcp_name="7"), params(name=7)),
    "name null": (HEADERS, params(name=None)),
    "name a list": (HEADERS, params(name=["get_thing"])),
    "no name": (HEADERS, body(params={"_meta": META})),
    "name header differs": (put(mcp_name="other"), GOOD),
    "method header differs": (put(mcp_method="tools/list"), GOOD),
    "method header in capitals": (put(mcp_method="Tools/Call"), GOOD),
    "version header differs": (HEADERS, meta(**{VERSION: "2025-11-25"})),
    "unknown version": (put(mcp_protocol_version="2030-01-01"), meta(**{VERSION: "2030-01-01"})),
    "version empty": (put(mcp_protocol_version=""), GOOD),
    "no name header": (put(mcp_name=None), GOOD),
    "no method header": (put(mcp_method=None), GOOD),
    "bad encoded name": (put(mcp_name="=?base64?!?="), GOOD),
    "doubled name header": ([*HEADERS, (b"mcp-name", b"get_thing")], GOOD),
    "doubled method header": ([*HEADERS, (b"mcp-method", b"tools/call")], GOOD),
    "doubled version header": ([*HEADERS, (b"mcp-protocol-version", b"2026-07-28")], GOOD),
    "no meta": (HEADERS, body(params={"name": "get_thing", "arguments": {}})),
    "meta empty": (HEADERS, params(_meta={})),
    "meta null": (HEADERS, params(_meta=None)),
    "meta a list": (HEADERS, params(_meta=[])),
    "version null": (HEADERS, meta(**{VERSION: None})),
    "no capabilities": (HEADERS, meta(**{CAPABILITIES: ...})),
    "capabilities a list": (HEADERS, meta(**{CAPABILITIES: []})),
    "capabilities null": (HEADERS, meta(**{CAPABILITIES: None})),
    "client info empty": (HEADERS, meta(**{INFO: {}})),
    "client info a text": (HEADERS, meta(**{INFO: "me"})),
    "progress token a list": (HEADERS, meta(progressToken=[])),
    "progress token a fraction": (HEADERS, meta(progressToken=1.5)),
    "log level unknown": (HEADERS, meta(**{"io.modelcontextprotocol/logLevel": "loud"})),
    "lone surrogate in meta": (HEADERS, meta(x="\ud800")),
    "deep meta": (HEADERS, meta(x=json.loads("[" * 300 + "]" * 300))),
    "extra params": (HEADERS, params(task={"ttl": 1})),
    "wrong extra params": (HEADERS, params(inputResponses=3)),
    "request state": (HEADERS, params(requestState="x")),
    "arguments a list": (HEADERS, params(arguments=[1])),
    "arguments a text": (HEADERS, params(arguments="x")),
    "arguments false": (HEADERS, params(arguments=False)),
    "params a list": (HEADERS, body(params=[])),
    "params null": (HEADERS, body(params=None)),
    "id null": (HEADERS, body(id=None)),
    "id true": (HEADERS, body(id=True)),
    "id a fraction": (HEADERS, body(id=1.5)),
    "id a whole fraction": (HEADERS, body(id=1.0)),
    "id a list": (HEADERS, body(id=[1])),
    "id a lone surrogate": (HEADERS, body(id="\ud800")),
    "no id": (HEADERS, json.dumps({n: v for n, v in MESSAGE.items() if n != "id"}).encode()),
    "jsonrpc 1.0": (HEADERS, body(jsonrpc="1.0")),
    "jsonrpc a number": (HEADERS, body(jsonrpc=2.0)),
    "no jsonrpc": (HEADERS, json.dumps({n: v for n, v in MESSAGE.items() if n != "jsonrpc"}).encode()),
    "method null": (HEADERS, body(method=None)),
    "another method": (put(mcp_method="tools/list", mcp_name=None), body(method="tools/list")),
    "unknown method": (put(mcp_method="x/y"), body(method="x/y")),
    "a result": (HEADERS, b'{"jsonrpc":"2.0","id":9,"result":{}}'),
    "not JSON": (HEADERS, b"{"),
    "nothing": (HEADERS, b""),
    "not text": (HEADERS, b"\xff\xfe\xfd"),
    "too deep": (HEADERS, b"[" * 100_000),
    "a number too long": (HEADERS, b'{"id":' + b"9" * 5000 + b"}"),
    "a text": (HEADERS, b'"tools/call"'),
    "batch": (HEADERS, b"[" + GOOD + b"]"),
    "no accept": (put(accept=None), GOOD),
    "accepts anything": (put(accept="*/*"), GOOD),
    "accepts any application": (put(accept="application/*"), GOOD),
    "accepts in capitals": (put(accept="Application/JSON"), GOOD),
    "accepts only HTML": (put(accept="text/html"), GOOD),
    "accepts only a stream": (put(accept="text/event-stream"), GOOD),
    "of 2025 without a header": (listed(PLAIN), meta(**{VERSION: ...})),
}

# The SDK goes by the header alone and would answer these as messages of 2025.
MIXED_ERAS: dict[str, tuple[Headers, bytes]] = {
    "no version header": (put(mcp_protocol_version=None), GOOD),
    "no routing headers": (listed(PLAIN), GOOD),
    "an older version header": (put(mcp_protocol_version="2025-06-18"), GOOD),
    "version null": (put(mcp_protocol_version="2025-06-18"), meta(**{VERSION: None})),
    "version null and no header": (put(mcp_protocol_version=None), meta(**{VERSION: None})),
    "version a list": (put(mcp_protocol_version="2025-06-18"), meta(**{VERSION: ["2025-06-18"]})),
}

REFUSED: dict[str, tuple[Headers, bytes]] = {
    "evil origin": (put(origin="https://evil.example"), GOOD),
    "null origin": (put(origin="null"), GOOD),
    "own origin without TLS": (put(origin="http://fair.example"), GOOD),
    "evil host": (put(host="evil.example"), GOOD),
    "host with another port": (put(host="fair.example:8000"), GOOD),
    "no host": (put(host=None), GOOD),
    "text": (put(content_type="text/plain"), GOOD),
    "no content type": (put(content_type=None), GOOD),
    "form": (put(content_type="application/x-www-form-urlencoded"), GOOD),
}

BLANKS = [(name, b"\t" + value + b"  ") for name, value in HEADERS]


@pytest.mark.parametrize("case", DIRECT)
async def test_what_the_direct_path_answers(edge: Edge, case: str) -> None:
    status, kind, _, content = await hold_against_sdk(edge, *DIRECT[case])
    assert (status, kind) == (200, "application/json")
    assert "result" in content
    assert edge.through_sdk == 0


async def test_the_direct_path_answers_for_a_failing_tool(edge: Edge, expected_errors: list[str]) -> None:
    failing = put(mcp_name="break_down"), params(name="break_down", arguments={})
    status, _, _, content = await hold_against_sdk(edge, *failing)
    assert status == 200
    assert "result" in content
    assert edge.through_sdk == 0
    assert set(expected_errors) == {"break_down failed; request req-1"}


@pytest.mark.parametrize("case", BY_THE_SDK)
async def test_what_is_left_to_the_sdk(edge: Edge, case: str) -> None:
    await hold_against_sdk(edge, *BY_THE_SDK[case])
    assert edge.through_sdk == 1


@pytest.mark.parametrize("case", MIXED_ERAS)
async def test_header_and_body_of_different_eras_never_reach_the_sdk(edge: Edge, case: str) -> None:
    status, kind, _, content = seen(await ask(edge, *MIXED_ERAS[case]))
    assert (status, kind, content["id"], content["error"]["code"]) == (400, "application/json", 9, -32020)
    assert edge.through_sdk == 0


@pytest.mark.parametrize("case", REFUSED)
async def test_what_is_refused_before_anything_is_read(edge: Edge, case: str) -> None:
    status, *_ = await hold_against_sdk(edge, *REFUSED[case])
    assert status in REFUSALS
    assert edge.through_sdk == 0


async def test_blanks_around_header_values_mean_nothing(edge: Edge) -> None:
    assert seen(await ask(edge, BLANKS, GOOD)) == seen(await ask(edge.sdk_alone, HEADERS, GOOD))
    assert edge.through_sdk == 0


async def test_other_methods_have_the_same_status(edge: Edge) -> None:
    for method in ("GET", "PUT", "DELETE"):
        ours, theirs = await ask(edge, HEADERS, b"", method), await ask(edge.sdk_alone, HEADERS, b"", method)
        assert (ours.status, ours.headers["allow"]) == (theirs.status, theirs.headers["allow"]) == (405, "POST")


async def test_a_wrong_meta_is_not_taken_for_a_known_one(edge: Edge) -> None:
    for content in (GOOD, meta(**{INFO: {}}), GOOD, meta(**{CAPABILITIES: True}), meta(progressToken=True), GOOD):
        await hold_against_sdk(edge, HEADERS, content)


ODD: list[Any] = [None, True, 0, 7, -1.5, "", "x", "get_thing", "tools/call", "2.0", "2026-07-28", [], {}, {"a": None}]
NAMES = [*META, "id", "task", "name", "method", "x"]


def spoil_headers(headers: Headers, dice: random.Random) -> Headers:
    at = dice.randrange(len(headers))
    name, value = headers[at]
    values = [
        b"",
        b"x",
        value.upper(),
        value + b"x",
        b"2025-11-25",
        b"get_secret",
        b"*/*",
        b"application/json",
        b"null",
    ]
    match dice.randrange(3):
        case 0:
            return headers[:at] + headers[at + 1 :]
        case 1:
            return [*headers, (name, dice.choice([*values, value]))]
        case _:
            return [*headers[:at], (name, dice.choice(values)), *headers[at + 1 :]]


@pytest.mark.parametrize("seed", range(4))
async def test_spoiled_requests_are_answered_alike(edge: Edge, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(150):
        message: Any = MESSAGE
        for _ in range(dice.randrange(1, 3)):
            message = spoil(message, dice, ODD, NAMES)
        headers = spoil_headers(HEADERS, dice) if dice.random() < 0.3 else HEADERS
        content = json.dumps(message).encode()
        versions = [value for name, value in headers if name == b"mcp-protocol-version"]
        if isinstance(message, list) and versions != [b"2026-07-28"]:
            continue  # a batch of 2025, which the SDK does not know
        if mixes_eras(message, versions):
            assert (await ask(edge, list(headers), content)).status in REFUSALS
            continue
        await hold_against_sdk(edge, lower_host(headers), content)


def mixes_eras(message: Any, versions: list[bytes]) -> bool:
    """Whether the header says 2025, or nothing, and the body names another version."""
    try:
        named = message["params"]["_meta"][VERSION]
    except (KeyError, TypeError, IndexError):
        return False
    return not versions or (versions[0] == b"2025-11-25" and named != "2025-11-25")


def lower_host(headers: Headers) -> Headers:
    """The surface takes a host in capitals, the SDK does not."""
    return [(name, value.lower() if name == b"host" else value) for name, value in headers]


async def test_the_sdk_alone_is_no_way_round_the_door(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the SDK ever find a call where we have found none, the dispatcher is still passed."""
    monkeypatch.setattr(edge.mcp, "_tool_called_by", find_nothing)
    monkeypatch.setattr(edge.mcp._direct, "read", find_nothing)
    answer = await edge.call("get_secret")
    assert answer.status == 401
    assert 'scope="account:read"' in answer.headers["www-authenticate"]


def find_nothing(*_: Any) -> None:
    return None
