"""All SQL on founders and interviews."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg.types.json import Jsonb

from showground.core.database import Connection, changes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFounder:
    """A founder to be added; an account may speak for one."""

    slug: str
    name: str
    bio: str | None = None
    country: str | None = None
    socials: Mapping[str, str] | None = None
    account: int | None = None


async def add_founders(db: Connection, founders: Iterable[NewFounder]) -> None:
    await db.copy_rows(
        "founder (slug, name, bio, country, socials, account_id)",
        (
            (f.slug, f.name, f.bio, f.country, None if f.socials is None else Jsonb(f.socials), f.account)
            for f in founders
        ),
    )
    changes(db, "founders")


async def add_questions(db: Connection, questions: Sequence[str]) -> None:
    """Add the interview's questions, after those that are there; one that is there already is left alone."""
    await db.execute(
        """
        insert into interview_question (question, position)
        select question, place + (select coalesce(max(position), 0) from interview_question)
        from unnest(%s::text[]) with ordinality as new (question, place)
        on conflict (question) do nothing
        """,
        (list(questions),),
    )
    changes(db, "interview-questions")


async def add_answers(db: Connection, answers: Iterable[tuple[str, str, str, datetime]]) -> None:
    """Add interview answers: founder's slug, question, answer, and when it was given."""
    founders, questions, texts, times = zip(*answers, strict=True)
    await db.execute(
        """
        insert into interview_answer (founder_id, question_id, answer, answered_at)
        select founder.id, interview_question.id, new.answer, new.at
        from unnest(%s::text[], %s::text[], %s::text[], %s::timestamptz[]) as new (founder, question, answer, at)
        join founder on founder.slug = new.founder
        join interview_question on interview_question.question = new.question
        """,
        (list(founders), list(questions), list(texts), list(times)),
    )
    changes(db, "founders")
