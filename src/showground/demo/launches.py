"""Adds the demo's launches: votes, follows, reviews, awards and contributions to the billboard."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from showground import launches
from showground.core.database.pool import Connection
from showground.demo.dates_and_votes import ago, make_votes
from showground.demo.people import REMARKS
from showground.demo.scheduled_listing import ScheduledListing


async def add_launches(
    db: Connection, placed: Sequence[ScheduledListing], visitors: Mapping[str, int], now: datetime
) -> None:
    """Launches with their votes, and what follows from votes."""
    launched = [p for p in placed if p.dates.week and p.dates.status != "awaiting_badge"]
    weeks = {p.id: p.dates.week for p in launched if p.dates.week}
    await launches.add_launches(db, weeks.items())
    voters = list(visitors.values())
    votes = {p.id: make_votes(p.data, p.dates, voters, now, p.rng("votes")) for p in launched}
    await launches.add_votes(db, (launches.Cast(n, *vote) for n, cast in votes.items() for vote in cast))
    await launches.add_follows(db, (f for p in launched for f in _follows(p, votes[p.id], now)))
    await launches.add_reviews(db, (r for p in launched for r in _reviews(p, votes[p.id], visitors, now)))
    await launches.add_contributions(db, (c for p in launched for c in _contributions(p, now)))
    for week in sorted(set(weeks.values())):
        if week < launches.this_week(now):
            await launches.close_week(db, week, launches.end_of(week))


def _follows(p: ScheduledListing, votes: Sequence[tuple[int, datetime]], now: datetime) -> Iterable[launches.Cast]:
    rng = p.rng("follows")
    for account, voted_at in votes:
        at = voted_at + timedelta(minutes=rng.randrange(1, 50))
        if rng.random() < 0.3 and at <= now:
            yield launches.Cast(p.id, account, at)


def _reviews(
    p: ScheduledListing, votes: Sequence[tuple[int, datetime]], visitors: Mapping[str, int], now: datetime
) -> Iterable[launches.NewReview]:
    """Add the reviews from the data files, and some short ones around the average they name."""
    if p.dates.live_at is None:
        return
    rng = p.rng("reviews")
    wrote = {visitors[review.by] for review in p.data.reviews}
    for review in p.data.reviews:
        at = ago(review.days_ago, now, p.dates.live_at, rng)
        yield launches.NewReview(p.id, visitors[review.by], review.stars, review.text, at)
    if p.data.rating_hint is None:
        return
    remarks = {stars: rng.sample(texts, len(texts)) for stars, texts in REMARKS.items()}
    for account, voted_at in votes:
        wants, days, lean = rng.random() < 0.08, rng.uniform(0.2, 20), rng.gauss(p.data.rating_hint, 0.6)
        stars = min(max(round(lean), 1), 5)
        at = voted_at + timedelta(days=days)
        if wants and account not in wrote and at <= now and remarks[stars]:
            yield launches.NewReview(p.id, account, stars, remarks[stars].pop(), at)


def _contributions(p: ScheduledListing, now: datetime) -> Iterable[tuple[int, int, datetime]]:
    """What was paid for the billboard, in two parts."""
    if p.data.billboard_cents and p.dates.live_at:
        rng = p.rng("billboard")
        first = p.data.billboard_cents // 3
        yield p.id, first, ago(9, now, p.dates.live_at, rng)
        yield p.id, p.data.billboard_cents - first, ago(2, now, p.dates.live_at, rng)
