"""What holds for every operation there is, by REST and by MCP: who is let in, and what is refused."""

import json
import re
from collections.abc import AsyncGenerator
from typing import Any

import psycopg
import pytest

from showground.accounts import SCOPES
from showground.core.calls import field_errors
from showground.core.calls.action import Operation
from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import InvalidInput
from showground.core.calls.field_errors import MAX_NUMBER
from showground.registry import all_operations
from tests.support import bounds, test_operations
from tests.support.postgres import fresh_database
from tests.support.requests import SURFACES, ask
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

AnyOperation = Operation[Any, Any]
STAND_INS = (
    test_operations.add_note,
    test_operations.get_note,
    test_operations.look_up,
)  # so that writes and numbers in paths are always among them
OPERATIONS = [*all_operations(), *STAND_INS]
PRIVATE = [op for op in OPERATIONS if op.scope != PUBLIC]
OPEN = [op for op in OPERATIONS if op.scope == PUBLIC]
# What may have several lines, by its name wherever it stands.
PROSE = {
    *("short_description", "description", "summary", "pricing_summary", "answer", "bio", "body"),
    *("story", "why_started", "problem", "journey", "challenges", "achievements", "lessons", "whats_next"),
}
REGEX = re.compile(r"[\^\\]|\[\w-|[$]$")  # what gives away a regular expression
AS_TEXT = ("string", "array", "object")  # in an address everything is text, and a list of texts


def can_be_sent(case: bounds.Case, op: AnyOperation, surface: str) -> bool:
    """Not every wrong value can be written into an address."""
    if surface == "mcp" or not (op.read_only or case.top in op.path_fields):
        return True
    in_text = case.why == "wrong type" and bounds.flat(op)[case.top]["type"] in AS_TEXT
    return case.value not in (None, [None]) and not in_text


def top_of(place: str) -> str:
    """The parameter that a place such as `items[0].week` is in."""
    return re.split(r"[.\[]", place, maxsplit=1)[0]


def named(value: Any) -> str | None:
    return value.name if isinstance(value, Operation) else None


@pytest.fixture(scope="module")
async def fair(postgres: str, demo_template: str) -> AsyncGenerator[World]:
    """The demo directory and the notes; Alice's key has every scope, and there is one of each scope alone."""
    with fresh_database(postgres, demo_template) as url:
        with psycopg.connect(url) as db:
            db.execute(test_operations.TABLE)
        async with running_world(url, operations=STAND_INS) as world:
            await world.add_person("alice")
            for number, scope in enumerate(SCOPES):
                await world.add_person(f"person{number}", [scope])
                world.keys[scope] = world.keys[f"person{number}"]
            yield world


def bad_credentials(key: str) -> dict[str, str]:
    return {
        "garbage": "Bearer nonsense",
        "truncated": f"Bearer {key[:-1]}",
        "extended": f"Bearer {key}0",
        "another letter": f"Bearer {key[:20]}{'a' if key[20] != 'a' else 'b'}{key[21:]}",
        "no scheme": key,
        "basic": f"Basic {key}",
        "empty": "Bearer ",
        "unsigned": "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
        "two keys": f"Bearer {key} {key}",
    }


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", PRIVATE, ids=named)
async def test_without_credentials_it_asks_to_sign_in(fair: World, op: AnyOperation, surface: str) -> None:
    key = fair.keys["alice"]
    for query in ("", f"access_token={key}", f"token={key}", f"api_key={key}"):
        told = await ask(fair, surface, op, bounds.example(op), query=query)
        assert (told.status, told.body["code"]) == (401, "sign_in_required")
        assert told.http.status_code == 401
        assert told.http.headers["content-type"] == "application/problem+json"
        assert told.http.headers["www-authenticate"].startswith("Bearer ")
        assert f'scope="{" ".join(sorted(SCOPES))}"' in told.http.headers["www-authenticate"]
        assert key not in told.text


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_bad_credentials_are_never_taken_for_none(fair: World, op: AnyOperation, surface: str) -> None:
    await ask(fair, surface, op, bounds.example(op))  # an answer may now be kept for those who send none
    for kind, authorization in bad_credentials(fair.keys["alice"]).items():
        told = await ask(fair, surface, op, bounds.example(op), authorization=authorization)
        assert (told.status, told.body["code"]) == (401, "invalid_token"), kind
        assert told.http.status_code == 401
        assert told.http.headers["content-type"] == "application/problem+json"
        assert told.http.headers["www-authenticate"].startswith('Bearer error="invalid_token"')


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", PRIVATE, ids=named)
async def test_a_key_of_another_scope_is_refused(fair: World, op: AnyOperation, surface: str) -> None:
    assert op.scope in SCOPES
    for scope in SCOPES.keys() - {op.scope}:
        told = await ask(fair, surface, op, bounds.example(op), by=scope)
        assert (told.status, told.body["code"]) == (403, "insufficient_scope")
        assert told.http.status_code == 403
        assert told.body["required_scope"] == op.scope
        challenge = told.http.headers["www-authenticate"]
        assert challenge.startswith('Bearer error="insufficient_scope"')
        # with what the key has already, so that a client that asks anew loses nothing
        assert f'scope="{" ".join(sorted({op.scope, scope}))}"' in challenge


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", PRIVATE, ids=named)
async def test_a_key_of_the_scope_alone_is_enough(fair: World, op: AnyOperation, surface: str) -> None:
    told = await ask(fair, surface, op, bounds.example(op), by=op.scope)
    assert told.status not in (401, 403)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPEN, ids=named)
async def test_what_is_public_is_the_same_for_whoever_asks(fair: World, op: AnyOperation, surface: str) -> None:
    anonymous = await ask(fair, surface, op, bounds.example(op))
    for scope in SCOPES:
        told = await ask(fair, surface, op, bounds.example(op), by=scope)
        assert (told.status, told.problem) == (anonymous.status, anonymous.problem)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_what_is_out_of_bounds_is_refused_by_name(fair: World, op: AnyOperation, surface: str) -> None:
    for case in bounds.outside(op):
        if not can_be_sent(case, op, surface):
            continue
        told = await ask(fair, surface, op, bounds.example(op) | {case.top: case.value}, by="alice")
        assert (told.status, told.body.get("code")) == (400, "invalid_input"), case
        assert case.place in told.fields, case
        # What else the example names may not exist here, and is told at the same time.
        assert {place for place in told.fields if top_of(place) not in bounds.example(op)} <= {case.place}, case


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_what_nobody_asked_for_is_refused_by_name(fair: World, op: AnyOperation, surface: str) -> None:
    example = bounds.example(op)
    told = await ask(fair, surface, op, example | {"surprise": "x"}, by="alice")
    assert (told.status, told.body["code"]) == (400, "invalid_input")
    # What the example names may not exist here, and is told too.
    assert {place for place in told.fields if top_of(place) not in example} == {"surprise"}


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_every_fault_is_named_at_once(fair: World, op: AnyOperation, surface: str) -> None:
    cases = [case for case in bounds.outside(op) if case.place == case.top and can_be_sent(case, op, surface)]
    wrong = {case.top: case.value for case in cases}
    told = await ask(fair, surface, op, bounds.example(op) | wrong | {"surprise": "x"}, by="alice")
    assert told.status == 400
    assert told.fields == {"surprise", *wrong}


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_a_text_that_no_database_holds_is_refused_by_name(fair: World, op: AnyOperation, surface: str) -> None:
    for name, bound in bounds.flat(op).items():
        if bound["type"] == "string" and "." not in name and "[" not in name:
            told = await ask(fair, surface, op, bounds.example(op) | {name: "a\0b"}, by="alice")
            assert told.status == 400, name
            assert name in told.fields


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_no_error_shows_a_regular_expression(fair: World, op: AnyOperation, surface: str) -> None:
    for case in bounds.outside(op):
        if can_be_sent(case, op, surface):
            told = await ask(fair, surface, op, bounds.example(op) | {case.top: case.value}, by="alice")
            assert not [error for error in told.body["errors"] if re.search(r"[\^\\]|\[\w-|[$]$", error["message"])], (
                case
            )


@pytest.mark.parametrize("op", all_operations(), ids=named)
def test_every_pattern_of_an_operation_is_put_in_words(op: AnyOperation) -> None:
    for case in bounds.outside(op):
        if case.why == "pattern":
            with pytest.raises(InvalidInput) as refused:
                op.parse(bounds.example(op) | {case.top: case.value})
            messages = {error["field"]: str(error["message"]) for error in refused.value.errors}
            assert messages[case.place] != field_errors.MESSAGES["string_pattern_mismatch"], case


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_no_number_is_too_large_to_be_answered(fair: World, op: AnyOperation, surface: str) -> None:
    for number in (MAX_NUMBER, MAX_NUMBER + 1, 2**64, 10**30):
        for case in bounds.with_number(op, number):
            told = await ask(fair, surface, op, bounds.example(op) | {case.top: case.value}, by="alice")
            if case.top in op.path_fields:
                assert told.status == 404, case
            elif number > MAX_NUMBER:
                assert (told.status, case.place in told.fields) == (400, True), case
            else:
                assert told.status < 500, case


@pytest.mark.parametrize("op", OPERATIONS, ids=named)
def test_what_is_just_inside_is_taken(op: AnyOperation) -> None:
    for case in bounds.inside(op):
        try:
            op.parse(bounds.example(op) | {case.top: case.value})
        except InvalidInput as refused:
            pytest.fail(f"{case}: {refused.errors}")


@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_both_surfaces_refuse_in_the_same_words(fair: World, op: AnyOperation) -> None:
    for case in bounds.outside(op):
        if isinstance(case.value, str) and bounds.flat(op)[case.top]["type"] == "string":
            asked = bounds.example(op) | {case.top: case.value}
            by_rest, by_mcp = [await ask(fair, surface, op, asked, by="alice") for surface in SURFACES]
            assert by_rest.problem == by_mcp.problem, case


async def test_a_refused_write_wrote_nothing(fair: World) -> None:
    for op in STAND_INS:
        for case in bounds.outside(op):
            await ask(fair, "mcp", op, bounds.example(op) | {case.top: case.value}, by="alice")
    async with fair.dispatcher.database.reading() as db:
        texts = {text for (text,) in await db.all("select distinct text from note")}
    assert texts <= {"milk", "MILK"}


@pytest.mark.parametrize("op", OPERATIONS, ids=named)
@pytest.mark.parametrize(
    "character", ["\x1b", "\x07", "\x7f", "\x9b", "\ufffe"], ids=["ESC", "BEL", "DEL", "CSI", "FFFE"]
)
def test_no_text_takes_a_control_character(op: AnyOperation, character: str) -> None:
    for case in bounds.with_text(op, f"a{character}b"):
        with pytest.raises(InvalidInput) as refused:
            op.parse(bounds.example(op) | {case.top: case.value})
        assert case.place in {error["field"] for error in refused.value.errors}, case


@pytest.mark.parametrize("op", OPERATIONS, ids=named)
def test_only_prose_has_several_lines(op: AnyOperation) -> None:
    for case in bounds.with_text(op, "a\r\nb"):
        try:
            parsed = op.parse(bounds.example(op) | {case.top: case.value})
        except InvalidInput:
            continue  # such as a slug, of which there is a pattern
        text = json.dumps(parsed.model_dump(mode="json"))
        assert "\\r" not in text, case
        assert ("\\n" in text) == (case.place.rpartition(".")[2] in PROSE), case


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("op", OPERATIONS, ids=named)
async def test_an_escape_character_is_refused_by_name(fair: World, op: AnyOperation, surface: str) -> None:
    for case in bounds.with_text(op, "a\x1b[31mb"):
        if can_be_sent(case, op, surface):
            told = await ask(fair, surface, op, bounds.example(op) | {case.top: case.value}, by="alice")
            assert told.status == 400, case
            assert case.place in told.fields
            break  # all of them are tried above, without the way there
