"""SQL on reviews as visitors see them, and on the makers' replies."""

from datetime import datetime

from psycopg import sql

from showground.core.calls.paging import Paged
from showground.core.database.pool import Connection
from showground.launches.vote_and_review_models import PublicReview, Reviews, ReviewSort

SUMMARY = """
select p.listing_id, count(review.id), array(
        select count(r.id) from generate_series(5, 1, -1) as given (stars)
        left join review r on r.listing_id = p.listing_id and r.state = 'visible' and r.stars = given.stars
        group by given.stars order by given.stars desc
    ), exists (select from listing_member m where m.listing_id = p.listing_id and m.account_id = %(reader)s)
from public_profile p left join review on review.listing_id = p.listing_id and review.state = 'visible'
where p.slug = %(slug)s group by p.listing_id
"""
PAGE = sql.SQL(
    """
    select review.id, stars, body, at, account.name as by, reply, replied_at
    from review join account on account.id = account_id
    where listing_id = %s and state = 'visible' order by {order} limit %s offset %s
    """
)
ORDER: dict[ReviewSort, sql.SQL] = {
    "newest": sql.SQL("at desc, review.id desc"),
    "highest": sql.SQL("stars desc, at desc, review.id desc"),
    "lowest": sql.SQL("stars, at desc, review.id desc"),
}


async def find_reviews(db: Connection, slug: str, sort: ReviewSort, reader: int | None, asked: Paged) -> Reviews | None:
    """Visible reviews of a public listing; None if no public listing has this slug."""
    held = await db.one(SUMMARY, {"slug": slug, "reader": reader})
    if held is None:
        return None
    listing, total, by_stars, maker = held
    page = PAGE.format(order=ORDER[sort])
    items = await db.all_as(PublicReview, page, (listing, asked.per_page, asked.offset))
    return Reviews(items=items, page=asked.page, per_page=asked.per_page, total=total, by_stars=by_stars, maker=maker)


async def set_reply(
    db: Connection, listing: int, review: int, reply: str | None, at: datetime
) -> tuple[int, bool] | None:
    """Write, replace or delete the makers' reply to a visible review of their listing.

    Returns who wrote the review, and whether it had a reply before; None if there is no such review.
    """
    row = await db.one(
        """
        with before as (
            select id, account_id, reply is not null as replied from review
            where id = %(review)s and listing_id = %(listing)s and state = 'visible' for update
        )
        update review set reply = %(reply)s::text,
            replied_at = case when %(reply)s::text is not null then %(at)s::timestamptz end
        from before where review.id = before.id returning before.account_id, before.replied
        """,
        {"reply": reply, "at": at, "review": review, "listing": listing},
    )
    return (row[0], row[1]) if row else None
