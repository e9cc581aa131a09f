"""The running site for staff: health, emails, failed jobs and the audit log."""

from showground.upkeep.disk import DataFolder
from showground.upkeep.models import Minute, SavedReply, State
from showground.upkeep.queries.health import Doings, note_minute, read_state
from showground.upkeep.queries.work_totals import KINDS as WORK_KINDS
from showground.upkeep.queries.work_totals import Work, read_work

__all__ = [
    "WORK_KINDS",
    "DataFolder",
    "Doings",
    "Minute",
    "SavedReply",
    "State",
    "Work",
    "note_minute",
    "read_state",
    "read_work",
]
