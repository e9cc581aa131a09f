"""Currencies of sellers: what their books are kept in."""

from showground.orders.tax.territories import MEMBER_STATES, tax_country

PRICES_IN = "USD"
# The states of the EU that kept their own currency, and other countries of which the European Central Bank has a rate.
OWN_CURRENCIES = {
    "CZ": "CZK", "DK": "DKK", "HU": "HUF", "PL": "PLN", "RO": "RON", "SE": "SEK",
    "AU": "AUD", "BR": "BRL", "CA": "CAD", "CH": "CHF", "CN": "CNY", "GB": "GBP", "GG": "GBP", "HK": "HKD", "ID": "IDR",
    "IL": "ILS", "IN": "INR", "IS": "ISK", "JE": "GBP", "JP": "JPY", "KR": "KRW", "MX": "MXN", "MY": "MYR", "NO": "NOK",
    "NZ": "NZD", "PH": "PHP", "SG": "SGD", "TH": "THB", "TR": "TRY", "ZA": "ZAR",
}  # fmt: skip
KNOWN = frozenset({"EUR", "USD", *OWN_CURRENCIES.values()})


def usual_currency(country: str) -> str:
    """The currency of a country; dollars where the European Central Bank has no rate for it."""
    place = tax_country(country)
    return OWN_CURRENCIES.get(place) or ("EUR" if place in MEMBER_STATES else "USD")


def needed_currencies(seller: str) -> tuple[str, ...]:
    """The currencies whose rates documents state: none if the seller's books are in the currency of prices."""
    return () if seller == PRICES_IN else tuple(sorted({PRICES_IN, seller} - {"EUR"}))


def is_currency(code: str) -> bool:
    return code in KNOWN
