"""Errors about owned listings."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchMilestone(NotFound):
    """This listing has no milestone with this id."""


class TooManyMilestones(ApiError):
    """A listing can have up to 50 milestones. Delete one before you add another."""


class NoSuchUpdate(NotFound):
    """This listing has no update with this id. It may have been deleted."""


class NoFounder(ApiError):
    """Interview answers appear on a founder's page, and none of your listings names a founder yet. Submit or claim a
    listing first."""


class NoLinkedFounder(ApiError):
    """Your account isn't linked to a founder yet. Choose who you are on this page, or save an interview
    answer first."""


class WeeksFull(ApiError):
    """All launch weeks of the free plan are full. A new week opens next Monday. Or order a launch, which does not use
    the queue."""


class NotForFreePlan(ApiError):
    """This listing cannot use the free plan: it is on a paid plan, suspended or withdrawn. You can publish a withdrawn
    listing again from your dashboard."""


class OwnersOnly(ApiError):
    """Only an owner of this listing can do this; you are a co-founder."""

    status = 403


class NotAMember(NotFound):
    """This account is not a member of the listing."""


class LastOwner(ApiError):
    """You are the only owner of this listing. Make a co-founder an owner first, or withdraw the listing."""


class NoSuchVersion(NotFound):
    """The listing has no version with this id."""


class NoSuchAlternative(ApiError):
    """No other live listing has this slug."""


class FounderTaken(ApiError):
    """None of your listings names a founder with this slug, or another account already represents them."""


class WrongStatus(ApiError):
    """The listing's current status does not allow this."""


class PictureRefused(ApiError):
    """We can't use this image. Upload a JPEG, PNG, WebP or GIF of up to 5 MB and 40 million pixels."""


class TooManyPictures(ApiError):
    """A listing can have up to 12 images. Remove one before you add another."""
