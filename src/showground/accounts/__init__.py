"""People, their API keys, and what these allow."""

from showground.accounts.scopes import ACCOUNT_READ, LISTINGS_WRITE, ORDERS_WRITE, SCOPES
from showground.accounts.store import add_account, add_demo_accounts, find_account_id

__all__ = [
    "ACCOUNT_READ",
    "LISTINGS_WRITE",
    "ORDERS_WRITE",
    "SCOPES",
    "add_account",
    "add_demo_accounts",
    "find_account_id",
]
