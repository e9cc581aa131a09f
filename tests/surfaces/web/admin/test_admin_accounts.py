"""The desk for people: found, signed out, blocked, merged and deleted; and who runs the site."""

import re

import pytest

from tests.support.listings import add, listing
from tests.support.world import World
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def number_of(staff: Staff, name: str) -> int:
    [(number,)] = await staff.ask("select id from account where name = %s", name)
    return number


async def test_somebody_is_found_looked_at_signed_out_and_blocked(staff: Staff) -> None:
    alice = await number_of(staff, "Alice")
    page = await staff.see("/admin/people?q=ALICE@")
    assert f"/admin/people/{alice}" in page.links()
    assert "Bob" not in page.text
    async with staff.world.browser("alice") as browser:
        page = await staff.see(f"/admin/people/{alice}")
        assert "Sessions" in page.text
        assert "API keys" in page.text
        await staff.send(f"/admin/people/{alice}/sign-out")
        assert (await browser.get("/account")).status_code == 303
    page = await staff.send(f"/admin/people/{alice}/block", why="You sent <b>spam</b>.")
    assert "The reason given: You sent <b>spam</b>." in page.text
    assert (await staff.world.get("/me", by="alice")).status_code == 401
    assert "Alice" in (await staff.see("/admin/people?state=blocked")).text
    page = await staff.send(f"/admin/people/{alice}/unblock")
    assert "Blocked since" not in page.text
    assert f"/admin/people/{alice}" in (await staff.see("/admin/log")).links()
    assert [action for _, action, _ in await staff.log()] == ["sign_out_person", "block_person", "unblock_person"]


async def test_addresses_of_webhooks_are_not_shown_to_staff(staff: Staff) -> None:
    """Anyone who knows it can post to the owner's Slack or Discord."""
    alice = await number_of(staff, "Alice")
    async with staff.world.browser("alice") as browser:
        given = {"url": "https://hooks.slack.com/services/T0/B0/secret", "about": "mine"}
        assert (await browser.post("/account/webhooks", data=given)).status_code == 200
        assert "services/T0/B0/secret" in (await browser.post("/account/data/export")).text
    page = await staff.see(f"/admin/people/{alice}")
    assert "hooks.slack.com" in page.text
    assert "services/T0" not in page.html


async def test_unblocking_says_which_listings_are_restored_and_which_are_not(staff: Staff) -> None:
    alice = await number_of(staff, "Alice")
    members = {"members": {alice: "owner"}}
    planned, live = await add(
        staff.world, listing("planned", status="scheduled", live_at=None, **members), listing("reef", **members)
    )
    await staff.send(f"/admin/listings/{live}/suspend", why="Spam.")
    page = await staff.send(f"/admin/people/{alice}/block")
    assert {f"/admin/listings/{planned}", f"/admin/listings/{live}"} <= set(page.links())
    assert "Planned Unblocking the account restores it." in page.text
    assert "Reef It stays suspended until you restore it on its page." in page.text
    page = await staff.send(f"/admin/people/{alice}/unblock")
    assert "This account is no longer blocked. 1 listing that the block had suspended is restored." in page.text
    assert f"/admin/listings/{planned}" not in page.links()
    assert "Reef It stays suspended until you restore it on its page." in page.text


async def test_deleting_and_merging_ask_for_the_right_account(staff: Staff) -> None:
    alice, bob = await number_of(staff, "Alice"), await number_of(staff, "Bob")
    page = await staff.send(f"/admin/people/{bob}/delete", 400, email="alice@alice.example")
    assert "This is not the email address of the account." in page.text
    page = await staff.send(f"/admin/people/{bob}/merge", 400, into="x")
    assert "Enter the number of the account to keep." in page.text
    page = await staff.send(f"/admin/people/{bob}/merge", 400, into=str(bob))
    assert "Choose two different accounts." in page.text
    await staff.send(f"/admin/people/{bob}/merge", 404, into="99")
    page = await staff.send(f"/admin/people/{bob}/merge", into=str(alice))
    assert "alice@alice.example" in page.text
    await staff.see(f"/admin/people/{bob}", 404)
    await staff.send(f"/admin/people/{alice}/delete", email=" Alice@alice.example")
    assert await staff.ask("select name from account") == [("Charlie",)]
    charlie = await number_of(staff, "Charlie")
    page = await staff.send(f"/admin/people/{charlie}/delete", 400, email="charlie@charlie.example")
    assert "An owner has to remove the role first." in page.text
    log = [(action, given) for _, action, given in await staff.log()]
    assert log == [
        ("merge_accounts", {"account": bob, "into": alice}),
        ("delete_person", {"account": alice, "email": " Alice@alice.example"}),
    ]


async def test_an_invitation_gives_a_role_to_the_invited_address_alone(staff: Staff, world: World) -> None:
    page = await staff.send("/admin/staff", 400, email="nobody", role="moderator")
    assert "nobody" in page.html
    page = await staff.send("/admin/staff", email="alice@alice.example", role="moderator")
    assert "Invitation sent." in page.text
    [(text,)] = await staff.ask("select body_text from outbox where template = 'staff_invitation'")
    link = re.search(r"/staff-invitations/\S+", text)
    assert link
    assert "Charlie has invited alice@alice.example" in (await staff.see(link[0])).text
    async with world.browser() as stranger, world.browser("bob") as bob, world.browser("alice") as alice:
        asked = await stranger.post(link[0], data={})
        assert asked.headers["location"] == f"/sign-in?next={link[0]}"
        assert (await bob.post(link[0], data={})).status_code == 403
        assert (await alice.get("/admin/reports")).status_code == 404
        assert (await alice.post(link[0], data={})).headers["location"] == "/admin"
        assert (await alice.get("/admin/reports")).status_code == 200
        assert (await alice.post(link[0], data={})).status_code == 404
        number = await number_of(staff, "Alice")
        await staff.send(f"/admin/people/{number}/role", role="")
        assert (await alice.get("/admin/reports")).status_code == 404
        await staff.send(f"/admin/people/{number}/role", role="staff")
        assert (await alice.get("/admin/orders")).status_code == 200
        assert (await alice.get("/admin/staff")).status_code == 404
    own = await number_of(staff, "Charlie")
    page = await staff.send(f"/admin/people/{own}/role", 400, role="staff")
    assert "This is the only owner of the site." in page.text
    await staff.do("update account set role = 'owner', staff = true where name = 'Bob'")
    for path in ("/admin/staff", f"/admin/people/{own}"):
        assert f"/admin/people/{own}/role" not in {form.get("action") for form in (await staff.see(path)).all("form")}
    page = await staff.send(f"/admin/people/{own}/role", 400, role="staff")
    assert "You can't change your own role. Ask another owner to change it." in page.text
    assert (await staff.see("/admin/staff")).text.count("Charlie") == 1
    await staff.send("/admin/staff", email="eve@eve.example", role="owner")
    await staff.send("/admin/staff/invitations/cancel", email="eve@eve.example")
    assert await staff.ask("select from staff_invitation") == []
    assert [action for _, action, _ in await staff.log()] == [
        "invite_staff", "set_role", "set_role", "invite_staff", "cancel_invitation",
    ]  # fmt: skip


async def test_only_owners_sign_out_people_who_run_the_site(staff: Staff, world: World) -> None:
    alice, bob, charlie = [await number_of(staff, name) for name in ("Alice", "Bob", "Charlie")]
    await staff.do("update account set role = 'moderator' where name = 'Alice'")
    async with world.browser("alice") as moderator:
        page = await moderator.post(f"/admin/people/{charlie}/sign-out", data={})
        assert page.status_code == 400
        assert "An owner has to remove the role first." in page.text
        assert f"/admin/people/{charlie}/sign-out" not in (await moderator.get(f"/admin/people/{charlie}")).text
        await staff.see("/admin/people")
        assert (await moderator.post(f"/admin/people/{bob}/sign-out", data={})).status_code == 303
        await staff.send(f"/admin/people/{alice}/sign-out")
        assert (await moderator.get("/admin/people")).status_code == 404


async def test_an_invitation_does_not_take_the_last_owner_away(staff: Staff) -> None:
    await staff.send("/admin/staff", email="charlie@charlie.example", role="moderator")
    [(text,)] = await staff.ask("select body_text from outbox where template = 'staff_invitation'")
    link = re.search(r"/staff-invitations/\S+", text)
    assert link
    page = await staff.send(link[0], 400)
    assert "This is the only owner of the site." in page.text
    await staff.see("/admin/staff")


async def test_invitations_end_with_the_role_of_the_owner_who_sent_them(staff: Staff, world: World) -> None:
    await staff.do("update account set role = 'owner', staff = true where name = 'Alice'")
    async with world.browser("alice") as alice, world.browser("bob") as bob:
        await alice.post("/admin/staff", data={"email": "bob@bob.example", "role": "owner"})
        [(text,)] = await staff.ask("select body_text from outbox where template = 'staff_invitation'")
        link = re.search(r"/staff-invitations/\S+", text)
        assert link
        await staff.send(f"/admin/people/{await number_of(staff, 'Alice')}/role", role="staff")
        assert (await bob.post(link[0], data={})).status_code == 404
        assert (await bob.get("/admin")).status_code == 404
    assert await staff.ask("select from staff_invitation") == []
