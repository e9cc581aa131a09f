"""The official MCP client, a person in a real browser and a running Showground: from anonymous to taken back."""

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import anyio
import httpx2
import psycopg
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from playwright.async_api import Browser, Page, expect

from showground.accounts import SCOPES
from tests.install_browser import PATIENCE_MILLISECONDS
from tests.support.agent import Kept
from tests.support.certificates import Authority
from tests.support.command import LONG, Running, free_port, running_warm
from tests.support.dns import DnsServer
from tests.support.documents import NAME, publish
from tests.support.postgres import fresh_database
from tests.support.site import Answer, Request, Site
from tests.support.smtp import SENDER, Sink, running_sink
from tests.support.wait import until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

ADA = "ada@fair.example"


class Receiver(Site):
    """The agent on the person's machine, to which their browser returns; it remembers what it was told."""

    def answer(self, request: Request) -> Answer:
        self.requests.append(request)
        return Answer("<link rel=icon href=data:,>You may close this page.")


@dataclass
class Ground:
    """A running Showground, its mails, and the site that has an agent's own description."""

    url: str
    database: str
    mails: Sink
    publisher: Site
    server: Running

    def let_an_hour_pass(self) -> None:
        """As far as access tokens are concerned."""
        with psycopg.connect(self.database, autocommit=True) as db:
            db.execute("update oauth_token set expires_at = now() where kind = 'access'")

    def read_log(self) -> str:
        """Everything that the server has said up to now, this request included."""
        path = f"/healthz?{uuid4()}"
        self.server.get(path.replace("?", "/"))
        assert self.server.says(path.partition("?")[2])
        return self.server.output


@pytest.fixture(scope="module")
async def ground(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Ground]:
    folder: Path = tmp_path_factory.mktemp("authority")
    authority = Authority(folder)
    port = free_port()
    with (
        fresh_database(postgres) as database,
        Site(host="127.0.0.2", tls=authority.server(NAME)) as publisher,
        DnsServer({NAME: ["127.0.0.2"]}) as dns,
    ):
        async with running_sink() as sink:
            url = f"http://localhost:{port}"
            around: dict[str, Any] = {
                "database_url": database, "site_url": url, "rate_limits": "off", "fetch_allow": "127.0.0.2/32",
                "dns_server": "{}:{}".format(*dns.address), "ca_file": authority.file, "mail_from": SENDER,
                "smtp_url": f"smtp://127.0.0.1:{sink.port}",
            }  # fmt: skip
            with running_warm("serve", port=port, **around) as server:
                assert server.get("/readyz").status_code == 200
                yield Ground(url, database, sink, publisher, server)


@dataclass
class Person:
    """Whom the agent sends to the consent page. What they `withhold` is asked for and not allowed, once."""

    page: Page
    mails: Sink
    agent: Receiver
    withhold: list[str] = field(default_factory=list[str])
    asked: list[list[str]] = field(default_factory=list[list[str]])
    links: list[str] = field(default_factory=list[str])  # those that were mailed

    async def go(self, address: str) -> None:
        await self.page.goto(address)
        if urlsplit(self.page.url).path == "/sign-in":
            await self._sign_in()
        await expect(self.page.get_by_role("heading", name=re.compile("^Allow .*Trellis"))).to_be_visible()
        self.asked.append([await box.input_value() for box in await self.page.get_by_role("checkbox").all()])
        for words in self.withhold:
            await self.page.get_by_label(words).uncheck()
        self.withhold = []
        await self.page.get_by_role("button", name="Allow").click()
        await expect(self.page.get_by_text("You may close this page.")).to_be_visible()

    async def back(self) -> AuthorizationCodeResult:
        told = parse_qs(urlsplit(self.agent.requests[-1].path).query)
        return AuthorizationCodeResult(code=told["code"][0], state=told["state"][0], iss=told["iss"][0])

    async def disconnect(self, site: str) -> None:
        await self.page.goto(f"{site}/account/apps")
        await self.page.get_by_role("button", name=re.compile("^Disconnect .*Trellis")).click()
        await expect(self.page.get_by_text("No connected apps yet.")).to_be_visible()

    def _links_mailed(self) -> list[EmailMessage]:
        """Among emails about apps that were allowed."""
        return [mail for mail in self.mails.messages() if mail["Subject"].startswith("Sign in to")]

    async def _sign_in(self) -> None:
        before = len(self._links_mailed())
        await self.page.get_by_label("Email").fill(ADA)
        await self.page.get_by_role("button", name="Email me a link").click()
        await expect(self.page.get_by_role("heading", name="Check your email")).to_be_visible()

        async def mailed() -> bool:
            return len(self._links_mailed()) > before

        await until(mailed)
        mail = self._links_mailed()[-1]
        body = mail.get_body(("plain",))
        assert (mail["To"], body is not None) == (ADA, True)
        [link] = re.findall(r"http://localhost:\d+/sign-in/\S+", body.get_content() if body else "")
        self.links.append(link)
        await self.page.goto(link)
        await expect(self.page.get_by_text(ADA)).to_be_visible()
        await self.page.get_by_role("button", name="Sign in").click()


@pytest.mark.parametrize(
    ("mode", "version", "known_by"),
    [("legacy", "2025-11-25", "registration"), ("2026-07-28", "2026-07-28", "document")],
)
async def test_an_agent_from_anonymous_to_taken_back(
    ground: Ground, async_chromium: Browser, mode: str, version: str, known_by: str
) -> None:
    with Receiver(host="127.0.0.1") as agent:
        async with await async_chromium.new_context() as context:
            person = Person(await context.new_page(), ground.mails, agent)
            person.page.set_default_timeout(PATIENCE_MILLISECONDS)
            secrets = await _take_part(ground, person, mode, version, known_by)
            secrets += [str(cookie.get("value")) for cookie in await context.cookies()]
    secrets += [link.rpartition("/")[2] for link in person.links]
    secrets += [parse_qs(urlsplit(request.path).query)["code"][0] for request in agent.requests]
    log = await anyio.to_thread.run_sync(ground.read_log)
    assert len(secrets) > 10
    assert [secret for secret in [*secrets, ADA] if secret in log] == []


async def _take_part(ground: Ground, person: Person, mode: str, version: str, known_by: str) -> list[str]:
    """The way of an agent; returns the tokens that it was given."""
    returns, kept = f"{person.agent.url}/cb", Kept()
    oauth = OAuthClientProvider(
        f"{ground.url}/mcp",
        OAuthClientMetadata.model_validate({"client_name": "Trellis", "redirect_uris": [returns]}),
        kept,
        person.go,
        person.back,
        client_metadata_url=publish(ground.publisher) if known_by == "document" else None,
    )
    async with (
        httpx2.AsyncClient(timeout=LONG) as plain,
        httpx2.AsyncClient(auth=oauth, timeout=LONG) as http,
        Client(streamable_http_client(f"{ground.url}/mcp", http_client=http), mode=mode) as client,
    ):

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            assert (result.is_error, result.structured_content is None) == (False, False), result.content
            return result.structured_content or {}

        async def status(token: str) -> int:
            """What the API says to a token."""
            sent = {"Authorization": f"Bearer {token}"}
            return (await plain.get(f"{ground.url}/api/v1/me", headers=sent)).status_code

        assert client.protocol_version == version
        assert {"get_me", "create_draft"} <= {tool.name for tool in (await client.list_tools()).tools}
        assert (await call("get_site"))["urls"]["mcp"] == f"{ground.url}/mcp"
        assert (kept.client, kept.tokens, person.asked) == (None, None, [])  # nobody was asked anything

        person.withhold = [SCOPES["listings:write"], SCOPES["orders:write"]]
        assert (await call("get_me"))["account"]["email"] == ADA
        assert person.asked == [list(SCOPES)]
        assert kept.client is not None
        assert (kept.client.client_id == f"{ground.publisher.at(NAME)}/client.json") == (known_by == "document")

        person.withhold = [SCOPES["account:read"], SCOPES["orders:write"]]
        drafted = await call("create_draft", url=f"{ground.publisher.at(NAME)}/")
        assert drafted["status"] == "crawling"
        assert person.asked[1:] == [list(SCOPES)]
        assert kept.tokens is not None
        assert (kept.tokens.scope, await status(kept.tokens.access_token)) == ("listings:write", 403)

        assert (await call("get_draft", id=drafted["id"]))["id"] == drafted["id"]
        assert person.asked[2:] == [list(SCOPES)]
        assert (await call("get_me"))["access"]["scopes"] == list(SCOPES)

        old = kept.tokens
        ground.let_an_hour_pass()
        assert await status(old.access_token) == 401
        oauth.context.token_expiry_time = 1  # its own clock says so too
        await call("get_me")
        assert (kept.tokens.access_token != old.access_token, len(person.asked)) == (True, 3)

        await person.disconnect(ground.url)
        assert await status(kept.tokens.access_token) == 401
        await call("get_me")
        assert len(person.asked) == 4  # its refresh token ended too: only the person can let it in again
        await person.disconnect(ground.url)
    return [str(token) for tokens in kept.all for token in (tokens.access_token, tokens.refresh_token)]
