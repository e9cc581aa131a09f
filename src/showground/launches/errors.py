"""Errors about votes, reviews and leaderboards."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchBoard(NotFound):
    """No leaderboard has this name. The leaderboards are community-weekly, community-all-time, billboard, domain-rating
    and revenue."""


class NoSuchBadge(NotFound):
    """This badge does not exist: no listing with this slug has earned it."""


class NotLiveYet(ApiError):
    """This listing is not live yet. Come back in its launch week."""


class OwnListing(ApiError):
    """You can't vote for or review your own listing."""


class NoSuchReview(NotFound):
    """This review does not exist."""


class ReplyByMakersOnly(ApiError):
    """Only the makers of a listing can reply to its reviews."""


class NoSuchReport(NotFound):
    """No open report has this id. Someone may have settled it already."""
