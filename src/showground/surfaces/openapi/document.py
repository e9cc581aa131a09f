"""The OpenAPI 3.1 document of all operations."""

import inspect
import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import groupby
from typing import Any

from showground.core.calls.context import Site
from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import ApiError, MethodNotAllowed
from showground.core.calls.paging import Paged
from showground.surfaces.openapi.components import HEADERS, PARAMETERS, Problem, refer, security_schemes
from showground.surfaces.openapi.examples import example_input, example_of, example_output
from showground.surfaces.openapi.schemas import (
    AnyOperation,
    Schema,
    Schemas,
    model_name,
    reachable,
    read_schemas,
    split_null,
)
from showground.surfaces.operation_errors import all_errors, errors_of, example_problem
from showground.surfaces.site_names import MADE_UP, SiteNames

VERSION = "1.0.0"
EXTENSIONS = "extensions"
EXTENSIONS_TAG = {
    "name": EXTENSIONS,
    "description": "Operations beyond the contract of version 1.",
}
EVERY_ANSWER = ("X-Request-Id", "RateLimit", "RateLimit-Policy")
FAILURE_HEADERS = {
    401: ("WWW-Authenticate",),
    403: ("WWW-Authenticate",),
    405: ("Allow",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}

DESCRIPTION = """\
All operations of {site.name}. Each is also an MCP tool with the same name at {site.mcp_url}.

Request and response bodies are JSON. Errors are `application/problem+json` with a stable `code`. An unknown URL \
returns 404; an unsupported method returns 405."""


def document(
    operations: Sequence[AnyOperation], site: Site, scopes: Mapping[str, str], names: SiteNames = MADE_UP
) -> dict[str, Any]:
    """The whole document, in the order of the operations. The same input always gives the same document."""
    schemas = read_schemas(operations, [Problem])
    bodies = {
        model_name(schemas.inputs[op.input]["$ref"]): _body_schema(op, schemas) for op in operations if _has_body(op)
    }
    paths: dict[str, dict[str, Any]] = {}
    for op in operations:
        paths.setdefault(op.path, {})[op.method.lower()] = _entry(op, schemas, names)
    failures = all_errors(operations)
    responses = {"MethodNotAllowed": _failure_response([MethodNotAllowed], schemas)}
    return {
        "openapi": "3.1.0",
        "info": {"title": site.name, "version": VERSION, "description": DESCRIPTION.format(site=site)},
        "externalDocs": {"description": "API reference", "url": site.docs_url},
        "servers": [{"url": site.api_url}],
        "tags": [
            *({"name": name, "description": describe_domain(ops[0])} for name, ops in by_domain(operations).items()),
            *([EXTENSIONS_TAG] if any(op.extension for op in operations) else []),
        ],
        "paths": paths,
        "components": {
            "schemas": reachable([paths, responses], {**schemas.shared, **bodies}),
            "responses": responses,
            "parameters": PARAMETERS,
            "examples": {f.code: {"summary": f.title, "value": example_problem(f)} for f in failures},
            "headers": HEADERS,
            "securitySchemes": security_schemes(site, scopes),
        },
    }


def encode(document: Mapping[str, Any]) -> bytes:
    """The document as it is served."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def encode_for_reading(document: Mapping[str, Any]) -> bytes:
    """The document as it is stored in the repository, indented for readable diffs."""
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def by_domain(operations: Sequence[AnyOperation]) -> dict[str, list[AnyOperation]]:
    found: dict[str, list[AnyOperation]] = {}
    for op in operations:
        found.setdefault(op.domain, []).append(op)
    return found


def describe_domain(op: AnyOperation) -> str:
    """First paragraph of the docstring of the package that contains the operation."""
    package = ".".join(op.handler.__module__.split(".")[:2])
    return " ".join((inspect.getdoc(import_module(package)) or "").partition("\n\n")[0].split())


def _entry(op: AnyOperation, schemas: Schemas, names: SiteNames) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "operationId": op.name,
        "tags": [op.domain, *([EXTENSIONS] if op.extension else [])],
        "summary": op.summary,
        "description": op.description,
        "security": [{}, {"oauth2": []}, {"apiKey": []}]
        if op.scope == PUBLIC
        else [{"oauth2": [op.scope]}, {"apiKey": [op.scope]}],
        "parameters": _parameters(op, schemas, names),
    }
    if op.extension:
        entry["x-extension"] = True
    if _has_body(op):
        entry["requestBody"] = _body(op, schemas, names)
    return entry | {"responses": _responses(op, schemas)}


def _parameters(op: AnyOperation, schemas: Schemas, names: SiteNames) -> list[dict[str, Any]]:
    schema = schemas.resolve(schemas.inputs[op.input])
    required: list[str] = schema.get("required", [])
    found = [
        _parameter(name, "path" if name in op.path_fields else "query", name in required, field, schemas)
        | {"example": names.put_into(example_of(field, schemas.shared))}
        for name, field in schema.get("properties", {}).items()
        if op.read_only or name in op.path_fields
    ]
    if op.read_only:
        found += refer("parameters", "If-None-Match").values()
    if op.current is not None:
        found += refer("parameters", "If-Match").values()
    if op.idempotent:
        found += refer("parameters", "Idempotency-Key").values()
    return found


def _parameter(name: str, place: str, required: bool, schema: Schema, schemas: Schemas) -> dict[str, Any]:
    plain, _ = split_null(schema)  # a query cannot contain null; leaving the parameter out means the same
    return {
        "name": name,
        "in": place,
        "required": required or place == "path",
        "description": schemas.resolve(schema).get("description", ""),
        "schema": {key: value for key, value in plain.items() if key not in ("description", "examples")},
    }


def _has_body(op: AnyOperation) -> bool:
    return not op.read_only and bool(op.fields - {*op.path_fields})


def _body_schema(op: AnyOperation, schemas: Schemas) -> Schema:
    """The input without the fields that are in the path."""
    schema = schemas.resolve(schemas.inputs[op.input])
    fields = {name: value for name, value in schema["properties"].items() if name not in op.path_fields}
    required = [name for name in schema.get("required", []) if name not in op.path_fields]
    more = {key: value for key, value in schema.items() if key not in ("properties", "required")}
    return more | {"properties": fields} | ({"required": required} if required else {})


def _body(op: AnyOperation, schemas: Schemas, names: SiteNames) -> dict[str, Any]:
    sample = names.put_into(example_input(op, schemas))
    example = {name: value for name, value in sample.items() if name not in op.path_fields}
    return {
        "required": "required" in _body_schema(op, schemas),
        "content": {"application/json": {"schema": schemas.inputs[op.input], "example": example}},
    }


def _responses(op: AnyOperation, schemas: Schemas) -> dict[str, Any]:
    headers = [*EVERY_ANSWER, *(("ETag", "Cache-Control") if op.read_only else ())]
    headers += ["Link"] if op.read_only and issubclass(op.input, Paged) else []
    headers += ["ETag"] if op.returns_current else []
    headers += ["Location"] if op.location else []
    output = schemas.outputs[op.output]
    found: dict[str, Any] = {
        str(op.status): {
            "description": schemas.resolve(output).get("description", op.summary),
            "headers": refer("headers", *headers, *(("Idempotency-Replayed",) if op.idempotent else ())),
            "content": {"application/json": {"schema": output, "example": example_output(op, schemas)}},
        }
    }
    if op.read_only:
        unchanged = "The response that `If-None-Match` names is still current."
        found["304"] = {"description": unchanged, "headers": refer("headers", *headers)}
    for status, failures in groupby(errors_of(op), key=lambda failure: failure.status):
        found[str(status)] = _failure_response(list(failures), schemas)
    return found


def _failure_response(failures: Sequence[type[ApiError]], schemas: Schemas) -> dict[str, Any]:
    """The response for all errors of one status."""
    return {
        "description": " ".join(f"`{failure.code}`: {failure.sentence()}" for failure in failures),
        "headers": refer("headers", *EVERY_ANSWER, *FAILURE_HEADERS.get(failures[0].status, ())),
        "content": {
            "application/problem+json": {
                "schema": schemas.outputs[Problem],
                "examples": refer("examples", *(failure.code for failure in failures)),
            }
        },
    }
