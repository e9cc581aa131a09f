"""What can go wrong with people."""

from showground.core.failures import Failure, NotFound


class NoSuchFounder(NotFound):
    """No founder of a public listing has this slug."""


class NoSuchQuestion(NotFound):
    """No question of the interview has this number."""


class QuestionExists(Failure):
    """The interview asks this already."""
