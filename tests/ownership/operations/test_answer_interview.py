"""Interview answers, and the founder whom an account speaks for."""

import pytest

from showground import people
from showground.listings import new_listings
from showground.ownership.actions.members import LeaveListing, NameOwner, leave_listing, name_owner
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


@pytest.fixture
async def questions(owners: Owners) -> list[int]:
    async with owners.world.dispatcher.database.transaction() as db:
        await people.add_questions(db, ["Why?", "How?", "What next?"])
    return [q["id"] for q in (await owners.call("GET", "/interview-questions"))["items"]]


async def add_founders(owners: Owners, **names: str) -> list[new_listings.NewListingFounder]:
    async with owners.world.dispatcher.database.transaction() as db:
        await people.add_founders(db, [people.NewFounder(slug=slug, name=name) for slug, name in names.items()])
    return [new_listings.NewListingFounder(slug=slug, name=name) for slug, name in names.items()]


async def test_answers_stand_on_the_page_of_the_founder_of_that_name(owners: Owners, questions: list[int]) -> None:
    why, how, _ = questions
    await owners.add(founders=await add_founders(owners, grace="Grace", ally="ALICE"))
    first = [{"question_id": how, "answer": " Slowly. "}, {"question_id": why, "answer": "Because."}]
    told = await owners.call("PUT", "/me/interview", {"answers": first})
    assert (told["founder"], told["url"]) == ("ally", "http://localhost:8000/founders/ally")
    assert [(i["question"], i["answer"]) for i in told["items"]] == [("Why?", "Because."), ("How?", "Slowly.")]
    assert (await owners.call("GET", "/founders/ally"))["interview"] == told["items"]
    second = [{"question_id": why, "answer": ""}, {"question_id": how, "answer": "Fast."}]
    told = await owners.call("PUT", "/me/interview", {"answers": second})
    assert [(i["question"], i["answer"]) for i in told["items"]] == [("How?", "Fast.")]
    assert (await owners.call("GET", "/founders/ally"))["interview"] == told["items"]


async def test_an_owner_speaks_for_the_only_founder_and_a_cofounder_becomes_one(
    owners: Owners, questions: list[int]
) -> None:
    number = await owners.add(founders=await add_founders(owners, grace="Grace Hopper"))
    given = {"answers": [{"question_id": questions[0], "answer": "Because."}]}
    assert (await owners.call("PUT", "/me/interview", given))["founder"] == "grace"
    assert (await owners.call("PUT", "/me/interview", given, by="bob"))["founder"] == "bob"
    named = (await owners.call("GET", "/listings/tidewater"))["founders"]
    assert [(f["slug"], f["name"]) for f in named] == [("grace", "Grace Hopper"), ("bob", "Bob")]
    assert (await owners.call("GET", "/founders/bob"))["interview"][0]["answer"] == "Because."
    assert len(await owners.ask("select from listing_version where listing_id = %s", number)) == 1


async def test_whoever_leaves_a_listing_speaks_for_its_founder_no_more(owners: Owners, questions: list[int]) -> None:
    number = await owners.add(founders=await add_founders(owners, grace="Grace Hopper"))
    given = {"answers": [{"question_id": questions[0], "answer": "Mine."}]}
    assert (await owners.call("PUT", "/me/interview", given))["founder"] == "grace"
    dispatcher, bob = owners.world.dispatcher, owners.ids["bob"]
    await dispatcher.call(name_owner, owners.person("alice"), NameOwner(listing_id=number, account=bob))
    await dispatcher.call(leave_listing, owners.person("alice"), LeaveListing(listing_id=number))
    assert (await owners.call("PUT", "/me/interview", given, status=400))["code"] == "no_founder"
    assert (await owners.call("PUT", "/me/interview", given, by="bob"))["founder"] == "grace"


async def test_without_a_listing_there_is_no_page_for_it(owners: Owners, questions: list[int]) -> None:
    given = {"answers": [{"question_id": questions[0], "answer": "Because."}]}
    told = await owners.call("PUT", "/me/interview", given, by="charlie", status=400)
    assert (told["code"], "claim a listing first" in told["detail"]) == ("no_founder", True)
    assert await owners.ask("select from founder") == []


async def test_an_unknown_question_is_named_and_nothing_is_answered(owners: Owners, questions: list[int]) -> None:
    await owners.add()
    given = [{"question_id": questions[0], "answer": "a"}, {"question_id": 999, "answer": "b"}]
    assert set(await owners.errors("PUT", "/me/interview", {"answers": given})) == {"answers[1].question_id"}
    assert await owners.ask("select from interview_answer") == []
    assert await owners.ask("select from founder") == []
