"""Recognises browsers in which somebody has signed in before.

Strangers share one budget of sign-in emails to a mailbox, and can use it up. A browser that its owner has signed in
with carries a cookie that only this site can make, and has a budget of its own, so that strangers cannot lock the owner
out. The cookie opens nothing else.
"""

import hashlib
import hmac
from dataclasses import dataclass

from showground.core.mail.address import fold, mailbox_of
from showground.core.secret import Secret


@dataclass(frozen=True)
class KnownBrowsers:
    """Makes and checks the marks that such browsers keep."""

    secret: Secret

    def mark(self, email: str) -> str:
        """What a browser keeps after a sign-in with this address; it names nobody."""
        mailbox = mailbox_of(fold(email)).encode()
        return hmac.new(self.secret.derive("known browsers"), mailbox, hashlib.sha256).hexdigest()

    def knows(self, mark: str, email: str) -> bool:
        return bool(mark) and hmac.compare_digest(mark.encode(errors="replace"), self.mark(email).encode())
