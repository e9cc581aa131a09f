"""A request with several errors is told all of them, whichever step of the check finds them."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from showground.registry import all_operations
from tests.support.postgres import fresh_database
from tests.support.requests import SURFACES, ask
from tests.support.valid_inputs import OWN
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

DAY = {"date": "2026-02-03"}
# Of every write: a value that fits the schema and is refused for what it means, with the place that is to be named.
MEANINGLESS: dict[str, tuple[dict[str, Any], str]] = {
    "create_draft": ({"url": "ftp://tidewater.example"}, "url"),
    "update_draft": ({"fields": {"categories": ["Zoology"]}}, "fields.categories[0]"),
    "quote_order": ({"items": [{"product": "moon"}]}, "items[0].product"),
    "checkout_order": ({"items": [{"product": "moon"}]}, "items[0].product"),
    "apply_coupon": ({"coupon": "NONESUCH"}, "coupon"),
    "add_milestone": ({**DAY, "title": "x", "url": "javascript:alert(1)"}, "url"),
    "answer_interview": ({"answers": [{"question_id": 999_999, "answer": "x"}]}, "answers[0].question_id"),
    "create_claim": ({"slug": "nobody", "method": "dns"}, "slug"),
    "post_listing_update": ({"title": " ", "body": "x"}, "title"),
    "update_listing": ({"fields": {"country": "QZ"}}, "fields.country"),
}
# Whatever fits the schema is accepted, or refused for the state of what it is about.
WHOLLY_DESCRIBED = {
    *("invite_cofounder", "submit_draft", "cancel_order", "choose_free_plan", "delete_milestone", "verify_claim"),
    "update_story",
}
OWNED = {"id": "get_draft", "number": "get_order", "listing_id": "get_my_listing"}
OPERATIONS = {operation.name: operation for operation in all_operations() if not operation.read_only}


@pytest.fixture(scope="module")
async def fair(postgres: str, demo_template: str) -> AsyncGenerator[World]:
    with fresh_database(postgres, demo_template) as url:
        async with running_world(url) as world:
            await world.add_person("alice")
            yield world


def test_every_write_is_here() -> None:
    assert OPERATIONS.keys() == MEANINGLESS.keys() | WHOLLY_DESCRIBED
    assert not [name for name in WHOLLY_DESCRIBED if OPERATIONS[name].judge]


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("name", MEANINGLESS)
async def test_an_unknown_field_and_a_meaningless_value_are_told_together(fair: World, name: str, surface: str) -> None:
    operation, (body, place) = OPERATIONS[name], MEANINGLESS[name]
    path: dict[str, Any] = {}
    for field in operation.path_fields:
        path |= await OWN[OWNED[field]](fair)
    answer = await ask(fair, surface, operation, {**path, **body, "colour": "red"}, by="alice")
    assert answer.fields == {"colour", place}
    alone = await ask(fair, surface, operation, path | body, by="alice")
    assert alone.fields == {place}


# Of what is malformed, required or in a list: the other errors in the same object are told too.
MALFORMED: list[tuple[str, dict[str, Any], set[str]]] = [
    ("add_milestone", {"date": "soon", "title": "x", "url": "javascript:alert(1)"}, {"date", "url"}),
    ("add_milestone", {"title": " ", "url": "javascript:alert(1)"}, {"date", "title", "url"}),
    (
        "update_draft",
        {"milestones": [{"date": "soon", "title": " ", "url": "javascript:alert(1)"}], "competitor_url": "none"},
        {"milestones[0].date", "milestones[0].title", "milestones[0].url", "competitor_url"},
    ),
    (
        "update_draft",
        {"milestones": [{"date": "soon", "title": "x" * 201}], "fields": {"categories": ["Zoology"]}},
        {"milestones[0].date", "milestones[0].title", "fields.categories[0]"},
    ),
    ("answer_interview", {"answers": [{"question_id": 999_999}]}, {"answers[0].question_id", "answers[0].answer"}),
    ("create_claim", {"slug": "nobody", "method": "fax"}, {"slug", "method"}),
    ("create_claim", {"method": "dns", "email": "ada@ada.example"}, {"slug"}),
    (
        "quote_order",
        {"items": [{"product": "moon", "listing_id": 2**63}], "colour": "red"},
        {"items[0].product", "items[0].listing_id", "colour"},
    ),
]


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize(("name", "body", "fields"), MALFORMED)
async def test_malformed_and_meaningless_values_of_one_object_are_told_together(
    fair: World, name: str, body: dict[str, Any], fields: set[str], surface: str
) -> None:
    operation, path = OPERATIONS[name], dict[str, Any]()
    for field in operation.path_fields:
        path |= await OWN[OWNED[field]](fair)
    assert (await ask(fair, surface, operation, path | body, by="alice")).fields == fields
