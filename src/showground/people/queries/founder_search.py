"""Finding founders by name and country; only those whom a public listing names."""

from psycopg import sql

from showground.core import text_folding
from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.people.models import FoundedCompany, FounderPage, FounderSummary

MAX_WORDS = 20  # of a name; further ones are not looked at

FILTERS = {
    "words": sql.SQL("array_to_tsvector(string_to_array(folded, ' ')) @@ to_tsquery('simple', %(words)s)"),
    "country": sql.SQL("country = %(country)s"),
}
FIND = sql.SQL(
    """
    with matching as {how} (
        select id, folded from founder where public {wanted}
    ), page as (
        select id, slug, name, bio, country, folded from founder
        where id = any(array(select id from matching order by folded, id limit %(limit)s offset %(offset)s))
    )
    select
        (select json_agg(json_build_object(
            'slug', slug, 'name', name, 'bio', bio, 'country', country, 'companies', (
                select json_agg(json_build_object('slug', l.slug, 'name', l.name, 'title', named.title)
                    order by l.status, l.votes desc, l.id)
                from listing_founder named join public_listing l on l.id = named.listing_id
                where named.founder_slug = page.slug
            )) order by folded, id) from page),
        {total}
    """
)
COUNT_ALL = sql.SQL("(select coalesce(sum(n), 0) from founder_tally)")
COUNT_MATCHING = sql.SQL("(select count(*) from matching)")


async def find(
    db: Connection, site: Site, *, q: str | None, country: str | None, page: int, per_page: int
) -> FounderPage:
    """By name, in the order of the alphabet; each word of `q` begins some word of the name."""
    words = None if q is None else " & ".join(f"'{word}':*" for word in text_folding.words_of(q)[:MAX_WORDS])
    if words == "":  # only signs, no words: nobody is called so
        return FounderPage(items=[], page=page, per_page=per_page, total=0)
    values = {"words": words, "country": country and country.upper()}
    wanted = [sql.SQL(" and ") + clause for name, clause in FILTERS.items() if values[name] is not None]
    # Who has these words is found by their index, once: in the order of the alphabet all would be looked through.
    how = sql.SQL("not materialized" if words is None else "materialized")
    total_of = COUNT_MATCHING if wanted else COUNT_ALL
    statement = FIND.format(how=how, wanted=sql.SQL("").join(wanted), total=total_of).as_bytes()
    limits = {"limit": per_page, "offset": (page - 1) * per_page}
    found, total = await (await db.execute(statement, values | limits)).fetchone() or (None, 0)
    items = [
        FounderSummary(
            slug=row["slug"],
            name=row["name"],
            bio=row["bio"],
            country=row["country"],
            url=f"{site.url}/founders/{row['slug']}",
            companies=[FoundedCompany(**c, url=f"{site.url}/listings/{c['slug']}") for c in row["companies"]],
        )
        for row in found or ()
    ]
    return FounderPage(items=items, page=page, per_page=per_page, total=total)
