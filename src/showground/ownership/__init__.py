"""Your listings: edits, updates, milestones, the free plan and claims."""

from showground.ownership.access import lock_as_owner
from showground.ownership.errors import OwnersOnly
from showground.ownership.models import OwnedListing, PendingOrder
from showground.ownership.pending_orders import PendingOrders
from showground.ownership.presentation import present
from showground.ownership.rules import SECTIONS

__all__ = ["SECTIONS", "OwnedListing", "OwnersOnly", "PendingOrder", "PendingOrders", "lock_as_owner", "present"]
