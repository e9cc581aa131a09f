"""The OpenAPI document says what the operations say, and is one."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from showground.core.calls.action import Operation
from showground.core.calls.context import Site
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import ApiError, InvalidInput, NotFound
from showground.core.calls.input_text import PATTERNS, check_line
from showground.registry import all_operations
from showground.surfaces.openapi.components import Problem
from showground.surfaces.openapi.document import document, encode, encode_for_reading
from showground.surfaces.openapi.schemas import resolve
from showground.surfaces.operation_errors import REQUEST_ID, example_problem
from tests.library.operations import OPERATIONS, SCOPES, Find, get_book
from tests.support.openapi import WHOLE

SITE = Site("Village Library", "https://library.example")
DOCUMENT = document(OPERATIONS, SITE, SCOPES)


def entry(name: str) -> dict[str, Any]:
    return next(e for item in DOCUMENT["paths"].values() for e in item.values() if e["operationId"] == name)


def parameters(name: str) -> dict[str, dict[str, Any]]:
    return {p["name"]: p for p in entry(name)["parameters"] if "name" in p}


def schema_of(ref: dict[str, Any]) -> dict[str, Any]:
    return DOCUMENT["components"]["schemas"][ref["$ref"].rpartition("/")[2]]


@pytest.mark.parametrize("found", [DOCUMENT, WHOLE], ids=["library", "showground"])
def test_it_is_a_valid_openapi_document(found: dict[str, Any]) -> None:
    validate(found, cls=OpenAPIV31SpecValidator)


@pytest.mark.parametrize("found", [DOCUMENT, WHOLE], ids=["library", "showground"])
def test_its_schemas_are_valid_and_every_field_is_described(found: dict[str, Any]) -> None:
    schemas = found["components"]["schemas"]
    for name, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        for field, inside in schema.get("properties", {}).items():
            assert resolve(inside, schemas).get("description"), f"{name}.{field} has no description"
    for path, item in found["paths"].items():
        for method, entry in item.items():
            for parameter in entry["parameters"]:
                assert "$ref" in parameter or parameter["description"], f"{method} {path}: {parameter['name']}"


def test_the_copy_in_the_repository_is_up_to_date() -> None:
    copy = Path(__file__).parents[2] / "docs" / "openapi.json"
    assert copy.read_bytes() == encode_for_reading(WHOLE), "the API has changed; if it was meant to, run `make docs`"


def test_the_head_names_the_site() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    assert (DOCUMENT["info"]["title"], DOCUMENT["info"]["version"]) == ("Village Library", "1.0.0")
    assert DOCUMENT["servers"] == [{"url": "https://library.example/api/v1"}]


def test_tags_are_the_domains_in_the_words_of_their_packages() -> None:
    assert DOCUMENT["tags"] == [
        {"name": "library", "description": "A village library: a domain for the surfaces to show in tests."},
        {"name": "accounts", "description": "Accounts, sign-in, API keys and access."},
    ]


def test_every_operation_is_there_once() -> None:
    found = [(m.upper(), p, e["operationId"]) for p, item in DOCUMENT["paths"].items() for m, e in item.items()]
    assert sorted(found) == sorted((op.method, op.path, op.name) for op in OPERATIONS)


@pytest.mark.parametrize("op", all_operations(), ids=lambda op: op.name)
def test_every_summary_is_one_short_sentence_and_begins_the_description(op: Operation[Any, Any]) -> None:
    summary, _, rest = op.description.partition("\n")
    shown = WHOLE["paths"][op.path][op.method.lower()]
    assert (shown["summary"], shown["description"]) == (summary, op.description)
    assert len(summary) < 60
    assert re.fullmatch(r"[A-Z][^.;:!?]*\.", summary)
    assert not rest or re.match(r"\n[A-Z`]", rest), "a blank line ends the summary"


def test_what_a_read_takes_stands_in_path_and_query() -> None:
    found = parameters("search_books")
    assert list(found) == ["page", "per_page", "q", "author", "sort", "lent"]
    assert found["page"] == {
        "name": "page",
        "in": "query",
        "required": False,
        "description": "Starts at 1.",
        "schema": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1},
        "example": 1,
    }
    assert found["q"]["schema"] == {"type": "string", "maxLength": 200, "pattern": PATTERNS[check_line]}
    assert found["sort"]["schema"] == {"type": "string", "enum": ["newest", "title"], "default": "newest"}
    assert "requestBody" not in entry("search_books")
    slug = parameters("get_book")["slug"]
    assert (slug["in"], slug["required"], slug["example"]) == ("path", True, "tide-table")


def test_a_body_holds_what_the_path_does_not() -> None:
    assert list(parameters("rearrange_shelf")) == ["shelf_id"]
    body = entry("rearrange_shelf")["requestBody"]
    assert body["required"] is False
    assert body["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Rearrange"}
    schema = DOCUMENT["components"]["schemas"]["Rearrange"]
    assert list(schema["properties"]) == ["changes", "labels", "note"]
    assert schema["additionalProperties"] is False
    assert "required" not in schema
    changes = schema["properties"]["changes"]["anyOf"][0]
    assert changes["maxItems"] == 5
    assert schema_of(changes["items"])["additionalProperties"] is False
    example = body["content"]["application/json"]["example"]
    assert example == {"changes": [{"field": "place", "values": ["east", "top"]}]}  # little, since it is pasted


def test_a_body_is_required_where_one_of_its_fields_is() -> None:
    body = entry("lend_books")["requestBody"]
    assert body["required"] is True
    assert schema_of(body["content"]["application/json"]["schema"])["required"] == ["books"]
    assert "requestBody" not in entry("clear_shelf")


def test_only_models_that_are_used_are_shown() -> None:
    assert list(DOCUMENT["components"]["schemas"]) == [
        *("AccessGranted", "Account", "Author", "Book", "BookPage", "Change", "Cleared", "InvalidField", "Lend"),
        *("Loan", "Me", "Problem", "Rearrange", "Subject"),
    ]


def test_a_key_is_offered_where_it_is_taken() -> None:
    key = {"$ref": "#/components/parameters/Idempotency-Key"}
    assert key in entry("lend_books")["parameters"]
    assert "Idempotency-Replayed" in entry("lend_books")["responses"]["201"]["headers"]
    assert key not in entry("clear_shelf")["parameters"]
    assert "Idempotency-Replayed" not in entry("clear_shelf")["responses"]["200"]["headers"]


def test_a_read_may_be_answered_with_304() -> None:
    responses = entry("get_book")["responses"]
    assert {"ETag", "Cache-Control", "X-Request-Id", "RateLimit", "RateLimit-Policy"} == set(
        responses["304"]["headers"]
    )
    assert set(responses["200"]["headers"]) == set(responses["304"]["headers"])
    assert {"$ref": "#/components/parameters/If-None-Match"} in entry("get_book")["parameters"]
    assert "304" not in entry("lend_books")["responses"]


@pytest.mark.parametrize(
    ("name", "statuses"),
    [
        ("search_books", "200 304 400 401 429 503"),
        ("get_book", "200 304 400 401 404 429 503"),
        ("get_me", "200 304 400 401 403 429 503"),
        ("lend_books", "201 400 401 403 408 413 415 429 503"),
        ("rearrange_shelf", "200 400 401 403 404 408 413 415 429 503"),
    ],
)
def test_the_statuses_of_an_operation(name: str, statuses: str) -> None:
    assert list(entry(name)["responses"]) == statuses.split()


def test_all_failures_of_one_status_are_named() -> None:
    def codes(name: str, status: str) -> list[str]:
        return list(entry(name)["responses"][status]["content"]["application/problem+json"]["examples"])

    assert codes("rearrange_shelf", "400") == ["invalid_input", "idempotency_key_reused", "shelf_full"]
    assert codes("rearrange_shelf", "404") == ["not_found", "shelf_unknown"]
    assert codes("get_book", "404") == ["book_unknown"]
    assert "404" not in entry("get_cover")["responses"]  # it names none of its own, and takes no number
    assert codes("rearrange_shelf", "401") == ["invalid_token", "sign_in_required"]
    assert codes("get_book", "401") == ["invalid_token"]
    full = DOCUMENT["components"]["examples"]["shelf_full"]["value"]
    assert full["detail"] == "The shelf is full; take something off it first."
    assert full["type"] == "/docs/api#shelf_full"


def test_waiting_and_signing_in_are_told_by_headers() -> None:
    responses = entry("get_me")["responses"]
    assert "Retry-After" in responses["429"]["headers"]
    assert "Retry-After" in responses["503"]["headers"]
    assert "WWW-Authenticate" in responses["401"]["headers"]
    assert "Allow" in DOCUMENT["components"]["responses"]["MethodNotAllowed"]["headers"]


@pytest.mark.parametrize("failure", [InvalidInput, NotFound])
def test_an_example_of_a_failure_looks_like_the_failure(failure: type[ApiError]) -> None:
    example = example_problem(failure)
    assert example == failure(errors=example.get("errors", [])).problem(REQUEST_ID)
    Problem.model_validate(example)


def test_who_may_call() -> None:
    assert entry("get_book")["security"] == [{}, {"oauth2": []}, {"apiKey": []}]
    assert entry("lend_books")["security"] == [{"oauth2": ["lending:write"]}, {"apiKey": ["lending:write"]}]
    flow = DOCUMENT["components"]["securitySchemes"]["oauth2"]["flows"]["authorizationCode"]
    assert flow["authorizationUrl"] == "https://library.example/oauth/authorize"
    assert flow["tokenUrl"] == "https://library.example/oauth/token"
    assert flow["scopes"] == SCOPES


def test_two_failures_of_one_code_are_refused() -> None:
    class ShelfFull(ApiError):
        """Another sentence."""

    handler = get_book.handler
    twin = operation("GET /twins/{slug}", scope=PUBLIC, errors=(ShelfFull,))(handler)
    assert twin.input is Find
    with pytest.raises(TypeError, match="Two errors have the code shelf_full"):
        document([*OPERATIONS, twin], SITE, SCOPES)


def test_it_is_the_same_in_every_process() -> None:
    program = """
import sys
from showground import accounts
from showground.core.calls.context import Site
from showground.surfaces.openapi.document import document, encode
from showground.surfaces.openapi.schemas import resolve
from tests.library.operations import OPERATIONS, SCOPES
sys.stdout.buffer.write(encode(document(OPERATIONS, Site("Village Library", "https://library.example"), SCOPES)))
"""
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path)), "PYTHONHASHSEED": "7"}
    other = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert other.stdout == encode(DOCUMENT)


def test_both_forms_hold_the_same() -> None:
    assert json.loads(encode(DOCUMENT)) == json.loads(encode_for_reading(DOCUMENT)) == DOCUMENT
    assert encode_for_reading(DOCUMENT).endswith(b"}\n")
