"""GitHub and Google as they answer on the wire, on loopback, with one person who has an account there."""

import base64
import hashlib
import json
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx2

from tests.support.site import Answer, Request, Site
from tests.support.world import World, running_world

CLIENT, SECRET = "the-client", "the client's secret"
CODE_PATHS = {"github": "/login/oauth/authorize", "google": "/o/oauth2/v2/auth"}


def sent_json(body: Any, status: int = 200) -> Answer:
    return Answer(json.dumps(body), status, "application/json; charset=utf-8")


@dataclass
class Elsewhere:
    """Both providers at one address; a code is good once, for who asked for it and can show the verifier."""

    world: World
    site: Site
    mail: str = "alice@alice.example"
    verified: bool = True
    claims: dict[str, Any] = field(default_factory=dict[str, Any])  # what Google's ID token says otherwise
    down: bool = False
    asked: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    tokens: set[str] = field(default_factory=set[str])

    def serve(self) -> None:
        self.site.pages["/login/oauth/access_token"] = self._github_token
        self.site.pages["/api/v3/user/emails"] = self._github_mails
        self.site.pages["/token"] = self._google_token

    async def begin(self, browser: httpx2.AsyncClient, provider: str, after: str = "") -> dict[str, str]:
        """What the browser is sent to ask there."""
        answer = await browser.post(f"/sign-in/with/{provider}", data={"next": after})
        assert answer.status_code == 303, answer.text
        where = urlsplit(answer.headers["location"])
        assert f"{where.scheme}://{where.netloc}{where.path}" == self.site.url + CODE_PATHS[provider]
        return dict(parse_qsl(where.query, strict_parsing=True))

    def allow(self, asked: dict[str, str]) -> str:
        """The person says yes there: the address that the browser is sent back to."""
        code = secrets.token_urlsafe(16)
        self.asked[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def _redeem(self, request: Request) -> dict[str, str] | None:
        """What was asked for with this code, if all else fits it."""
        form = dict(parse_qsl(request.body.decode(), strict_parsing=True))
        asked = self.asked.pop(form.pop("code"), None)
        if asked is None:
            return None
        digest = hashlib.sha256(form.pop("code_verifier").encode()).digest()
        proved = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == asked["code_challenge"]
        fits = form == {
            "grant_type": "authorization_code",
            "client_id": CLIENT,
            "client_secret": SECRET,
            "redirect_uri": asked["redirect_uri"],
        }
        return asked if fits and proved else None

    def _github_token(self, request: Request) -> Answer:
        if self.down:
            return Answer("Unicorn", 503)
        if self._redeem(request) is None:
            return sent_json({"error": "bad_verification_code"})  # with 200, as GitHub does
        self.tokens.add(token := "gho_" + secrets.token_hex(8))
        return sent_json({"access_token": token, "token_type": "bearer", "scope": "user:email"})

    def _github_mails(self, request: Request) -> Answer:
        if (request.headers["Authorization"] or "").removeprefix("Bearer ") not in self.tokens:
            return sent_json({"message": "Bad credentials"}, 401)
        return sent_json(
            [
                {"email": "other@alice.example", "primary": False, "verified": True, "visibility": None},
                {"email": self.mail, "primary": True, "verified": self.verified, "visibility": "private"},
            ]
        )

    def _google_token(self, request: Request) -> Answer:
        if self.down:
            return Answer("Error", 503)
        asked = self._redeem(request)
        if asked is None:
            return sent_json({"error": "invalid_grant"}, 400)
        claims = {
            "iss": "https://accounts.google.com",
            "aud": CLIENT,
            "sub": "1102",
            "email": self.mail,
            "email_verified": self.verified,
            "nonce": asked["nonce"],
            "exp": int(self.world.clock().timestamp()) + 3600,
        } | self.claims
        parts = (json.dumps(part).encode() for part in ({"alg": "RS256"}, claims))
        text = ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)
        return sent_json({"access_token": "ya29.x", "id_token": f"{text}.c2lnbmVk", "token_type": "Bearer"})


@asynccontextmanager
async def running_elsewhere(database_url: str, **more: Any) -> AsyncGenerator[Elsewhere]:
    """A world with Alice, in which both are set."""
    with Site() as site:
        around: dict[str, Any] = {"fetch_allow": (ip_network("127.0.0.2/32"),)}
        for name in ("github", "google"):
            around |= {f"{name}_client_id": CLIENT, f"{name}_client_secret": SECRET, f"{name}_url": site.url}
        async with running_world(database_url, **around, **more) as world:
            await world.add_person("alice")
            elsewhere = Elsewhere(world, site)
            elsewhere.serve()
            yield elsewhere
