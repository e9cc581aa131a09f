"""Errors about founders and interviews."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchFounder(NotFound):
    """No founder of a public listing has this slug."""


class NoSuchQuestion(NotFound):
    """No interview question has this id."""


class QuestionExists(ApiError):
    """The interview already has this question."""
