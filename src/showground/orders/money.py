"""Amounts as people read them."""


def dollars(cents: int) -> str:
    """`$ 1,250.80`, with a space that does not break."""
    return f"$\N{NO-BREAK SPACE}{cents // 100:,}.{cents % 100:02d}"
