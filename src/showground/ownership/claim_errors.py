"""Errors about claims."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchClaim(NotFound):
    """You have no claim with this id."""


class ClaimExpired(ApiError):
    """This claim has expired after 30 days. Create a new one."""


class EmailNotOpened(ApiError):
    """This claim is verified by the link we emailed, and nobody has opened it yet. Open the link, or create a claim
    with another method."""


class NoSuchMailedClaim(NotFound):
    """This link is not valid: it is incomplete, belongs to an earlier claim, or is older than 30 days."""


class NotInReview(ApiError):
    """This claim is not in review, so there is nothing to decide."""


class NotVerified(ApiError):
    """The listing of this claim is not marked as verified."""
