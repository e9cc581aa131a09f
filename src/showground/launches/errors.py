"""What can go wrong with votes, reviews and leaderboards."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchBoard(NotFound):
    """No leaderboard has this name. Leaderboards are community-weekly, community-all-time, billboard, domain-rating
    and revenue."""


class NoSuchBadge(NotFound):
    """There is no such badge: no listing of this name has earned it."""


class NotLiveYet(ApiError):
    """This listing is not live yet; come back in its launch week."""


class OwnListing(ApiError):
    """You belong to this listing. Votes and reviews are for others to give."""


class NoSuchReview(NotFound):
    """There is no such review."""


class NoSuchReport(NotFound):
    """No open report has this number. Somebody may have settled it already."""
