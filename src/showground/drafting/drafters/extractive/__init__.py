"""The drafter without a model: it looks for what the site states and leaves blank what it does not."""

from .drafter import ExtractiveDrafter

__all__ = ["ExtractiveDrafter"]
