"""What a 201 created can be read at its `Location`."""

from typing import Any

import pytest

from showground.registry import all_operations
from showground.surfaces.rest.routing import Routes
from tests.support.owners import Owners, meet
from tests.support.world import World

pytestmark = pytest.mark.anyio

CREATE = [op for op in all_operations() if op.status == 201]


@pytest.fixture
async def owners(world: World) -> Owners:
    return await meet(world)


@pytest.mark.parametrize("op", CREATE, ids=lambda op: op.name)
def test_everything_that_creates_says_where_it_is_read(op: Any) -> None:
    example = dict.fromkeys((*op.input.model_fields, *op.output.model_fields), "1")
    read, _ = Routes(all_operations()).find("GET", op.location.format_map(example).split("/")[1:])
    assert read.read_only


def test_nothing_else_has_a_location() -> None:
    assert [op.name for op in all_operations() if op.location and op not in CREATE] == []


async def test_what_was_created_is_read_there(owners: Owners) -> None:
    number = await owners.add()
    await owners.add("other", members={})
    created = [
        ("/drafts", {"url": "https://ebbtide.example"}),
        (f"/me/listings/{number}/milestones", {"date": "2026-03-01", "title": "First customer"}),
        (f"/me/listings/{number}/updates", {"title": "Faster", "body": "Twice as fast."}),
        ("/claims", {"slug": "other", "method": "dns"}),
    ]
    for path, body in created:
        answer = await owners.world.request("POST", path, by="alice", json=body, headers={"Idempotency-Key": path})
        assert answer.status_code == 201, answer.text
        read = await owners.world.client.get(answer.headers["location"], headers=owners.world.bearer("alice"))
        assert read.status_code == 200
        assert str(answer.json().get("title") or answer.json()["id"]) in read.text
        again = await owners.world.request("POST", path, by="alice", json=body, headers={"Idempotency-Key": path})
        assert again.headers["location"] == answer.headers["location"]
