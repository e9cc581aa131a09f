"""Failures of the authorization server; their codes are those of the standards."""

from showground.core.calls.errors import ApiError


class UnknownApp(ApiError):
    """No app is known by this client_id. Go back to the app and connect it again."""


class WrongReturnAddress(ApiError):
    """The app asked to return to an address that it has not registered, so nobody is sent there."""


class InvalidRequest(ApiError):
    """The request lacks a parameter, repeats one, or has one that does not fit."""


class InvalidClient(ApiError):
    """The client is unknown, or its secret is wrong."""

    status = 401


class InvalidGrant(ApiError):
    """The code or refresh token is wrong, was used before, has expired, or belongs to another client."""


class InvalidScope(ApiError):
    """This scope is unknown, or more than was allowed."""


class InvalidTarget(ApiError):
    """The resource is none of this server's, or not the one that the person allowed."""


class InvalidRedirectUri(ApiError):
    """redirect_uris must be a list of 1 to 20 addresses."""


class InvalidClientMetadata(ApiError):
    """The client's metadata do not fit: see what this server supports in its own metadata."""


class UnsupportedResponseType(ApiError):
    """The only response_type here is `code`."""


class UnsupportedGrantType(ApiError):
    """The grant types here are `authorization_code` and `refresh_token`."""


class ConsentRequired(ApiError):
    """The person has to be asked, so `prompt=none` cannot be answered."""


class AccessDenied(ApiError):
    """The person did not allow it."""
