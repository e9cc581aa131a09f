"""The scopes of access tokens and API keys, each with the sentence that people read."""

from collections.abc import Iterable

from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError, InvalidInput

ACCOUNT_READ = "account:read"
LISTINGS_WRITE = "listings:write"
ORDERS_WRITE = "orders:write"

SCOPES = {
    ACCOUNT_READ: "See your account, drafts, listings, claims and orders.",
    LISTINGS_WRITE: "Submit and edit drafts and listings, post updates, and claim listings.",
    ORDERS_WRITE: "Price orders and prepare checkout links. Only you can pay.",
}


def check_scopes(scopes: Iterable[str]) -> None:
    """Reject unknown scopes, with a suggestion."""
    known = f"The scopes are {', '.join(SCOPES)}."
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        raise InvalidInput(
            faults=[
                FieldError(field="scopes", message=f"`{s}` is not a scope. {field_errors.suggest(s, SCOPES) or known}")
                for s in unknown
            ]
        )
