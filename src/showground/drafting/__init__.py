"""From the address of a website to a truthful draft."""

from showground.drafting.errors import NoSuchInvite
from showground.drafting.models import Draft
from showground.extraction.proposal import PRICING_MODELS, STAGES

__all__ = ["PRICING_MODELS", "STAGES", "Draft", "NoSuchInvite"]
