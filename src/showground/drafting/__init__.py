"""From the address of a website to a truthful draft."""

from showground.drafting.failures import NoSuchInvite
from showground.drafting.models import Draft

__all__ = ["Draft", "NoSuchInvite"]
