"""What happened to things a person cares about: questions, reviews, replies, awards, and launches of saved listings."""

from showground.notifications.queries.notifications import NewNotification, add_notifications

__all__ = ["NewNotification", "add_notifications"]
