"""Drafts: profiles drafted by AI from a product's website, with evidence."""

from showground.drafting.errors import NoSuchInvite
from showground.drafting.listing_mapping import judge_value
from showground.drafting.models import Draft
from showground.drafting.stored_sentences import STORED_PROBLEMS
from showground.extraction.proposal import PRICING_MODELS, STAGES

__all__ = ["PRICING_MODELS", "STAGES", "STORED_PROBLEMS", "Draft", "NoSuchInvite", "judge_value"]
