"""SQL on the interview's questions, as staff write them."""

from collections.abc import Sequence

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection, changes


class StaffQuestion(DataModel):
    """A question, and how many founders answered it."""

    id: int
    question: str
    answers: int


async def list_questions(db: Connection) -> list[StaffQuestion]:
    return await db.all_as(
        StaffQuestion,
        """
        select id, question, (select count(*) from interview_answer a where a.question_id = q.id) as answers
        from interview_question q order by position, id
        """,
    )


async def is_asked(db: Connection, question: str, besides: int | None = None) -> bool:
    """Whether another question has the same text."""
    found = await db.one(
        "select 1 from interview_question where question = %s and id is distinct from %s", (question, besides)
    )
    return found is not None


async def change(db: Connection, number: int, question: str) -> bool:
    """Change a question's text; its answers stay. Returns whether it exists."""
    done = await db.execute("update interview_question set question = %s where id = %s", (question, number))
    _tell(db)
    return done.rowcount == 1


async def remove(db: Connection, number: int) -> bool:
    """Delete a question with its answers. Returns whether it existed."""
    done = await db.execute("delete from interview_question where id = %s", (number,))
    _tell(db)
    return done.rowcount == 1


async def move_up(db: Connection, number: int) -> None:
    """Move a question up by one."""
    order = [question.id for question in await list_questions(db)]
    if number not in order[1:]:
        return
    place = order.index(number)
    order[place - 1], order[place] = order[place], order[place - 1]
    await db.execute(
        """
        update interview_question set position = wanted.place
        from unnest(%s::bigint[]) with ordinality as wanted (id, place) where interview_question.id = wanted.id
        """,
        (order,),
    )
    _tell(db)


def _tell(db: Connection) -> None:
    changes(db, "interview-questions", "founders")


async def delete_unanswered(db: Connection, questions: Sequence[str]) -> int:
    """Delete the questions among these that nobody has answered."""
    gone = await db.execute(
        """
        delete from interview_question q where question = any(%s)
        and not exists (select from interview_answer where question_id = q.id)
        """,
        (list(questions),),
    )
    _tell(db)
    return gone.rowcount
