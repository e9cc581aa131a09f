"""The scopes of access tokens and API keys, each with the sentence that people read, and those of the site's roles."""

from collections.abc import Iterable, Mapping
from typing import Literal

from showground.core.calls import field_errors
from showground.core.calls.declare import MODERATOR, SITE_OWNER, STAFF
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.languages import Text

ACCOUNT_READ = "account:read"
LISTINGS_WRITE = "listings:write"
ORDERS_WRITE = "orders:write"

SCOPES = {
    ACCOUNT_READ: Text("See your account, drafts, listings, claims and orders."),
    LISTINGS_WRITE: Text("Submit and edit drafts and listings, post updates, and claim listings."),
    ORDERS_WRITE: Text("Price orders and prepare checkout links. Only you can pay."),
}

StaffRole = Literal["owner", "staff", "moderator"]
# What each role may do, on the website only: keys and tokens never have these scopes.
ROLE_SCOPES: Mapping[StaffRole, tuple[str, ...]] = {
    "owner": (MODERATOR, STAFF, SITE_OWNER),
    "staff": (MODERATOR, STAFF),
    "moderator": (MODERATOR,),
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
