"""Loads what the demo's visitors ask about listings, and what the makers answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from showground import questions
from showground.core.calls.context import Site
from showground.core.calls.paging import Paged
from showground.core.database.pool import Connection
from showground.demo.data_files import DemoListingQuestion
from showground.demo.dates_and_votes import ago
from showground.listings import edits, versions
from showground.listings.queries import recent_updates
from showground.questions import faq
from showground.questions.queries.questions import find_answer


@dataclass(frozen=True, slots=True)
class AskedListing:
    """A live listing that visitors ask about. `maker` answers; without one the answers have no name."""

    id: int
    slug: str
    live_at: datetime
    maker: int | None


async def add_listing_questions(
    db: Connection,
    asked: Sequence[DemoListingQuestion],
    listings: Mapping[str, AskedListing],
    visitors: Mapping[str, int],
    now: datetime,
    site: Site,
) -> None:
    """Add them to the listings, whose profiles the caller encodes afterwards."""
    for each in asked:
        listing = listings[each.listing]
        rng = Random(f"question of {each.by} about {each.listing}")  # made-up data  # nosec B311
        at = ago(each.days_ago, now, listing.live_at, rng)
        update = await _find_update(db, listing.slug, each.update, site) if each.update else None
        new = questions.NewQuestion(listing.id, visitors[each.by], each.question, at, update)
        (question,) = await questions.add_questions(db, [new])
        if each.answer is None:
            continue
        answered = min(at + timedelta(minutes=rng.randrange(90, 1500)), now - (now - at) / 3)
        new_answer = questions.NewAnswer(question, listing.maker, each.answer, answered)
        (answer,) = await questions.add_answers(db, [new_answer])
        found = await find_answer(db, listing.id, answer)
        if each.faq and found:
            version = await faq.adopt(db, listing.id, found, edits.Editor(listing.maker, "command"), answered)
            await versions.mark_reviewed(db, [version] if version else [], now)


async def _find_update(db: Connection, slug: str, title: str, site: Site) -> int:
    found = await recent_updates.find_updates(db, slug, Paged(), site)
    return next(update.id for update in found.items if update.title == title)
