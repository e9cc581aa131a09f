"""Keys that are derived from the site's one secret, each for its own purpose."""

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Secret:
    """The site's secret, read when it is first needed."""

    read: Callable[[], bytes]

    def derive(self, purpose: str) -> bytes:
        return hmac.new(self.read(), purpose.encode(), hashlib.sha256).digest()
