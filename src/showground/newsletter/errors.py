"""Errors about subscriptions, editions and saved searches."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchRequest(NotFound):
    """This link is older than 7 days or was already used. If you have confirmed, all is done; if not, sign up again."""


class NoSuchSubscription(NotFound):
    """This link no longer leads to a subscription. You may have unsubscribed already."""


class NoSuchEdition(NotFound):
    """There is no newsletter of this week."""


class NoSuchSavedSearch(NotFound):
    """You have no saved search like this. You may have deleted it already."""


class TooManySavedSearches(ApiError):
    """You have 20 saved searches. Delete one to save another."""


class EmptySearch(ApiError):
    """Enter words or choose a filter first, then save the search."""


class AlreadyLaunched(ApiError):
    """This product has already launched. Follow it to get its updates by email."""


class NoSuchBlockedAddress(NotFound):
    """No blocked address has this id. Someone may have unblocked it already."""


class UnreadableReport(ApiError):
    """This is not a delivery status notification (RFC 3464) or a feedback report (RFC 5965)."""


class NotOurMailServer(ApiError):
    """The secret is missing or wrong. Send the value of SHOWGROUND_MAIL_REPORT_SECRET as a bearer token."""

    status = 403
