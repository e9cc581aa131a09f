"""The endpoints of the authorization server that apps call; their wire form is the standards' own.

The metadata by which apps find them is sent with the other well-known documents.

The page on which a person allows an app something is a page like others.
"""

import base64
import binascii
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote

from pydantic_core import to_json

from showground.accounts import SCOPES
from showground.core.calls.action import Action
from showground.core.calls.context import Caller, Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError, InvalidInput, MethodNotAllowed, Unavailable, UnsupportedMediaType
from showground.core.languages import EnglishText
from showground.oauth import AUTH_METHODS, InvalidClient, InvalidGrant, UnsupportedGrantType
from showground.oauth.actions.clients import register_client
from showground.oauth.actions.tokens import redeem_code, refresh_access, revoke_token
from showground.surfaces.asgi import (
    Headers,
    Receive,
    Scope,
    Send,
    arrival_of,
    encode_headers,
    header,
    read_body,
    read_json,
    respond,
)

AUTHORIZE = "/oauth/authorize"
TOKEN = "/oauth/token"  # noqa: S105 - an address  # nosec B105
REVOKE = "/oauth/revoke"
REGISTER = "/oauth/register"
SERVER = "/.well-known/oauth-authorization-server"
RESOURCE = "/.well-known/oauth-protected-resource"

COMMON: Headers = [
    (b"content-type", b"application/json"),
    (b"x-content-type-options", b"nosniff"),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"WWW-Authenticate, X-Request-Id"),
]
NOT_KEPT: Headers = [(b"cache-control", b"no-store"), (b"pragma", b"no-cache")]
PREFLIGHT: Headers = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-allow-headers", b"Authorization, Content-Type, MCP-Protocol-Version"),
    (b"access-control-max-age", b"86400"),
]

ALLOWED = b"POST, OPTIONS"

log = logging.getLogger(__name__)


class OAuthRequestFailed(ApiError):
    """The request could not be read."""


class OAuth:
    """The ASGI application of these endpoints."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        self._posts = {TOKEN: self._give_tokens, REVOKE: self._revoke, REGISTER: self._register}
        self.paths = frozenset(self._posts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method = scope["method"]
        if method == "OPTIONS":
            answer = (204, [*PREFLIGHT, (b"allow", ALLOWED), (b"access-control-allow-methods", ALLOWED)], b"")
        else:
            try:
                answer = await self._answer_post(scope, receive)
            except ConnectionResetError:
                return  # the client is gone
            except ApiError as failure:
                answer = self._refuse(failure)
            except Exception:
                log.exception("request %s failed", arrival_of(scope).request_id)
                answer = self._refuse(Unavailable(EnglishText("Something went wrong on our side. We have logged it.")))
        status, headers, body = answer
        await respond(send, status, headers, b"" if method == "HEAD" else body)

    async def _answer_post(self, scope: Scope, receive: Receive) -> tuple[int, Headers, bytes]:
        if scope["method"] != "POST":
            raise MethodNotAllowed
        arrival = arrival_of(scope)
        caller = Caller(arrival.now, "web", None, arrival.address, arrival.request_id)
        await self._dispatcher.count(caller)
        status, body = await self._posts[scope["path"]](scope, receive, caller)
        return status, [*COMMON, *NOT_KEPT], body

    async def _give_tokens(self, scope: Scope, receive: Receive, caller: Caller) -> tuple[int, bytes]:
        form = await _read_form(scope, receive)
        kinds: dict[str, Action[Any, Any]] = {"authorization_code": redeem_code, "refresh_token": refresh_access}
        kind = form.pop("grant_type", None)
        if kind is None:
            raise OAuthRequestFailed(EnglishText("grant_type is missing."))
        if kind not in kinds:
            raise UnsupportedGrantType
        outcome = await self._do(kinds[kind], form, caller)
        if outcome.tokens is None:
            raise InvalidGrant
        return 200, to_json(outcome.tokens)

    async def _revoke(self, scope: Scope, receive: Receive, caller: Caller) -> tuple[int, bytes]:
        await self._do(revoke_token, await _read_form(scope, receive), caller)
        return 200, b"{}"

    async def _register(self, scope: Scope, receive: Receive, caller: Caller) -> tuple[int, bytes]:
        body = await read_body(scope, receive)
        if _kind(scope) != "application/json":
            raise UnsupportedMediaType
        made = await self._do(register_client, read_json(body), caller)
        return 201, made.model_dump_json(exclude_none=True).encode()

    async def _do(self, action: Action[Any, Any], sent: Mapping[str, Any], caller: Caller) -> Any:
        """Parameters that an action does not know are ignored, as the standards require."""
        raw = {name: value for name, value in sent.items() if name in action.fields}
        return await self._dispatcher.call(action, caller, action.parse(raw))

    def _refuse(self, failure: ApiError) -> tuple[int, Headers, bytes]:
        """An error as RFC 6749 requires it: a name and a sentence."""
        code = "invalid_request" if isinstance(failure, InvalidInput | OAuthRequestFailed) else failure.code
        errors = "; ".join(f"{error['field']}: {error['message']}" for error in failure.errors)
        headers = [*COMMON, *NOT_KEPT, *encode_headers(failure.headers.items())]
        if failure.status == 401:
            headers.append((b"www-authenticate", b'Basic realm="oauth"'))
        if failure.status == 405:
            headers.append((b"allow", ALLOWED))
        return failure.status, headers, to_json({"error": code, "error_description": errors or failure.detail})


def metadata(site: Site) -> dict[str, dict[str, Any]]:
    """The documents by which apps find their way (RFC 8414, RFC 9728), by path."""
    scopes = list(SCOPES)
    server = {
        "issuer": site.url,
        "authorization_endpoint": site.url + AUTHORIZE,
        "token_endpoint": site.url + TOKEN,
        "registration_endpoint": site.url + REGISTER,
        "revocation_endpoint": site.url + REVOKE,
        "scopes_supported": scopes,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": AUTH_METHODS,
        "revocation_endpoint_auth_methods_supported": AUTH_METHODS,
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": site.docs_url,
    }

    def resource(address: str) -> dict[str, Any]:
        return {
            "resource": address,
            "authorization_servers": [site.url],
            "scopes_supported": scopes,
            "bearer_methods_supported": ["header"],
            "resource_name": site.name,
            "resource_documentation": site.docs_url,
        }

    return {
        SERVER: server,
        RESOURCE: resource(site.mcp_url),  # where MCP clients look that do not know the path of the server
        RESOURCE + "/mcp": resource(site.mcp_url),
        RESOURCE + "/api/v1": resource(site.api_url),
    }


async def _read_form(scope: Scope, receive: Receive) -> dict[str, str]:
    """The fields of the body, each only once, with the client's id and secret wherever they are sent."""
    body = await read_body(scope, receive)
    if _kind(scope) != "application/x-www-form-urlencoded":
        raise OAuthRequestFailed(EnglishText("The body must be a form: application/x-www-form-urlencoded."))
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=50)
    except ValueError:
        raise OAuthRequestFailed from None
    form = {name: value for name, value in pairs if value}
    if len({name for name, _ in pairs}) < len(pairs):
        raise OAuthRequestFailed(EnglishText("A parameter appears in the body more than once."))
    return form | _read_basic(header(scope, b"authorization"), form)


def _read_basic(authorization: str | None, form: Mapping[str, str]) -> dict[str, str]:
    """The client's id and secret from the Authorization header (RFC 6749, 2.3.1)."""
    kind, _, encoded = (authorization or "").partition(" ")
    if kind.lower() != "basic":
        return {}
    try:
        name, _, secret = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        raise InvalidClient from None
    if form.get("client_id", unquote(name)) != unquote(name) or "client_secret" in form:
        raise InvalidClient
    return {"client_id": unquote(name), "client_secret": unquote(secret)}


def _kind(scope: Scope) -> str:
    return (header(scope, b"content-type") or "").partition(";")[0].strip().lower()
