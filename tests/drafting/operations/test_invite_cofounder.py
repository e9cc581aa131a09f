"""Inviting co-founders, and what they may then do."""

import re
from typing import Any

import anyio
import httpx2
import pytest

from showground.drafting.actions.invites import (
    AcceptInvite,
    GetInvite,
    WithdrawDraftInvite,
    accept_invite,
    get_invite,
    withdraw_draft_invite,
)
from showground.drafting.errors import NoSuchDraft, NoSuchInvite
from showground.listings import members
from showground.ownership.actions.members import RemoveCofounder, remove_cofounder
from tests.support.draft_world import Studio
from tests.support.problems import read_problem

pytestmark = pytest.mark.anyio

BOB = "bob@bob.example"


async def invite(studio: Studio, draft: str, email: str, by: str = "alice", **more: Any) -> httpx2.Response:
    return await studio.world.request("POST", f"/drafts/{draft}/invites", by=by, json={"email": email}, **more)


async def mails(studio: Studio) -> list[tuple[str, str, str]]:
    return await studio.rows("select recipient, subject, body_text from outbox order by id")


async def last_token(studio: Studio) -> str:
    found = re.search(r"/invites/(\S+)", (await mails(studio))[-1][2])
    assert found
    return found[1]


async def test_an_invited_cofounder_sees_and_edits_the_draft_and_its_listing(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    answer = await invite(studio, draft, BOB)
    assert answer.status_code == 201, answer.text
    assert answer.json() == {"email": BOB, "mailed_at": "2026-03-11T12:00:00Z", "invites_left": 9}
    ((recipient, subject, body),) = await mails(studio)
    assert recipient == BOB
    assert "Open the draft" in body
    assert subject == "Alice invited you to work on Tidewater at Showground"
    token = await last_token(studio)
    assert await studio.rows("select 1 from draft_invite where token_hash = %s", token.encode()) == []

    bob = await studio.person("bob")
    assert (await studio.world.get(f"/drafts/{draft}", by="bob")).status_code == 404
    seen = await studio.world.dispatcher.call(get_invite, bob, GetInvite(token=token))
    assert (seen.name, seen.inviter) == ("Tidewater", "Alice")
    await studio.world.dispatcher.call(accept_invite, bob, AcceptInvite(token=token))
    charlie = await studio.person("charlie")
    for action, asked in ((accept_invite, AcceptInvite(token=token)), (get_invite, GetInvite(token=token))):
        with pytest.raises(NoSuchInvite):
            await studio.world.dispatcher.call(action, charlie, asked)  # pyright: ignore[reportArgumentType]
    assert (await studio.edit(draft, by="bob", fields={"city": "Porto"}))["fields"]["city"]["value"] == "Porto"
    assert (await studio.get(draft))["invites"] == [
        {"email": BOB, "mailed_at": "2026-03-11T12:00:00Z", "accepted": True}
    ]
    assert [d["id"] for d in (await studio.world.get("/drafts", by="bob")).json()["items"]] == [draft]
    listing = (await studio.submitted(draft, by="bob"))["listing_id"]
    for name, status in {"alice": 200, "bob": 200, "charlie": 404}.items():
        assert (await studio.world.get(f"/me/listings/{listing}", by=name)).status_code == status

    await invite(studio, draft, "late@late.example")
    late = await last_token(studio)
    await studio.world.dispatcher.call(accept_invite, charlie, AcceptInvite(token=late))
    assert (await studio.world.get(f"/me/listings/{listing}", by="charlie")).status_code == 200


@pytest.mark.usefixtures("patient")
async def test_a_link_works_once_also_when_two_open_it_at_once(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    await invite(studio, draft, BOB)
    asked = AcceptInvite(token=await last_token(studio))
    refused: list[str] = []

    async def accept(name: str) -> None:
        try:
            await studio.world.dispatcher.call(accept_invite, await studio.person(name), asked)
        except NoSuchInvite:
            refused.append(name)

    async with anyio.create_task_group() as group:
        for name in ("bob", "charlie"):
            group.start_soon(accept, name)
    assert len(refused) == 1
    assert len(await studio.rows("select 1 from draft_member where draft_id = %s", draft)) == 2


async def test_an_address_is_mailed_to_once_a_day_and_told_nothing(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    known = await invite(studio, draft, BOB)
    unknown = await invite(studio, draft, "nobody@nowhere.example")
    assert {**known.json(), "email": "", "invites_left": 0} == {**unknown.json(), "email": "", "invites_left": 0}
    assert (await invite(studio, draft, BOB.upper())).json()["invites_left"] == 8
    assert len(await mails(studio)) == 2
    old = (await studio.rows("select body_text from outbox order by id limit 1"))[0][0]
    studio.world.clock.move(hours=25)
    assert (await invite(studio, draft, BOB)).json()["invites_left"] == 8
    assert len(await mails(studio)) == 3
    token = re.search(r"/invites/(\S+)", old)
    assert token
    bob = await studio.person("bob")
    with pytest.raises(NoSuchInvite):
        await studio.world.dispatcher.call(accept_invite, bob, AcceptInvite(token=token[1]))
    studio.world.clock.move(days=15)
    bob = await studio.person("bob")
    with pytest.raises(NoSuchInvite):
        await studio.world.dispatcher.call(accept_invite, bob, AcceptInvite(token=await last_token(studio)))


@pytest.mark.usefixtures("patient")
async def test_ten_at_most_also_when_five_come_at_once(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    for number in range(9):
        assert (await invite(studio, draft, f"n{number}@x.example")).status_code == 201
    answers: list[httpx2.Response] = []

    async def one(number: int) -> None:
        answers.append(await invite(studio, draft, f"late{number}@x.example"))

    async with anyio.create_task_group() as group:
        for number in range(5):
            group.start_soon(one, number)
    assert sorted(answer.status_code for answer in answers) == [201, 400, 400, 400, 400]
    for answer in answers:
        if answer.status_code == 400:
            read_problem(answer, 400, "too_many_invites")
    assert len(await mails(studio)) == 10
    assert (await invite(studio, draft, "n0@x.example")).status_code == 201, "one who was invited may be again"


async def test_strangers_may_not_invite_and_repeats_are_harmless(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    read_problem(await invite(studio, draft, BOB, by="charlie"), 404, "no_such_draft")
    for wrong in (f"Bob <{BOB}>", f"<{BOB}>", "bob", " " * 250 + BOB):
        [error] = read_problem(await invite(studio, draft, wrong), 400, "invalid_input")["errors"]
        assert error["field"] == "email", wrong
    key = {"Idempotency-Key": "k"}
    first, again = [await invite(studio, draft, BOB, headers=key) for _ in range(2)]
    assert first.text == again.text
    assert again.headers["idempotency-replayed"] == "true"
    assert len(await mails(studio)) == 1


async def test_whoever_was_sent_away_from_the_listing_comes_back_by_invitation_alone(studio: Studio) -> None:
    draft, dispatcher = (await studio.ready())["id"], studio.world.dispatcher
    listing = (await studio.submitted(draft))["listing_id"]
    await invite(studio, draft, BOB)
    bob = await studio.person("bob")
    await dispatcher.call(accept_invite, bob, AcceptInvite(token=await last_token(studio)))
    await invite(studio, draft, "friend@bob.example", by="bob")
    friend = AcceptInvite(token=await last_token(studio))

    asked = RemoveCofounder(listing_id=listing, account=bob.account)
    await dispatcher.call(remove_cofounder, await studio.person("alice"), asked)
    for answer in (
        await studio.world.get(f"/drafts/{draft}", by="bob"),
        await studio.patch(draft, by="bob", fields={"tagline": "Still here"}),
        await invite(studio, draft, "second@bob.example", by="bob"),
    ):
        read_problem(answer, 404, "no_such_draft")
    assert (await studio.world.get("/drafts", by="bob")).json()["total"] == 0
    with pytest.raises(NoSuchInvite):
        await dispatcher.call(accept_invite, await studio.person("charlie"), friend)

    studio.world.clock.move(hours=25)
    await invite(studio, draft, BOB)
    await dispatcher.call(accept_invite, await studio.person("bob"), AcceptInvite(token=await last_token(studio)))
    assert (await studio.world.get(f"/me/listings/{listing}", by="bob")).status_code == 200
    assert (await studio.get(draft, by="bob"))["fields"]["tagline"]["value"] == "Backups for small databases"


async def test_who_lost_a_listing_to_its_claimant_invites_nobody_to_it(studio: Studio) -> None:
    draft, dispatcher = (await studio.ready())["id"], studio.world.dispatcher
    listing = (await studio.submitted(draft))["listing_id"]
    await invite(studio, draft, BOB)
    alice, charlie = await studio.person("alice"), await studio.person("charlie")
    async with dispatcher.database.transaction() as db:  # as staff's decision about a claim does
        await members.remove_member(db, listing, alice.account)
        await members.set_member(db, listing, charlie.account, "owner", studio.world.clock())
    with pytest.raises(NoSuchInvite):
        await dispatcher.call(accept_invite, await studio.person("bob"), AcceptInvite(token=await last_token(studio)))
    read_problem(await invite(studio, draft, "late@late.example"), 400, "not_your_listing")
    assert (await studio.get(draft))["listing_id"] == listing, "the draft is left to her"
    assert (await studio.world.get("/drafts", by="alice")).json()["total"] == 1
    assert (await studio.world.get(f"/me/listings/{listing}", by="bob")).status_code == 404


async def test_a_name_stays_on_its_line_in_an_invitation(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    forged = "Tidewater\n\nYour account is locked. Open https://evil.example to unlock it.\r\n"
    await studio.edit(draft, fields={"name": forged})
    assert (await invite(studio, draft, BOB)).status_code == 201
    async with studio.world.dispatcher.database.transaction() as db:  # as it was stored before names were checked
        await db.execute(
            "update draft set entries = jsonb_set(entries, '{name,value}', to_jsonb(%s::text)) where id = %s",
            (f"\x1b]0;{forged}\x07", draft),
        )
    assert (await invite(studio, draft, "carol@carol.example")).status_code == 201
    for _, subject, body in await mails(studio):
        assert "Tidewater Your account" in subject
        for line in body.splitlines():
            assert not line.startswith("Your account"), body
        assert "\x1b" not in body + subject
        assert "\x07" not in body + subject


async def test_an_invitation_to_a_draft_that_is_a_listing_is_about_the_listing(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    await studio.submitted(draft)
    await invite(studio, draft, BOB)
    ((_, _, body),) = [mail for mail in await mails(studio) if mail[0] == BOB]
    assert "to manage the listing of Tidewater" in body
    assert "draft" not in body
    asked = GetInvite(token=await last_token(studio))
    assert (await studio.world.dispatcher.call(get_invite, await studio.person("bob"), asked)).listed


async def test_oneself_and_members_are_not_invited(studio: Studio) -> None:
    draft = (await studio.ready())["id"]
    await invite(studio, draft, BOB)
    bob = AcceptInvite(token=await last_token(studio))
    await studio.world.dispatcher.call(accept_invite, await studio.person("charlie"), bob)
    for email in ("alice@alice.example", BOB, "Charlie@charlie.example"):  # Charlie has joined by Bob's invitation
        [error] = read_problem(await invite(studio, draft, email), 400, "invalid_input")["errors"]
        assert error["field"] == "email", email
    assert len(await mails(studio)) == 1


async def test_withdrawn_invitations_make_room_for_others_a_day_later(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    for number in range(10):
        assert (await invite(studio, draft, f"n{number}@x.example")).status_code == 201
    alice = await studio.person("alice")
    token = await last_token(studio)
    withdrawal = WithdrawDraftInvite(id=draft, email="n9@x.example")
    for _ in range(2):  # twice is no error
        left = await studio.world.dispatcher.call(withdraw_draft_invite, alice, withdrawal)
        assert [one.email for one in left.items] == [f"n{number}@x.example" for number in range(9)]
    with pytest.raises(NoSuchInvite):
        await studio.world.dispatcher.call(accept_invite, await studio.person("bob"), AcceptInvite(token=token))
    with pytest.raises(NoSuchDraft):
        await studio.world.dispatcher.call(withdraw_draft_invite, await studio.person("bob"), withdrawal)
    read_problem(await invite(studio, draft, "late@x.example"), 400, "too_many_invites")
    studio.world.clock.move(hours=25)
    assert (await invite(studio, draft, "late@x.example")).status_code == 201
