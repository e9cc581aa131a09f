"""Amounts as people read them."""


def dollars(cents: int) -> str:
    """`$1,250.80`"""
    return f"${cents // 100:,}.{cents % 100:02d}"
