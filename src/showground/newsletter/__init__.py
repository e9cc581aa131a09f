"""The Monday email, emails when something launches, saved searches, and reports about undeliverable email."""

from showground.newsletter.models import EditionEntry
from showground.newsletter.queries.sponsors import add_sponsor, drop_sponsor, find_free_week
from showground.newsletter.rules import next_week

__all__ = ["EditionEntry", "add_sponsor", "drop_sponsor", "find_free_week", "next_week"]
