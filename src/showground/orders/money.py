"""Amounts as people read them: in English for the API and for documents, in the reader's language for the rest."""

from showground.core.languages import formats

# Currencies without a smaller unit; payment providers count them whole.
WHOLE = frozenset(
    ("BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF")
)


def dollars(cents: int) -> str:
    """`$1,250.80`, or `-$49.50`"""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def amount(cents: int) -> str:
    """`1,250.80`, where the currency is named elsewhere."""
    return dollars(cents).replace("$", "")


def format_money(cents: int, currency: str) -> str:
    """`$1,250.80`, `1,250.80 EUR` or `1,250 JPY`: an amount in the smallest unit of its currency."""
    if currency == "USD":
        return dollars(cents)
    return f"{cents:,} {currency}" if currency in WHOLE else f"{cents // 100:,}.{cents % 100:02d} {currency}"


def localized_dollars(cents: int) -> str:
    """The same in the reader's language: `1.250,80 $` in German."""
    return formats.money(dollars(cents), cents, "USD")


def localized_amount(cents: int) -> str:
    return formats.money(amount(cents), cents, "USD", named=False)


def localized_money(cents: int, currency: str) -> str:
    return formats.money(format_money(cents, currency), cents, currency, whole=currency in WHOLE)
