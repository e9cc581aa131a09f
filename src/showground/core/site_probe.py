"""How `showground doctor` asks a running site which way a request reached it.

A request to `/healthz` with a fresh signature of the site's own secret is answered with the addresses that the process
saw. Others can't make the signature, so they learn nothing about the proxies.
"""

import hmac
from dataclasses import dataclass
from datetime import datetime

from showground.core.data_model import DataModel
from showground.core.secret import Secret

HEADER = "x-showground-probe"
LIFE_SECONDS = 60
ALIVE = b"alive\n"  # what `/healthz` answers


class SeenRequest(DataModel):
    """A request as the process saw it."""

    peer: str
    """Who connected: behind a proxy, the proxy. Empty for a Unix socket."""
    address: str
    """What the process takes for the visitor's address."""
    forwarded: str
    """The header X-Forwarded-For; empty if there was none."""


@dataclass(frozen=True, slots=True)
class SiteProbe:
    """Signs and checks such requests."""

    secret: Secret

    def sign(self, now: datetime) -> str:
        at = str(int(now.timestamp()))
        return f"{at}.{hmac.new(self.secret.derive('probe'), at.encode(), 'sha256').hexdigest()}"

    def accepts(self, mark: str, now: datetime) -> bool:
        at = mark.partition(".")[0]
        if not (at.isascii() and at.isdecimal() and len(at) < 16 and abs(now.timestamp() - int(at)) <= LIFE_SECONDS):
            return False
        return hmac.compare_digest(mark.encode(), self.sign(datetime.fromtimestamp(int(at), now.tzinfo)).encode())
