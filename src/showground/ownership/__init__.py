"""Your listings: edits, updates, milestones, the free plan and claims."""

from showground.ownership.access import lock_as_owner
from showground.ownership.errors import OwnersOnly
from showground.ownership.models import OwnedListing
from showground.ownership.presentation import present
from showground.ownership.rules import SECTIONS

__all__ = ["SECTIONS", "OwnedListing", "OwnersOnly", "lock_as_owner", "present"]
