"""Public things as events and the dump contain them: those that are public now, by their key."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, LiteralString

from psycopg import sql

from showground.blog import reading_minutes
from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.events.models import PublicSubject, Subject
from showground.listings import public_profiles

LISTINGS: LiteralString = "select slug as key, profile as document, packed, summary from public_profile"
OTHERS: dict[str, LiteralString] = {
    "category": """
        select c.slug as key, json_build_object(
            'slug', c.slug, 'name', c.name, 'description', c.description, 'faqs', c.faqs,
            'parent', case when above.id is not null then json_build_object('slug', above.slug, 'name', above.name) end
        ) as document
        from category c left join category above on above.id = c.parent_id
    """,
    "founder": """
        select f.slug as key, json_build_object(
            'slug', f.slug, 'name', f.name, 'bio', f.bio, 'country', f.country, 'socials', f.socials,
            'picture_url', (select '/media/' || p.name from founder_picture p where p.founder_id = f.id),
            'interview', coalesce((
                select json_agg(json_build_object('question_id', q.id, 'question', q.question, 'answer', a.answer,
                    'answered_at', a.answered_at) order by q.position, q.id)
                from interview_answer a join interview_question q on q.id = a.question_id where a.founder_id = f.id
            ), '[]')
        ) as document
        from founder f where f.public
    """,
    "post": """
        select slug as key, json_build_object(
            'slug', slug, 'title', title, 'summary', summary, 'author', author, 'published_at', published_at,
            'body', body, 'faqs', faqs
        ) as document
        from post where published_at <= %(now)s
    """,
    "award": """
        select a.week || '/' || a.place as key, json_build_object(
            'week', a.week, 'place', a.place, 'title', 'Launch of the Week #' || a.place, 'votes', a.votes,
            'name', a.name, 'listing', p.slug
        ) as document
        from award a left join public_profile p on p.listing_id = a.listing_id
    """,
}
PAGES = {"category": "categories", "founder": "founders", "post": "blog"}
NAMED = sql.SQL("select * from ({}) found where key = any(%(keys)s)")
NEXT = sql.SQL("select * from ({}) found where key > %(after)s order by key limit %(limit)s")


async def find_documents(
    db: Connection, site: Site, now: datetime, subject: Subject, keys: Iterable[str]
) -> list[tuple[str, str]]:
    """Those of these that are public, each with its key, encoded."""
    return await _read(db, site, subject, NAMED, {"now": now, "keys": list(keys)})


async def read_on(
    db: Connection, site: Site, now: datetime, subject: PublicSubject, after: str, limit: int
) -> list[tuple[str, str]]:
    """The next ones in the order of their keys."""
    return await _read(db, site, subject, NEXT, {"now": now, "after": after, "limit": limit})


async def _read(
    db: Connection, site: Site, subject: Subject, statement: sql.SQL, values: dict[str, Any]
) -> list[tuple[str, str]]:
    source = LISTINGS if subject == "listing" else OTHERS[subject]
    rows = await (await db.execute(statement.format(sql.SQL(source)), values)).fetchall()
    if subject == "listing":
        return [
            (key, public_profiles.present_profile(text, packed, summary, site).decode())
            for key, text, packed, summary in rows
        ]
    return [
        (key, json.dumps(_finish(site, subject, document) | _url(site, subject, key), ensure_ascii=False))
        for key, document in rows
    ]


def _finish(site: Site, subject: Subject, document: dict[str, Any]) -> dict[str, Any]:
    """Values as the API spells them, and those that are not stored."""
    if subject == "founder":
        picture = document["picture_url"]
        answers = [answer | {"answered_at": _time(answer["answered_at"])} for answer in document["interview"]]
        return document | {"picture_url": picture and site.url + picture, "interview": answers}
    if subject == "post":
        minutes = {"reading_minutes": reading_minutes(document["body"])}
        return document | {"published_at": _time(document["published_at"])} | minutes
    return document


def _time(text: str) -> str:
    """PostgreSQL's JSON has the offset as +00:00, and no zeros at the end of a fraction."""
    return datetime.fromisoformat(text).astimezone(UTC).isoformat().replace("+00:00", "Z")


def _url(site: Site, subject: Subject, key: str) -> dict[str, str]:
    page = PAGES.get(subject)
    return {"url": f"{site.url}/{page}/{key}"} if page else {}
