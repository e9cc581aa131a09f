"""Writes with a key: repeated, they are answered alike and done once; with another body they are refused."""

from typing import Any

import pytest

from showground import people
from showground.registry import all_operations
from tests.support.owners import Owners
from tests.support.requests import ask

pytestmark = pytest.mark.anyio

DONE = """
select (select count(*) from listing_version), (select count(*) from listing_update),
    (select count(*) from listing_milestone), (select count(*) from interview_answer), (select count(*) from claim),
    (select count(*) from badge_check), (select count(*) from claim_check), (select count(*) from outbox),
    (select count(*) from procrastinate_jobs where task_name <> 'deliver_mail')
"""


async def test_every_write_is_done_once_for_each_key(owners: Owners) -> None:
    async with owners.world.dispatcher.database.transaction() as db:
        await people.add_questions(db, ["Why?", "How?"])
    questions = [q["id"] for q in (await owners.call("GET", "/interview-questions"))["items"]]
    number = await owners.add(status="draft", website="http://10.0.0.1/")
    other = await owners.add("other", status="draft", website="http://10.0.0.2/")
    milestones = [
        (
            await owners.call(
                "POST", f"/me/listings/{number}/milestones", {"date": "2026-01-01", "title": t}, status=201
            )
        )["id"]
        for t in ("a", "b")
    ]
    claims = [
        (await owners.call("POST", "/claims", {"slug": "other", "method": method}, by="alice", status=201))["id"]
        for method in ("meta", "file")
    ]
    answers = [{"answers": [{"question_id": q, "answer": "a"}]} for q in questions]
    mine = {"listing_id": number}
    cases: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "update_listing": (mine | {"fields": {"tagline": "One"}}, mine | {"fields": {"tagline": "Two"}}),
        "post_listing_update": (mine | {"title": "a", "body": "b"}, mine | {"title": "a", "body": "c"}),
        "add_milestone": (mine | {"date": "2026-01-01", "title": "c"}, mine | {"date": "2026-01-02", "title": "c"}),
        "delete_milestone": (mine | {"milestone_id": milestones[0]}, mine | {"milestone_id": milestones[1]}),
        "update_story": (mine | {"story": "One"}, mine | {"story": "Two"}),
        "answer_interview": (answers[0], answers[1]),
        "choose_free_plan": (mine, {"listing_id": other}),
        "create_claim": ({"slug": "tidewater", "method": "file"}, {"slug": "tidewater", "method": "meta"}),
        "verify_claim": ({"claim_id": claims[0]}, {"claim_id": claims[1]}),
    }
    writes = {op.name: op for op in all_operations() if op.domain == "ownership" and op.idempotent}
    assert writes.keys() == cases.keys()
    for name, (first, second) in cases.items():
        op = writes[name]
        told = await ask(owners.world, "rest", op, first, by="alice", Idempotency_Key="key")
        assert told.status == op.status, (name, told.body)
        done = await owners.ask(DONE)
        for surface, given in (("rest", first), ("mcp", first | {"idempotency_key": "key"})):
            headers = {"Idempotency_Key": "key"} if surface == "rest" else {}
            again = await ask(owners.world, surface, op, given, by="alice", **headers)
            assert (again.status, again.body) == (op.status, told.body), (name, surface)
        refused = await ask(owners.world, "rest", op, second, by="alice", Idempotency_Key="key")
        assert (refused.status, refused.body["code"]) == (400, "idempotency_key_reused"), name
        assert await owners.ask(DONE) == done, name
