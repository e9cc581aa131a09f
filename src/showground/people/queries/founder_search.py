"""Finding founders by name and country; only those whom a public listing names."""

from typing import Any

from psycopg import sql

from showground.core import text_folding
from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.people.models import FoundedCompany, FounderPage, FounderSort, FounderSummary
from showground.people.queries.pictures import PICTURE_PATH

MAX_WORDS = 20  # words of a name; further ones are ignored

FILTERS = {
    "words": sql.SQL("array_to_tsvector(string_to_array(folded, ' ')) @@ to_tsquery('simple', %(words)s)"),
    "country": sql.SQL("country = %(country)s"),
}
MAX_VOTED = 1000  # listings; sorted by votes, only their founders are shown
ALL = sql.SQL("select id, folded from founder where public {wanted}")
# Walk the votes index: sorting all founders by votes would read all listings. `offset 0` keeps PostgreSQL from reading
# all founders of all listings instead, which it estimates to be as fast in a directory of 20,000.
MOST_VOTED = sql.SQL(
    """
    select founder.id, founder.folded, max(voted.votes) as votes
    from (select id, votes from listing where status = 'live' order by votes desc, id limit %(voted)s) voted
    cross join lateral (select founder_slug from listing_founder where listing_id = voted.id offset 0) named
    join founder on founder.slug = named.founder_slug
    where founder.public {wanted} group by founder.id, founder.folded
    """
)
ORDERS = {
    "name": sql.SQL("folded, id"),
    "newest": sql.SQL("id desc"),
    "votes": sql.SQL("votes desc, folded, id"),
}
FIND = sql.SQL(
    """
    with matching as {how} (
        {source}
    ), shown as (
        select array(select id from matching order by {order} limit %(limit)s offset %(offset)s) as ids
    ), page as (
        select id, slug, name, bio, country, {picture} as picture from founder
        where id = any(array(select unnest(ids) from shown))
    )
    select
        (select json_agg(json_build_object(
            'slug', slug, 'name', name, 'bio', bio, 'country', country, 'picture', picture, 'companies', (
                select json_agg(json_build_object(
                        'slug', l.slug, 'name', l.name, 'title', named.title, 'logo_url', l.logo_url)
                    order by l.status, l.votes desc, l.id)
                from listing_founder named join public_listing l on l.id = named.listing_id
                where named.founder_slug = page.slug
            )) order by array_position((select ids from shown), id)) from page),
        {total}
    """
)
COUNT_ALL = sql.SQL("(select coalesce(sum(n), 0) from founder_tally)")
COUNT_MATCHING = sql.SQL("(select count(*) from matching)")


async def find(
    db: Connection,
    site: Site,
    *,
    q: str | None,
    country: str | None,
    page: int,
    per_page: int,
    sort: FounderSort = "name",
) -> FounderPage:
    """Each word of `q` begins some word of the name."""
    words = None if q is None else " & ".join(f"'{word}':*" for word in text_folding.words_of(q)[:MAX_WORDS])
    if words == "":  # only punctuation: no name matches
        return FounderPage(items=[], page=page, per_page=per_page, total=0)
    values = {"words": words, "country": country and country.upper()}
    wanted = [sql.SQL(" and ") + clause for name, clause in FILTERS.items() if values[name] is not None]
    # Find the names by the word index first: walking the alphabetical index would read every founder.
    how = sql.SQL("not materialized" if words is None and sort != "votes" else "materialized")
    source = (MOST_VOTED if sort == "votes" else ALL).format(wanted=sql.SQL("").join(wanted))
    total_of = COUNT_MATCHING if wanted or sort == "votes" else COUNT_ALL
    statement = FIND.format(
        how=how, source=source, order=ORDERS[sort], total=total_of, picture=sql.SQL(PICTURE_PATH)
    ).as_bytes()
    limits = {"limit": per_page, "offset": (page - 1) * per_page, "voted": MAX_VOTED}
    found, total = await (await db.execute(statement, values | limits)).fetchone() or (None, 0)
    items = [
        FounderSummary(
            slug=row["slug"],
            name=row["name"],
            bio=row["bio"],
            country=row["country"],
            picture_url=row["picture"] and site.url + row["picture"],
            url=f"{site.url}/founders/{row['slug']}",
            companies=[_company(company, site) for company in row["companies"]],
        )
        for row in found or ()
    ]
    return FounderPage(items=items, page=page, per_page=per_page, total=total)


def _company(row: dict[str, Any], site: Site) -> FoundedCompany:
    logo = row["logo_url"]
    logo_url = site.url + logo if logo and logo.startswith("/") else logo  # that of an uploaded logo is a path
    return FoundedCompany(**row | {"logo_url": logo_url}, url=f"{site.url}/listings/{row['slug']}")
