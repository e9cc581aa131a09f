"""Signatures of events: the time and an HMAC over time and body, as Stripe writes them."""

import hashlib
import hmac
import re
from datetime import datetime

from showground.orders.providers.interface import OLDEST_SECONDS, EventRefused

FORM = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")


def sign(body: bytes, secret: bytes, now: datetime) -> str:
    at = int(now.timestamp())
    return f"t={at},v1={_mac(body, secret, at)}"


def verify(body: bytes, header: str | None, secret: bytes, now: datetime) -> None:
    found = FORM.fullmatch(header or "")
    if found is None or not hmac.compare_digest(found[2], _mac(body, secret, int(found[1]))):
        raise EventRefused
    if abs(now.timestamp() - int(found[1])) > OLDEST_SECONDS:
        raise EventRefused


def _mac(body: bytes, secret: bytes, at: int) -> str:
    return hmac.new(secret, b"%d." % at + body, hashlib.sha256).hexdigest()
