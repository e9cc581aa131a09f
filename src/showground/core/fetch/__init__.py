"""The one guarded way out: every address given by a person or a page is fetched through here."""

from .failures import (
    AddressRefused,
    BadAnswer,
    BadUrl,
    CredentialsRefused,
    FetchFailed,
    HostUnknown,
    LookupFailed,
    NotReachable,
    PortRefused,
    SchemeRefused,
    TimedOut,
    TlsFailed,
    TooLarge,
    TooManyRedirects,
    WrongType,
)
from .fetcher import PAGE_TYPES, Fetcher, FetchRules
from .page import Page

__all__ = [
    "PAGE_TYPES",
    "AddressRefused",
    "BadAnswer",
    "BadUrl",
    "CredentialsRefused",
    "FetchFailed",
    "FetchRules",
    "Fetcher",
    "HostUnknown",
    "LookupFailed",
    "NotReachable",
    "Page",
    "PortRefused",
    "SchemeRefused",
    "TimedOut",
    "TlsFailed",
    "TooLarge",
    "TooManyRedirects",
    "WrongType",
]
