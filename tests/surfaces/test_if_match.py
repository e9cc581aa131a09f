"""A change with `If-Match` happens only to the version that its caller has read."""

import asyncio
from typing import Any

import httpx2
import pytest

from showground import people
from showground.listings import new_listings
from showground.registry import all_operations
from tests.support.owners import Owners, meet
from tests.support.problems import read_problem
from tests.support.world import World

pytestmark = pytest.mark.anyio

UPDATES = [op for op in all_operations() if op.method in ("PATCH", "PUT", "DELETE")]


@pytest.fixture
async def owners(world: World) -> Owners:
    return await meet(world)


async def send(
    owners: Owners, method: str, path: str, body: Any = None, *, tag: str | None = None, key: str | None = None
) -> httpx2.Response:
    headers = {"Accept-Encoding": "identity"}
    headers |= {"If-Match": tag} if tag else {}
    headers |= {"Idempotency-Key": key} if key else {}
    return await owners.world.request(method, path, by="alice", json=body, headers=headers)


def tagline(text: str) -> dict[str, Any]:
    return {"fields": {"tagline": text}}


def test_every_update_compares_versions() -> None:
    assert [op.name for op in UPDATES if op.current is None] == []
    assert [op.name for op in all_operations() if op.current is not None and op not in UPDATES] == []


async def test_only_the_version_that_was_read_is_changed(owners: Owners) -> None:
    path = f"/me/listings/{await owners.add()}"
    first = (await send(owners, "GET", path)).headers["etag"]
    changed = await send(owners, "PATCH", path, tagline("Second"), tag=first)
    assert changed.status_code == 200
    second = (await send(owners, "GET", path)).headers["etag"]
    assert changed.headers["etag"] == second != first
    refused = await send(owners, "PATCH", path, tagline("Third"), tag=first)
    read_problem(refused, 412, "precondition_failed")
    assert (await send(owners, "GET", path)).json()["tagline"] == "Second"
    assert (await send(owners, "PATCH", path, tagline("Third"), tag=f'"other", {second}')).status_code == 200
    assert (await send(owners, "PATCH", path, tagline("Fourth"), tag="*")).status_code == 200
    assert (await send(owners, "PATCH", path, tagline("Fifth"))).status_code == 200


async def test_the_tag_of_a_zipped_answer_is_good_too(owners: Owners) -> None:
    path = f"/me/listings/{await owners.add(description='Long. ' * 400)}"
    zipped = await owners.world.request("GET", path, by="alice", headers={"Accept-Encoding": "gzip"})
    tag = zipped.headers["etag"]
    assert tag.startswith("W/")
    assert (await send(owners, "PATCH", path, tagline("Second"), tag=tag)).status_code == 200
    read_problem(await send(owners, "PATCH", path, tagline("Third"), tag=tag), 412, "precondition_failed")


async def test_what_belongs_to_a_listing_follows_its_version(owners: Owners) -> None:
    path = f"/me/listings/{await owners.add()}"
    tag = (await send(owners, "GET", path)).headers["etag"]
    milestone = {"date": "2026-03-01", "title": "First customer"}
    number = (await send(owners, "POST", f"{path}/milestones", milestone)).json()["id"]
    read_problem(await send(owners, "PUT", f"{path}/story", {"story": "Late."}, tag=tag), 412, "precondition_failed")
    gone = f"{path}/milestones/{number}"
    read_problem(await send(owners, "DELETE", gone, tag=tag), 412, "precondition_failed")
    tag = (await send(owners, "GET", path)).headers["etag"]
    assert (await send(owners, "PUT", f"{path}/story", {"story": "In time."}, tag=tag)).status_code == 200
    tag = (await send(owners, "GET", path)).headers["etag"]
    assert (await send(owners, "DELETE", gone, tag=tag)).status_code == 200


async def test_of_many_who_read_the_same_version_one_changes_it(owners: Owners) -> None:
    path = f"/me/listings/{await owners.add()}"
    tag = (await send(owners, "GET", path)).headers["etag"]
    answers = await asyncio.gather(
        *(send(owners, "PATCH", path, tagline(f"By {number}"), tag=tag) for number in range(6))
    )
    assert sorted(answer.status_code for answer in answers) == [200, *[412] * 5]
    (kept,) = [answer.json()["tagline"] for answer in answers if answer.status_code == 200]
    assert (await send(owners, "GET", path)).json()["tagline"] == kept


async def test_a_repeat_is_answered_as_at_first(owners: Owners) -> None:
    """The first request changed the version, so that the repeat no longer names it."""
    path = f"/me/listings/{await owners.add()}"
    tag = (await send(owners, "GET", path)).headers["etag"]
    first = await send(owners, "PATCH", path, tagline("Once"), tag=tag, key="once")
    again = await send(owners, "PATCH", path, tagline("Once"), tag=tag, key="once")
    assert (again.status_code, again.json()) == (200, first.json())
    assert again.headers["idempotency-replayed"] == "true"
    assert "etag" not in again.headers
    read_problem(await send(owners, "PATCH", path, tagline("Once"), tag=tag, key="twice"), 412, "precondition_failed")


async def test_a_refused_change_leaves_its_key_free(owners: Owners) -> None:
    path = f"/me/listings/{await owners.add()}"
    refused = await send(owners, "PATCH", path, tagline("New"), tag='"old"', key="mine")
    read_problem(refused, 412, "precondition_failed")
    tag = (await send(owners, "GET", path)).headers["etag"]
    assert (await send(owners, "PATCH", path, tagline("New"), tag=tag, key="mine")).status_code == 200


async def test_an_interview_has_versions_once_it_has_answers(owners: Owners) -> None:
    async with owners.world.dispatcher.database.transaction() as db:
        await people.add_questions(db, ["Why?"])
        await people.add_founders(db, [people.NewFounder(slug="grace", name="Grace")])
    await owners.add(founders=[new_listings.NewListingFounder("grace", "Grace")])
    (question,) = (await send(owners, "GET", "/interview-questions")).json()["items"]

    def answers(text: str) -> dict[str, Any]:
        return {"answers": [{"question_id": question["id"], "answer": text}]}

    read_problem(await send(owners, "PUT", "/me/interview", answers("Why not?"), tag="*"), 412, "precondition_failed")
    tag = (await send(owners, "PUT", "/me/interview", answers("Because."))).headers["etag"]
    second = await send(owners, "PUT", "/me/interview", answers("Why not?"), tag=tag)
    assert second.status_code == 200
    read_problem(await send(owners, "PUT", "/me/interview", answers("Late."), tag=tag), 412, "precondition_failed")


async def test_a_version_of_what_is_not_theirs_tells_strangers_nothing(owners: Owners) -> None:
    number = await owners.add()
    path = f"/me/listings/{number}"
    tag = (await send(owners, "GET", path)).headers["etag"]
    for sent in (tag, '"other"'):
        answer = await owners.world.request("PATCH", path, by="charlie", json={}, headers={"If-Match": sent})
        read_problem(answer, 404, "no_such_listing")


async def test_input_is_checked_first(owners: Owners) -> None:
    path = f"/me/listings/{await owners.add()}"
    answer = await send(owners, "PATCH", path, {"fields": {"founded_year": 3}}, tag='"other"')
    read_problem(answer, 400, "invalid_input")


async def test_what_changes_nothing_that_exists_ignores_it(owners: Owners) -> None:
    number = await owners.add()
    update = {"title": "Faster", "body": "Twice as fast."}
    assert (await send(owners, "POST", f"/me/listings/{number}/updates", update, tag='"other"')).status_code == 201
    assert (await send(owners, "GET", f"/me/listings/{number}", tag='"other"')).status_code == 200
