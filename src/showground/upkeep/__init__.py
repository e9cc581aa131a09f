"""What staff see of the running site: whether it is well, mails, jobs that failed, and what staff did."""

from showground.upkeep.disk import DataFolder
from showground.upkeep.health import Doings, note_minute, read_state
from showground.upkeep.models import Complaint, Health, JobState, Minute, State

__all__ = [
    "Complaint",
    "DataFolder",
    "Doings",
    "Health",
    "JobState",
    "Minute",
    "State",
    "note_minute",
    "read_state",
]
