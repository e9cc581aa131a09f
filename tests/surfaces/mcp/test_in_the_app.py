"""The MCP server where it stands: behind the edge, with the operations of the registry."""

import re

import pytest
from jsonschema import Draft202012Validator, validate

from showground.core.calls.declare import PUBLIC
from showground.registry import all_operations
from tests.support.world import World
from tests.surfaces.mcp.calling import PLAIN, call_2025, modern

pytestmark = pytest.mark.anyio

HEADERS = PLAIN | {"host": "localhost:8000"}


@pytest.mark.slow
async def test_every_operation_of_the_registry_is_a_tool(world: World) -> None:
    message, routing = modern("tools/list")
    answer = await world.client.post("/mcp", headers=HEADERS | routing, json=message)
    assert answer.headers["x-request-id"]
    tools = answer.json()["result"]["tools"]
    public = [operation.name for operation in all_operations() if operation.scope == PUBLIC]
    assert [tool["name"] for tool in tools[: len(public)]] == public
    assert {tool["name"] for tool in tools} == {operation.name for operation in all_operations()}
    for tool in tools:
        Draft202012Validator.check_schema(tool["inputSchema"])
        Draft202012Validator.check_schema(tool["outputSchema"])


async def test_a_tool_answers_as_its_route_does(world: World) -> None:
    route = await world.get("/me", by="alice")
    message, routing = modern("tools/call", name="get_me", arguments={})
    for sent, headers in ((message, routing), (call_2025(1, "get_me"), {})):
        answer = await world.client.post("/mcp", headers=HEADERS | headers | world.bearer("alice"), json=sent)
        result = answer.json()["result"]
        assert result["structuredContent"] == route.json()
        assert result["content"] == [{"type": "text", "text": route.text}]
        (entry,) = (operation for operation in all_operations() if operation.name == "get_me")
        validate(result["structuredContent"], entry.output.model_json_schema(mode="serialization"))


async def test_a_slash_at_the_end_of_the_address_does_no_harm(world: World) -> None:
    answer = await world.client.post("/mcp/", headers=HEADERS, json=call_2025(1, "get_site"))
    assert answer.json()["result"]["structuredContent"] == (await world.get("/site")).json()


async def test_the_instructions_name_tools_that_are_there(world: World) -> None:
    message, routing = modern("server/discover")
    answer = await world.client.post("/mcp", headers=HEADERS | routing, json=message)
    named = set(re.findall(r"[a-z]+(?:_[a-z]+)+", answer.json()["result"]["instructions"]))
    assert named - {operation.name for operation in all_operations()} == {"checkout_url", "next_steps"}  # fields


async def test_a_request_without_access_starts_the_sign_in(world: World) -> None:
    answer = await world.client.post("/mcp", headers=HEADERS, json=call_2025(1, "get_me"))
    assert answer.status_code == 401
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    metadata = "http://localhost:8000/.well-known/oauth-protected-resource/mcp"
    assert f'resource_metadata="{metadata}"' in answer.headers["www-authenticate"]
