"""Launches in their weeks; votes, follows and reviews; rankings, awards and the billboard."""

from showground.launches.badges import widths as lettering
from showground.launches.badges.embedding import Embedded, embed_neutral
from showground.launches.opinions import Cast, NewReview, add_follows, add_reviews
from showground.launches.rules import begin_of, end_of, monday_of, this_week
from showground.launches.store import (
    add_contributions,
    add_launches,
    add_votes,
    count,
    count_by_week,
    fix_awards,
)
from showground.launches.views import Views

__all__ = [
    "Cast",
    "Embedded",
    "NewReview",
    "Views",
    "add_contributions",
    "add_follows",
    "add_launches",
    "add_reviews",
    "add_votes",
    "begin_of",
    "count",
    "count_by_week",
    "embed_neutral",
    "end_of",
    "fix_awards",
    "lettering",
    "monday_of",
    "this_week",
]
