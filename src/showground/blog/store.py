"""All SQL on posts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg.types.json import Jsonb

from showground.core.database import Connection, changes


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


async def add_posts(db: Connection, posts: Iterable[NewPost]) -> None:
    await db.copy_rows(
        "post (slug, title, summary, body, author, faqs, published_at)",
        ((p.slug, p.title, p.summary, p.body, p.author, Jsonb(list(p.faqs)), p.published_at) for p in posts),
    )
    changes(db, "posts")
