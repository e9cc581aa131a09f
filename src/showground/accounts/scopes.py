"""The scopes of access tokens and API keys, each with the sentence that people read, and those of the site's roles."""

from collections.abc import Iterable, Mapping
from typing import Literal

from showground.core.calls import field_errors
from showground.core.calls.declare import MODERATOR, SITE_OWNER, STAFF
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.languages import Text, sentences, text_with

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
    known = text_with("The scopes are %(scopes)s.", scopes=", ".join(SCOPES))
    unknown = [scope for scope in scopes if scope not in SCOPES]
    if unknown:
        raise InvalidInput(
            errors=[
                FieldError(
                    field="scopes",
                    message=sentences(
                        text_with("`%(scope)s` is not a scope.", scope=scope),
                        field_errors.suggest(scope, SCOPES) or known,
                    ),
                )
                for scope in unknown
            ]
        )
