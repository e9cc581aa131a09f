"""Drafters: each turns pages into proposals, of which nothing is believed before it was verified."""

from .drafter import Drafter
from .extractive_drafter import ExtractiveDrafter
from .making import make_drafter

__all__ = ["Drafter", "ExtractiveDrafter", "make_drafter"]
