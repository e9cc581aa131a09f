"""Signing in with GitHub in a real browser, whose policy has to let the form lead there."""

import json
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.install_browser import PATIENCE_MILLISECONDS
from tests.support.command import free_port, running_warm
from tests.support.postgres import fresh_database
from tests.support.site import Answer, Request, Site, redirect

pytestmark = pytest.mark.slow


class Allowing(Site):
    """GitHub, for somebody who has allowed this site before: it sends them back at once."""

    def answer(self, request: Request) -> Answer:
        where = urlsplit(request.path)
        asked = {name: value for name, (value,) in parse_qs(where.query).items()}
        if where.path == "/login/oauth/authorize":
            return redirect(f"{asked['redirect_uri']}?{urlencode({'code': 'x', 'state': asked['state']})}")
        if where.path == "/login/oauth/access_token":
            return Answer(json.dumps({"access_token": "gho_x"}), type="application/json")
        mails = [{"email": "ada@fair.example", "primary": True, "verified": True}]
        return Answer(json.dumps(mails), type="application/json")


def test_the_button_leads_there_and_back(postgres: str, chromium: Browser) -> None:
    with fresh_database(postgres) as database, Allowing() as github:
        port = free_port()
        site = f"http://localhost:{port}"
        given = {"github_client_id": "x", "github_client_secret": "y", "github_url": github.url}
        around = {"database_url": database, "site_url": site, "fetch_allow": "127.0.0.2/32", "rate_limits": "off"}
        with running_warm("serve", "--no-jobs", port=port, **around, **given) as server:
            assert server.get("/readyz").status_code == 200
            context = chromium.new_context(base_url=site)
            context.set_default_timeout(PATIENCE_MILLISECONDS)
            page = context.new_page()
            page.goto("/sign-in?next=/account/sessions")
            page.get_by_role("button", name="Sign in with GitHub").click()
            page.wait_for_url(f"{site}/account/sessions")
            expect(page.locator("main")).to_contain_text("Signed in with GitHub")
            assert sorted(str(cookie.get("name")) for cookie in context.cookies()) == ["known-browser", "session"]
            context.close()
