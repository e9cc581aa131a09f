"""Your listings: edits, updates, milestones, the free plan and claims."""

from showground.ownership.access import lock_as_owner
from showground.ownership.badge_check import PAGE_STATUS
from showground.ownership.errors import OwnersOnly
from showground.ownership.logos import (
    LOGO_UPLOADS,
    MAX_LOGO_BYTES,
    LogoChoices,
    LogoFileName,
    LogoRefused,
    find_choice,
    list_choices,
    make_logo,
    refuse_logo,
    refuse_too_large,
)
from showground.ownership.models import NextSteps, OwnedListing, PendingOrder
from showground.ownership.pending_orders import PendingOrders
from showground.ownership.picture_uploads import MAX_PICTURE_BYTES
from showground.ownership.presentation import present, present_steps
from showground.ownership.proofs import HEAD, RECORDS, STATUS
from showground.ownership.rules import SECTIONS, Step, with_primary
from showground.ownership.sold_products import SoldProducts

STORED_CHECKS = (PAGE_STATUS, HEAD, RECORDS, STATUS)
"""Sentences with values that are stored in English with the results of checks."""

__all__ = [
    "LOGO_UPLOADS",
    "MAX_LOGO_BYTES",
    "MAX_PICTURE_BYTES",
    "SECTIONS",
    "STORED_CHECKS",
    "LogoChoices",
    "LogoFileName",
    "LogoRefused",
    "NextSteps",
    "OwnedListing",
    "OwnersOnly",
    "PendingOrder",
    "PendingOrders",
    "SoldProducts",
    "Step",
    "find_choice",
    "list_choices",
    "lock_as_owner",
    "make_logo",
    "present",
    "present_steps",
    "refuse_logo",
    "refuse_too_large",
    "with_primary",
]
