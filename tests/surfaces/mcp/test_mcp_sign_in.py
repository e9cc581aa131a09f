"""The official client signs a person in: from anonymous to allowed, to more, renewed, and taken back."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

from tests.support.agent import Kept
from tests.support.documents import running_documented
from tests.support.test_operations import TABLE, add_note

pytestmark = pytest.mark.anyio

MCP = "http://localhost:8000/mcp"
ALL = "account:read listings:write orders:write"
RETURN = "http://127.0.0.1:5555/cb"


@dataclass
class Person:
    """Whom the client sends to the consent page, in a browser where they are signed in."""

    browser: httpx2.AsyncClient
    unticks: set[str]
    """What they do not allow the first time that they are asked."""
    asked: list[str] = field(default_factory=list[str])
    location: str = ""

    async def go(self, address: str) -> None:
        path = address.removeprefix("http://localhost:8000")
        assert (await self.browser.get(path)).status_code == 200
        scopes = parse_qs(urlsplit(path).query)["scope"][0].split()
        self.asked.append(" ".join(scopes))
        allowed = [scope for scope in scopes if len(self.asked) > 1 or scope not in self.unticks]
        done = await self.browser.post(path, data={"answer": "allow", "allowed": allowed})
        self.location = done.headers["location"]

    async def back(self) -> AuthorizationCodeResult:
        assert self.location.startswith(RETURN)
        told = {name: value for name, (value,) in parse_qs(urlsplit(self.location).query).items()}
        return AuthorizationCodeResult(code=told["code"], state=told["state"], iss=told["iss"])


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("known_by", ["registration", "document"])
@pytest.mark.parametrize("unticks", [set[str](), {"listings:write"}], ids=["all", "unticked"])
@pytest.mark.slow
async def test_a_client_from_anonymous_to_revoked(
    database_url: str, tmp_path: Path, mode: str, known_by: str, unticks: set[str]
) -> None:
    """One consent is enough, unless the person unticks what is needed later."""
    async with running_documented(database_url, tmp_path, operations=[add_note]) as documented:
        world = documented.world
        async with world.dispatcher.database.transaction() as db:
            await db.execute(TABLE)
        document = documented.serve(redirect_uris=[RETURN]).client_id if known_by == "document" else None
        async with world.browser("alice") as browser:
            person, kept = Person(browser, unticks), Kept()
            oauth = OAuthClientProvider(
                MCP,
                OAuthClientMetadata.model_validate({"client_name": "Agent", "redirect_uris": [RETURN]}),
                kept,
                person.go,
                person.back,
                client_metadata_url=document,
            )
            transport = httpx2.ASGITransport(world.app.edge)  # pyright: ignore[reportArgumentType]
            async with httpx2.AsyncClient(transport=transport, auth=oauth) as http:
                async with Client(streamable_http_client(MCP, http_client=http), mode=mode) as client:

                    async def call(tool: str, **arguments: Any) -> Any:
                        result = await client.call_tool(tool, arguments)
                        assert result.is_error is False
                        return result.structured_content

                    assert "get_me" in [tool.name for tool in (await client.list_tools()).tools]
                    assert (await call("get_site"))["name"] == "Showground"
                    assert (kept.tokens, person.asked) == (None, [])

                    assert (await call("get_me"))["account"]["email"] == "alice@alice.example"
                    assert person.asked == [ALL]
                    assert (await call("add_note", shelf="top", text="milk"))["text"] == "milk"
                    assert person.asked == ([ALL, ALL] if unticks else [ALL])
                    assert (await call("get_me"))["access"]["scopes"] == ALL.split()
                    assert kept.client is not None
                    assert (kept.client.client_id == document) == (known_by == "document")

                    assert kept.tokens is not None
                    before, asked = kept.tokens.refresh_token, len(person.asked)
                    oauth.context.token_expiry_time = 1  # so that it takes its token for expired
                    await call("get_me")
                    assert kept.tokens.refresh_token != before
                    assert len(person.asked) == asked  # nobody was asked again

                    await browser.post("/account/apps/disconnect", data={"client_id": kept.client.client_id})
                    ended = await world.client.get(
                        "/api/v1/me", headers={"Authorization": f"Bearer {kept.tokens.access_token}"}
                    )
                    assert ended.status_code == 401
                    await call("get_me")
                    assert len(person.asked) == asked + 1  # the person was asked anew
