"""From the address of a website to a truthful draft."""

from showground.drafting.failures import NoSuchInvite

__all__ = ["NoSuchInvite"]
