"""SQL on past weeks, for the archive page."""

from datetime import date

from showground.core.calls.paging import Page, Paged
from showground.core.database.pool import Connection
from showground.launches.models import PastWeek

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
