"""Amounts as people read them."""

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
