"""Signing in by a mailed link, as a browser sees it."""

import re
from base64 import urlsafe_b64decode
from datetime import timedelta
from io import StringIO

import httpx2
import pytest

from showground.accounts.jobs import RETENTION_RULES
from showground.core.retention import forget
from showground.drafting.queries import drafts
from tests.support.html import Page
from tests.support.listings import add, listing
from tests.support.smtp import running_sink
from tests.support.world import NOW, World, running_world

pytestmark = pytest.mark.anyio


async def mailed(world: World) -> list[tuple[str, str]]:
    """To whom links were mailed, and the path of each; the latest last."""
    async with world.dispatcher.database.reading() as db:
        rows = await db.all("select recipient, body_text from outbox where template = 'sign_in_link' order by id")
    return [(to, re.findall(r"http://localhost:8000(/sign-in/\S+)", text)[0]) for to, text in rows]


async def ask_for_link(world: World, browser: httpx2.AsyncClient, email: str, **more: str) -> str:
    answer = await browser.post("/sign-in", data={"email": email, **more})
    assert answer.status_code == 200, answer.text
    return (await mailed(world))[-1][1]


async def who(browser: httpx2.AsyncClient) -> str | None:
    """As whom the account area greets the visitor."""
    answer = await browser.get("/account")
    if answer.status_code == 303:
        return None
    found = re.search(r'class="desk__who"><b dir="auto">[^<]*</b><span>([^<]*)', answer.text)
    assert found
    return found[1]


async def test_a_link_signs_in_once_and_only_by_its_button(world: World) -> None:
    async with world.browser() as browser:
        page = Page((await browser.get("/sign-in?next=/categories")).text)
        assert {"type": "hidden", "name": "next", "value": "/categories"} in page.all("input")
        path = await ask_for_link(world, browser, "alice@alice.example", next="/categories")
        for _ in range(3):  # as a program that looks through mails would
            opened = await browser.get(path)
            assert "alice@alice.example" in Page(opened.text).text
            assert (opened.headers["cache-control"], opened.headers["referrer-policy"]) == ("no-store", "strict-origin")
            assert "set-cookie" not in opened.headers
        assert await who(browser) is None
        answer = await browser.post(path, data={})
        assert (answer.status_code, answer.headers["location"]) == (303, "/categories")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "path=/" in cookie
        assert await who(browser) == "alice@alice.example"
        again = await browser.post(path, data={})
        assert (again.status_code, "Request a new link" in again.text) == (404, True)
        assert "set-cookie" not in again.headers
        assert await who(browser) == "alice@alice.example"
        assert (await browser.get("/sign-in?next=/listings")).headers["location"] == "/listings"


async def test_a_link_signs_in_the_browser_that_opens_it_and_not_the_one_that_asked(world: World) -> None:
    async with world.browser() as asked, world.browser() as phone:
        path = await ask_for_link(world, asked, "alice@alice.example")
        assert (await phone.post(path, data={})).status_code == 303
        assert await who(phone) == "alice@alice.example"
        assert await who(asked) is None
        assert (await asked.post(path, data={})).status_code == 404


async def test_a_link_ends_after_fifteen_minutes(world: World) -> None:
    async with world.browser() as browser:
        path = await ask_for_link(world, browser, "alice@alice.example")
        world.clock.move(minutes=14, seconds=59)
        assert (await browser.get(path)).status_code == 200
        world.clock.move(seconds=1)
        assert (await browser.get(path)).status_code == 404
        assert (await browser.post(path, data={})).status_code == 404
        assert (await browser.get("/sign-in/nonsense")).status_code == 404
        assert (await browser.post("/sign-in/" + "x" * 300, data={})).status_code == 404
        assert await who(browser) is None


async def test_known_and_unknown_addresses_are_answered_alike_and_an_account_begins_with_the_first_sign_in(
    world: World,
) -> None:
    async with world.browser() as browser:
        known = await browser.post("/sign-in", data={"email": "alice@alice.example"})
        unknown = await browser.post("/sign-in", data={"email": "nobody@alice.example"})
        assert known.text.replace("alice@alice.example", "X") == unknown.text.replace("nobody@alice.example", "X")
        assert known.headers.keys() == unknown.headers.keys()
        async with world.dispatcher.database.reading() as db:
            assert await db.one("select 1 from account where email = 'nobody@alice.example'") is None
        (first, _), (second, path) = await mailed(world)
        assert (first, second) == ("alice@alice.example", "nobody@alice.example")
        assert (await browser.post(path, data={})).headers["location"] == "/signed-in"
        assert await who(browser) == "nobody@alice.example"
        other = await ask_for_link(world, browser, "NOBODY@Alice.example")
        await browser.post(other, data={})
        async with world.dispatcher.database.reading() as db:
            assert await db.all("select name from account where email = 'nobody@alice.example'") == [("Nobody",)]


async def test_what_is_no_address_is_said_beside_the_field(world: World) -> None:
    wrong = ("", "nonsense", "a@b", "x@y.example\r\nBcc: all@y.example", f"{'x' * 250}@alice.example")
    async with world.browser() as browser:
        for email in wrong:
            answer = await browser.post("/sign-in", data={"email": email})
            assert answer.status_code == 400
            page = Page(answer.text)
            [field] = [found for found in page.all("input") if found.get("name") == "email"]
            assert field["aria-describedby"] == "error-email"
            assert "error-email" in page.ids()
        assert await mailed(world) == []


async def test_nobody_is_sent_elsewhere(world: World) -> None:
    elsewhere = (
        "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\t/evil.example", "evil",
        "", "/\n//evil.example", "\\\\evil.example", "///evil.example", "/x" + "y" * 9000,
    )  # fmt: skip
    async with world.browser() as browser:
        for after in elsewhere:
            path = await ask_for_link(world, browser, "alice@alice.example", next=after)
            assert (await browser.post(path, data={})).headers["location"] == "/signed-in"
            assert (await browser.get("/sign-in", params={"next": after})).headers["location"] == "/signed-in"


def words(answer: httpx2.Response) -> str:
    return Page(answer.text).text


async def test_without_a_mail_server_it_says_so(world: World) -> None:
    async with world.browser() as browser:
        assert "This site has no mail server" in words(await browser.get("/sign-in"))
        sent = words(await browser.post("/sign-in", data={"email": "alice@alice.example"}))
        assert "No email was sent" in sent
        assert "showground sign-in-link alice@alice.example" in sent
        assert "showground account create alice@alice.example" in sent
        assert "outbox" not in sent
        assert "on its way" not in sent


async def test_with_a_mail_server_a_link_is_on_its_way(database_url: str) -> None:
    async with running_sink() as sink, running_world(database_url, smtp_url=f"smtp://127.0.0.1:{sink.port}") as world:
        async with world.browser() as browser:
            assert "mail server" not in words(await browser.get("/sign-in"))
            sent = words(await browser.post("/sign-in", data={"email": "alice@alice.example"}))
            assert "A link is on its way to alice@alice.example" in sent
            assert "mail server" not in sent


async def test_founders_land_on_the_dashboard_and_staff_on_their_desk(world: World) -> None:
    async with world.browser() as stranger:
        assert (await stranger.get("/signed-in")).headers["location"] == "/sign-in?next=/signed-in"
    async with world.browser("alice") as founder, world.browser("bob") as drafting, world.browser("charlie") as other:
        ids = [(await world.get("/me", by=name)).json()["account"]["id"] for name in ("alice", "bob", "charlie")]
        await add(world, listing("quince", members={ids[0]: "owner"}))
        async with world.dispatcher.database.transaction() as db:
            await drafts.add(db, ids[1], "https://pear.example/", "pear.example", NOW)
        for browser, page in ((founder, "/dashboard"), (drafting, "/dashboard"), (other, "/account")):
            assert (await browser.get("/signed-in")).headers["location"] == page
        async with world.dispatcher.database.transaction() as db:
            await db.execute("update account set staff = true where id = %s", (ids[0],))
        assert (await founder.get("/signed-in")).headers["location"] == "/admin"
        path = await ask_for_link(world, other, "charlie@charlie.example")
        assert (await other.post(path, data={})).headers["location"] == "/signed-in"
        assert "/sign-in" in Page((await world.client.get("/")).text).links()


async def test_who_is_not_signed_in_comes_back_to_the_page_they_wanted(world: World) -> None:
    async with world.browser() as browser:
        answer = await browser.get("/account/keys?a=1&b=2")
        assert answer.status_code == 303
        page = Page((await browser.get(answer.headers["location"])).text)
        assert {"type": "hidden", "name": "next", "value": "/account/keys?a=1&b=2"} in page.all("input")
        posted = await browser.post(
            "/account/keys", data={"name": "x"}, headers={"Referer": "http://localhost:8000/account/keys"}
        )
        assert (posted.status_code, posted.headers["location"]) == (303, "/sign-in?again=form&next=/account/keys")
        told = Page((await browser.get(posted.headers["location"])).text)
        assert "Nothing was saved, and what you typed is lost." in told.text


async def test_signing_out_ends_the_session_itself(world: World) -> None:
    async with world.browser("alice") as browser:
        stolen = dict(browser.cookies)
        assert (await browser.post("/sign-out", data={})).headers["location"] == "/"
        assert await who(browser) is None
        browser.cookies.update(stolen)
        assert await who(browser) is None


async def test_a_planted_session_is_worth_nothing(world: World) -> None:
    """Whoever signs in gets a new session, and the one they came with ends."""
    async with world.browser() as browser, world.browser("charlie") as attacker:
        browser.cookies.set("session", "planted", "localhost.local", "/")
        path = await ask_for_link(world, browser, "alice@alice.example")
        await browser.post(path, data={})
        assert browser.cookies["session"] != "planted"
        planted = attacker.cookies["session"]
        path = await ask_for_link(world, attacker, "alice@alice.example")
        await attacker.post(path, data={})
        assert attacker.cookies["session"] != planted
        attacker.cookies.set("session", planted, "localhost.local", "/")
        assert await who(attacker) is None


async def test_sessions_end_after_thirty_days_and_after_fourteen_without_use(world: World) -> None:
    async with world.browser("alice") as browser, world.browser("alice") as idle:
        page = Page((await browser.get("/account/sessions")).text)
        assert page.text.count("Expires on 25 March 2026 unless you use it before then.") == 2
        for days in (13, 13):
            world.clock.move(days=days, hours=23)
            assert await who(browser) == "alice@alice.example"
        assert await who(idle) is None
        page = Page((await browser.get("/account/sessions")).text)
        assert "Expires on 10 April 2026." in page.text
        assert page.text.count("Firefox on Linux") == 1
        world.clock.move(days=2, hours=1)
        assert await who(browser) == "alice@alice.example"
        world.clock.move(hours=1)
        assert await who(browser) is None
        await forget(world.dispatcher.database, RETENTION_RULES, world.clock() + timedelta(seconds=1))
        async with world.dispatcher.database.transaction() as db:
            assert await db.one("select 1 from session") is None


async def test_five_links_an_hour_to_one_address_and_twenty_from_one(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world, world.browser() as browser:
        for spelled in ("ada@fair.example", "ADA@fair.example") * 2 + ("Ada@Fair.example",):
            assert (await browser.post("/sign-in", data={"email": spelled})).status_code == 200
        refused = await browser.post("/sign-in", data={"email": "ada@fair.example"})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) == 3600
        for number in range(14):
            assert (await browser.post("/sign-in", data={"email": f"{number}@fair.example"})).status_code == 200
        assert (await browser.post("/sign-in", data={"email": "new@fair.example"})).status_code == 429
        assert len(await mailed(world)) == 19
        world.clock.move(hours=1, seconds=1)
        assert (await browser.post("/sign-in", data={"email": "ada@fair.example"})).status_code == 200


async def test_links_and_passkeys_cannot_be_guessed_for_long(database_url: str) -> None:
    """A token has 256 bits; whoever tries all the same is stopped, however they spread their tries over the ways in."""
    async with running_world(database_url, rate_limits=0.1) as world, world.browser() as browser:
        tries = [(await browser.post(f"/sign-in/{'x' * n}", data={})).status_code for n in range(40, 44)]
        tries += [(await browser.post("/sign-in/passkey", data={"credential": "{}"})).status_code for _ in range(2)]
        assert set(tries) <= {400, 404, 410}
        stopped = await browser.post(f"/sign-in/{'x' * 43}", data={})
        assert (stopped.status_code, int(stopped.headers["retry-after"]) > 60) == (429, True)
        assert (await browser.post("/sign-in/passkey", data={"credential": "{}"})).status_code == 429
        looks = {(await browser.get(f"/sign-in/{'x' * 43}")).status_code for _ in range(13)}
        assert 429 in looks
        assert 200 not in looks


async def test_in_production_the_cookie_is_bound_to_the_host_and_https(database_url: str) -> None:
    async with running_world(database_url, site_url="https://fair.example") as world, world.browser() as browser:
        await world.add_person("alice")
        async with world.browser("alice") as signed_in:
            cookies = {(c.name, c.secure, c.path, c.domain_specified) for c in signed_in.cookies.jar}
            assert cookies == {
                ("__Host-session", True, "/", False), ("__Secure-known-browser", True, "/sign-in", False)
            }  # fmt: skip
            assert await who(signed_in) == "alice@alice.example"
        assert (await browser.get("/")).headers["strict-transport-security"].startswith("max-age=")


async def test_pages_say_who_is_signed_in_and_are_not_shared(world: World) -> None:
    async with world.browser() as browser:
        for path in ("/", "/docs/api", "/nowhere"):
            answer = await browser.get(path)
            assert "Sign in" in Page(answer.text).text
            assert answer.status_code == 404 or "Cookie" in answer.headers["vary"]
    async with world.browser("alice") as browser:
        for path in ("/", "/docs/api", "/nowhere", "/dashboard", "/account"):
            page = Page((await browser.get(path)).text)
            assert page.html.count(">Account</a>") == 2  # in the header, and in its menu on phones
            assert [form.get("action") for form in page.all("form")].count("/sign-out") == 1
        assert (await browser.get("/")).headers["cache-control"] == "private, no-cache"
        for path in ("/account", "/account/keys", "/account/orders", "/account/data", "/dashboard", "/oauth/authorize"):
            assert (await browser.get(path)).headers["cache-control"] == "no-store", path
        me = await browser.get("/api/v1/me")  # the API takes no cookies
        assert me.status_code == 401


async def test_links_and_sessions_are_kept_as_hashes_and_links_are_not_logged(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = StringIO()
    monkeypatch.setattr(world.app.access_log, "_out", out)
    async with world.browser() as browser:
        path = await ask_for_link(world, browser, "alice@alice.example")
        secrets = [path.rpartition("/")[2]]
        # By a slash too many, capital letters, another method or from another site: it still holds the secret.
        for wrong in (
            f"{path}/",
            path.replace("/sign-in", "/sign-in/"),
            path.replace("/sign-in", "/Sign-In"),
            f"/en{path}",
            f"{path}/x",
        ):
            assert (await browser.get(wrong)).status_code in (301, 404)
        assert (await browser.put(path)).status_code == 405
        assert (await browser.post(path, data={}, headers={"Sec-Fetch-Site": "cross-site"})).status_code == 403
        await browser.get(path)
        await browser.post(path, data={})
        secrets.append(browser.cookies["session"])
        assert [len(urlsafe_b64decode(secret + "=")) * 8 for secret in secrets] == [256, 256]
        async with world.dispatcher.database.reading() as db:
            rows = str([*await db.all("select * from session"), *await db.all("select * from sign_in_link")])
            assert not any(secret in rows for secret in secrets)
        world.app.access_log.flush()
        logged = out.getvalue()
        assert "/sign-in/{token}" in logged
        assert "/Sign-In/{token}" in logged
        assert not any(secret in logged for secret in secrets)
