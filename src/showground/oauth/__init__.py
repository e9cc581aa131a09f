"""The authorization server: apps ask, people allow, tokens follow."""

from showground.oauth.asking import AccessRequest
from showground.oauth.failures import AccessDenied, InvalidClient, InvalidGrant, UnsupportedGrantType
from showground.oauth.rules import answer_address

__all__ = ["AccessDenied", "AccessRequest", "InvalidClient", "InvalidGrant", "UnsupportedGrantType", "answer_address"]
