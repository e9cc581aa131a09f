"""The parts of the OpenAPI document that every operation shares: headers, the body of failures, ways to sign in."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from showground.core.calls.context import Site
from showground.surfaces.operation_errors import REQUEST_ID


class FaultFound(BaseModel):
    """One thing that is wrong with the request."""

    field: Annotated[str, Field(description="Where it is, as you would write it.", examples=["items[0].week"])]
    message: Annotated[str, Field(description="What is wrong, and how to mend it.", examples=["This is required."])]


class Problem(BaseModel):
    """What every failure is answered with (RFC 9457). Some failures add members of their own."""

    model_config = ConfigDict(extra="allow")

    type: Annotated[str, Field(description="Where this failure is explained.", examples=["/docs/api#not_found"])]
    title: Annotated[str, Field(description="The kind of failure, in words.", examples=["Not found"])]
    status: Annotated[int, Field(description="The HTTP status, again.", examples=[404])]
    detail: Annotated[
        str,
        Field(
            description="What went wrong this time, for people to read.", examples=["Nothing exists at this address."]
        ),
    ]
    code: Annotated[
        str, Field(description="The kind of failure, for programs to compare; it stays.", examples=["not_found"])
    ]
    request_id: Annotated[
        str, Field(description="The number of this request; name it when you ask for help.", examples=[REQUEST_ID])
    ]
    errors: Annotated[
        list[FaultFound],
        Field(default_factory=list[FaultFound], description="With status 400: every fault found, not only the first."),
    ]
    retry_after: Annotated[
        int,
        Field(default_factory=int, description="With status 429 and 503: how many seconds to wait."),
    ]


def _header(description: str, example: str, *, required: bool = False) -> dict[str, Any]:
    header: dict[str, Any] = {"description": description, "required": required, "schema": {"type": "string"}}
    return header | {"example": example}


HEADERS = {
    "Allow": _header("The methods that this address takes.", "GET", required=True),
    "Cache-Control": _header("How long the answer may be kept, and by whom.", "public, max-age=0, must-revalidate"),
    "ETag": _header("The version of this answer; send it as `If-None-Match` next time.", '"3f2b8c1e5d0a4f6e"'),
    "Idempotency-Replayed": _header(
        "`true` if this is the first answer to the same Idempotency-Key, given again; else absent.", "true"
    ),
    "RateLimit": _header(
        "For each limit that applies: how many calls are left (`r`) and for how many seconds its window runs (`t`).",
        '"account";r=598;t=42',
    ),
    "RateLimit-Policy": _header(
        "The limits that apply: so many calls (`q`) in so many seconds (`w`).", '"account";q=600;w=60'
    ),
    "Retry-After": _header("How many seconds to wait before you try again.", "42", required=True),
    "WWW-Authenticate": _header(
        "How to sign in, and the scope that is needed.", 'Bearer scope="account:read"', required=True
    ),
    "X-Request-Id": _header("The number of this request; name it when you ask for help.", REQUEST_ID, required=True),
}

PARAMETERS: dict[str, dict[str, Any]] = {
    "Idempotency-Key": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": (
            "Makes a retry safe: send the same key with the same request again, within 24 hours, and the first answer "
            "comes back instead of a second effect. Make a new one, such as a UUID, for each new request."
        ),
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
        "example": "8d1f6f0e-7b0c-4f0e-9a54-6f3f6f1f2f7c",
    },
    "If-None-Match": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        "description": "The ETag of the answer you have; if it still holds, the answer is 304 without a body.",
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
            "description": "An API key from your account, with the scopes that you chose for it.",
        },
        "oauth2": {
            "type": "oauth2",
            "description": "An access token, by which a person lets a program act for them. PKCE (S256) is required.",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": f"{site.url}/oauth/authorize",
                    "tokenUrl": token_url,
                    "refreshUrl": token_url,
                    "scopes": dict(scopes),
                }
            },
        },
    }
