"""The direct path answers calls and lists of 2025 as the SDK does: the same requests to both, in one process."""

import json
import random
from typing import Any

import pytest

from tests.support.spoiled import spoil
from tests.surfaces.mcp.calling import META, PLAIN, Edge, Headers, ask, call_2025, hold_against_sdk, listed

pytestmark = pytest.mark.anyio

VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25")
MESSAGE = call_2025(9, "get_thing", {"slug": "lamp"})
LIST: dict[str, Any] = {"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"


@pytest.fixture
def edge(shared_edge: Edge) -> Edge:
    shared_edge.through_sdk = 0
    return shared_edge


def of(version: str, **changed: str) -> Headers:
    headers = {name.replace("_", "-"): value for name, value in changed.items()}
    return listed(PLAIN | {"mcp-protocol-version": version} | headers)


def body(**changed: Any) -> bytes:
    return json.dumps(MESSAGE | changed).encode()


def params(**changed: Any) -> bytes:
    return body(params=MESSAGE["params"] | changed)


GOOD = body()

DIRECT: dict[str, tuple[dict[str, str], bytes]] = {
    "good": ({}, GOOD),
    "no such slug": ({}, params(arguments={"slug": "none"})),
    "bad argument": ({}, params(arguments={"slug": "NO!"})),
    "unknown argument": ({}, params(arguments={"slug": "lamp", "x": 1})),
    "argument of another type": ({}, params(arguments={"slug": ["lamp"]})),
    "NUL in an argument": ({}, params(arguments={"slug": "\x00"})),
    "a fraction in an argument": ({}, params(arguments={"slug": 1.5})),
    "arguments null": ({}, params(arguments=None)),
    "no arguments": ({}, body(params={"name": "get_thing"})),
    "id text": ({}, body(id="é")),
    "id empty": ({}, body(id="")),
    "id huge": ({}, body(id=2**70)),
    "meta empty": ({}, params(_meta={})),
    "progress token": ({}, params(_meta={"progressToken": "p1"})),
    "progress number": ({}, params(_meta={"progressToken": 7})),
    "other meta": ({}, params(_meta={"example.com/x": {"y": None}})),
    "doubled arguments": ({}, GOOD.replace(b'"slug":', b'"slug": "other", "slug":')),
    "accepts only JSON": ({"accept": "application/json;q=0.5"}, GOOD),
    "session id": ({"mcp_session_id": "abc"}, GOOD),
    "last event id": ({"last_event_id": "3"}, GOOD),
    "headers of 2026": ({"mcp_method": "tools/list", "mcp_name": "other"}, GOOD),
    "own origin": ({"origin": "https://fair.example"}, GOOD),
    "a tool with ready JSON": ({}, params(name="try_often", arguments={})),
}

BY_THE_SDK: dict[str, tuple[dict[str, str], bytes]] = {
    "unknown tool": ({}, params(name="zzz")),
    "name a number": ({}, params(name=7)),
    "no name": ({}, body(params={})),
    "extra params": ({}, params(task={"ttl": 1})),
    "extra members": ({}, body(extra=1)),
    "a result too": ({}, body(result={})),
    "meta a list": ({}, params(_meta=[])),
    "meta null": ({}, params(_meta=None)),
    "progress token a list": ({}, params(_meta={"progressToken": []})),
    "progress token a fraction": ({}, params(_meta={"progressToken": 1.5})),
    "arguments a list": ({}, params(arguments=[1])),
    "params a list": ({}, body(params=[])),
    "id null": ({}, body(id=None)),
    "id true": ({}, body(id=True)),
    "id a fraction": ({}, body(id=1.5)),
    "jsonrpc 1.0": ({}, body(jsonrpc="1.0")),
    "NaN in an argument": ({}, params(arguments={"slug": float("nan")})),
    "lone surrogate in an argument": ({}, params(arguments={"slug": "\ud800"})),
    "UTF-16": ({}, GOOD.decode().encode("utf-16")),
    "UTF-8 with a mark": ({}, b"\xef\xbb\xbf" + GOOD),
    "too deep": ({}, params(arguments={"slug": json.loads("[" * 300 + "]" * 300)})),
    "another method": ({}, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode()),
    "a batch": ({}, b"[" + GOOD + b"]"),
    "accepts anything": ({"accept": "*/*"}, GOOD),
    "accepts only HTML": ({"accept": "text/html"}, GOOD),
}


@pytest.mark.parametrize("case", DIRECT)
async def test_calls_of_2025_are_answered_directly(edge: Edge, case: str) -> None:
    headers, content = DIRECT[case]
    for version in VERSIONS:
        status, kind, _, answer = await hold_against_sdk(edge, of(version, **headers), content)
        assert (status, kind) == (200, "application/json")
        assert "result" in answer
    assert edge.through_sdk == 0


@pytest.mark.parametrize("case", BY_THE_SDK)
async def test_unusual_calls_of_2025_are_left_to_the_sdk(edge: Edge, case: str) -> None:
    headers, content = BY_THE_SDK[case]
    await hold_against_sdk(edge, of("2025-11-25", **headers), content)
    assert edge.through_sdk == 1


async def test_a_version_header_sent_twice_is_left_to_the_sdk(edge: Edge) -> None:
    await hold_against_sdk(edge, [*of("2025-06-18"), (b"mcp-protocol-version", b"2025-11-25")], GOOD)
    assert edge.through_sdk == 1


async def test_the_list_of_tools_is_made_once_for_each_version(edge: Edge) -> None:
    lists: list[Any] = []
    alike: list[dict[str, Any]] = [{}, {"id": "again"}, {"params": {}}, {"params": {"_meta": {"progressToken": 1}}}]
    for version in VERSIONS:
        for changed in alike:
            *_, answer = await hold_against_sdk(edge, of(version), json.dumps(LIST | changed).encode())
            lists.append(answer["result"])
    assert edge.through_sdk <= len(VERSIONS)  # other tests of this surface may have listed before
    assert all(one == lists[0] for one in lists)


@pytest.mark.parametrize("changed", [{"params": {"cursor": "x"}}, {"params": []}, {"params": None}, {"extra": 1}])
async def test_unusual_lists_of_2025_are_left_to_the_sdk(edge: Edge, changed: dict[str, Any]) -> None:
    await hold_against_sdk(edge, of("2025-11-25"), json.dumps(LIST | changed).encode())
    assert edge.through_sdk == 1


ODD: list[Any] = [None, True, 0, -1.5, "", "x", "get_thing", "tools/call", "tools/list", "2.0", [], {}, {"a": None}]
NAMES = ["_meta", "id", "task", "name", "method", "result", "error", "x"]


@pytest.mark.parametrize("version", VERSIONS)
async def test_spoiled_messages_of_2025_are_answered_alike(edge: Edge, version: str) -> None:
    dice = random.Random(version)
    for _ in range(200):
        message: Any = dice.choice([MESSAGE, MESSAGE | {"params": MESSAGE["params"] | {"_meta": {"x": 1}}}, LIST])
        for _ in range(dice.randrange(1, 3)):
            message = spoil(message, dice, ODD, NAMES)
        await hold_against_sdk(edge, of(version), json.dumps(message).encode())


async def test_meta_of_2026_under_a_header_of_2025_is_refused(edge: Edge) -> None:
    for content in (params(_meta=META), json.dumps(LIST | {"params": {"_meta": META}}).encode()):
        answer = await ask(edge, of("2025-11-25"), content)
        assert (answer.status, answer.json["error"]["code"]) == (400, -32020)
    await hold_against_sdk(edge, of("2025-11-25"), params(_meta={VERSION_KEY: "2025-11-25"}))
