"""SQL on the moderation of questions and answers: waiting, hidden and reported ones, and the policy."""

from dataclasses import asdict, dataclass
from datetime import datetime

from showground.core.database.pool import Connection
from showground.questions.models import (
    AnswerState,
    OpenQuestionReport,
    QuestionPolicy,
    QuestionState,
    StaffListingQuestion,
)

CHOSEN = """
where (%(state)s::text is null or q.state = %(state)s) and (%(slug)s::text is null or l.slug = %(slug)s)
"""
QUESTIONS = """
select q.id, l.slug, l.name as listing, asker.name as author, q.body, q.state, q.at,
    (select count(*) from question_report r where r.question_id = q.id) as reports,
    coalesce((
        select json_agg(json_build_object(
            'id', a.id, 'body', a.body, 'state', a.state, 'at', a.at, 'author', maker.name) order by a.at, a.id)
        from listing_answer a left join account maker on maker.id = a.account_id where a.question_id = q.id
    ), '[]') as answers
from listing_question q join listing l on l.id = q.listing_id left join account asker on asker.id = q.account_id
"""
COUNT = "select count(*) from listing_question q join listing l on l.id = q.listing_id"
REPORTS = """
select r.id, l.slug, l.name as listing, r.reason, r.body, r.at, reporter.name as reporter, reporter.email,
    q.id as question, q.body as question_body, q.state as question_state, asker.name as question_author,
    a.id as answer, a.body as answer_body, a.state as answer_state
from question_report r join listing_question q on q.id = r.question_id join listing l on l.id = q.listing_id
join account reporter on reporter.id = r.account_id
left join account asker on asker.id = q.account_id
left join listing_answer a on a.id = r.answer_id
where r.settled_at is null order by r.at, r.id limit %s
"""


@dataclass(frozen=True, slots=True)
class PostLocation:
    """The listing that a question or answer is about, and for an answer its question."""

    listing: int
    slug: str
    question: int


@dataclass(frozen=True, slots=True)
class NewQuestionReport:
    """A report to be added; about the question itself if no answer is named."""

    listing: int
    question: int
    answer: int | None
    account: int
    reason: str
    body: str
    at: datetime


async def list_questions(
    db: Connection, state: QuestionState | None, slug: str | None, *, skip: int, most: int
) -> tuple[list[StaffListingQuestion], int]:
    """Newest first, and how many there are."""
    values = {"state": state, "slug": slug, "skip": skip, "most": most}
    newest = QUESTIONS + CHOSEN + " order by q.at desc, q.id desc limit %(most)s offset %(skip)s"
    found = await db.all_as(StaffListingQuestion, newest, values)
    total = await db.one(COUNT + CHOSEN, values)
    return found, total[0] if total else 0


async def locate_question(db: Connection, question: int) -> PostLocation | None:
    return await db.one_as(
        PostLocation,
        """
        select l.id as listing, l.slug, q.id as question
        from listing_question q join listing l on l.id = q.listing_id where q.id = %s
        """,
        (question,),
    )


async def locate_answer(db: Connection, answer: int) -> PostLocation | None:
    return await db.one_as(
        PostLocation,
        """
        select l.id as listing, l.slug, q.id as question from listing_answer a
        join listing_question q on q.id = a.question_id join listing l on l.id = q.listing_id where a.id = %s
        """,
        (answer,),
    )


async def set_question_state(
    db: Connection, question: int, state: QuestionState, by: int | None, at: datetime
) -> QuestionState | None:
    """Hide, show or approve a question; returns its former state. One that its author removed stays removed."""
    row = await db.one(
        """
        with former as (select id, state from listing_question where id = %(id)s and state <> 'removed' for update)
        update listing_question q set state = %(state)s, moderated_by = %(by)s, moderated_at = %(at)s
        from former where q.id = former.id returning former.state
        """,
        {"id": question, "state": state, "by": by, "at": at},
    )
    return row[0] if row else None


async def set_answer_state(db: Connection, answer: int, state: AnswerState, by: int | None, at: datetime) -> bool:
    done = await db.execute(
        "update listing_answer set state = %s, moderated_by = %s, moderated_at = %s where id = %s",
        (state, by, at, answer),
    )
    return done.rowcount == 1


async def add_report(db: Connection, new: NewQuestionReport) -> int | None:
    """The report's id; None if the listing has no such visible question or answer."""
    row = await db.one(
        """
        insert into question_report (question_id, answer_id, account_id, reason, body, at)
        select q.id, %(answer)s, %(account)s, %(reason)s, %(body)s, %(at)s from listing_question q
        where q.id = %(question)s and q.listing_id = %(listing)s and (
            (%(answer)s::bigint is null and q.state = 'visible')
            or exists (select from listing_answer a where a.id = %(answer)s and a.question_id = q.id
                and a.state = 'visible')
        )
        on conflict (question_id, answer_id, account_id) do update
        set reason = excluded.reason, body = excluded.body, at = excluded.at, settled_at = null, settled_by = null
        returning id
        """,
        asdict(new),
    )
    return row[0] if row else None


async def list_reports(db: Connection, most: int) -> list[OpenQuestionReport]:
    """Open reports, oldest first."""
    return await db.all_as(OpenQuestionReport, REPORTS, (most,))


async def settle_report(db: Connection, report: int, by: int | None, at: datetime) -> tuple[int, str] | None:
    """Who sent the report, and the name of the listing; none if no such report was open."""
    row = await db.one(
        """
        update question_report r set settled_at = %s, settled_by = %s
        from listing_question q join listing on listing.id = q.listing_id
        where r.id = %s and settled_at is null and q.id = r.question_id returning r.account_id, listing.name
        """,
        (at, by, report),
    )
    return (row[0], row[1]) if row else None


async def get_policy(db: Connection) -> QuestionPolicy:
    row = await db.one("select hold_first from question_policy")
    return QuestionPolicy(hold_first=bool(row and row[0]))


async def set_policy(db: Connection, policy: QuestionPolicy) -> None:
    await db.execute("update question_policy set hold_first = %s", (policy.hold_first,))
