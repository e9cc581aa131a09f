"""Accounts, sign-in, API keys and access."""

from showground.accounts.access_emails import APP, tell_of_access
from showground.accounts.authentication import SignedInPerson
from showground.accounts.identity_providers import NotSignedIn, Providers
from showground.accounts.known_browser import KnownBrowsers
from showground.accounts.models import Account, Options
from showground.accounts.new_session import SignedIn
from showground.accounts.queries.accounts import (
    add_account,
    add_demo_accounts,
    delete_demo_accounts,
    find_account_id,
    find_accounts,
    find_reachable,
    get_account,
    is_younger,
    list_staff_emails,
    lock_account,
)
from showground.accounts.queries.people import appoint_owner
from showground.accounts.queries.personal_data import rows_of
from showground.accounts.queries.sign_ins import SOCIAL_SIGN_IN_LIVES
from showground.accounts.rules import MAIL_KINDS
from showground.accounts.scopes import ACCOUNT_READ, LISTINGS_WRITE, ORDERS_WRITE, ROLE_SCOPES, SCOPES, StaffRole

__all__ = [
    "ACCOUNT_READ",
    "APP",
    "LISTINGS_WRITE",
    "MAIL_KINDS",
    "ORDERS_WRITE",
    "ROLE_SCOPES",
    "SCOPES",
    "SOCIAL_SIGN_IN_LIVES",
    "Account",
    "KnownBrowsers",
    "NotSignedIn",
    "Options",
    "Providers",
    "SignedIn",
    "SignedInPerson",
    "StaffRole",
    "add_account",
    "add_demo_accounts",
    "appoint_owner",
    "delete_demo_accounts",
    "find_account_id",
    "find_accounts",
    "find_reachable",
    "get_account",
    "is_younger",
    "list_staff_emails",
    "lock_account",
    "rows_of",
    "tell_of_access",
]
