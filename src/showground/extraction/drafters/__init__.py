"""Drafters turn pages into proposals. Nothing in a proposal is trusted until it is verified."""

from showground.extraction.drafters.choose import make_drafter, make_model
from showground.extraction.drafters.drafter import Drafter
from showground.extraction.drafters.extractive_drafter import ExtractiveDrafter

__all__ = ["Drafter", "ExtractiveDrafter", "make_drafter", "make_model"]
