"""What can go wrong with an owner's listings."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchMilestone(NotFound):
    """You have no such milestone on this listing."""


class TooManyMilestones(ApiError):
    """A listing has at most 50 milestones. Delete one before you add another."""


class NoFounder(ApiError):
    """Interview answers are shown on a founder's page, and no listing of yours names a founder yet. Submit or claim a
    listing first."""


class WeeksFull(ApiError):
    """Every week that the free plan offers is full. A further one opens next Monday; or order a launch, which needs no
    place in the queue."""


class NotForFreePlan(ApiError):
    """This listing cannot go on the free plan: it is on a paid plan, suspended or withdrawn. A withdrawn one is
    published again on your dashboard."""


class OwnersOnly(ApiError):
    """Only the owner of this listing may do this; you are a co-founder of it."""

    status = 403


class NotAMember(NotFound):
    """This account does not belong to the listing."""


class LastOwner(ApiError):
    """You are the only owner of this listing. Name a co-founder as owner first, or withdraw the listing."""


class NoSuchVersion(NotFound):
    """The listing has no such version."""


class NoSuchAlternative(ApiError):
    """No other live listing has this slug."""


class FounderTaken(ApiError):
    """No founder of this slug is named on a listing of yours, or another account speaks for them already."""


class WrongStanding(ApiError):
    """The listing does not stand where this can be done."""


class PictureRefused(ApiError):
    """This picture cannot be taken: send a JPEG, PNG, WebP or GIF of at most 5 MB and 40 million pixels."""


class TooManyPictures(ApiError):
    """A listing has at most 12 pictures. Remove one before you add another."""
