"""The operations, their schemas and the OpenAPI document say what was agreed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import pytest

from showground.core.calls.action import Operation
from showground.core.calls.declare import PUBLIC
from showground.core.calls.paging import Page, Paged
from showground.registry import all_operations
from showground.surfaces.operation_errors import errors_of
from tests import contract
from tests.support import bounds
from tests.support.command import ROOT
from tests.support.openapi import WHOLE

AnyOperation = Operation[Any, Any]
OPERATIONS = all_operations()
T = TypeVar("T")
STATUSES = {200, 201, 304, 400, 401, 403, 404, 405, 408, 412, 413, 415, 429, 503}

every_operation = pytest.mark.parametrize("op", OPERATIONS, ids=[op.name for op in OPERATIONS])


def responses(op: AnyOperation) -> dict[str, Any]:
    return WHOLE["paths"][op.path][op.method.lower()]["responses"]


def agreed_of(op: AnyOperation, agreed: Mapping[str, T], table: str) -> T:
    """What was agreed of an operation; an extension is missing from this table until somebody adds it."""
    assert op.name in agreed, f"add {op.name} to {table} in tests/contract.py, as docs/extending.md shows"
    return agreed[op.name]


def test_forty_one_operations_were_agreed_and_the_bounds_of_each() -> None:
    assert len(contract.OPERATIONS) == 41
    assert len({agreed.route for agreed in contract.OPERATIONS.values()}) == 41
    assert contract.BOUNDS.keys() == contract.OPERATIONS.keys()
    scopes = [agreed.scope for agreed in contract.OPERATIONS.values()]
    assert {scope: scopes.count(scope) for scope in scopes} == {
        "public": 18,
        "account:read": 8,
        "listings:write": 13,
        "orders:write": 2,
    }
    assert sum(agreed.idempotent for agreed in contract.OPERATIONS.values()) == 14


def test_nothing_is_there_that_was_not_agreed() -> None:
    agreed = {op.name for op in OPERATIONS if not op.extension}
    assert agreed == contract.OPERATIONS.keys(), "declare an operation beyond the contract with `extension=True`"


def test_extensions_are_known_and_marked() -> None:
    marked = {op.name for op in OPERATIONS if op.extension}
    assert marked == contract.EXTENSIONS.keys(), "add the operation to EXTENSIONS in tests/contract.py"
    assert marked == contract.EXTENSION_BOUNDS.keys(), "add the operation to EXTENSION_BOUNDS in tests/contract.py"
    for op in OPERATIONS:
        entry = WHOLE["paths"][op.path][op.method.lower()]
        assert ("extensions" in entry["tags"], entry.get("x-extension", False)) == (op.extension, op.extension)


def test_the_documents_count_the_operations_as_they_are() -> None:
    every, extensions = len(OPERATIONS), sorted(op.name for op in OPERATIONS if op.extension)
    assert f"{every} operations over REST and MCP" in (ROOT / "README.md").read_text()
    names = ", ".join(f"`{name}`" for name in extensions)
    agreed = f"{every} operations: the {len(contract.OPERATIONS)} of its contract, and {len(extensions)} extensions"
    assert f"The API has {agreed} ({names})," in (ROOT / "docs/api.md").read_text()
    assert f"exactly {len(contract.OPERATIONS)} operations" in (ROOT / "docs/extending.md").read_text()


@every_operation
def test_route_scope_status_and_repeats_are_as_agreed(op: AnyOperation) -> None:
    agreed = agreed_of(op, contract.OPERATIONS | contract.EXTENSIONS, "EXTENSIONS")
    found = (f"{op.method} {op.path}", op.scope, op.status, op.idempotent)
    assert found == (agreed.route, agreed.scope, agreed.status, agreed.idempotent)
    assert op.read_only == (op.method == "GET")
    assert issubclass(op.input, Paged) == issubclass(op.output, Page) == agreed.paged


@every_operation
def test_bounds_are_as_agreed(op: AnyOperation) -> None:
    found = bounds.flat(op)
    agreed = agreed_of(op, contract.BOUNDS | contract.EXTENSION_BOUNDS, "EXTENSION_BOUNDS")
    tops = {place.split(".")[0].split("[")[0] for place in agreed}
    assert op.fields >= tops
    assert {place: found.get(place) for place in agreed} == agreed
    assert op.schema["additionalProperties"] is False


@every_operation
def test_every_text_number_and_list_has_an_end(op: AnyOperation) -> None:
    """Ids end where those of the database do; names that are looked up in a list of ours end with the request."""
    looked_up = {"board", "lock_fields[]", "regenerate[]", "restore[]", "items[].categories[]"}
    ends = {"string": {"maxLength", "pattern", "format", "enum"}, "integer": {"maximum"}, "array": {"maxItems"}}
    endless = {
        place
        for place, bound in bounds.flat(op).items()
        if not ends.get(bound.get("type", ""), set(bound)) & set(bound) and not place.endswith("_id")
    }
    assert endless <= looked_up
    assert not [place for place, bound in bounds.flat(op).items() if set("*+") & set(bound.get("pattern", ""))]


@every_operation
def test_it_stands_in_a_file_of_its_name(op: AnyOperation) -> None:
    assert op.handler.__name__ == op.name
    assert op.handler.__module__ == f"showground.{op.domain}.operations.{op.name}"
    tests = Path(__file__).parent / op.domain / "operations"
    assert (tests / f"test_{op.name}.py").is_file(), f"{op.name} has no test of its own"


@every_operation
def test_its_failures_are_in_the_document_with_their_codes(op: AnyOperation) -> None:
    examples = WHOLE["components"]["examples"]
    for failure in {*op.errors, *errors_of(op)}:
        said = responses(op)[str(failure.status)]
        assert f"`{failure.code}`" in said["description"]
        assert failure.code in said["content"]["application/problem+json"]["examples"]
        assert examples[failure.code]["value"]["status"] == failure.status
        assert examples[failure.code]["value"]["detail"] == failure.sentence()


@every_operation
def test_only_the_agreed_statuses_leave_it(op: AnyOperation) -> None:
    statuses = {int(status) for status in responses(op)}
    assert statuses <= STATUSES
    assert {op.status, 400, 401, 429, 503} <= statuses
    assert (403 in statuses) == (op.scope != PUBLIC)
    assert (404 in statuses) == bool({*op.path_fields} - {"week"})  # any week is there, with launches or without
    assert (304 in statuses) == op.read_only
    assert (412 in statuses) == (op.method in ("PATCH", "PUT", "DELETE"))  # only who sends `If-Match` meets it


@every_operation
def test_its_description_can_be_read_alone(op: AnyOperation) -> None:
    assert op.description[0].isupper()
    assert op.description.endswith(".")
    assert len(op.summary) <= 120
