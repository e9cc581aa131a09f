"""The account area: name, keys, sessions."""

import re

import httpx2
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from showground import accounts
from showground.accounts.authentication import SessionLookup
from showground.core.calls.context import Caller
from showground.launches.actions.reviews import WriteReview, write_review
from showground.launches.actions.votes import CastVote, cast_vote
from tests.support.app import register
from tests.support.html import Page
from tests.support.world import World
from tests.surfaces.web.conftest import Fair, new_listing

pytestmark = pytest.mark.anyio

FIELDS = {"name": "Nightly run", "scopes": ["account:read", "orders:write"], "days": "30"}


async def test_while_the_database_is_away_signed_in_people_get_pages_that_say_so_and_all_files(
    world: World, postgres: str
) -> None:
    name = str(conninfo_to_dict(world.database_url)["dbname"])
    allow = sql.SQL("alter database {} allow_connections {}")
    world.dispatcher.database._pool.timeout = 0.5  # each request would wait ten times as long
    async with world.browser("alice") as browser:
        [sheet] = re.findall(r"/static/\w+/style.css", (await browser.get("/account")).text)
        with psycopg.connect(postgres, autocommit=True) as admin:
            admin.execute(allow.format(sql.Identifier(name), False))
            admin.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (name,))
            for path in ("/account", "/"):
                answer = await browser.get(path)
                assert answer.status_code == 503, path
                assert "The database is not responding. Try again" in answer.text, path
                assert answer.headers["retry-after"]
            assert (await browser.get(sheet)).status_code == 200
            admin.execute(allow.format(sql.Identifier(name), True))


async def test_a_key_is_shown_once_works_and_is_revoked_at_once(world: World) -> None:
    async with world.browser("alice") as browser:
        answer = await browser.post("/account/keys", data=FIELDS)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        [key] = re.findall(r"sg_live_\w+", answer.text)
        me = await world.client.get("/api/v1/me", headers={"Authorization": f"Bearer {key}"})
        assert me.json()["account"]["email"] == "alice@alice.example"
        assert me.json()["access"]["scopes"] == ["account:read", "orders:write"]
        await world.app.parts.api_keys.write_noted()
        listed = await browser.get("/account/keys")
        assert key not in listed.text
        assert key[:12] in listed.text
        page = Page(listed.text)
        assert "Nightly run" in page.text
        assert "Last used on 11 March 2026, 12:00 UTC. Expires on 10 April 2026." in page.text
        [path, *_] = [form["action"] for form in page.all("form") if "revoke" in (form.get("action") or "")]
        async with world.browser("bob") as other:
            assert (await other.post(str(path), data={})).status_code == 303
        assert (
            await world.client.get("/api/v1/me", headers={"Authorization": f"Bearer {key}"})
        ).status_code == 200  # it was not Bob's to revoke
        assert (await browser.post(str(path), data={})).headers["location"] == "/account/keys"
        gone = await world.client.get("/api/v1/me", headers={"Authorization": f"Bearer {key}"})
        assert gone.status_code == 401
        assert "Nightly run" not in (await browser.get("/account/keys")).text
    async with world.dispatcher.database.reading() as db:
        noted = await db.all("select kind from access_event where address = '127.0.0.1' order by id")
    assert [kind for (kind,) in noted if kind in ("created", "revoked")] == ["created", "revoked"]


async def test_reloading_the_page_of_a_new_key_makes_no_second_key(world: World) -> None:
    async with world.browser("alice") as browser:
        form = FIELDS | {"once": read_once(await browser.get("/account/keys"))}
        first = await browser.post("/account/keys", data=form)
        [key] = re.findall(r"sg_live_\w+", first.text)
        again = await browser.post("/account/keys", data=form)
        assert again.status_code == 400
        assert "This key was already created, and keys are shown only once." in Page(again.text).text
        assert key not in again.text
        assert Page(again.text).text.count("Nightly run") == 1
        other = await browser.post("/account/keys", data=FIELDS | {"once": read_once(again)})
        assert re.findall(r"sg_live_\w+", other.text) != [key]
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select count(*) from api_key where name = 'Nightly run'") == [(2,)]
        assert await db.all("select body from idempotency_key where operation = 'create_own_key'") == [(None,), (None,)]


def read_once(answer: httpx2.Response) -> str:
    [field] = [field for field in Page(answer.text).all("input") if field.get("name") == "once"]
    return str(field["value"])


async def test_a_test_key_is_marked(world: World) -> None:
    async with world.browser("alice") as browser:
        answer = await browser.post("/account/keys", data=FIELDS | {"test": "true"})
        [key] = re.findall(r"sg_test_\w+", answer.text)
        me = await world.client.get("/api/v1/me", headers={"Authorization": f"Bearer {key}"})
        assert me.json()["access"]["test"] is True
        [row] = re.findall(r"<h3>Nightly run.*</h3>", (await browser.get("/account/keys")).text)
        assert "sg_test_" in row
        assert ">test<" in row
        again = await browser.post("/account/keys", data=FIELDS | {"test": "true", "name": ""})
        assert re.search(r'name="test" value="true" checked', again.text)


async def test_what_is_wrong_with_a_key_stands_beside_the_field(world: World) -> None:
    wrong: list[tuple[dict[str, object], str]] = [
        ({"name": ""}, "name"), ({"scopes": []}, "scopes"), ({"scopes": ["all"]}, "scopes"), ({"days": "0"}, "days"),
        ({"days": "soon"}, "days"), ({"name": "x" * 161}, "name"),
    ]  # fmt: skip
    async with world.browser("alice") as browser:
        for change, field in wrong:
            answer = await browser.post("/account/keys", data=FIELDS | change)
            assert answer.status_code == 400
            assert f"error-{field}" in Page(answer.text).ids()
        async with world.dispatcher.database.reading() as db:
            assert await db.all(
                "select count(*) from api_key join account a on a.id = account_id and a.name = 'Alice'"
            ) == [(1,)]


async def test_nobody_has_more_than_fifty_keys(world: World) -> None:
    async with world.browser("alice") as browser:
        for _ in range(49):
            assert (await browser.post("/account/keys", data=FIELDS)).status_code == 200
        answer = await browser.post("/account/keys", data=FIELDS)
        assert (answer.status_code, "You have 50 API keys." in answer.text) == (400, True)


async def test_sessions_are_listed_and_ended_elsewhere(world: World) -> None:
    async with world.browser("alice") as here, world.browser("alice") as there, world.browser("bob") as stranger:
        world.clock.move(minutes=6)
        page = Page((await here.get("/account/sessions")).text)
        assert page.text.count("Firefox on Linux") == 2
        assert page.text.count("this browser") == 1
        assert "Last seen on 11 March 2026, 12:06 UTC from 127.0.0.1." in page.text
        [path] = [str(form["action"]) for form in page.all("form") if re.search(r"\d+/end", str(form.get("action")))]
        await stranger.post(path, data={})
        assert (await there.get("/account")).status_code == 200
        await here.post(path, data={})
        assert (await there.get("/account")).status_code == 303
        async with world.browser("alice") as third:
            await here.post("/account/sessions/others/end", data={})
            assert (await third.get("/account")).status_code == 303
        assert (await here.get("/account")).status_code == 200
        assert (await stranger.get("/account")).status_code == 200


async def test_staff_carry_staffs_scope_and_others_do_not(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where name = 'Bob'")
    find = SessionLookup(world.dispatcher.database).find
    for name, staff in (("alice", False), ("bob", True)):
        async with world.browser(name) as browser:
            person = await find(browser.cookies["session"], world.clock(), "192.0.2.1")
            assert person is not None
            assert (person.staff, "staff" in person.access.scopes) == (staff, staff)
            assert {"person", "account:read", "listings:write", "orders:write"} <= person.access.scopes


async def test_mails_are_chosen(world: World) -> None:
    async with world.browser("alice") as browser:

        async def wants() -> bool:
            page = Page((await browser.get("/account/mail")).text)
            [box] = [found for found in page.all("input") if found.get("value") == "updates"]
            return "checked" in box

        assert await wants()
        assert (await browser.post("/account/mail", data={})).headers["location"] == "/account/mail?saved=1"
        assert not await wants()
        async with world.dispatcher.database.reading() as db:
            row = await db.one("select id, muted_mails from account where name = 'Alice'")
            assert row is not None
            assert row[1] == ["updates", "questions", "reviews"]
            assert await accounts.find_reachable(db, [row[0]], "updates") == []
            assert len(await accounts.find_reachable(db, [row[0]])) == 1
        await browser.post("/account/mail", data={"wanted": ["updates", "nonsense"]})
        assert await wants()


async def test_data_are_taken_along_and_the_account_goes_with_all_that_is_its_own(fair: Fair) -> None:
    world = fair.world
    await fair.add(new_listing("lamp"))
    for name in ("alice", "bob"):
        await world.add_person(name)
    app = await register(world)
    async with world.browser("alice") as browser:
        person = await SessionLookup(world.dispatcher.database).find(browser.cookies["session"], world.clock(), "")
        assert person is not None
        caller = Caller(world.clock(), "web", person.access)
        await world.dispatcher.call(cast_vote, caller, CastVote(slug="lamp"))
        await world.dispatcher.call(write_review, caller, WriteReview(slug="lamp", stars=4, body="Bright."))
        tokens = await app.sign_in(browser)
        assert (await world.get("/listings/lamp")).json()["votes"] == 1

        answer = await browser.post("/account/data/export", data={})
        assert answer.headers["content-disposition"] == 'attachment; filename="account.json"'
        told = answer.json()
        assert told["account"]["email"] == "alice@alice.example"
        assert told["opinions"]["votes"][0]["listing"] == "lamp"
        assert told["opinions"]["reviews"][0]["body"] == "Bright."
        assert told["apps"][0]["name"] == "Trellis"
        assert (len(told["api_keys"]), len(told["sessions"])) == (1, 1)
        noted = [(event["kind"], event["way"], event["address"]) for event in told["access_events"]]
        assert ("signed_in", "link", "127.0.0.1") in noted
        for secret in (tokens["access_token"], browser.cookies["session"], world.keys["alice"]):
            assert secret not in answer.text
        assert (await browser.get("/account/data/export")).status_code == 405

        wrong = await browser.post("/account/data/delete", data={"email": "bob@bob.example"})
        assert (wrong.status_code, "error-email" in Page(wrong.text).ids()) == (400, True)
        gone = await browser.post("/account/data/delete", data={"email": "Alice@alice.example"})
        assert (gone.status_code, gone.headers["location"]) == (303, "/account/deleted")
        told = Page((await browser.get("/account/deleted")).text)
        assert "Your account is deleted" in told.text
        assert "You are signed out everywhere" in told.text
        assert (await browser.get("/account")).status_code == 303
    assert (await world.get("/me", by="alice")).status_code == 401
    me = await world.client.get("/api/v1/me", headers={"Authorization": f"Bearer {tokens['access_token']}"})
    assert me.status_code == 401
    lamp = (await world.get("/listings/lamp")).json()
    assert (lamp["votes"], lamp["rating"]) == (0, None)
    assert (await world.get("/me", by="bob")).status_code == 200
