"""The guarded fetch: every address from a person or a page is fetched through here."""

from showground.core.fetch.errors import (
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
    SiteBusy,
    TimedOut,
    TlsFailed,
    TooLarge,
    TooManyRedirects,
    WrongType,
)
from showground.core.fetch.page import FetchResponse

from .fetcher import PAGE_TYPES, Fetcher, FetchRules

__all__ = [
    "PAGE_TYPES",
    "AddressRefused",
    "BadAnswer",
    "BadUrl",
    "CredentialsRefused",
    "FetchFailed",
    "FetchResponse",
    "FetchRules",
    "Fetcher",
    "HostUnknown",
    "LookupFailed",
    "NotReachable",
    "PortRefused",
    "SchemeRefused",
    "SiteBusy",
    "TimedOut",
    "TlsFailed",
    "TooLarge",
    "TooManyRedirects",
    "WrongType",
]
