"""SQL on weeks gone by and on what reviewers wrote: what pages show besides operations."""

from datetime import date

from showground.core.calls.paging import Page, Paged
from showground.core.database.pool import Connection
from showground.launches.models import PastWeek
from showground.launches.vote_and_review_models import PublicReview, Reviews

WEEKS = """
select launch.week, count(*), award.name, winner.slug
from launch join public_listing p on p.id = launch.listing_id and p.status = 'live'
left join award on award.week = launch.week and award.place = 1
left join public_profile winner on winner.listing_id = award.listing_id
where launch.week <= %(this_week)s
    and (launch.place is not null or not exists (select from fixed_week f where f.week = launch.week))
group by launch.week, award.name, winner.slug
order by launch.week desc limit %(limit)s offset %(offset)s
"""
COUNT_WEEKS = """
select count(distinct launch.week)
from launch join public_listing p on p.id = launch.listing_id and p.status = 'live'
where launch.week <= %(this_week)s
    and (launch.place is not null or not exists (select from fixed_week f where f.week = launch.week))
"""


async def find_weeks(db: Connection, this_week: date, asked: Paged) -> Page[PastWeek]:
    """Weeks that have launches, the newest first."""
    values = {"this_week": this_week, "limit": asked.per_page, "offset": asked.offset}
    (total,) = await db.one(COUNT_WEEKS, values) or (0,)
    items = [
        PastWeek(week=week, launches=launches, winner=winner, winner_slug=slug)
        for week, launches, winner, slug in await db.all(WEEKS, values)
    ]
    return Page(items=items, page=asked.page, per_page=asked.per_page, total=total)


async def find_reviews(db: Connection, slug: str, asked: Paged) -> Reviews | None:
    """Visible reviews of a public listing, the newest first; None if no public listing has this slug."""
    held = await db.one(
        """
        select p.listing_id, count(review.id), array(
            select count(r.id) from generate_series(5, 1, -1) as given (stars)
            left join review r on r.listing_id = p.listing_id and r.state = 'visible' and r.stars = given.stars
            group by given.stars order by given.stars desc
        )
        from public_profile p left join review on review.listing_id = p.listing_id and review.state = 'visible'
        where p.slug = %s group by p.listing_id
        """,
        (slug,),
    )
    if held is None:
        return None
    listing, total, by_stars = held
    rows = await db.all(
        """
        select review.id, stars, body, at, account.name from review join account on account.id = account_id
        where listing_id = %s and state = 'visible' order by at desc, review.id desc limit %s offset %s
        """,
        (listing, asked.per_page, asked.offset),
    )
    items = [PublicReview(id=number, stars=stars, body=body, at=at, by=name) for number, stars, body, at, name in rows]
    return Reviews(items=items, page=asked.page, per_page=asked.per_page, total=total, by_stars=by_stars)
