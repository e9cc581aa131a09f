"""People, how they sign in, their API keys, and what these allow."""

from showground.accounts.authenticate import Person
from showground.accounts.holdings import rows_of
from showground.accounts.known_browser import KnownBrowsers
from showground.accounts.models import Account, Options
from showground.accounts.new_session import SignedIn
from showground.accounts.notices import APP, tell_of_access
from showground.accounts.providers import NotSignedIn, Providers
from showground.accounts.rules import MAIL_KINDS
from showground.accounts.scopes import ACCOUNT_READ, LISTINGS_WRITE, ORDERS_WRITE, SCOPES
from showground.accounts.signing_in import ELSEWHERE_LIVES
from showground.accounts.store import (
    add_account,
    add_demo_accounts,
    find_account_id,
    find_accounts,
    find_reachable,
    get_account,
    is_younger,
    list_staff_emails,
)

__all__ = [
    "ACCOUNT_READ",
    "APP",
    "ELSEWHERE_LIVES",
    "LISTINGS_WRITE",
    "MAIL_KINDS",
    "ORDERS_WRITE",
    "SCOPES",
    "Account",
    "KnownBrowsers",
    "NotSignedIn",
    "Options",
    "Person",
    "Providers",
    "SignedIn",
    "add_account",
    "add_demo_accounts",
    "find_account_id",
    "find_accounts",
    "find_reachable",
    "get_account",
    "is_younger",
    "list_staff_emails",
    "rows_of",
    "tell_of_access",
]
