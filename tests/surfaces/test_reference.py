"""The API reference holds every operation, works without script, and its examples are right."""

import ast
import json
import re
import shlex
import tomllib
from collections import Counter
from itertools import pairwise
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from showground.app import Showground
from showground.core.calls.context import Site
from showground.core.calls.rate_limits import Limit, Quotas
from showground.drafting import models as drafts
from showground.events.rules import show_secret, sign
from showground.listings.queries import new_listings
from showground.orders.models import OrderStatus
from showground.ownership.claim_models import ClaimStatus
from showground.registry import all_operations
from showground.settings import Settings
from showground.surfaces.openapi.examples import example_input
from showground.surfaces.openapi.schemas import AnyOperation, Schema, read_schemas
from showground.surfaces.operation_errors import errors_of
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.templates_engine import environment, marked, often
from showground.surfaces.web.visitors.api_reference import CHECK_OF_SIGNATURE, STATES, ApiReference
from showground.surfaces.web.visitors.code_samples import snippets
from showground.surfaces.web.visitors.literals import WIDTH, write_json, write_python
from showground.surfaces.web.visitors.schema_rows import bounds_of, input_rows, kind_of, output_rows
from tests.library.operations import OPERATIONS, SCOPES
from tests.support.command import ROOT
from tests.support.html import Page

SITE = Site("Village & Library", "https://library.example")
SCHEMAS = read_schemas(OPERATIONS)
BY_NAME = {op.name: op for op in OPERATIONS}


REFERENCE = ApiReference(environment(SITE, Assets()), OPERATIONS, SITE, SCOPES, Quotas())
OVERVIEW = Page(REFERENCE.render_overview())
CHAPTERS = {name: Page(REFERENCE.render_chapter(chapter)) for name, chapter in REFERENCE.chapters.items()}
FIRST_PAGE_BYTES = 100_000


@pytest.fixture(params=["overview", *CHAPTERS])
def page(request: pytest.FixtureRequest) -> Page:
    return CHAPTERS.get(request.param, OVERVIEW)


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = Showground(Settings(), "dbname=unused")
    return TestClient(app.edge)  # pyright: ignore[reportArgumentType]


def test_every_operation_has_its_place() -> None:
    for op in OPERATIONS:
        page = CHAPTERS[op.domain]
        assert op.name in page.ids()
        assert op.name in OVERVIEW.ids()  # where links to the former single page lead
        assert f"/docs/api/{op.domain}#{op.name}" in OVERVIEW.links()
        assert f"<code>{op.path}</code>" in page.html
        for row in (*input_rows(op, SCHEMAS), *output_rows(op, SCHEMAS)):
            assert f"<code>{row.name}</code>" in page.html
    written = "".join(page.html for page in CHAPTERS.values())
    assert "Requires <code>lending:write</code> · accepts an" in written
    assert "20 calls an hour" in written


def test_the_shown_check_of_a_signature_is_right() -> None:
    made: dict[str, Any] = {}
    exec(CHECK_OF_SIGNATURE, made)  # noqa: S102 - our own sample
    keys, body = [b"k" * 24, b"l" * 24], b'{"type": "listing.launched"}'
    headers = {"webhook-id": "msg_7", "webhook-timestamp": "1763366400"}
    signed = headers | {"webhook-signature": sign(keys, "msg_7", 1763366400, body)}
    assert all(made["is_signed"](show_secret(key), signed, body) for key in keys)
    assert not made["is_signed"](show_secret(b"m" * 24), signed, body)
    assert not made["is_signed"](show_secret(keys[0]), signed, body + b" ")


def test_extensions_are_in_the_list_of_changes() -> None:
    changes = str(tomllib.loads((ROOT / "src/showground/surfaces/web/visitors/api_changes.toml").read_text()))
    assert all(f"`{op.name}`" in changes for op in all_operations() if op.extension)


def test_every_failure_is_explained_where_its_type_leads() -> None:
    for op in OPERATIONS:
        for failure in errors_of(op):
            assert failure.code in OVERVIEW.ids()
            assert str(marked(failure.sentence())) in OVERVIEW.html
            assert f"/docs/api#{failure.code}" in CHAPTERS[op.domain].links()
    assert {"method_not_allowed", "not_found"} <= set(OVERVIEW.ids())


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("search_books", {"search_books"}),
        ("BOOKS search", {"search_books"}),
        ("labels", {"rearrange_shelf"}),  # a field
        ("shelf_full", {"rearrange_shelf"}),  # an error
        ("no such words", set[str]()),
    ],
)
def test_the_search_looks_through_names_fields_and_errors(words: str, found: set[str]) -> None:
    page = Page(REFERENCE.render_overview(words))
    assert {op.name for op in OPERATIONS if op.name in page.ids()} == found
    assert ("No operations match" in page.html) == (not found)
    assert "noindex" in page.html


def test_the_states_are_those_that_answers_have() -> None:
    shown = {table.name: set(table.states) for table in STATES}
    assert shown == {
        "Draft": set(get_args(drafts.Status)),
        "Field of a draft": set(get_args(drafts.State)),
        "Listing": set(get_args(new_listings.Status)),
        "Order": set(get_args(OrderStatus)),
        "Claim": set(get_args(ClaimStatus)),
    }


def test_the_overview_says_what_changed() -> None:
    assert "Versions and changes" in OVERVIEW.text
    assert "Deprecation (RFC 9745)" in OVERVIEW.text
    newest = re.findall(r"^## (\S+) \((\S+)\)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    releases = tomllib.loads((ROOT / "src/showground/surfaces/web/visitors/api_changes.toml").read_text())["release"]
    assert [(release["version"], release["date"].isoformat()) for release in releases] == newest
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", str(releases)))
    fields = {name for op in all_operations() for model in (op.input, op.output) for name in model.model_fields}
    assert named - {"sg_test_", "next_steps"} <= {op.name for op in all_operations()} | fields


def test_searched_words_are_text() -> None:
    page = REFERENCE.render_overview("<script>alert(1)</script>")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_the_rows_of_an_operation_say_everything_of_its_fields() -> None:
    rows = {row.name: row for row in input_rows(BY_NAME["rearrange_shelf"], SCHEMAS)}
    assert list(rows) == ["shelf_id", "changes", "changes[].field", "changes[].values", "labels", "note"]
    assert (rows["shelf_id"].place, rows["shelf_id"].required, rows["shelf_id"].bounds) == (
        "path",
        True,
        ["at least 1"],
    )
    assert (rows["changes"].kind, rows["changes"].bounds) == ("list of objects or null", ["at most 5 items"])
    assert rows["changes[].values"].bounds == ["1 to 20 items", "each at most 200 characters"]
    assert rows["labels"].bounds == ["names: `front`, `side`", "each at most 40 characters"]
    rows = {row.name: row for row in input_rows(BY_NAME["search_books"], SCHEMAS)}
    assert (rows["q"].kind, rows["q"].place, rows["q"].default) == ("string", "query", None)
    assert (rows["sort"].default, rows["lent"].default) == ('"newest"', "true")


def test_nested_answers_have_dotted_places_and_end() -> None:
    names = [row.name for row in output_rows(BY_NAME["search_books"], SCHEMAS)]
    assert names[:5] == ["items", "items[].slug", "items[].title", "items[].authors", "items[].authors[].name"]
    assert [row.name for row in output_rows(BY_NAME["list_subjects"], SCHEMAS)] == ["name", "inside", "parent"]


@pytest.mark.parametrize(
    ("schema", "kind", "bounds"),
    [
        ({"type": "string", "format": "date"}, "string (date)", []),
        ({"type": "array", "items": {"type": "string", "format": "uuid"}}, "list of strings (uuid)", []),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "integer or string", []),
        ({}, "anything", []),
        ({"type": "array"}, "list", []),
        (
            {"type": "object", "additionalProperties": {}, "maxProperties": 3},
            "object",
            ["at most 3 properties"],
        ),
    ],
)
def test_types_in_words(schema: Schema, kind: str, bounds: list[str]) -> None:
    assert (kind_of(schema, {}), bounds_of(schema, {})) == (kind, bounds)


def test_text_is_never_markup() -> None:
    written = "".join(page.html for page in (OVERVIEW, *CHAPTERS.values()))
    assert "The &lt;Tide&gt; Table" in written
    assert "<Tide>" not in written
    assert "Lend books &amp; bring them back." in written
    assert marked("`<b>` & more") == "<code>&lt;b&gt;</code> &amp; more"


def test_the_page_is_whole(page: Page) -> None:
    twice = [name for name, times in Counter(page.ids()).items() if times > 1]
    assert twice == []
    for link in page.all("a"):
        address = link["href"] or ""
        assert not address.startswith("#") or address[1:] in page.ids()
        assert not address.startswith("/docs/api#") or address.partition("#")[2] in OVERVIEW.ids()
    named = [a["aria-labelledby"] for _, a in page.elements if "aria-labelledby" in a]
    assert set(named) <= set(page.ids())


def test_the_page_can_be_found_through_without_seeing_it(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(deeper <= before + 1 for before, deeper in pairwise(levels))
    assert [len(page.all(tag)) for tag in ("header", "main", "footer")][1:] == [1, 1]
    assert all(nav["aria-label"] for nav in page.all("nav"))
    assert page.all("a")[0] == {"class": "skip", "href": "#main"}
    assert len(page.all("caption")) == len(page.all("table"))
    assert all(cell.get("scope") in ("col", "row") for cell in page.all("th"))


def test_nothing_on_the_page_needs_an_exception_from_the_policy(page: Page) -> None:
    assert page.all("style") == []
    assert all(script.get("src", "") for script in page.all("script"))
    assert not any("style" in a or any(name.startswith("on") for name in a) for _, a in page.elements)


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.name)
def test_the_examples_say_what_they_should(op: AnyOperation) -> None:
    taken = example_input(op, SCHEMAS)
    curl, python, javascript, mcp = (snippet.text for snippet in snippets(op, taken, SITE))
    body = {name: value for name, value in taken.items() if name not in op.path_fields} if not op.read_only else {}

    words = shlex.split(curl.replace("\\\n", ""))
    assert words[0] == "curl"
    assert any(word.startswith("https://library.example/api/v1/") for word in words)
    if body:
        assert json.loads(words[words.index("-d") + 1]) == body
    assert ("Authorization: Bearer $API_KEY" in words) == (op.scope != "public")
    assert ("Idempotency-Key: $(date +%s)-$RANDOM$RANDOM" in words) == op.idempotent  # a new one each time

    request = ast.parse(python).body[2 if op.idempotent else 1]
    assert isinstance(request, ast.Assign)
    assert isinstance(request.value, ast.Call)
    given = {word.arg: word.value for word in request.value.keywords}
    assert (ast.literal_eval(given["json"]) if "json" in given else {}) == body
    assert ('"Idempotency-Key": str(uuid.uuid4())' in python) == op.idempotent

    assert ("process.env.API_KEY" in javascript) == (op.scope != "public")
    assert ('"Idempotency-Key": crypto.randomUUID()' in javascript) == op.idempotent
    sent = re.search(r"JSON.stringify\((.*)\),\n}\);", javascript, re.DOTALL)
    assert (json.loads(sent[1]) if sent else {}) == body

    call = json.loads(mcp)
    assert call["params"]["name"] == op.name
    assert call["params"]["arguments"] == taken


def test_a_query_is_escaped() -> None:
    op = BY_NAME["search_books"]
    curl, *_ = snippets(op, {"q": "tide & 'moon'", "lent": False}, SITE)
    assert shlex.split(curl.text)[1] == "https://library.example/api/v1/books?q=tide+%26+%27moon%27&lent=false"


@pytest.mark.parametrize("value", [{}, [], {"a": [1, None, True, "x" * 80]}, {"a": {"b": [{"c": "d" * 70}]}}, "é\n"])
def test_values_are_written_so_that_they_can_be_read_back(value: Any) -> None:
    assert json.loads(write_json(value)) == value
    assert ast.literal_eval(write_python(value)) == value


def test_short_values_stay_on_one_line() -> None:
    assert write_json({"a": [1, 2], "b": None}) == '{"a": [1, 2], "b": null}'
    assert write_json(["x" * WIDTH]) == '[\n  "' + "x" * WIDTH + '"\n]'


def test_limits_in_words() -> None:
    assert often(Limit("x", 20, 3600)) == "20 calls an hour"
    assert often(Limit("x", 5, 90)) == "5 calls in 90 seconds"


def test_the_page_is_served_with_what_keeps_it_safe(client: TestClient) -> None:
    answer = client.get("/docs/api")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self';")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert "permissions-policy" in answer.headers
    assert len(answer.content) < FIRST_PAGE_BYTES
    for op in all_operations():
        assert f'id="{op.name}"' in answer.text
        assert f'href="/docs/api/{op.domain}#{op.name}"' in answer.text
    assert "20 calls an hour with <code>method</code> <code>email</code>" in client.get("/docs/api/ownership").text
    assert client.get("/docs/api/nothing").status_code == 404
    again = client.get("/docs/api", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_kept_for_ever_under_the_address_that_the_page_names(client: TestClient) -> None:
    page = Page(client.get("/docs/api").text)
    addresses = [link["href"] for link in page.all("link") if link["rel"] in ("stylesheet", "icon")]
    addresses += [script["src"] for script in page.all("script")]
    assert len(addresses) == 8
    for address in addresses:
        answer = client.get(address or "")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        old = client.get(re.sub("/static/[0-9a-f]+/", "/static/0123456789/", address or ""))
        assert (old.content, old.headers["cache-control"]) == (answer.content, "no-cache")


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/static/x/nothing.css", "/static/x/..%2f__init__.py", "/docs", "/static/", "/static/x/", "/media/"],
)
def test_what_is_not_there_is_a_page_that_says_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Nothing exists at this address." in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "content-security-policy" in answer.headers
    assert len(Page(answer.text).all("h1")) == 1


def test_a_page_takes_only_its_methods(client: TestClient) -> None:
    answer = client.post("/docs/api", headers={"Origin": "http://localhost:8000"})
    assert answer.status_code == 405
    assert sorted(answer.headers["allow"].split(", ")) == ["GET", "HEAD"]
    assert "<h1>Method not allowed</h1>" in answer.text
    assert client.head("/docs/api").status_code == 200


def test_an_asset_that_is_not_there_is_found_out_at_once() -> None:
    with pytest.raises(LookupError, match=r"there is no lost\.css"):
        Assets().url("lost.css")
