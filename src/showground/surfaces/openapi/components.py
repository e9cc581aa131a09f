"""Parts of the OpenAPI document that all operations share: headers, the error body and security schemes."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from showground.core.calls.context import Site
from showground.core.data_model import DataModel
from showground.surfaces.operation_errors import REQUEST_ID


class InvalidField(DataModel):
    """One problem with the request."""

    field: Annotated[str, Field(description="The field, as you would write it.", examples=["items[0].week"])]
    message: Annotated[str, Field(description="What is wrong, and how to fix it.", examples=["This is required."])]


class Problem(DataModel):
    """The body of every error (RFC 9457). Some errors add members."""

    model_config = ConfigDict(extra="allow")

    type: Annotated[str, Field(description="URL that explains the error.", examples=["/docs/api#not_found"])]
    title: Annotated[str, Field(description="Short description of the error.", examples=["Not found"])]
    status: Annotated[int, Field(description="The HTTP status.", examples=[404])]
    detail: Annotated[
        str,
        Field(
            description="What went wrong this time, written for people.", examples=["Nothing exists at this address."]
        ),
    ]
    code: Annotated[str, Field(description="Stable error code for programs.", examples=["not_found"])]
    request_id: Annotated[
        str, Field(description="Id of this request. Include it when you ask for help.", examples=[REQUEST_ID])
    ]
    errors: Annotated[
        list[InvalidField],
        Field(
            default_factory=list[InvalidField], description="With status 400: all problems found, not only the first."
        ),
    ]
    retry_after: Annotated[
        int,
        Field(default_factory=int, description="With status 429 and 503: how many seconds to wait."),
    ]


def _header(description: str, example: str, *, required: bool = False) -> dict[str, Any]:
    header: dict[str, Any] = {"description": description, "required": required, "schema": {"type": "string"}}
    return header | {"example": example}


HEADERS = {
    "Allow": _header("The methods that this URL supports.", "GET", required=True),
    "Cache-Control": _header("How long the response may be cached, and by whom.", "public, max-age=0, must-revalidate"),
    "ETag": _header(
        "Version of this response. Send it as `If-None-Match` to read again, or as `If-Match` to change it.",
        '"3f2b8c1e5d0a4f6e"',
    ),
    "Idempotency-Replayed": _header(
        "`true` if this is the stored response to an earlier request with the same Idempotency-Key. Otherwise absent.",
        "true",
    ),
    "Link": _header(
        "URLs of the first, previous, next and last page, as far as they exist (RFC 8288).",
        '<https://directory.example/api/v1/listings?page=2>; rel="next"',
    ),
    "Location": _header("URL at which you can read what was created.", "https://directory.example/api/v1/claims"),
    "RateLimit": _header(
        "For each limit that applies: how many calls are left (`r`), and in how many seconds the window ends (`t`).",
        '"account";r=598;t=42',
    ),
    "RateLimit-Policy": _header(
        "The limits that apply: number of calls (`q`) per number of seconds (`w`).", '"account";q=600;w=60'
    ),
    "Retry-After": _header("How many seconds to wait before you try again.", "42", required=True),
    "WWW-Authenticate": _header(
        "How to sign in, and the required scope.", 'Bearer scope="account:read"', required=True
    ),
    "X-Request-Id": _header("Id of this request. Include it when you ask for help.", REQUEST_ID, required=True),
}

PARAMETERS: dict[str, dict[str, Any]] = {
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": (
            "Makes retries safe. If you repeat the request with the same key within 24 hours, you get the"
            " first response again and nothing happens twice. Use a new key, such as a UUID, for every new"
            " request."
        ),
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
        "example": "8d1f6f0e-7b0c-4f0e-9a54-6f3f6f1f2f7c",
    },
    "If-Match": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": (
            "The ETag of what you want to change, as you last read it. If it has changed since, nothing happens and you"
            " get 412."
        ),
        "schema": {"type": "string"},
        "example": '"3f2b8c1e5d0a4f6e"',
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        "description": "The ETag of the response you have. If it is still current, you get 304 without a body.",
        "schema": {"type": "string"},
        "example": '"3f2b8c1e5d0a4f6e"',
    },
}


def refer(kind: str, *names: str) -> dict[str, dict[str, str]]:
    """Named references to components of one kind."""
    return {name: {"$ref": f"#/components/{kind}/{name}"} for name in names}


def security_schemes(site: Site, scopes: Mapping[str, str]) -> dict[str, Any]:
    token_url = f"{site.url}/oauth/token"
    return {
        "apiKey": {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key from your account, with the scopes you chose for it.",
        },
        "oauth2": {
            "type": "oauth2",
            "description": "An access token with which a person lets an app act for them. PKCE (S256) is required.",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": f"{site.url}/oauth/authorize",
                    "tokenUrl": token_url,
                    "refreshUrl": token_url,
                    "scopes": {scope: str(text) for scope, text in scopes.items()},  # English, for programs
                }
            },
        },
    }
