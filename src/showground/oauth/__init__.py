"""The authorization server: apps request access, people allow it, apps get tokens."""

from showground.oauth.authorization_request import AccessRequest
from showground.oauth.errors import AccessDenied, InvalidClient, InvalidGrant, UnsupportedGrantType
from showground.oauth.rules import AUTH_METHODS, build_redirect

__all__ = [
    "AUTH_METHODS",
    "AccessDenied",
    "AccessRequest",
    "InvalidClient",
    "InvalidGrant",
    "UnsupportedGrantType",
    "build_redirect",
]
