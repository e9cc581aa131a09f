"""All SQL on posts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg import sql
from psycopg.types.json import Jsonb

from showground.blog import rules
from showground.blog.errors import NoSuchPost
from showground.blog.models import BlogPost, BlogPostPage, BlogPostSummary
from showground.core import text_folding
from showground.core.calls.context import Site
from showground.core.database.pool import Connection, changes
from showground.core.database.shared_reader import QuickReader

MAX_WORDS = 20  # words of a search; further ones are ignored

MATCHING = sql.SQL("and words @@ to_tsquery('simple', %(words)s)")
BY_WORDS = sql.SQL("ts_rank(words, to_tsquery('simple', %(words)s)) desc, published_at desc, id desc")
NEWEST_FIRST = sql.SQL("published_at desc, id desc")
FIND = sql.SQL(
    """
    with matching as not materialized (
        select * from post where published_at <= %(now)s {matching}
    ), page as (
        select ordered.*, row_number() over () as place from (
            select slug, title, summary, author, published_at from matching
            order by {order} limit %(limit)s offset %(offset)s
        ) ordered
    )
    select
        (select json_agg(json_build_object(
            'slug', slug, 'title', title, 'summary', summary, 'author', author, 'published_at', published_at
        ) order by place) from page),
        (select count(*) from matching)
    """
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPost:
    """A post to be added."""

    slug: str
    title: str
    summary: str
    body: str
    author: str
    faqs: Sequence[Mapping[str, str]] = ()
    published_at: datetime

    def row(self) -> tuple[Any, ...]:
        """Its values in the order of the fields, and then the words by which it is found."""
        return (
            self.slug,
            self.title,
            self.summary,
            self.body,
            self.author,
            Jsonb(list(self.faqs)),
            self.published_at,
            rules.find_places(
                text_folding.words_of(self.title), text_folding.words_of(self.summary), text_folding.words_of(self.body)
            ),
        )


async def add_posts(db: Connection, posts: Iterable[NewPost]) -> None:
    columns = "post (slug, title, summary, body, author, faqs, published_at, words)"
    await db.copy_rows(columns, (post.row() for post in posts))
    changes(db, "posts")


async def find_posts(
    db: Connection, site: Site, now: datetime, *, q: str | None, page: int, per_page: int
) -> BlogPostPage:
    """Published posts: newest first or, with words to search for, best match first."""
    words = None if q is None else rules.ask_for(text_folding.words_of(q)[:MAX_WORDS])
    if words == "":  # only punctuation: nothing can match
        return BlogPostPage(items=[], page=page, per_page=per_page, total=0)
    statement = FIND.format(matching=MATCHING if words else sql.SQL(""), order=BY_WORDS if words else NEWEST_FIRST)
    values = {"now": now, "words": words, "limit": per_page, "offset": (page - 1) * per_page}
    found, total = await (await db.execute(statement, values)).fetchone() or (None, 0)
    items = [BlogPostSummary(**row, url=f"{site.url}/blog/{row['slug']}") for row in found or ()]
    return BlogPostPage(items=items, page=page, per_page=per_page, total=total)


async def get_post(db: QuickReader, slug: str, site: Site, now: datetime) -> BlogPost:
    row = await db.one(
        "select title, summary, author, published_at, body, faqs from post where slug = %s and published_at <= %s",
        (slug, now),
    )
    if row is None:
        raise NoSuchPost
    title, summary, author, published_at, body, faqs = row
    return BlogPost(
        slug=slug,
        title=title,
        summary=summary,
        author=author,
        published_at=published_at,
        url=f"{site.url}/blog/{slug}",
        body=body,
        faqs=faqs,
        reading_minutes=rules.reading_minutes(body),
    )


async def delete_unchanged(db: Connection, bodies: Mapping[str, str]) -> int:
    """Delete the posts with these slugs whose text nobody changed."""
    gone = await db.execute(
        """
        delete from post using unnest(%s::text[], %s::text[]) as known (slug, body)
        where post.slug = known.slug and post.body = known.body
        """,
        (list(bodies), list(bodies.values())),
    )
    changes(db, "posts")
    return gone.rowcount


async def list_existing(db: Connection, slugs: Sequence[str]) -> list[str]:
    """Which of these slugs are posts, in their order."""
    rows = await db.all("select slug from post where slug = any(%s)", (list(slugs),))
    existing = {slug for (slug,) in rows}
    return [slug for slug in slugs if slug in existing]
