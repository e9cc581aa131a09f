"""Signing in, the account area and consent in a real browser."""

import base64
import hashlib
import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx2
import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visitor
from tests.support.command import LONG, free_port, running_warm, showground
from tests.support.postgres import fresh_database
from tests.support.site import Answer, Request, Site

pytestmark = pytest.mark.slow

WIDTHS = (320, 375, 768, 1280, 1920)
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAGES = ("/account", "/account/keys", "/account/apps", "/account/sessions", "/account/passkeys", "/account/mail",
         "/account/data")  # fmt: skip
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@dataclass
class Desk:
    """A running Showground with one account, and links to it."""

    url: str
    database: str
    port: int

    def link(self) -> str:
        made = showground(
            "sign-in-link", "ada@fair.example", database_url=self.database, site_url=f"http://localhost:{self.port}"
        )
        return made.stdout.strip().removeprefix(self.url)

    def let_an_hour_pass(self) -> None:
        """For everybody who is signed in."""
        with psycopg.connect(self.database) as db:
            db.execute("update session set created_at = created_at - interval '1 hour'")


class Receiver(Site):
    """A program on the person's machine, which takes whatever comes."""

    def answer(self, request: Request) -> Answer:  # noqa: ARG002
        return Answer("<link rel=icon href=data:,>You may close this page.")


@pytest.fixture(scope="module")
def desk(postgres: str) -> Generator[Desk]:
    with fresh_database(postgres) as database:
        showground("account", "create", "ada@fair.example", "--name", "Ada Moreno", database_url=database)
        port = free_port()
        with running_warm("serve", "--no-jobs", port=port, database_url=database, rate_limits="off") as server:
            assert server.get("/readyz").status_code == 200
            yield Desk(f"http://localhost:{port}", database, port)


@pytest.fixture
def person(chromium: Browser, desk: Desk) -> Generator[Visitor]:
    visitor = Visitor(chromium, desk.url)
    yield visitor
    visitor.close()
    assert visitor.complaints == []


def leave(page: Page) -> None:
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def sign_in(person: Visitor, desk: Desk, *, script: bool = True) -> Page:
    page = person.open(desk.link(), java_script_enabled=script)
    expect(page.get_by_text("ada@fair.example")).to_be_visible()
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    return page


def add_authenticator(page: Page) -> None:
    """A device that keeps passkeys, and whose owner always agrees."""
    devtools: Any = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    ready = {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": device | ready})


def assert_fits(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OVERHANG) <= 0, (page.url, width)


def test_a_link_its_pages_and_leaving_without_script(person: Visitor, desk: Desk) -> None:
    page = sign_in(person, desk, script=False)
    page.get_by_label("Your name").fill("Ada M.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/account/keys")
    page.get_by_label("Key name").fill("Nightly run")
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_text(re.compile("^sg_live_"))).to_be_visible()
    desk.let_an_hour_pass()
    page.goto("/account/keys")
    page.get_by_role("link", name="sign in again").click()
    expect(page.get_by_role("heading", name="Sign in again")).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value("ada@fair.example")
    page.goto(desk.link())
    page.get_by_role("button", name="Sign in").click()
    page.goto("/account/keys")
    expect(page.get_by_role("button", name="Create key")).to_be_visible()
    page.get_by_role("button", name="Revoke Nightly run").click()
    expect(page.get_by_text("You have no API keys yet.")).to_be_visible()
    leave(page)
    page.goto("/account")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_nothing_scrolls_sideways_and_every_control_shows_the_keyboard(person: Visitor, desk: Desk) -> None:
    page = sign_in(person, desk)
    for path in PAGES:
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(OVERHANG) <= 0, (path, width)
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_a_passkey_is_added_and_signs_in(person: Visitor, desk: Desk) -> None:
    page = sign_in(person, desk)
    add_authenticator(page)
    page.goto("/account/passkeys")
    page.get_by_label("Passkey name").fill("Work laptop")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Work laptop")).to_be_visible()
    desk.let_an_hour_pass()
    person.expected.add(401)
    page.get_by_label("Passkey name").fill("Late")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Sign in again")).to_be_visible()
    expect(page.get_by_text("Nothing was saved, and what you typed is lost.")).to_be_visible()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Last used on")).to_be_visible()
    page.get_by_label("Passkey name").fill("Twice")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("This device already has a passkey for your account.")).to_be_visible()
    leave(page)
    page.goto("/sign-in?next=/account/passkeys")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Last used on")).to_be_visible()
    page.get_by_role("button", name="Remove Work laptop").click()
    expect(page.get_by_text("You have no passkeys yet.")).to_be_visible()


def test_staff_add_a_passkey_and_use_it_before_their_pages_open(chromium: Browser, postgres: str) -> None:
    port = free_port()
    with fresh_database(postgres) as database:
        settings = {"database_url": database, "site_url": f"http://localhost:{port}"}
        showground("account", "create", "ada@fair.example", "--staff", **settings)
        link = showground("sign-in-link", "ada@fair.example", **settings).stdout.strip()
        more = {"rate_limits": "off", "staff_passkey": "on"}
        with running_warm("serve", "--no-jobs", port=port, **settings, **more) as server:
            assert server.get("/readyz").status_code == 200
            visitor = Visitor(chromium, settings["site_url"])
            visitor.expected.add(403)
            page = visitor.open(link)
            add_authenticator(page)
            page.get_by_role("button", name="Sign in").click()
            page.get_by_role("link", name="Staff", exact=True).click()
            expect(page.get_by_role("heading", name="Staff pages need a passkey")).to_be_visible()
            assert_fits(page)
            page.get_by_role("link", name="Add a passkey").click()
            page.get_by_label("Passkey name").fill("Work laptop")
            page.get_by_role("button", name="Add a passkey").click()
            expect(page.get_by_role("heading", name="Work laptop")).to_be_visible()
            expect(
                page.get_by_text("Staff can add and remove passkeys only after signing in with one.")
            ).to_be_visible()
            assert_fits(page)
            page.goto("/admin/health")
            assert_fits(page)
            page.get_by_role("button", name="Sign in with a passkey").click()
            page.wait_for_url("**/admin/health")
            expect(page.get_by_role("heading", name="Staff pages need a passkey")).to_have_count(0)
            visitor.close()
            assert visitor.complaints == []


def test_an_app_is_allowed_less_than_it_asks_for(person: Visitor, desk: Desk) -> None:
    with Receiver(host="127.0.0.1") as app:
        returned = f"{app.url}/cb"
        made = httpx2.post(
            f"{desk.url}/oauth/register",
            json={
                "client_name": "Trellis",
                "redirect_uris": ["http://127.0.0.1/cb"],
                "token_endpoint_auth_method": "none",
            },
            timeout=LONG,
        ).json()
        query = {
            "response_type": "code", "client_id": made["client_id"], "redirect_uri": returned, "state": "s",
            "code_challenge": CHALLENGE, "code_challenge_method": "S256", "scope": "account:read listings:write",
        }  # fmt: skip
        page = sign_in(person, desk)
        page.goto(f"/oauth/authorize?{urlencode(query)}")
        expect(page.get_by_role("heading", name="Allow Trellis?")).to_be_visible()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(OVERHANG) <= 0
        page.get_by_label("Submit and edit drafts").uncheck()
        page.get_by_role("button", name="Allow").click()
        page.wait_for_url(re.compile(re.escape(returned)))
        code = re.findall(r"code=([^&]+)", page.url)[0]
        expect(page.get_by_text("You may close this page.")).to_be_visible()
        person.complaints.remove(f"{page.url} is not ours")  # which is where the person meant to go
    sent = {"grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER, "client_id": made["client_id"]}
    tokens = httpx2.post(f"{desk.url}/oauth/token", data=sent, timeout=LONG).json()
    assert tokens["scope"] == "account:read"
    page = sign_in(person, desk)
    page.goto("/account/apps")
    page.get_by_role("button", name="Disconnect Trellis").click()
    expect(page.get_by_text("No connected apps yet.")).to_be_visible()
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    gone = httpx2.get(f"{desk.url}/api/v1/me", headers=bearer, timeout=LONG)
    assert gone.status_code == 401
