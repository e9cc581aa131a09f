"""SQL on questions of several listings, to find related ones."""

from collections.abc import Sequence

from showground.core.database.pool import Connection
from showground.questions.models import RelatedQuestion

PER_LISTING = 50  # questions that are compared, the newest


async def find_body(db: Connection, slug: str, question: int) -> str | None:
    """What a visible question about a public listing asks."""
    row = await db.one(
        """
        select q.body from public_profile p join listing_question q on q.listing_id = p.listing_id
        where p.slug = %s and q.id = %s and q.state = 'visible'
        """,
        (slug, question),
    )
    return row[0] if row else None


async def list_answered(db: Connection, slugs: Sequence[str]) -> list[RelatedQuestion]:
    """Visible questions with a visible answer about these public listings, in the order of the listings."""
    return await db.all_as(
        RelatedQuestion,
        """
        select q.id, p.slug, l.name as listing, q.body
        from unnest(%s::text[]) with ordinality as asked (slug, place)
        join public_profile p on p.slug = asked.slug join listing l on l.id = p.listing_id
        cross join lateral (
            select id, body, at from listing_question q where q.listing_id = p.listing_id and q.state = 'visible'
                and exists (select from listing_answer a where a.question_id = q.id and a.state = 'visible')
            order by at desc, id desc limit %s
        ) q
        order by asked.place, q.at desc, q.id desc
        """,
        (list(slugs), PER_LISTING),
    )
