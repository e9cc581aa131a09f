"""A stranger gets nothing of an owner's: by every operation, by REST and by MCP, the same as if it never was."""

from typing import Any

import pytest

from showground.registry import all_operations
from tests.support import bounds
from tests.support.owners import Owners
from tests.support.requests import SURFACES, ask

pytestmark = pytest.mark.anyio

NUMBERED = {"listing_id", "claim_id", "milestone_id"}
OWNED = [op for op in all_operations() if op.domain == "ownership" and NUMBERED & set(op.path_fields)]


async def test_every_operation_on_one_listing_or_claim_is_404_and_changes_nothing(owners: Owners) -> None:
    number = await owners.add(unlocked=["milestones", "story"], story={"title": "Ours"}, website="http://10.0.0.1/")
    milestone = await owners.call(
        "POST", f"/me/listings/{number}/milestones", {"date": "2026-01-01", "title": "Ours"}, status=201
    )
    claim = await owners.call("POST", "/claims", {"slug": "tidewater", "method": "meta"}, status=201)
    mine: dict[str, Any] = {"listing_id": number, "claim_id": claim["id"], "milestone_id": milestone["id"]}
    before = await owners.call("GET", f"/me/listings/{number}")
    assert {op.name for op in OWNED} >= {
        *("get_my_listing", "update_listing", "post_listing_update", "add_milestone", "delete_milestone"),
        *("update_story", "choose_free_plan", "verify_claim"),
    }
    for op in OWNED:
        for surface in SURFACES:
            given = bounds.example(op)
            theirs = given | {name: mine[name] for name in NUMBERED & set(op.path_fields)}
            never = given | dict.fromkeys(NUMBERED & set(op.path_fields), 987654)
            refused = await ask(owners.world, surface, op, theirs, by="charlie")
            unknown = await ask(owners.world, surface, op, never, by="charlie")
            assert (refused.status, refused.problem) == (404, unknown.problem), (op.name, surface)
    assert await owners.call("GET", f"/me/listings/{number}") == before
    assert await owners.ask("select from listing_update") == await owners.ask("select from badge_check") == []
    for path in ("/me/listings", "/claims"):
        assert (await owners.call("GET", path, by="charlie"))["total"] == 0
