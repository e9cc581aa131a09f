"""The authorization server: apps ask, people allow, tokens follow."""

from showground.oauth.asking import AccessRequest
from showground.oauth.failures import AccessDenied, InvalidClient, InvalidGrant, UnsupportedGrantType
from showground.oauth.rules import AUTH_METHODS, answer_address

__all__ = [
    "AUTH_METHODS",
    "AccessDenied",
    "AccessRequest",
    "InvalidClient",
    "InvalidGrant",
    "UnsupportedGrantType",
    "answer_address",
]
