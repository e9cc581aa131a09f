"""All SQL on the questions of interviews and their answers."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from showground.core.database.pool import Connection, changes
from showground.core.database.shared_reader import QuickReader
from showground.people.models import InterviewAnswer, InterviewQuestion


async def add_questions(db: Connection, questions: Sequence[str]) -> None:
    """Add questions to the interview after the existing ones. Existing ones stay as they are."""
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


async def find_unknown_questions(db: Connection, questions: Sequence[int]) -> set[int]:
    """The ids among these that belong to no question."""
    rows = await db.all("select id from interview_question where id = any(%s)", (list(questions),))
    return set(questions) - {number for (number,) in rows}


async def set_answers(db: Connection, founder: int, answers: Mapping[int, str], at: datetime) -> None:
    """Set a founder's answers by question. An empty one deletes the answer."""
    await db.execute(
        "delete from interview_answer where founder_id = %s and question_id = any(%s)",
        (founder, [question for question, answer in answers.items() if not answer]),
    )
    kept = {question: answer for question, answer in answers.items() if answer}
    await db.execute(
        """
        insert into interview_answer (founder_id, question_id, answer, answered_at)
        select %s, n.question, n.answer, %s from unnest(%s::bigint[], %s::text[]) as n (question, answer)
        on conflict (founder_id, question_id) do update
        set answer = excluded.answer, answered_at = excluded.answered_at
        where interview_answer.answer <> excluded.answer
        """,
        (founder, at, list(kept), list(kept.values())),
    )
    changes(db, "founders")


async def get_interview(db: Connection, founder: int) -> list[InterviewAnswer]:
    """A founder's answers, in the order of the questions."""
    rows = await db.all(
        """
        select question.id, question.question, answer.answer, answer.answered_at
        from interview_answer answer join interview_question question on question.id = answer.question_id
        where answer.founder_id = %s
        order by question.position, question.id
        """,
        (founder,),
    )
    return [
        InterviewAnswer(question_id=n, question=question, answer=text, answered_at=at) for n, question, text, at in rows
    ]


async def get_questions(db: QuickReader) -> list[InterviewQuestion]:
    rows = await db.all("select id, question from interview_question order by position, id")
    return [InterviewQuestion(id=number, question=question) for number, question in rows]
