"""Errors of events and webhooks."""

from showground.core.calls.errors import ApiError, NotFound


class EventsExpired(ApiError):
    """Events after this one have been deleted because they were old, or this site was restored from a backup that does
    not have it. Load the newest dump, then continue with `after` set to the id it gives."""


class NoSuchWebhook(NotFound):
    """You have no webhook with this id."""


class NoSuchMessage(NotFound):
    """This webhook has no message with this id. Messages are deleted after 30 days."""


class WebhookOff(ApiError):
    """This webhook is off. Turn it on first, then send the message again."""


class CannotResend(ApiError):
    """This message can't be sent again: it is a test, or its event is no longer stored."""


class WebhookShown(ApiError):
    """This webhook was already added, and its secret is shown only once. If you didn't copy the secret, open the
    webhook and change it."""


class TooManyWebhooks(ApiError):
    """You have 20 webhooks. Delete one you no longer need before you add another."""
