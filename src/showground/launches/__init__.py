"""Launch weeks, votes, follows and reviews; leaderboards, awards and badges."""

from showground.launches.badges import text_width as lettering
from showground.launches.badges.embed_code import embed_neutral
from showground.launches.badges.models import ListingBadge
from showground.launches.errors import NoSuchBoard
from showground.launches.models import Award, LaunchWeek
from showground.launches.queries.awards import close_week, find_unclosed_week, forget_empty_weeks
from showground.launches.queries.daily_numbers import add_days, count_days
from showground.launches.queries.launches import (
    add_contribution,
    add_contributions,
    add_launches,
    add_votes,
    count,
    drop_launch,
    find_weeks,
    plan_launch,
    remove_contribution,
    remove_launches,
)
from showground.launches.queries.traffic import CountedSource, DaySource, add_sources, count_sources
from showground.launches.queries.votes_and_reviews import (
    Cast,
    NewReview,
    add_follows,
    add_reviews,
    find_followers_to_email,
)
from showground.launches.queries.weeks import RankedLaunch, find_ranked
from showground.launches.rules import begin_of, end_of, monday_of, this_week
from showground.launches.views import Views

__all__ = [
    "Award",
    "Cast",
    "CountedSource",
    "DaySource",
    "LaunchWeek",
    "ListingBadge",
    "NewReview",
    "NoSuchBoard",
    "RankedLaunch",
    "Views",
    "add_contribution",
    "add_contributions",
    "add_days",
    "add_follows",
    "add_launches",
    "add_reviews",
    "add_sources",
    "add_votes",
    "begin_of",
    "close_week",
    "count",
    "count_days",
    "count_sources",
    "drop_launch",
    "embed_neutral",
    "end_of",
    "find_followers_to_email",
    "find_ranked",
    "find_unclosed_week",
    "find_weeks",
    "forget_empty_weeks",
    "lettering",
    "monday_of",
    "plan_launch",
    "remove_contribution",
    "remove_launches",
    "this_week",
]
