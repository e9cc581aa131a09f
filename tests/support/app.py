"""An app that signs people in, as its makers would write it from the standards."""

import base64
import hashlib
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2

from tests.support.world import World

RETURN = "https://app.example/back"
ISSUER = "http://localhost:8000"
MCP = f"{ISSUER}/mcp"
API = f"{ISSUER}/api/v1"


@dataclass
class Asked:
    """A request for access, and what only the app knows of it."""

    address: str
    verifier: str


@dataclass
class App:
    """A registered app."""

    world: World
    client_id: str
    redirect_uri: str = RETURN
    secret: str | None = None

    def ask(self, **changes: str | None) -> Asked:
        """The address that the person is sent to; a parameter of None is left out."""
        verifier = secrets.token_urlsafe(48)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "state": "a state & more",
            "scope": "account:read",
            "resource": MCP,
        }
        query |= changes
        given = {name: value for name, value in query.items() if value is not None}
        return Asked(f"/oauth/authorize?{urlencode(given)}", verifier)

    async def get_code(self, browser: httpx2.AsyncClient, **changes: str | None) -> tuple[str, str]:
        """A code that the person allowed, with its verifier."""
        asked = self.ask(**changes)
        page = await browser.get(asked.address)
        assert page.status_code == 200, page.text
        allowed = (changes.get("scope") or "account:read").split()
        answer = await browser.post(asked.address, data={"answer": "allow", "allowed": allowed})
        returned = read_answer(answer)
        assert returned["iss"] == ISSUER
        return returned["code"], asked.verifier

    async def redeem(self, code: str, verifier: str, **changes: str | None) -> httpx2.Response:
        sent: dict[str, str | None] = {"code": code, "code_verifier": verifier, "redirect_uri": self.redirect_uri}
        return await self.post("/oauth/token", grant_type="authorization_code", **(sent | changes))

    async def refresh(self, token: str, **changes: str | None) -> httpx2.Response:
        return await self.post("/oauth/token", grant_type="refresh_token", refresh_token=token, **changes)

    async def post(self, path: str, **fields: str | None) -> httpx2.Response:
        known = {"client_id": self.client_id, "client_secret": self.secret}
        sent = {name: value for name, value in (known | fields).items() if value is not None}
        return await self.world.client.post(path, data=sent)

    async def sign_in(self, browser: httpx2.AsyncClient, **changes: str | None) -> dict[str, Any]:
        """Tokens that the person allowed."""
        answer = await self.redeem(*await self.get_code(browser, **changes))
        assert answer.status_code == 200, answer.text
        return answer.json()


async def register(world: World, **changes: Any) -> App:
    sent = {"client_name": "Trellis", "redirect_uris": [RETURN], "token_endpoint_auth_method": "none"} | changes
    answer = await world.client.post("/oauth/register", json=sent)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return App(world, made["client_id"], made["redirect_uris"][0], made.get("client_secret"))


def read_answer(answer: httpx2.Response, to: str = RETURN) -> dict[str, str]:
    """What the app is told, at its own address and nowhere else."""
    assert answer.status_code == 303, answer.text
    location = answer.headers["location"]
    assert location.startswith(to + "?")
    return {name: value for name, (value,) in parse_qs(urlsplit(location).query).items()}
