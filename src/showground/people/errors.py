"""What can go wrong with people."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchFounder(NotFound):
    """No founder of a public listing has this slug."""


class NoSuchQuestion(NotFound):
    """No question of the interview has this number."""


class QuestionExists(ApiError):
    """The interview asks this already."""
