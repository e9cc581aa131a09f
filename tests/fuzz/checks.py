"""A check that Schemathesis loads: what the OpenAPI document allows is refused only for what it means.

A description cannot say which slugs exist or which weeks have places left, so such requests get the declared 400. But
types, bounds, formats and characters are in the description. A request that fits it must not be refused for those.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import unquote

import schemathesis

from showground.core.calls.action import Operation
from showground.core.calls.errors import InvalidInput
from showground.registry import all_operations


@cache
def operations() -> dict[str, Operation[Any, Any]]:
    return {operation.name: operation for operation in all_operations()}


@schemathesis.check
def refused_only_for_its_meaning(ctx: Any, response: Any, case: Any) -> None:
    if response.status_code != 400 or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    operation = operations()[case.operation.definition.raw["operationId"]]
    problem = response.json()
    known = {error.code for error in operation.errors} | {"idempotency_key_reused"}
    if problem["code"] in known:
        return
    assert problem["code"] == "invalid_input", f"{problem['code']} is not declared"
    path: dict[str, Any] = case.path_parameters or {}
    query: dict[str, Any] = case.query or {}
    body: dict[str, Any] = case.body if hasattr(case.body, "keys") else {}
    sent = _typed(operation, {name: unquote(str(value)) for name, value in path.items()} | query) | body
    try:
        operation.parse(sent)
    except InvalidInput as refused:
        raise AssertionError(f"The description allows what is refused as malformed: {refused.errors}") from None
    elsewhere = {error["field"].partition(".")[0].partition("[")[0] for error in problem["errors"]} - operation.fields
    assert not elsewhere, f"The description allows what is refused as malformed: {problem['errors']}"


def _typed(operation: Operation[Any, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as they were before they were written into an address."""
    kinds = {name: str(schema) for name, schema in operation.schema["properties"].items()}
    found: dict[str, Any] = {}
    for name, value in values.items():
        text = str(value)
        whole = "'integer'" in kinds.get(name, "") and text.removeprefix("-").isdigit()
        truth = "'boolean'" in kinds.get(name, "") and text in ("true", "false")
        found[name] = int(text) if whole else text == "true" if truth else value
    return found
