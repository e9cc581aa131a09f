"""Identity providers (GitHub, Google): where to ask them, and which email address they vouch for."""

import json
from abc import ABC, abstractmethod
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Any, ClassVar, Literal, cast
from urllib.parse import urlencode, urlsplit

from showground.core.calls.errors import ApiError
from showground.core.fetch import Fetcher, FetchFailed
from showground.core.languages import text_with
from showground.core.mail.address import read_mail_address

JSON = ("application/json",)
MAX_BYTES = 200_000  # bytes
SECONDS = 8.0
GOOGLE_ISSUERS = ("https://accounts.google.com", "accounts.google.com")


class NotSignedIn(ApiError):
    """You were not signed in. Try again, or request a sign-in link by email."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What only one browser's sign-in knows. All of it is derived from the token in its cookie."""

    token: str = field(repr=False)

    @property
    def state(self) -> str:
        return self._derive("state")

    @property
    def nonce(self) -> str:
        return self._derive("nonce")

    @property
    def verifier(self) -> str:
        return self._derive("verifier")

    @property
    def challenge(self) -> str:
        return _encode(sha256(self.verifier.encode()).digest())

    def _derive(self, purpose: str) -> str:
        return _encode(sha256(f"{purpose}:{self.token}".encode(errors="replace")).digest())


@dataclass(frozen=True)
class IdentityProvider(ABC):
    """A provider, as this site is registered with it."""

    client_id: str
    client_secret: str = field(repr=False)
    url: str | None = None
    """Base URL, if not the usual one."""

    key: ClassVar[Literal["github", "google"]]
    name: ClassVar[str]
    scope: ClassVar[str]

    @property
    @abstractmethod
    def authorize_url(self) -> str: ...

    @property
    @abstractmethod
    def token_url(self) -> str: ...

    @abstractmethod
    async def vouch(self, fetch: Fetcher, tokens: dict[str, Any], attempt: Attempt, now: datetime) -> Any:
        """The email address that the provider has verified; None if there is none."""

    @property
    def origin(self) -> str:
        parts = urlsplit(self.authorize_url)
        return f"{parts.scheme}://{parts.netloc}"

    def ask(self, attempt: Attempt, back: str) -> str:
        """The URL to send the person to."""
        query = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": back,
            "scope": self.scope,
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": attempt.challenge,
            "code_challenge_method": "S256",
            "prompt": "select_account",
        }
        return f"{self.authorize_url}?{urlencode(query)}"

    async def read_mail(self, fetch: Fetcher, code: str, attempt: Attempt, back: str, now: datetime) -> str:
        """The verified email address of the person who returned with this code."""
        form = {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "client_secret": self.client_secret,
            "code": code,
            "redirect_uri": back,
            "code_verifier": attempt.verifier,
        }
        try:
            page = await fetch.post(self.token_url, form, accept=JSON, max_bytes=MAX_BYTES, seconds=SECONDS)
            if page.status >= 500:
                raise self.silent()
            tokens = read_object(page.body)
            if "access_token" not in tokens:
                raise NotSignedIn(
                    text_with(
                        "%(name)s did not accept this sign-in, which works only once. Start again.", name=self.name
                    )
                )
            mail = await self.vouch(fetch, tokens, attempt, now)
        except FetchFailed as failed:
            raise self.silent() from failed
        try:
            return read_mail_address(mail if isinstance(mail, str) else "")
        except ValueError:
            raise NotSignedIn(
                text_with(
                    "%(name)s has no verified email address of yours that can be used here. Verify one there and try"
                    " again, or sign in by email.",
                    name=self.name,
                )
            ) from None

    def silent(self) -> NotSignedIn:
        return NotSignedIn(
            text_with(
                "%(name)s is not responding. Try again later, or request a sign-in link by email.", name=self.name
            )
        )


class GitHub(IdentityProvider):
    """OAuth 2, and an endpoint that lists the person's email addresses."""

    key = "github"
    name = "GitHub"
    scope = "user:email"

    @property
    def authorize_url(self) -> str:
        return f"{self.url or 'https://github.com'}/login/oauth/authorize"

    @property
    def token_url(self) -> str:
        return f"{self.url or 'https://github.com'}/login/oauth/access_token"

    async def vouch(
        self,
        fetch: Fetcher,
        tokens: dict[str, Any],
        attempt: Attempt,  # noqa: ARG002 - what is asked with the token needs no other proof
        now: datetime,  # noqa: ARG002
    ) -> Any:
        api = f"{self.url}/api/v3" if self.url else "https://api.github.com"
        page = await fetch.get(
            f"{api}/user/emails",
            accept=JSON,
            max_bytes=MAX_BYTES,
            seconds=SECONDS,
            max_redirects=0,
            headers={"Authorization": f"Bearer {tokens['access_token']}"},
        )
        if page.status != 200:
            raise self.silent()
        try:
            return next(
                (m["email"] for m in json.loads(page.body) if m["primary"] is True and m["verified"] is True), None
            )
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self.silent() from None


class Google(IdentityProvider):
    """OpenID Connect: the response itself says who signed in."""

    key = "google"
    name = "Google"
    scope = "openid email"

    @property
    def authorize_url(self) -> str:
        return f"{self.url or 'https://accounts.google.com'}/o/oauth2/v2/auth"

    @property
    def token_url(self) -> str:
        return f"{self.url or 'https://oauth2.googleapis.com'}/token"

    async def vouch(
        self,
        fetch: Fetcher,  # noqa: ARG002 - nothing more is asked
        tokens: dict[str, Any],
        attempt: Attempt,
        now: datetime,
    ) -> Any:
        claims = read_claims(tokens.get("id_token"))
        nonce, expires = claims.get("nonce"), claims.get("exp")
        if (
            claims.get("iss") not in GOOGLE_ISSUERS
            or claims.get("aud") != self.client_id
            or not isinstance(nonce, str)
            or not compare_digest(nonce.encode(), attempt.nonce.encode())
            or not isinstance(expires, int | float)
            or expires <= now.timestamp()
        ):
            raise NotSignedIn(
                text_with("%(name)s sent a sign-in that is not for this site. Start again.", name=self.name)
            )
        return claims.get("email") if claims.get("email_verified") is True else None


@dataclass(frozen=True)
class Providers:
    """The configured providers, by key."""

    known: dict[str, IdentityProvider] = field(default_factory=dict[str, IdentityProvider])


def read_claims(id_token: Any) -> dict[str, Any]:
    """The claims of an ID token. It came directly from the provider over TLS, which replaces checking its signature
    (OpenID Connect Core, 3.1.3.7)."""
    try:
        payload = str(id_token).split(".")[1]
        return read_object(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (ValueError, IndexError):
        return {}


def read_object(body: bytes) -> dict[str, Any]:
    """The members of a JSON object; empty for anything else."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
