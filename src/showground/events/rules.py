"""Rules of webhooks: signatures, retries, and which kinds of events there are. Pure functions."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

from showground.core.languages import Text
from showground.events.models import About, Format

# What may be chosen, and how pages and chat messages call it.
KINDS = {
    "listing.published": Text("A listing was published"),
    "listing.launched": Text("A listing launched"),
    "listing.updated": Text("A listing changed"),
    "listing.counted": Text("A listing's votes, followers or reviews changed"),
    "listing.removed": Text("A listing was removed"),
    "category.updated": Text("A category changed"),
    "category.removed": Text("A category was removed"),
    "founder.updated": Text("A founder changed"),
    "founder.removed": Text("A founder was removed"),
    "post.updated": Text("A blog post was published or changed"),
    "post.removed": Text("A blog post was removed"),
    "award.given": Text("An award was given"),
    "award.updated": Text("The listing of an award changed"),
    "listing.status_changed": Text("The status of your listing changed"),
    "review.posted": Text("Your listing was reviewed"),
    "question.asked": Text("A question was asked about your listing"),
    "draft.ready": Text("Your draft is ready"),
    "order.paid": Text("Your order was paid"),
    "order.refunded": Text("Your order was refunded"),
    "order.cancelled": Text("Your order was cancelled"),
    "order.expired": Text("Your order expired"),
    "claim.updated": Text("Your claim was decided"),
}
TEST = "webhook.test"
# Whom an event concerns decides who gets it: these concern one person, and those everybody.
ONLY_MINE = frozenset(list(KINDS)[list(KINDS).index("listing.status_changed") :])
ONLY_PUBLIC = frozenset(kind for kind in KINDS if kind.startswith(("category.", "founder.", "post.")))

# Ten attempts within three days, as the Standard Webhooks specification recommends.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 20 * 60))
FORMER_SIGNS_FOR = timedelta(hours=24)
GONE = 410  # the receiver wants no more


def find_never_sent(about: About, kinds: Sequence[str]) -> list[str]:
    """Those of these kinds that a webhook about this never gets."""
    never = ONLY_PUBLIC if about == "mine" else ONLY_MINE
    return [kind for kind in kinds if kind in never]


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
