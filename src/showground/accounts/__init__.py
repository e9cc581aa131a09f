"""People, how they sign in, their API keys, and what these allow."""

from showground.accounts.authenticate import Person
from showground.accounts.rules import MAIL_KINDS
from showground.accounts.scopes import ACCOUNT_READ, LISTINGS_WRITE, ORDERS_WRITE, SCOPES
from showground.accounts.store import add_account, add_demo_accounts, find_account_id, get_account

__all__ = [
    "ACCOUNT_READ",
    "LISTINGS_WRITE",
    "MAIL_KINDS",
    "ORDERS_WRITE",
    "SCOPES",
    "Person",
    "add_account",
    "add_demo_accounts",
    "find_account_id",
    "get_account",
]
