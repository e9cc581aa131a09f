"""Finding listings: filters, sorts and pages in one statement."""

from dataclasses import dataclass
from typing import Literal

from psycopg import sql

from showground.catalog import documents, rules
from showground.catalog.models import Summary
from showground.core.context import Site
from showground.core.database import Connection
from showground.core.operation import Encoded
from showground.core.paging import Page

Sort = Literal["relevance", "newest", "votes", "trending", "most_viewed", "most_followed"]

STATUS = {"live": "live", "upcoming": "scheduled"}
ORDER = {
    "votes": sql.SQL("votes desc, id"),
    "newest": sql.SQL("live_at desc, launch_week desc, id"),
    "trending": sql.SQL("trending desc, id"),
    "most_viewed": sql.SQL("views desc, id"),
    "most_followed": sql.SQL("followers desc, id"),
}
BY_WORDS = sql.SQL("ts_rank(words, %(words)s::tsquery) desc, votes desc, id")

FILTERS = {
    "words": sql.SQL("words @@ %(words)s::tsquery"),  # without a word nothing can match
    "category": sql.SQL(
        "id in (select listing_id from listing_category where category_id in"
        " (select c.id from category c left join category p on p.id = c.parent_id"
        " where %(category)s in (c.slug, p.slug)))"
    ),
    "stage": sql.SQL("stage = %(stage)s"),
    "country": sql.SQL("country = %(country)s"),
    "pricing_model": sql.SQL("pricing_model = %(pricing_model)s"),
    "domain": sql.SQL("domain = %(domain)s"),
}


@dataclass(frozen=True, kw_only=True)
class Search:
    """What to find, in which order, and which page of it."""

    status: Literal["live", "upcoming"] = "live"
    sort: Sort = "relevance"
    q: str | None = None
    category: str | None = None
    stage: str | None = None
    country: str | None = None
    pricing_model: str | None = None
    domain: str | None = None
    page: int
    per_page: int


@dataclass(frozen=True)
class Found:
    """Summaries as they are stored, and how many there are on all pages."""

    summaries: list[str]
    total: int
    category_known: bool = True

    def page(self, search: Search, site: Site) -> Encoded[Page[Summary]]:
        head = f'{{"items":[{",".join(self.summaries)}]'
        return Encoded(
            documents.present(f'{head},"page":{search.page},"per_page":{search.per_page},"total":{self.total}}}', site)
        )


async def find(db: Connection, search: Search) -> Found:
    values = {
        "words": _tsquery(search.q) if search.q is not None else None,
        "category": search.category,
        "stage": rules.slugify(search.stage) if search.stage is not None else None,
        "country": search.country.upper() if search.country is not None else None,
        "pricing_model": rules.slugify(search.pricing_model) if search.pricing_model is not None else None,
        "domain": rules.host_of(search.domain) if search.domain is not None else None,
    }
    wanted = [FILTERS[name] for name, value in values.items() if value is not None]
    by_words = search.sort == "relevance" and values["words"] is not None
    statement = sql.SQL(
        """
        with matching as not materialized (
            select id, votes, live_at, launch_week, trending, views, followers, words
            from public_listing where status = %(status)s {wanted}
        ), page as (
            select id, row_number() over () as place
            from (select id from matching order by {order} limit %(limit)s offset %(offset)s) ordered
        )
        select
            array(select summary from page join public_profile on listing_id = id order by place),
            (select count(*) from matching),
            %(category)s::text is null or exists (select from category where slug = %(category)s)
        """
    ).format(
        wanted=sql.SQL("").join(sql.SQL(" and ") + clause for clause in wanted),
        order=BY_WORDS if by_words else ORDER.get(search.sort, ORDER["votes"]),
    )
    more = {
        "status": STATUS[search.status],
        "limit": search.per_page,
        "offset": (search.page - 1) * search.per_page,
    }
    row = await (await db.execute(statement, values | more)).fetchone()
    return Found(*row) if row else Found([], 0)


def _tsquery(text: str) -> str:
    """All words, the last also as the beginning of a word."""
    words = rules.words_of(text)[:20]
    return " & ".join([f"'{word}'" for word in words[:-1]] + [f"'{word}':*" for word in words[-1:]])
