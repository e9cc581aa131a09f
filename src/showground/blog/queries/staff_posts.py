"""SQL on posts as staff write them, published or not."""

from datetime import datetime

from showground.blog.queries.posts import NewPost
from showground.core.data_model import DataModel
from showground.core.database.pool import Connection, changes
from showground.listings import Faq


class StaffPost(DataModel):
    """A post, also one whose day has not come."""

    slug: str
    title: str
    summary: str
    body: str
    author: str
    faqs: list[Faq]
    published_at: datetime


SELECT = "select slug, title, summary, body, author, faqs, published_at from post "


async def list_posts(db: Connection, *, skip: int, most: int) -> tuple[list[StaffPost], int]:
    """The newest first, those to come before all; and how many there are."""
    found = await db.all_as(StaffPost, SELECT + "order by published_at desc, id desc offset %s limit %s", (skip, most))
    total = await db.one("select count(*) from post")
    return found, total[0] if total else 0


async def find_post(db: Connection, slug: str) -> StaffPost | None:
    return await db.one_as(StaffPost, SELECT + "where slug = %s", (slug,))


async def write_post(db: Connection, post: NewPost) -> None:
    """Add a post, or change the one of this slug."""
    await db.execute(
        """
        insert into post (slug, title, summary, body, author, faqs, published_at, words)
        values (%s, %s, %s, %s, %s, %s, %s, %s)
        on conflict (slug) do update set title = excluded.title, summary = excluded.summary, body = excluded.body,
            author = excluded.author, faqs = excluded.faqs, published_at = excluded.published_at,
            words = excluded.words
        """,
        post.row(),
    )
    changes(db, "posts")


async def delete_post(db: Connection, slug: str) -> bool:
    """Whether there was such a post."""
    gone = await db.execute("delete from post where slug = %s", (slug,))
    changes(db, "posts")
    return gone.rowcount == 1
