"""Signing in with GitHub and Google, as a browser sees it."""

from collections.abc import AsyncGenerator
from io import StringIO

import httpx2
import pytest

from showground.accounts.jobs import RETENTION_RULES
from showground.core.retention import forget
from tests.support.html import Page
from tests.support.identity import Elsewhere, running_elsewhere
from tests.support.world import World, running_world
from tests.surfaces.web.test_sign_in_page import who

pytestmark = pytest.mark.anyio

NAMES = {"github": "GitHub", "google": "Google"}
BOTH = tuple(NAMES)


@pytest.fixture
async def elsewhere(database_url: str) -> AsyncGenerator[Elsewhere]:
    async with running_elsewhere(database_url) as elsewhere:
        yield elsewhere


async def refused(browser: httpx2.AsyncClient, address: str, sentence: str) -> None:
    answer = await browser.get(address)
    assert answer.status_code == 400
    assert sentence in Page(answer.text).text  # which refuses what is not valid
    assert "session=" not in answer.headers.get("set-cookie", "")
    assert (answer.headers["cache-control"], answer.headers["referrer-policy"]) == ("no-store", "strict-origin")
    assert await who(browser) is None


@pytest.mark.parametrize("provider", BOTH)
async def test_whoever_is_vouched_for_is_signed_in(elsewhere: Elsewhere, provider: str) -> None:
    world = elsewhere.world
    async with world.browser() as browser:
        page = await browser.get("/sign-in?next=/categories")
        assert f'action="/sign-in/with/{provider}"' in page.text
        assert f"form-action 'self' {elsewhere.site.url}" in page.headers["content-security-policy"]
        asked = await elsewhere.begin(browser, provider, "/categories")
        assert asked["redirect_uri"] == f"http://localhost:8000/sign-in/with/{provider}/back"
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        kept = browser.cookies["sign-in"]
        assert not any(kept in value for value in asked.values())
        answer = await browser.get(elsewhere.allow(asked))
        assert (answer.status_code, answer.headers["location"]) == (303, "/categories")
        assert "sign-in" not in browser.cookies
        assert await who(browser) == "alice@alice.example"
        async with world.dispatcher.database.reading() as db:
            assert await db.all("select way from session") == [(provider,)]
            assert await db.one("select 1 from sign_in_elsewhere") is None
            assert await db.all("select name from account where email = 'alice@alice.example'") == [("Alice",)]
        sessions = await browser.get("/account/sessions")
        assert f"Signed in with {NAMES[provider]} on" in sessions.text

        elsewhere.mail = "new.person@alice.example"
        before = browser.cookies["session"]
        answer = await browser.get(elsewhere.allow(await elsewhere.begin(browser, provider)))
        assert answer.headers["location"] == "/signed-in"
        assert await who(browser) == "new.person@alice.example"
        async with world.dispatcher.database.reading() as db:
            assert await db.all("select name from account where email = %s", (elsewhere.mail,)) == [("New Person",)]
        browser.cookies.set("session", before, "localhost.local", "/")
        assert await who(browser) is None


@pytest.mark.parametrize("provider", BOTH)
async def test_a_sign_in_belongs_to_the_browser_that_began_it(elsewhere: Elsewhere, provider: str) -> None:
    begin_again = "was started in another browser"
    async with elsewhere.world.browser() as browser, elsewhere.world.browser() as other:
        back = elsewhere.allow(await elsewhere.begin(browser, provider))
        await refused(other, back, begin_again)  # without any cookie
        theirs = await elsewhere.begin(other, provider)
        await refused(other, back, begin_again)  # with its own
        await refused(browser, elsewhere.allow(theirs), begin_again)
        await refused(browser, back.partition("&state=")[0], begin_again)
        await refused(browser, f"{back}x", begin_again)
        twin = "google" if provider == "github" else "github"
        await refused(browser, back.replace(provider, twin), begin_again)
        assert elsewhere.site.requests == []
        elsewhere.world.clock.move(minutes=10)
        await refused(browser, back, begin_again)
        assert elsewhere.site.requests == []


@pytest.mark.parametrize("provider", BOTH)
async def test_what_does_not_sign_in_says_why(elsewhere: Elsewhere, provider: str) -> None:
    async with elsewhere.world.browser() as browser:
        asked = await elsewhere.begin(browser, provider)
        denied = f"{asked['redirect_uri']}?error=access_denied&state={asked['state']}"
        await refused(browser, denied, "was cancelled or refused there")
        await refused(browser, f"{asked['redirect_uri']}?state={asked['state']}", "was cancelled or refused there")
        await refused(browser, f"{asked['redirect_uri']}?code=made-up&state={asked['state']}", "works only once")

        elsewhere.verified = False
        await refused(browser, elsewhere.allow(asked), "no verified email address of yours")
        elsewhere.verified = True
        for mail in ("", "no address", f"{'x' * 250}@alice.example"):
            elsewhere.mail = mail
            await refused(browser, elsewhere.allow(asked), "no verified email address of yours")
        elsewhere.mail = "alice@alice.example"

        elsewhere.down = True
        await refused(browser, elsewhere.allow(asked), "is not responding")
        elsewhere.down = False
        path = "/login/oauth/access_token" if provider == "github" else "/token"
        for broken in ("<html>", "{", "[]", '{"access_token": "x"}'):
            elsewhere.site.pages[path] = broken
            await refused(browser, elsewhere.allow(asked), "is not responding")


@pytest.mark.parametrize("provider", BOTH)
async def test_a_code_is_used_once(elsewhere: Elsewhere, provider: str) -> None:
    async with elsewhere.world.browser() as browser:
        asked = await elsewhere.begin(browser, provider)
        held, back = dict(browser.cookies), elsewhere.allow(asked)
        assert (await browser.get(back)).status_code == 303
        await browser.post("/sign-out", data={})
        browser.cookies.update(held)
        await refused(browser, back, "was already used")
        await refused(browser, elsewhere.allow(asked), "was already used")
        code = back.partition("code=")[2].partition("&")[0]
        asked = await elsewhere.begin(browser, provider)
        await refused(browser, f"{asked['redirect_uri']}?code={code}&state={asked['state']}", "works only once")


async def test_an_id_token_must_be_for_this_sign_in(elsewhere: Elsewhere) -> None:
    now = elsewhere.world.clock().timestamp()
    async with elsewhere.world.browser() as browser:
        asked = await elsewhere.begin(browser, "google")
        for claims in (
            {"nonce": "another"}, {"nonce": None}, {"aud": "another"}, {"aud": None}, {"iss": "https://evil.example"},
            {"exp": now}, {"exp": None}, {"exp": "x"},
        ):  # fmt: skip
            elsewhere.claims = claims
            await refused(browser, elsewhere.allow(asked), "a sign-in that is not for this site")
        elsewhere.claims = {"email_verified": "true"}
        await refused(browser, elsewhere.allow(asked), "no verified email address of yours")


async def test_nobody_is_sent_elsewhere_afterwards(elsewhere: Elsewhere) -> None:
    async with elsewhere.world.browser() as browser:
        for after in ("//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\t/evil"):
            answer = await browser.get(elsewhere.allow(await elsewhere.begin(browser, "github", after)))
            assert answer.headers["location"] == "/signed-in"


async def test_another_site_cannot_begin_it(elsewhere: Elsewhere) -> None:
    async with elsewhere.world.browser() as browser:
        forged = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        answer = await browser.post("/sign-in/with/github", data={}, headers=forged)
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
        assert (await browser.get("/sign-in/with/github")).status_code == 405


async def test_without_settings_there_is_nothing_of_it(world: World) -> None:
    async with world.browser() as browser:
        page = await browser.get("/sign-in")
        assert "/sign-in/with/" not in page.text
        assert "form-action 'self';" in page.headers["content-security-policy"]
        for provider in (*BOTH, "nobody"):
            assert (await browser.post(f"/sign-in/with/{provider}", data={})).status_code == 404
            assert (await browser.get(f"/sign-in/with/{provider}/back?code=x&state=y")).status_code == 404


async def test_only_those_that_are_set_have_a_button_and_the_usual_addresses(database_url: str) -> None:
    site = "https://fair.example"
    async with running_world(database_url, site_url=site, google_client_id="x", google_client_secret="y") as world:
        async with world.browser() as browser:
            page = await browser.get("/sign-in")
            assert "Sign in with Google" in page.text
            assert "Sign in with GitHub" not in page.text
            assert (await browser.post("/sign-in/with/github", data={})).status_code == 404
            answer = await browser.post("/sign-in/with/google", data={})
            assert answer.headers["location"].startswith("https://accounts.google.com/o/oauth2/v2/auth?")
            cookie = answer.headers["set-cookie"].lower()
            assert cookie.startswith("__host-sign-in=")
            for part in ("secure", "httponly", "samesite=lax", "path=/", "max-age=600"):
                assert part in cookie


async def test_nothing_secret_is_kept_or_logged(elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    out, world = StringIO(), elsewhere.world
    monkeypatch.setattr(world.app.access_log, "_out", out)
    async with world.browser() as browser:
        asked = await elsewhere.begin(browser, "github")
        token, back = browser.cookies["sign-in"], elsewhere.allow(asked)
        async with world.dispatcher.database.transaction() as db:
            assert token not in str(await db.all("select * from sign_in_elsewhere"))
        await browser.get(back)
        await elsewhere.begin(browser, "github")
        for moved, left in ((0, 1), (10, 0)):
            world.clock.move(minutes=moved)
            await forget(world.dispatcher.database, RETENTION_RULES, world.clock())
            async with world.dispatcher.database.transaction() as db:
                assert await db.one("select count(*) from sign_in_elsewhere") == (left,)
    world.app.access_log.flush()
    assert "/sign-in/with/github/back" in out.getvalue()
    assert not any(secret in out.getvalue() for secret in (token, asked["state"], back.partition("code=")[2]))
