"""What holds for every read of the demo directory: one statement, one answer, and nothing that is not public."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from itertools import product
from typing import Any, cast

import psycopg
import pytest
from jsonschema import validate

from showground.core.calls.action import Operation
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PUBLIC
from showground.registry import all_operations
from showground.surfaces.mcp.short_schemas import short_output
from tests.support.demo_data import DEMO
from tests.support.requests import ask
from tests.support.valid_inputs import account_of, happy_inputs
from tests.support.world import World

pytestmark = pytest.mark.anyio

AnyOperation = Operation[Any, Any]
READS = [op for op in all_operations() if op.read_only]
PUBLIC_READS = [op for op in READS if op.scope == PUBLIC]
PRIVATE_NAMES = {"account", "account_id", "owner", "owner_id", "members", "member", "email", "address", "ip", "token"}

every_read = pytest.mark.parametrize("op", READS, ids=[op.name for op in READS])


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inside in cast("dict[str, Any]", value).items():
            yield name
            yield from names_in(inside)
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            yield from names_in(item)


async def every_answer(world: World, op: AnyOperation) -> AsyncGenerator[dict[str, Any]]:
    """The answers to the happy inputs, each with all its pages."""
    for asked in await happy_inputs(op, world):
        body = (await ask(world, "rest", op, asked)).body
        yield body
        if "per_page" in op.fields:
            wide = {name: value for name, value in asked.items() if name != "page"} | {"per_page": 100}
            for page in range(1, -(-body["total"] // 100) + 1):
                yield (await ask(world, "rest", op, wide | {"page": page})).body


async def every_profile(world: World) -> AsyncGenerator[dict[str, Any]]:
    """All that is shown of each public listing by itself."""
    for op in PUBLIC_READS:
        if op.path.startswith("/listings/{slug}"):
            for status, page in product(("live", "upcoming"), (1, 2)):
                found = await world.get("/listings", params={"status": status, "per_page": 100, "page": page})
                for item in found.json()["items"]:
                    yield (await ask(world, "rest", op, {"slug": item["slug"]})).body


@every_read
async def test_both_surfaces_give_the_same_text(showing: World, op: AnyOperation) -> None:
    for asked in await happy_inputs(op, showing):
        by_rest, by_mcp = [await ask(showing, surface, op, asked, by="alice") for surface in ("rest", "mcp")]
        assert by_rest.status == op.status, (asked, by_rest.body)
        assert by_rest.text == by_mcp.text


@every_read
async def test_unknown_names_are_refused_in_the_same_words(showing: World, op: AnyOperation) -> None:
    if "slug" in op.path_fields:
        by_rest, by_mcp = [await ask(showing, s, op, {"slug": "no-such-thing"}) for s in ("rest", "mcp")]
        assert by_rest.status == 404
        assert by_rest.problem == by_mcp.problem


@every_read
async def test_answers_fit_the_models_and_the_document(showing: World, op: AnyOperation) -> None:
    document = (await showing.get("/openapi.json")).json()
    entry = document["paths"][op.path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    schemas = (entry | {"components": document["components"]}, op.output_schema, short_output(op.output_schema))
    for asked in await happy_inputs(op, showing):
        told = await ask(showing, "rest", op, asked, by="alice")
        for schema in schemas:
            validate(told.body, schema)
        read = op.output.model_validate_json(told.text, strict=True)
        assert json.loads(read.model_dump_json(exclude_unset=True)) == told.body
        unknown = told.body.keys() - op.output.model_fields.keys()
        assert not unknown


@every_read
async def test_an_answer_is_validated_by_its_etag(showing: World, op: AnyOperation) -> None:
    by = None if op.scope == PUBLIC else "alice"
    for asked in await happy_inputs(op, showing):
        first = (await ask(showing, "rest", op, asked, by=by)).http
        etag = first.headers["etag"]
        assert first.headers["cache-control"]
        again = await showing.request(
            "GET",
            str(first.request.url.raw_path.decode()).removeprefix("/api/v1"),
            by=by,
            headers={"If-None-Match": etag},
        )
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"].removeprefix("W/") == etag.removeprefix("W/")


# What the first statements of a search tell the last one are estimates: see `find` in search/queries/results.py.
NEED_NO_SNAPSHOT = {"search_listings"}


@every_read
async def test_a_read_without_a_snapshot_is_one_statement(
    showing: World, op: AnyOperation, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[Any] = []
    execute = psycopg.AsyncCursor[Any].execute
    asking = asyncio.current_task()

    async def count(self: Any, query: Any, *args: Any, **more: Any) -> Any:
        if asyncio.current_task() is asking:  # others write now and then what they noted
            statements.append(query)
        return await execute(self, query, *args, **more)

    monkeypatch.setattr(psycopg.AsyncCursor, "execute", count)
    alice = await account_of(showing, "alice")
    caller = Caller(showing.clock(), "rest", Access(alice, "api_key", frozenset({op.scope})))
    for asked in await happy_inputs(op, showing):
        statements.clear()
        await showing.dispatcher.call(op, caller, op.parse(asked))
        assert op.snapshot or op.name in NEED_NO_SNAPSHOT or len(statements) <= 1, statements


@pytest.mark.slow
async def test_nothing_shows_what_is_not_public(showing: World) -> None:
    hidden = [listing for listing in DEMO.listings if listing.status is not None]
    assert {listing.status for listing in hidden} == {"draft", "awaiting_badge", "suspended"}
    async with showing.dispatcher.database.reading() as db:
        accounts = [email for (email,) in await db.all("select email from account")]
    assert len(accounts) > 300
    secret = [*(x.slug for x in hidden), *(x.name for x in hidden), *(x.website for x in hidden), *accounts]
    answers = [answer for op in PUBLIC_READS async for answer in every_answer(showing, op)]
    answers += [answer async for answer in every_profile(showing)]
    text = json.dumps(answers, ensure_ascii=False).lower()
    assert [word for word in secret if word.lower() in text] == []
    assert PRIVATE_NAMES & {name for answer in answers for name in names_in(answer)} == set()


@pytest.mark.parametrize("listing", [x for x in DEMO.listings if x.status], ids=lambda x: x.slug)
async def test_what_is_not_public_is_as_if_it_never_was(showing: World, listing: Any) -> None:
    for op in PUBLIC_READS:
        if op.path.startswith("/listings/{slug}"):
            found, never = [await ask(showing, "rest", op, {"slug": slug}) for slug in (listing.slug, "never-was")]
            assert (found.status, found.problem) == (404, never.problem)
    for status in ("live", "upcoming"):
        for asked in ({"q": listing.name}, {"domain": listing.website}):
            answer = (await showing.get("/listings", params={"status": status, "per_page": 100} | asked)).json()
            assert listing.slug not in [item["slug"] for item in answer["items"]]
            assert answer["total"] == len(answer["items"])


async def test_counts_leave_out_what_is_not_live(showing: World) -> None:
    live = [x for x in DEMO.listings if x.status is None and (x.launch_week or 0) <= 0]
    assert (await showing.get("/site")).json()["counts"]["listings"] == len(live)
    assert (await showing.get("/listings")).json()["total"] == len(live)
    by_category = {
        category["slug"]: category["listing_count"]
        for top in (await showing.get("/categories")).json()["items"]
        for category in (top, *top["subcategories"])
    }
    tops = {
        category["slug"]: top["slug"]
        for top in (await showing.get("/categories")).json()["items"]
        for category in (top, *top["subcategories"])
    }
    for slug, count in by_category.items():
        inside = {slug} | {below for below, top in tops.items() if top == slug}
        assert count == sum(bool(inside & {*listing.categories}) for listing in live), slug
