"""Drafters: each turns pages into a proposal that the verifier has checked."""

from .choosing import make_drafter
from .drafter import Drafter
from .extractive import ExtractiveDrafter

__all__ = ["Drafter", "ExtractiveDrafter", "make_drafter"]
