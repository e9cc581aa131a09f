"""Errors about emails and jobs."""

from showground.core.calls.errors import NotFound


class NoSuchMail(NotFound):
    """The outbox has no email with this id. Sent emails are stored for 30 days."""


class NoSuchJob(NotFound):
    """No failed job has this id. It may have been retried already."""
