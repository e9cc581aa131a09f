"""What a caller of /mcp sees: answers, refusals, access, rates, both eras and batches."""

import json
from dataclasses import replace
from typing import Any

import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.rate_limits import Quotas
from showground.surfaces.mcp.surface import Mcp
from showground.surfaces.rest.routes import OPERATION
from tests.surfaces.mcp.calling import META, PLAIN, Edge, ask, bearer, call_2025, listed, make_key, modern
from tests.surfaces.mcp.operations import OPERATIONS

pytestmark = pytest.mark.anyio

VERSIONS_2025 = ("2025-03-26", "2025-06-18", "2025-11-25")


def initialize(version: str) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


async def test_a_call_of_the_2026_era_answers_the_operations_own_bytes(edge: Edge) -> None:
    answer = await edge.call("get_thing", {"slug": "lamp"})
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    result = answer.json["result"]
    assert result["structuredContent"] == {
        "slug": "lamp",
        "name": 'Señor "Ω" \u2028',
        "price": None,
        "makers": [{"name": "Ada"}],
        "per_page": 20,
    }
    assert result["isError"] is False
    assert result["content"][0]["text"].startswith('{"slug":"lamp","name":"Señor')
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert edge.through_sdk == 0


@pytest.mark.parametrize("version", VERSIONS_2025)
async def test_the_versions_of_2025_initialize_and_call(edge: Edge, version: str) -> None:
    begun = await edge.post(initialize(version))
    assert begun.json["result"]["protocolVersion"] == version
    assert "Test Fair is a public directory" in begun.json["result"]["instructions"]
    headers = {"mcp-protocol-version": version}
    assert (await edge.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, headers)).status == 202
    answer = await edge.post(call_2025(7, "get_thing", {"slug": "lamp"}), headers)
    assert answer.status == 200
    assert answer.json["id"] == 7
    assert answer.json["result"]["structuredContent"]["price"] is None


async def test_discovery_tells_what_this_is(edge: Edge) -> None:
    answer = await edge.post(*modern("server/discover"))
    result = answer.json["result"]
    assert result["supportedVersions"] == ["2026-07-28"]
    for word in ("Fair", "never invent", "checkout", "vote"):
        assert word in result["instructions"]
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["title"] == "Test Fair"


async def test_every_fault_of_the_arguments_is_named(edge: Edge) -> None:
    for answer in (
        await edge.call("get_thing", {"slug": 3, "per_page": 101, "sulg": "x"}),
        await edge.call_2025("get_thing", {"slug": 3, "per_page": 101, "sulg": "x"}),
    ):
        assert answer.status == 200
        problem = answer.problem
        assert (problem["status"], problem["code"], problem["request_id"]) == (400, "invalid_input", "req-1")
        assert {error["field"] for error in problem["errors"]} == {"slug", "per_page", "sulg"}


async def test_a_failure_is_the_tools_result(edge: Edge) -> None:
    for answer in (await edge.call("get_thing", {"slug": "none"}), await edge.call_2025("get_thing", {"slug": "none"})):
        assert answer.status == 200
        assert answer.problem == {
            "type": "/docs/api#not_found",
            "title": "Not found",
            "status": 404,
            "detail": "Nothing exists at this address.",
            "code": "not_found",
            "request_id": "req-1",
        }


async def test_an_unforeseen_failure_tells_nothing(edge: Edge, expected_errors: list[str]) -> None:
    for answer in (await edge.call("break_down"), await edge.call_2025("break_down")):
        assert answer.status == 200
        assert answer.problem["status"] == 503
        assert answer.problem["retry_after"] == int(answer.headers["retry-after"])
        assert b"hunter2" not in answer.body
    assert expected_errors == ["break_down failed; request req-1"] * 2


async def test_an_unknown_tool_is_a_protocol_error_with_a_hint(edge: Edge) -> None:
    message, headers = modern("tools/call", name="get_thin", arguments={})
    answer = await edge.post(message, headers)
    assert answer.status == 400
    assert answer.json["error"]["code"] == -32602
    assert answer.json["error"]["message"].startswith("Unknown tool: get_thin. Did you mean get_thing")


@pytest.mark.parametrize("era", ["2026", "2025", "batch"])
async def test_missing_and_insufficient_access_is_answered_over_http(edge: Edge, key: str, era: str) -> None:
    async def call(name: str, key: str | None = None) -> Any:
        if era == "2026":
            return await edge.call(name, key=key)
        if era == "2025":
            return await edge.call_2025(name, key=key)
        return await edge.post([call_2025(1, "get_thing", {"slug": "lamp"}), call_2025(2, name)], bearer(key))

    metadata = 'resource_metadata="https://fair.example/.well-known/oauth-protected-resource/mcp"'
    refused = await call("get_secret")
    assert refused.status == 401
    assert refused.headers["www-authenticate"] == f'Bearer scope="account:read", {metadata}'
    assert refused.json["code"] == "sign_in_required"
    refused = await call("add_note", key)
    assert refused.status == 403
    both = 'scope="account:read listings:write"'  # what it has, too: it should lose nothing
    assert refused.headers["www-authenticate"] == f'Bearer error="insufficient_scope", {both}, {metadata}'
    assert refused.json["_meta"] == {"mcp/www_authenticate": [refused.headers["www-authenticate"]]}
    assert refused.json["required_scope"] == "listings:write"
    refused = await call("get_name")
    assert refused.status == 401
    assert refused.headers["www-authenticate"] == f"Bearer {metadata}"


@pytest.mark.parametrize("authorization", ["Bearer nonsense", "Bearer", "Basic YTpi", ""])
async def test_a_bad_token_is_refused_with_any_message(edge: Edge, authorization: str) -> None:
    call, call_headers = modern("tools/call", name="get_thing", arguments={"slug": "lamp"})
    for message, headers in (modern("tools/list"), (call, call_headers), (initialize("2025-06-18"), {})):
        answer = await edge.post(message, headers | {"authorization": authorization})
        assert answer.status == 401
        assert answer.headers["www-authenticate"].startswith('Bearer error="invalid_token"')


async def test_refusals_are_counted(edge: Edge) -> None:
    bad = {"authorization": "Bearer nonsense"}
    for answer in (
        await edge.post(modern("tools/list")[0], bad),
        await edge.post(b"", method="GET"),
        await edge.call("get_secret"),
    ):
        assert answer.status in (401, 405)
    assert answer.headers["ratelimit"] == '"anonymous";r=117;t=60'


@pytest.mark.parametrize("era", ["2026", "2025"])
async def test_wrong_tokens_past_their_limit_are_429_and_an_ended_one_stays_401(
    edge: Edge, dispatcher: Dispatcher, key: str, era: str
) -> None:
    call = edge.call if era == "2026" else edge.call_2025
    answers = [await call("get_thing", {"slug": "lamp"}, key=f"nonsense{number}") for number in range(126)]
    assert [answer.status for answer in answers] == [401] * 120 + [429] * 6
    assert all(answer.headers["www-authenticate"].startswith('Bearer error="invalid') for answer in answers[:120])
    refused = answers[-1]
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json["retry_after"] == int(refused.headers["retry-after"]) == 60
    assert refused.headers["ratelimit"] == '"bad-credentials";r=0;t=60'
    assert (await call("get_secret", key=key)).status == 200  # nobody is locked out by others' guesses
    async with dispatcher.database.transaction() as db:
        await db.execute("update api_key set revoked_at = now()")
    ended = await call("get_secret", key=key)
    assert ended.status == 401
    assert 'error="invalid_token"' in ended.headers["www-authenticate"]
    assert ended.json["_meta"] == {"mcp/www_authenticate": [ended.headers["www-authenticate"]]}
    again = [(await call("get_secret", key=key)).status for _ in range(120)]
    assert again == [401] * 119 + [429]  # but it has a limit too


async def test_refusals_past_the_limit_stay_what_they_are(dispatcher: Dispatcher) -> None:
    mcp = Mcp(OPERATIONS, replace(dispatcher, quotas=Quotas(factor=1 / 120)))
    async with mcp.run():
        edge = Edge(mcp)
        for _ in range(3):
            other_method = await edge.post(b"", method="GET")
            unnamed = await edge.call("get_secret")
            for answer, status in ((other_method, 405), (unnamed, 401)):
                assert answer.status == status
                assert answer.headers["ratelimit"] == '"anonymous";r=0;t=60'
                assert "retry-after" not in answer.headers


async def test_the_log_is_told_which_operation_was_called(edge: Edge) -> None:
    await edge.call("get_thing", {"slug": "lamp"})
    await edge.call_2025("get_secret")
    await edge.post(*modern("tools/list"))
    assert [scope.get(OPERATION) for scope in edge.scopes] == ["get_thing", "get_secret", None]


async def test_our_own_fault_before_a_tool_is_called_tells_nothing(
    dispatcher: Dispatcher, expected_errors: list[str]
) -> None:
    answer = await Edge(Mcp(OPERATIONS, dispatcher)).post(initialize("2025-06-18"))  # which nobody runs
    assert (answer.status, answer.json["code"]) == (503, "unavailable")
    assert expected_errors == ["request req-1 failed"]


async def test_an_api_key_opens_what_its_scopes_allow(edge: Edge, key: str) -> None:
    for answer in (await edge.call("get_secret", key=key), await edge.call_2025("get_secret", key=key)):
        assert answer.status == 200
        assert answer.json["result"]["structuredContent"]["account"] > 0


async def test_a_session_id_is_no_credential(edge: Edge, key: str) -> None:
    for message in (initialize("2025-06-18"), {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}):
        answer = await edge.post(message, {"mcp-session-id": "of-another"} | bearer(key))
        assert answer.status == 200
        assert "mcp-session-id" not in answer.headers
    assert (await edge.post(call_2025(1, "get_secret"), {"mcp-session-id": "of-another"})).status == 401


async def test_the_same_key_does_it_once(edge: Edge, dispatcher: Dispatcher, writing_key: str) -> None:
    note = {"text": "hello", "idempotency_key": "k1"}
    first = await edge.call("add_note", note, key=writing_key)
    again = await edge.call("add_note", note, key=writing_key)
    earlier_era = await edge.call_2025("add_note", note, key=writing_key)
    assert first.json == again.json
    assert earlier_era.json["result"]["structuredContent"] == first.json["result"]["structuredContent"]
    other = await edge.call("add_note", {"text": "other", "idempotency_key": "k1"}, key=writing_key)
    assert other.problem["code"] == "idempotency_key_reused"
    async with dispatcher.database.reading() as db:
        assert await db.one("select count(*) from test_note") == (1,)


async def test_a_wrong_key_is_named_beside_the_other_faults(edge: Edge, writing_key: str) -> None:
    for wrong in ("", "x" * 256, "\n", 7, None):
        answer = await edge.call("add_note", {"text": "", "idempotency_key": wrong}, key=writing_key)
        assert [error["field"] for error in answer.problem["errors"]] == ["idempotency_key", "text"]
    answer = await edge.call("get_thing", {"slug": "lamp", "idempotency_key": "k1"})
    assert [error["field"] for error in answer.problem["errors"]] == ["idempotency_key"]


async def test_counted_answers_say_what_is_left(edge: Edge) -> None:
    for answer in (
        await edge.call("get_thing", {"slug": "lamp"}),
        await edge.call_2025("get_thing", {"slug": "lamp"}),
        await edge.post(*modern("tools/list")),
        await edge.post(b"{"),
    ):
        assert answer.headers["ratelimit-policy"] == '"anonymous";q=120;w=60'
    assert answer.headers["ratelimit"] == '"anonymous";r=116;t=60'


async def test_too_many_calls_are_the_tools_result(edge: Edge) -> None:
    for call in (edge.call, edge.call_2025):
        assert (await call("try_often")).status == 200
    for call in (edge.call, edge.call_2025):
        answer = await call("try_often")
        assert answer.status == 200
        assert (answer.problem["status"], answer.problem["code"]) == (429, "rate_limited")
        assert answer.problem["retry_after"] == int(answer.headers["retry-after"]) == 60
        assert '"tries";r=0' in answer.headers["ratelimit"]


async def test_too_many_other_messages_are_https(dispatcher: Dispatcher) -> None:
    few = replace(dispatcher, quotas=Quotas(factor=3 / 120))
    mcp = Mcp(OPERATIONS, few)
    async with mcp.run():
        edge = Edge(mcp)
        for message, headers in (modern("tools/list"), modern("server/discover"), modern("nothing/such")):
            assert (await edge.post(message, headers)).status != 429
        ping: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for refused in (await edge.post(*modern("tools/list")), await edge.post([ping, ping])):
            assert refused.status == 429
            assert refused.headers["content-type"] == "application/problem+json"
            assert refused.headers["retry-after"] == "60"
            assert refused.headers["ratelimit"] == '"anonymous";r=0;t=60'
        assert (await edge.call("get_thing", {"slug": "lamp"})).problem["status"] == 429


async def test_batches_of_2025_03_26(edge: Edge) -> None:
    batch: list[Any] = [
        {"jsonrpc": "2.0", "id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        call_2025(2, "get_thing", {"slug": "lamp"}),
        {"jsonrpc": "2.0", "id": 3, "method": "nothing/such"},
        17,
    ]
    for headers in ({}, {"mcp-protocol-version": "2025-03-26"}):
        answer = await edge.post(batch, headers)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
        pong, called, unknown, invalid = answer.json
        assert (pong["id"], pong["result"]) == (1, {})
        assert called["result"]["structuredContent"]["slug"] == "lamp"
        assert (unknown["id"], unknown["error"]["code"]) == (3, -32601)
        assert invalid["id"] is None
    only_notes = await edge.post([{"jsonrpc": "2.0", "method": "notifications/initialized"}])
    assert (only_notes.status, only_notes.body) == (202, b"")


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", "2026-07-28"])
async def test_later_versions_know_no_batches(edge: Edge, version: str) -> None:
    answer = await edge.post([{"jsonrpc": "2.0", "id": 1, "method": "ping"}], {"mcp-protocol-version": version})
    assert answer.status == 400
    assert answer.json["error"]["code"] in (-32600, -32602)


async def test_a_batch_is_neither_empty_nor_endless(edge: Edge) -> None:
    ping: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for batch in ([], [ping] * 51):
        assert (await edge.post(batch)).status == 400
    assert len((await edge.post([ping] * 50)).json) == 50


async def test_nothing_of_a_batch_is_done_if_a_part_needs_access(edge: Edge, dispatcher: Dispatcher) -> None:
    writing_only = await make_key(dispatcher, "other@fair.example", "listings:write")
    calls = [call_2025(1, "add_note", {"text": "a"}), call_2025(2, "get_secret")]
    assert (await edge.post(calls, bearer(writing_only))).status == 403
    async with dispatcher.database.reading() as db:
        assert await db.one("select count(*) from test_note") == (0,)


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS", "HEAD"])
async def test_only_posts_are_taken(edge: Edge, method: str) -> None:
    answer = await edge.post(b"", method=method)
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


async def test_a_body_over_a_megabyte_is_refused(edge: Edge) -> None:
    big = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"x" * 1_000_000 + b'"}}'
    for headers in ({}, {"content-length": str(len(big))}, {"mcp-protocol-version": "2026-07-28"}):
        assert (await edge.post(big, headers)).status == 413


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 5_000, b'"\\ud800"', b"\x00", b"null", b"[]"],
)
async def test_what_is_no_message_is_a_bad_request(edge: Edge, body: bytes) -> None:
    for headers in ({}, {"mcp-protocol-version": "2025-11-25"}, modern("ping")[1]):
        answer = await edge.post(body, headers)
        assert answer.status == 400
        assert answer.json["error"]["code"] in (-32700, -32600, -32602)


@pytest.mark.parametrize("depth", [150, 250, 300, 600, 900, 940, 960, 980])
async def test_deep_arguments_are_no_fault_of_ours(edge: Edge, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    message, headers = modern("tools/call", name="get_thing", arguments={"slug": "DEEP"})
    body = json.dumps(message).encode().replace(b'"DEEP"', deep)
    for sent in (headers, {}, {"mcp-protocol-version": "2025-11-25"}):
        for text in (body, b"[" + body + b"]"):
            answer = await edge.post(text, sent)
            assert answer.status in (200, 400)
            assert b'\\"status\\":503' not in answer.body
            assert b"-32603" not in answer.body


async def test_hosts_and_origins(edge: Edge) -> None:
    message, headers = modern("tools/call", name="get_thing", arguments={"slug": "lamp"})
    for allowed in (
        {"host": "fair.example:443"},
        {"host": "FAIR.example"},
        {"origin": "https://fair.example"},
    ):
        assert (await edge.post(message, headers | allowed)).status == 200
    for origin in ("null", "https://evil.example", "http://fair.example", "https://fair.example.evil.example"):
        assert (await edge.post(message, headers | {"origin": origin})).status == 403
        assert (await edge.post(initialize("2025-06-18"), {"origin": origin})).status == 403
        assert (await edge.post(b"", {"origin": origin}, method="OPTIONS")).status == 403
    for host in ("evil.example", "fair.example:8000", "", "localhost", "fair.example@evil.example"):
        assert (await edge.post(message, headers | {"host": host})).status == 421
        assert (await edge.post(initialize("2025-06-18"), {"host": host})).status == 421


async def test_headers_that_differ_from_the_body(edge: Edge) -> None:
    message, headers = modern("tools/call", name="get_thing", arguments={"slug": "lamp"})
    for name in ("mcp-method", "mcp-name"):
        without = {n: v for n, v in headers.items() if n != name}
        for wrong in (without, headers | {name: "other"}):
            answer = await edge.post(message, wrong)
            assert (answer.status, answer.json["error"]["code"]) == (400, -32020)
    other = json.loads(json.dumps(message))
    other["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2025-11-25"
    answer = await edge.post(other, headers)
    assert (answer.status, answer.json["error"]["code"]) == (400, -32020)


def claims_2026(method: str = "tools/call", **params: Any) -> dict[str, Any]:
    """A message whose `_meta` says that it is of the 2026 era."""
    return modern(method, **(params or {"name": "get_thing", "arguments": {"slug": "lamp"}}))[0]


@pytest.mark.parametrize("version", [None, *VERSIONS_2025, ""])
@pytest.mark.parametrize("method", ["tools/call", "tools/list", "ping", "initialize", "server/discover"])
async def test_a_message_of_2026_must_have_its_version_header(edge: Edge, version: str | None, method: str) -> None:
    """Else what reads the headers on the way, such as a proxy, would see another era than the body's."""
    message = claims_2026() if method == "tools/call" else claims_2026(method, protocolVersion="2025-06-18")
    _, routing = modern("tools/call", name="another_tool")
    named = {} if version is None else {"mcp-protocol-version": version}
    for headers in (named, named | {name: value for name, value in routing.items() if name != "mcp-protocol-version"}):
        answer = await edge.post(message, headers)
        assert (answer.status, answer.headers["content-type"]) == (400, "application/json")
        assert (answer.json["id"], answer.json["error"]["code"]) == (9, -32020)
        assert answer.headers["ratelimit-policy"] == '"anonymous";q=120;w=60'


async def test_a_doubled_version_header_hides_no_era(edge: Edge) -> None:
    body = json.dumps(claims_2026()).encode()
    for versions in (("2025-06-18", "2026-07-28"), ("2026-07-28", "2025-06-18")):
        doubled = [(b"mcp-protocol-version", version.encode()) for version in versions]
        answer = await ask(edge, [*listed(PLAIN), *doubled], body)
        assert (answer.status, answer.json["error"]["code"]) == (400, -32020)


async def test_a_message_of_2026_in_a_batch_refuses_the_batch(
    edge: Edge, dispatcher: Dispatcher, writing_key: str
) -> None:
    note = call_2025(1, "add_note", {"text": "a"})
    for part in (claims_2026(), {"jsonrpc": "2.0", "method": "notifications/x", "params": {"_meta": META}}):
        for headers in ({}, {"mcp-protocol-version": "2025-03-26"}):
            answer = await edge.post([note, part], headers | bearer(writing_key))
            assert (answer.status, answer.json["error"]["code"]) == (400, -32020)
            assert answer.json["id"] == part.get("id")
    async with dispatcher.database.reading() as db:
        assert await db.one("select count(*) from test_note") == (0,)


@pytest.mark.parametrize("version", [None, "2025-06-18"])
async def test_a_body_that_we_cannot_read_is_not_left_to_a_more_lenient_reader(edge: Edge, version: str | None) -> None:
    """The SDK reads numbers of any length for clients of 2025, Python's own reader does not."""
    text = json.dumps(claims_2026()).encode()
    headers = {} if version is None else {"mcp-protocol-version": version}
    answer = await edge.post(text[:-1] + b',"x":' + b"9" * 5000 + b"}", headers)
    assert (answer.status, answer.json["error"]["code"]) == (400, -32700)
    twice = text.replace(b'"params": {', b'"params": {"_meta": {}, ')
    assert (await edge.post(twice, headers)).json["error"]["code"] == -32020


@pytest.mark.parametrize("version", VERSIONS_2025)
async def test_a_client_of_2025_may_name_its_version_in_the_body_too(edge: Edge, version: str) -> None:
    message = call_2025(1, "get_thing", {"slug": "lamp"})
    for meta in ({}, {"progressToken": 1}, {"io.modelcontextprotocol/protocolVersion": version}):
        message["params"]["_meta"] = meta
        assert (await edge.post(message, {"mcp-protocol-version": version})).status == 200


async def test_unknown_versions_and_methods(edge: Edge) -> None:
    meta = META | {"io.modelcontextprotocol/protocolVersion": "1900-01-01"}
    message, headers = modern("tools/list", _meta=meta)
    answer = await edge.post(message, headers | {"mcp-protocol-version": "1900-01-01"})
    assert (answer.status, answer.json["error"]["code"]) == (400, -32022)
    assert answer.json["error"]["data"] == {"supported": ["2026-07-28"], "requested": "1900-01-01"}
    answer = await edge.post(*modern("nothing/such"))
    assert (answer.status, answer.json["error"]["code"]) == (404, -32601)


async def test_nothing_secret_is_logged(edge: Edge, key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="showground")
    await edge.call("get_secret", key=key)
    await edge.call_2025("get_secret", key=key)
    await edge.post(*modern("tools/list"))
    await edge.post(b"{", bearer(key))
    await edge.post({}, {"host": "evil.example"} | bearer(key))
    assert caplog.text == ""
