"""Failures of the authorization server; their codes are those of the standards."""

from showground.core.failures import Failure


class UnknownApp(Failure):
    """No app is known by this client_id. Go back to the app and connect it again."""


class WrongReturnAddress(Failure):
    """The app asked to return to an address that it has not registered, so nobody is sent there."""


class InvalidRequest(Failure):
    """The request lacks a parameter, repeats one, or has one that does not fit."""


class InvalidClient(Failure):
    """The client is unknown, or its secret is wrong."""

    status = 401


class InvalidGrant(Failure):
    """The code or refresh token is wrong, was used before, has expired, or belongs to another client."""


class InvalidScope(Failure):
    """This scope is unknown, or more than was allowed."""


class InvalidTarget(Failure):
    """The resource is none of this server's, or not the one that the person allowed."""


class InvalidRedirectUri(Failure):
    """redirect_uris must be a list of 1 to 20 addresses."""


class InvalidClientMetadata(Failure):
    """The client's metadata do not fit: see what this server supports in its own metadata."""


class UnsupportedResponseType(Failure):
    """The only response_type here is `code`."""


class UnsupportedGrantType(Failure):
    """The grant types here are `authorization_code` and `refresh_token`."""


class ConsentRequired(Failure):
    """The person has to be asked, so `prompt=none` cannot be answered."""


class AccessDenied(Failure):
    """The person did not allow it."""
