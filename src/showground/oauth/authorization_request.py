"""An app's request for access, checked.

Errors are shown to the person and never sent to the app. Anybody may register an app, so until the person has answered,
a redirect to its address would lend our name to whoever registered it (RFC 9700, section 4.11.2).
"""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from showground.accounts import SCOPES
from showground.core.calls.context import Context, PrepareContext, Site
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.languages import Text, text_with
from showground.oauth import client_metadata, rules
from showground.oauth.errors import (
    ConsentRequired,
    InvalidRequest,
    InvalidScope,
    InvalidTarget,
    UnknownApp,
    UnsupportedResponseType,
    WrongReturnAddress,
)
from showground.oauth.queries import grants

Parameter = Annotated[str, Field(max_length=4_000), OPAQUE] | None
FAILURES = (
    UnknownApp, WrongReturnAddress, InvalidRequest, UnsupportedResponseType, InvalidScope, InvalidTarget,
    ConsentRequired,
)  # fmt: skip


class AccessRequest(Input):
    """The query of an authorization request, as it came."""

    client_id: Parameter = None
    redirect_uri: Parameter = None
    response_type: Parameter = None
    code_challenge: Parameter = None
    code_challenge_method: Parameter = None
    state: Parameter = None
    scope: Parameter = None
    resource: Parameter = None
    prompt: Parameter = None
    repeated: bool = False  # whether a parameter appears more than once


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """A valid request by a known app, with one of its registered redirect URIs."""

    client: grants.OAuthClient
    redirect_uri: str
    scopes: list[str]
    resource: str
    challenge: str

    @property
    def document_host(self) -> str | None:
        """Who vouches for the app: the host of its document. None if it registered itself."""
        return urlsplit(self.client.id).netloc if self.client.fresh_until is not None else None


def resources(site: Site) -> tuple[str, str]:
    """The resources that tokens may be for. The first is the default, and is accepted at both."""
    return site.mcp_url, site.api_url


async def read_app(outside: PrepareContext, input: AccessRequest) -> grants.OAuthClient | None:
    """The `prepare` step of every action that takes an authorization request."""
    return await client_metadata.read_document(outside, input.client_id or "")


async def load_checked(ctx: Context, request: AccessRequest, found: grants.OAuthClient | None) -> AuthorizationRequest:
    """Check a request against the app as `read_app` found it in its document, or else as it is stored."""
    if found is not None:
        await grants.store_client(ctx.db, found, ctx.now)
    return _check(found or await grants.find_client(ctx.db, request.client_id or ""), request, ctx.site)


def _check(client: grants.OAuthClient | None, request: AccessRequest, site: Site) -> AuthorizationRequest:
    if client is None:
        raise UnknownApp
    given = request.redirect_uri
    if given is None and len(client.redirect_uris) == 1:
        given = client.redirect_uris[0]
    if given is None or not rules.is_registered(given, client.redirect_uris):
        raise WrongReturnAddress
    if reason := rules.find_redirect_uri_error(given):  # it was registered when more was allowed
        raise WrongReturnAddress(
            text_with("The app asked to return to a URL that is not allowed. %(reason)s", reason=reason)
        )
    _check_kind(request)
    scopes = rules.choose_scopes(request.scope, list(SCOPES))
    if not scopes:
        raise InvalidScope
    resource = rules.choose_resource(request.resource, resources(site))
    if resource is None:
        raise InvalidTarget
    if request.prompt == "none":
        raise ConsentRequired
    return AuthorizationRequest(client, given, scopes, resource, request.code_challenge or "")


def _check_kind(request: AccessRequest) -> None:
    """Check that it requests a code, with PKCE."""
    if request.repeated:
        raise InvalidRequest(Text("The app sent a parameter more than once."))
    if not request.response_type:
        raise InvalidRequest(Text("The app's request has no response_type."))
    if request.response_type != "code":
        raise UnsupportedResponseType
    if request.code_challenge_method != "S256":
        raise InvalidRequest(Text("PKCE is required: code_challenge_method must be S256."))
    if not rules.CHALLENGE.fullmatch(request.code_challenge or ""):
        raise InvalidRequest(Text("PKCE is required: code_challenge must be the 43 characters of S256."))
