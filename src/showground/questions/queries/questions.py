"""SQL on questions and their answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from showground.core.calls.paging import Paged
from showground.core.database.pool import Connection
from showground.questions.models import MyQuestion, PublicQuestion, PublicQuestions, QuestionState

# Which questions a reader sees: the visible ones, their own that wait for staff, and a tombstone for one that was
# removed or hidden after it had been answered.
SHOWN = """
where q.listing_id = %(listing)s and (%(question)s::bigint is null or q.id = %(question)s)
and (%(update)s::bigint is null or q.update_id = %(update)s) and (
    q.state = 'visible' or (q.state = 'held' and q.account_id = %(account)s)
    or (q.state in ('hidden', 'removed')
        and exists (select from listing_answer a where a.question_id = q.id and a.state = 'visible'))
)
"""
QUESTION_COLUMNS = """
select q.id, case when q.state in ('visible', 'held') then q.body end as body, q.at,
    case when q.state in ('visible', 'held') then asker.name end as by,
    q.update_id, u.title as update_title, q.state = 'held' as held,
    q.state in ('visible', 'held') and coalesce(q.account_id = %(account)s, false) as own,
    coalesce((
        select json_agg(json_build_object('id', a.id, 'body', a.body, 'at', a.at, 'by', maker.name) order by a.at, a.id)
        from listing_answer a left join account maker on maker.id = a.account_id
        where a.question_id = q.id and a.state = 'visible'
    ), '[]') as answers
from listing_question q left join account asker on asker.id = q.account_id
left join listing_update u on u.id = q.update_id
"""
SHOWN_QUESTIONS = QUESTION_COLUMNS + SHOWN + " order by q.at desc, q.id desc limit %(limit)s offset %(offset)s"
QUESTION_COUNT = "select count(*) from listing_question q"
COUNT_SHOWN = QUESTION_COUNT + SHOWN


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question to be added."""

    listing: int
    account: int
    body: str
    at: datetime
    update: int | None = None
    state: QuestionState = "visible"


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """An answer to be added; without an account it is the listing's own."""

    question: int
    account: int | None
    body: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FoundQuestion:
    """A question that somebody is about to change."""

    id: int
    account: int | None
    body: str
    state: QuestionState
    answers: int


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """An answer that somebody is about to change or adopt, with its question."""

    id: int
    body: str
    at: datetime
    question: int
    question_body: str
    question_state: QuestionState


async def find_shown(
    db: Connection, slug: str, reader: int | None, asked: Paged, *, question: int | None, update: int | None
) -> PublicQuestions | None:
    """The questions about a public listing as this person sees them; None if no public listing has this slug.

    With `question`, only that one; with `update`, only those about this update.
    """
    row = await db.one(
        """
        select listing_id, exists (
            select from listing_member m where m.listing_id = p.listing_id and m.account_id = %(reader)s
        ), (select title from listing_update u where u.listing_id = p.listing_id and u.id = %(update)s)
        from public_profile p where slug = %(slug)s
        """,
        {"slug": slug, "reader": reader, "update": update},
    )
    if row is None:
        return None
    listing, maker, title = row
    values = {"listing": listing, "account": reader, "question": question, "update": update}
    (total,) = await db.one(COUNT_SHOWN, values) or (0,)
    items = await db.all_as(
        PublicQuestion, SHOWN_QUESTIONS, {**values, "limit": asked.per_page, "offset": asked.offset}
    )
    return PublicQuestions(
        items=items, page=asked.page, per_page=asked.per_page, total=total, maker=maker, update_title=title
    )


async def find_same(db: Connection, listing: int, account: int, body: str) -> tuple[int, QuestionState] | None:
    """The question with which a person has asked the same about a listing already."""
    row = await db.one(
        """
        select id, state from listing_question
        where listing_id = %s and account_id = %s and body = %s and state in ('visible', 'held') order by id limit 1
        """,
        (listing, account, body),
    )
    return (row[0], row[1]) if row else None


async def count_unanswered(db: Connection, listing: int, account: int) -> int:
    """How many of a person's questions about a listing have no answer, hidden ones included."""
    row = await db.one(
        """
        select count(*) from listing_question q where listing_id = %s and account_id = %s
            and not exists (select from listing_answer a where a.question_id = q.id)
        """,
        (listing, account),
    )
    return row[0] if row else 0


async def has_shown(db: Connection, account: int) -> bool:
    """Whether a question of this person is or was public."""
    row = await db.one(
        "select exists (select from listing_question where account_id = %s and state = 'visible')", (account,)
    )
    return row == (True,)


async def has_update(db: Connection, listing: int, update: int) -> bool:
    """Whether this listing has such an update."""
    return bool(await db.one("select 1 from listing_update where id = %s and listing_id = %s", (update, listing)))


async def add_question(db: Connection, new: NewQuestion) -> int:
    row = await db.one(
        """
        insert into listing_question (listing_id, update_id, account_id, body, state, at)
        values (%s, %s, %s, %s, %s, %s) returning id
        """,
        (new.listing, new.update, new.account, new.body, new.state, new.at),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    return row[0]


async def add_questions(db: Connection, new: Iterable[NewQuestion]) -> list[int]:
    """Add many questions; returns their ids in the same order."""
    return [await add_question(db, each) for each in new]


async def add_answer(db: Connection, new: NewAnswer) -> int:
    row = await db.one(
        """
        insert into listing_answer (question_id, account_id, body, state, at)
        values (%s, %s, %s, 'visible', %s) returning id
        """,
        (new.question, new.account, new.body, new.at),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    return row[0]


async def add_answers(db: Connection, new: Sequence[NewAnswer]) -> list[int]:
    """Add many answers; returns their ids in the same order."""
    return [await add_answer(db, each) for each in new]


async def find_question(db: Connection, listing: int, question: int) -> FoundQuestion | None:
    """A question about this listing, in any state, with the number of its answers, hidden ones included."""
    return await db.one_as(
        FoundQuestion,
        """
        select id, account_id as account, body, state,
            (select count(*) from listing_answer a where a.question_id = q.id)::int as answers
        from listing_question q where listing_id = %s and id = %s
        """,
        (listing, question),
    )


async def find_answer(db: Connection, listing: int, answer: int) -> FoundAnswer | None:
    """A visible answer to a question about this listing."""
    return await db.one_as(
        FoundAnswer,
        """
        select a.id, a.body, a.at, q.id as question, q.body as question_body, q.state as question_state
        from listing_answer a join listing_question q on q.id = a.question_id
        where q.listing_id = %s and a.id = %s and a.state = 'visible'
        """,
        (listing, answer),
    )


async def delete_question(db: Connection, question: int) -> None:
    await db.execute("delete from listing_question where id = %s", (question,))


async def empty_question(db: Connection, question: int) -> None:
    """Remove a question but leave its answers: nothing of the asker remains."""
    await db.execute(
        "update listing_question set body = '', account_id = null, state = 'removed' where id = %s", (question,)
    )


async def delete_answer(db: Connection, answer: int, question: int) -> None:
    """Delete an answer, and with the last one its question if that was removed before."""
    await db.execute("delete from listing_answer where id = %s", (answer,))
    await db.execute(
        """
        delete from listing_question q where id = %s and state = 'removed'
            and not exists (select from listing_answer a where a.question_id = q.id)
        """,
        (question,),
    )


async def list_mine(db: Connection, account: int, most: int) -> list[MyQuestion]:
    """A person's questions about public listings, newest first."""
    return await db.all_as(
        MyQuestion,
        """
        select q.id, slug, name as listing, body, at,
            (select count(*) from listing_answer a where a.question_id = q.id and a.state = 'visible') as answers
        from listing_question q join public_listing p on p.id = listing_id
        where account_id = %s and state in ('visible', 'held') order by at desc, q.id desc limit %s
        """,
        (account, most),
    )
