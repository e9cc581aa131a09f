"""Errors of events and webhooks."""

from showground.core.calls.errors import ApiError, NotFound


class EventsExpired(ApiError):
    """Events after this one have been deleted because they were old. Load the newest dump, and go on after the event
    that it names."""


class NoSuchWebhook(NotFound):
    """You have no webhook with this id."""


class TooManyWebhooks(ApiError):
    """You have 20 webhooks. Delete one you no longer need before you add another."""
