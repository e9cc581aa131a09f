"""What can go wrong with mails and jobs."""

from showground.core.calls.errors import NotFound


class NoSuchMail(NotFound):
    """The outbox has no mail of this number. Mails that were sent are kept for 30 days."""


class NoSuchJob(NotFound):
    """No job that failed has this number. It may have been tried again already."""
