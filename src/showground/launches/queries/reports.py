"""SQL on what people report, and on reviews as staff see them."""

from datetime import datetime

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.launches.vote_and_review_models import ReviewState
from showground.listings import new_listings


class StaffReview(DataModel):
    """A review, whoever wrote it, visible or hidden."""

    id: int
    slug: str
    listing: str
    account: int
    author: str
    stars: int
    body: str
    state: ReviewState
    at: datetime
    reports: int


class OpenReport(DataModel):
    """A report that nobody has settled; the review is null where it is about the listing."""

    id: int
    slug: str
    listing: str
    listing_id: int
    status: new_listings.Status
    reason: str
    body: str
    at: datetime
    account: int
    reporter: str
    email: str
    review: int | None
    review_body: str | None
    review_stars: int | None
    review_state: ReviewState | None
    review_author: str | None


async def list_open(db: Connection, most: int) -> list[OpenReport]:
    """The oldest first."""
    return await db.all_as(
        OpenReport,
        """
        select report.id, listing.slug, listing.name as listing, listing.id as listing_id,
            listing.status, reason, report.body, report.at, report.account_id as account, reporter.name as reporter,
            reporter.email,
            review.id as review, review.body as review_body, review.stars as review_stars,
            review.state as review_state, author.name as review_author
        from report join listing on listing.id = report.listing_id
        join account reporter on reporter.id = report.account_id
        left join review on review.id = report.review_id
        left join account author on author.id = review.account_id
        where report.settled_at is null order by report.at, report.id limit %s
        """,
        (most,),
    )


async def settle(db: Connection, report: int, by: int | None, at: datetime) -> tuple[int, str] | None:
    """Who sent the report, and the name of the listing; none if no such report was open."""
    row = await db.one(
        """
        update report set settled_at = %s, settled_by = %s from listing
        where report.id = %s and settled_at is null and listing.id = listing_id returning account_id, listing.name
        """,
        (at, by, report),
    )
    return (row[0], row[1]) if row else None


async def list_reviews(
    db: Connection, state: ReviewState | None, slug: str | None, *, skip: int, most: int
) -> tuple[list[StaffReview], int]:
    """The newest first, and how many there are."""
    values = {"state": state, "slug": slug, "skip": skip, "most": most}
    found = await db.all_as(
        StaffReview,
        """
        select review.id, listing.slug, listing.name as listing, review.account_id as account,
            account.name as author, stars, body, state, at,
            (select count(*) from report where report.review_id = review.id) as reports
        from review join listing on listing.id = listing_id join account on account.id = account_id
        where (%(state)s::text is null or state = %(state)s) and (%(slug)s::text is null or slug = %(slug)s)
        order by at desc, review.id desc offset %(skip)s limit %(most)s
        """,
        values,
    )
    total = await db.one(
        """
        select count(*) from review join listing on listing.id = listing_id
        where (%(state)s::text is null or state = %(state)s) and (%(slug)s::text is null or slug = %(slug)s)
        """,
        values,
    )
    return found, total[0] if total else 0
