"""Errors of the authorization server. Their codes are those of the standards."""

from showground.core.calls.errors import ApiError


class UnknownApp(ApiError):
    """No app has this client_id. Go back to the app and connect it again."""


class WrongReturnAddress(ApiError):
    """The app asked to return to a URL that it has not registered, so we did not send you there."""


class InvalidRequest(ApiError):
    """A parameter of the request is missing, repeated or invalid."""


class InvalidClient(ApiError):
    """The client is unknown, or its secret is wrong."""

    status = 401


class InvalidGrant(ApiError):
    """The code or refresh token is invalid, was already used, has expired, or belongs to another client."""


class InvalidScope(ApiError):
    """The scope is unknown, or exceeds what was allowed."""


class InvalidTarget(ApiError):
    """This server does not have this resource, or it is not the one that the person allowed."""


class InvalidRedirectUri(ApiError):
    """redirect_uris must be a list of 1 to 20 URLs."""


class InvalidClientMetadata(ApiError):
    """The client metadata is not supported. This server's metadata lists what is."""


class UnsupportedResponseType(ApiError):
    """The only supported response_type is `code`."""


class UnsupportedGrantType(ApiError):
    """The supported grant types are `authorization_code` and `refresh_token`."""


class ConsentRequired(ApiError):
    """The person must be asked for consent, so `prompt=none` is not possible."""


class AccessDenied(ApiError):
    """The person did not allow access."""
