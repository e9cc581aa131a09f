"""What can go wrong with claims."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchClaim(NotFound):
    """You have no such claim."""


class ClaimExpired(ApiError):
    """This claim is older than 30 days and has expired. Make a new one."""


class EmailNotOpened(ApiError):
    """This claim is verified by the link that was mailed, which nobody has opened yet. Open it, or make a claim by
    another method."""


class NoSuchMailedClaim(NotFound):
    """This link does not work: it is mistyped, was used with another claim, or is older than 30 days."""


class NotInReview(ApiError):
    """There is nothing to decide about this claim: it is not in review."""


class NotVerified(ApiError):
    """The listing of this claim is not shown as verified."""
