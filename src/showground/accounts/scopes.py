"""The scopes that an access token or API key may carry, each with the sentence a person reads."""

from collections.abc import Iterable

from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError, InvalidInput

ACCOUNT_READ = "account:read"
LISTINGS_WRITE = "listings:write"
ORDERS_WRITE = "orders:write"

SCOPES = {
    ACCOUNT_READ: "See your account, drafts, listings, claims and orders.",
    LISTINGS_WRITE: "Submit and edit drafts and listings, post updates, and claim listings.",
    ORDERS_WRITE: "Price orders and prepare checkout links. Paying is always yours to do.",
}


def check_scopes(scopes: Iterable[str]) -> None:
    """Refuse what is no scope, with the nearest that is."""
    known = f"Scopes are {', '.join(SCOPES)}."
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        raise InvalidInput(
            faults=[
                FieldError(field="scopes", message=f"`{s}` is no scope. {field_errors.suggest(s, SCOPES) or known}")
                for s in unknown
            ]
        )
