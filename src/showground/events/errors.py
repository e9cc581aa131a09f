"""Errors of events and webhooks."""

from showground.core.calls.errors import ApiError, NotFound


class EventsExpired(ApiError):
    """Events after this one have been deleted because they were old. Load the newest dump, then continue with `after`
    set to the id it gives."""


class NoSuchWebhook(NotFound):
    """You have no webhook with this id."""


class WebhookShown(ApiError):
    """This webhook was already added, and its secret is shown only once. If you didn't copy the secret, open the
    webhook and change it."""


class TooManyWebhooks(ApiError):
    """You have 20 webhooks. Delete one you no longer need before you add another."""
