"""Rules of webhooks: signatures, retries, and which kinds of events there are. Pure functions."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

from showground.events.models import Format

# What may be chosen, and how pages and chat messages call it.
KINDS = {
    "listing.published": "A listing was published",
    "listing.launched": "A listing launched",
    "listing.updated": "A listing changed",
    "listing.counted": "A listing's votes, followers or reviews changed",
    "listing.removed": "A listing was removed",
    "category.updated": "A category changed",
    "category.removed": "A category was removed",
    "founder.updated": "A founder changed",
    "founder.removed": "A founder was removed",
    "post.updated": "A blog post was published or changed",
    "post.removed": "A blog post was removed",
    "award.given": "An award was given",
    "award.updated": "The listing of an award changed",
    "listing.status_changed": "The status of your listing changed",
    "review.posted": "Your listing was reviewed",
    "question.asked": "A question was asked about your listing",
    "draft.ready": "Your draft is ready",
    "order.paid": "Your order was paid",
    "order.refunded": "Your order was refunded",
    "order.cancelled": "Your order was cancelled",
    "order.expired": "Your order expired",
    "claim.updated": "Your claim was decided",
}
TEST = "webhook.test"

# Ten attempts within three days, as the Standard Webhooks specification recommends.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 20 * 60))
FORMER_SIGNS_FOR = timedelta(hours=24)
GONE = 410  # the receiver wants no more


def pause_after(attempts: int) -> timedelta | None:
    """How long to wait after this many failed attempts; None to give up."""
    return PAUSES[attempts - 1] if attempts <= len(PAUSES) else None


def format_of(url: str) -> Format:
    """Slack and Discord accept only their own bodies, so their addresses are recognized."""
    parts = urlsplit(url)
    if parts.hostname in ("hooks.slack.com", "hooks.slack-gov.com"):
        return "slack"
    if parts.hostname in ("discord.com", "discordapp.com") and parts.path.startswith("/api/webhooks/"):
        return "discord"
    return "standard"


def show_secret(key: bytes) -> str:
    """A signing key as receivers configure it."""
    return f"whsec_{base64.b64encode(key).decode()}"


def sign(keys: Sequence[bytes], message_id: str, timestamp: int, body: bytes) -> str:
    """The `webhook-signature` header: one signature for each key."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    return " ".join(f"v1,{base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()}" for key in keys)
