"""An app's request for access, checked: what is wrong with the app stays here, and the app is told the rest."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field

from showground.accounts import SCOPES
from showground.core.context import Outside, Site
from showground.core.failures import Failure
from showground.core.operation import Input
from showground.oauth import documents, rules, store
from showground.oauth.failures import (
    ConsentRequired,
    InvalidRequest,
    InvalidScope,
    InvalidTarget,
    UnknownApp,
    UnsupportedResponseType,
    WrongReturnAddress,
)

Parameter = Annotated[str, Field(max_length=4_000)] | None


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
    repeated: bool = False  # whether a parameter stands in it more than once


@dataclass(frozen=True, slots=True)
class Checked:
    """A request by an app we know, to return to an address of its own; and what else may be wrong with it."""

    client: store.Client
    redirect_uri: str
    scopes: list[str]
    resource: str
    challenge: str
    wrong: Failure | None

    @property
    def document_host(self) -> str | None:
        """Who vouches for the app: the host of its document. None if it registered itself."""
        return urlsplit(self.client.id).netloc if self.client.fresh_until is not None else None


def resources(site: Site) -> tuple[str, str]:
    """What tokens may be for. The first is meant where none is named, and good at both."""
    return site.mcp_url, site.api_url


async def read_app(outside: Outside, input: AccessRequest) -> store.Client | None:
    """The `prepare` step of whatever takes such a request."""
    return await documents.read_document(outside, input.client_id or "")


def check(client: store.Client | None, request: AccessRequest, site: Site) -> Checked:
    if client is None:
        raise UnknownApp
    given = request.redirect_uri
    if given is None and len(client.redirect_uris) == 1:
        given = client.redirect_uris[0]
    if given is None or not rules.is_registered(given, client.redirect_uris):
        raise WrongReturnAddress
    scopes = rules.choose_scopes(request.scope, list(SCOPES))
    resource = rules.choose_resource(request.resource, resources(site))
    challenge = request.code_challenge or ""
    return Checked(client, given, scopes, resource or "", challenge, _find_wrong(request, scopes, resource))


def _find_wrong(request: AccessRequest, scopes: list[str], resource: str | None) -> Failure | None:
    if request.repeated:
        return InvalidRequest("A parameter stands in the request more than once.")
    if request.response_type != "code":
        return UnsupportedResponseType() if request.response_type else InvalidRequest("response_type is missing.")
    if request.code_challenge_method != "S256":
        return InvalidRequest("PKCE is required: code_challenge_method must be S256.")
    if not rules.CHALLENGE.fullmatch(request.code_challenge or ""):
        return InvalidRequest("PKCE is required: code_challenge must be the 43 characters of S256.")
    if not scopes:
        return InvalidScope()
    if resource is None:
        return InvalidTarget()
    return ConsentRequired() if request.prompt == "none" else None
