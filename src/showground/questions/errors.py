"""Errors about questions and answers."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchListingQuestion(NotFound):
    """This question does not exist. It may have been removed."""


class NoSuchListingAnswer(NotFound):
    """This answer does not exist. It may have been removed."""


class NoSuchQuestionReport(NotFound):
    """No open report has this id. Someone may have resolved it already."""


class AskedOwnListing(ApiError):
    """You can't ask about your own listing. Post an update or add to its FAQ instead."""


class MakersOnly(ApiError):
    """Only the makers of a listing can answer questions about it."""


class TooManyUnanswered(ApiError):
    """You have 3 unanswered questions about this listing. Wait for an answer, or delete one of them."""


class TooManyAnswers(ApiError):
    """This question already has 5 answers. Delete one to write another."""


class FaqFull(ApiError):
    """The FAQ already has 10 entries. Remove one under “Edit listing” on your dashboard, then add this answer."""
