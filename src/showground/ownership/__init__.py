"""What owners do with their listings: keeping them current, the free plan, claims."""

from showground.ownership.failures import OwnersOnly
from showground.ownership.holding import hold_as_owner
from showground.ownership.models import OwnedListing
from showground.ownership.presenting import present
from showground.ownership.rules import SECTIONS

__all__ = ["SECTIONS", "OwnedListing", "OwnersOnly", "hold_as_owner", "present"]
