"""What the list of tools says of each operation."""

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, RootModel

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.registry import all_operations
from showground.surfaces.mcp.tools import make_tools
from tests.surfaces.mcp.calling import Edge, modern
from tests.surfaces.mcp.operations import OPERATIONS, Nothing, Thing

pytestmark = pytest.mark.anyio


class Branch(BaseModel):
    name: str
    branches: list["Branch"]


@operation("GET /tree", scope=PUBLIC)
async def get_tree(ctx: Context, input: Nothing) -> Branch:
    """Get a tree."""
    return Branch(name="root", branches=[])


@operation("GET /rows", scope=PUBLIC)
async def list_rows(ctx: Context, input: Nothing) -> RootModel[list[int]]:
    """List rows."""
    return RootModel([1])


async def list_tools(edge: Edge) -> dict[str, dict[str, Any]]:
    tools = (await edge.post(*modern("tools/list"))).json["result"]["tools"]
    return {tool["name"]: tool for tool in tools}


async def test_every_operation_is_a_tool_in_both_eras(edge: Edge) -> None:
    listed = await edge.post(*modern("tools/list"))
    assert [tool["name"] for tool in listed.json["result"]["tools"]] == list(make_tools(OPERATIONS))
    assert (listed.json["result"]["ttlMs"], listed.json["result"]["cacheScope"]) == (300_000, "public")
    earlier = await edge.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert earlier.json["result"]["tools"] == listed.json["result"]["tools"]


async def test_the_list_has_one_page(edge: Edge) -> None:
    answer = await edge.post(*modern("tools/list", cursor="2"))
    assert (answer.status, answer.json["error"]["code"]) == (400, -32602)


async def test_schemas_are_whole_and_valid(edge: Edge) -> None:
    for tool in (await list_tools(edge)).values():
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert not any(word in str(schema) for word in ("'title': '", "'examples'"))
            references = re.findall(r"'\$ref': '([^']*)'", str(schema))
            assert all(ref.removeprefix("#/$defs/") in schema["$defs"] for ref in references)


async def test_what_is_told_of_a_tool(edge: Edge) -> None:
    tools = await list_tools(edge)
    thing = tools["get_thing"]
    assert thing["title"] == "Get thing"
    assert thing["description"] == "Get one thing. With “quotes”, and a second sentence."
    assert thing["inputSchema"]["required"] == ["slug"]
    assert set(thing["inputSchema"]["properties"]) == {"slug", "per_page"}
    assert thing["outputSchema"] == {"type": "object", "required": list(Thing.model_fields)}
    assert "idempotency_key" in tools["add_note"]["inputSchema"]["properties"]
    assert tools["add_note"]["inputSchema"]["required"] == ["text"]


async def test_each_tool_says_which_sign_in_it_needs(edge: Edge) -> None:
    tools = await list_tools(edge)
    assert tools["get_thing"]["_meta"] == {"securitySchemes": [{"type": "noauth"}]}
    assert tools["add_note"]["_meta"] == {"securitySchemes": [{"type": "oauth2", "scopes": ["listings:write"]}]}


async def test_the_list_is_written_once_and_is_the_sdks_own(edge: Edge) -> None:
    message, headers = modern("tools/list")
    first = await edge.post(message, headers)
    asked = edge.through_sdk
    for number in (9, 10, "text", "é"):
        again = await edge.post(message | {"id": number}, headers)
        assert again.json == first.json | {"id": number}
        assert (again.status, again.headers["content-type"]) == (first.status, first.headers["content-type"])
    assert edge.through_sdk == asked
    unusual: list[tuple[dict[str, Any], dict[str, str]]] = [
        (message | {"id": 1.5}, headers),
        (message | {"more": 1}, headers),
        (message, headers | {"mcp-method": "tools/call"}),
        (message, headers | {"mcp-name": "x"}),
        (message | {"params": {}}, {"mcp-protocol-version": "2025-06-18", "accept": "*/*"}),
        (message | {"params": {"_meta": {}}}, headers),
        (message | {"params": message["params"] | {"cursor": "2"}}, headers),
    ]
    for number, (other, with_headers) in enumerate(unusual, 1):
        await edge.post(other, with_headers)
        assert edge.through_sdk == asked + number


async def test_hints(edge: Edge) -> None:
    hints = {name: tool["annotations"] for name, tool in (await list_tools(edge)).items()}
    names = ("readOnlyHint", "openWorldHint", "destructiveHint", "idempotentHint")
    assert {name: tuple(hints[name].get(hint) for hint in names) for name in hints} == {
        "get_thing": (True, False, None, None),
        "get_secret": (True, False, None, None),
        "get_name": (True, False, None, None),
        "add_note": (False, False, False, None),
        "delete_note": (False, False, True, True),
        "look": (True, True, None, None),
        "try_often": (True, False, None, None),
        "break_down": (True, False, None, None),
    }


def test_hints_follow_from_the_declarations() -> None:
    for tool in make_tools(all_operations()).values():
        name, method, hints = tool.operation.name, tool.operation.method, tool.entry.annotations
        assert hints is not None
        assert hints.read_only_hint == (method == "GET" or name == "quote_order"), name
        destructive = method in ("PUT", "PATCH", "DELETE") or name in ("cancel_order", "submit_draft")
        assert bool(hints.destructive_hint) == destructive, name
        emails = name in ("invite_cofounder", "create_claim", "post_listing_update")
        fetches = name == "create_draft" or tool.operation.prepare is not None
        assert hints.open_world_hint == (emails or fetches), name


def test_the_list_costs_a_model_little() -> None:
    """By OpenAI's o200k the list has 4.13 characters per token; we count 4."""
    lengths = {
        tool.operation: len(tool.entry.model_dump_json(by_alias=True, exclude_none=True)) + 1
        for tool in make_tools(all_operations()).values()
    }
    assert sum(lengths.values()) / 4 <= 13_000
    assert sum(length for operation, length in lengths.items() if operation.scope == PUBLIC) / 4 <= 3_400


def test_a_description_that_only_repeats_the_name_is_left_out() -> None:
    tools = make_tools(all_operations())
    assert "description" not in tools["delete_milestone"].entry.input_schema["properties"]["listing_id"]
    socials = tools["update_draft"].entry.input_schema["$defs"]["DraftSocialEdits"]["properties"]
    assert "description" not in socials["producthunt"]
    assert socials["website"]["description"] == "URL of another website."
    item = tools["quote_order"].entry.input_schema["$defs"]["OrderItem"]["properties"]
    assert "needs_listing" in item["listing_id"]["description"]


def test_a_write_that_returns_what_a_read_returns_lists_what_to_act_on() -> None:
    tools = make_tools(all_operations())
    read = tools["get_my_listing"].entry.output_schema
    assert read is not None
    assert "evidence" in read["required"]
    acted_on = {"type": "object", "required": ["status", "listing_id", "next_steps"]}
    assert tools["submit_draft"].entry.output_schema == acted_on


def test_a_result_that_contains_itself_is_an_object() -> None:
    schema = make_tools([get_tree])["get_tree"].entry.output_schema
    assert schema == {"type": "object", "required": ["name", "branches"]}


def test_a_result_that_is_no_object_is_refused_at_the_start() -> None:
    with pytest.raises(TypeError, match="list_rows: a tool's result must be an object"):
        make_tools([list_rows])
