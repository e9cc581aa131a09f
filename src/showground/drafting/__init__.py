"""Drafts: profiles drafted by AI from a product's website, with evidence."""

from showground.drafting.errors import NoSuchInvite
from showground.drafting.models import Draft
from showground.extraction.proposal import PRICING_MODELS, STAGES

__all__ = ["PRICING_MODELS", "STAGES", "Draft", "NoSuchInvite"]
