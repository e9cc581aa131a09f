"""Drafters: each turns pages into proposals, of which nothing is believed before it was verified."""

from showground.extraction.drafters.choose import make_drafter
from showground.extraction.drafters.drafter import Drafter
from showground.extraction.drafters.extractive_drafter import ExtractiveDrafter

__all__ = ["Drafter", "ExtractiveDrafter", "make_drafter"]
