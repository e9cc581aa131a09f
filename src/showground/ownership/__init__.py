"""What owners do with their listings: keeping them current, the free plan, claims."""

from showground.ownership.models import OwnedListing
from showground.ownership.presenting import present

__all__ = ["OwnedListing", "present"]
