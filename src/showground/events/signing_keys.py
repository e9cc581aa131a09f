"""The keys that sign webhooks. None is stored: each is derived from the site's secret and a salt."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from showground.core.secret import Secret


@dataclass(frozen=True, slots=True)
class SigningKeys:
    """Derives signing keys. A database without the site's secret reveals none of them."""

    secret: Secret

    def derive(self, *salts: UUID) -> Sequence[bytes]:
        return [self.secret.derive(f"webhook {salt}") for salt in salts]
