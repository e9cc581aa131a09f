"""SQL on founders and their interviews as personal data: for an export, and deleted with an account."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection, changes


async def export_founder(db: Connection, account: int) -> dict[str, Any]:
    return {
        "founder": await rows_of(
            db, account, "select slug, name, bio, country, socials from founder where account_id = %(account)s"
        ),
        "founder_picture": await rows_of(
            db,
            account,
            """
            select encode(content, 'base64') as webp_in_base64, created_at from founder_picture
            join founder on founder.id = founder_id where account_id = %(account)s
            """,
        ),
        "interview": await rows_of(
            db,
            account,
            """
            select question, answer, answered_at from interview_answer answer
            join founder on founder.id = founder_id join interview_question asked on asked.id = question_id
            where account_id = %(account)s order by asked.position, asked.id
            """,
        ),
    }


async def delete_answers(db: Connection, account: int) -> None:
    await db.execute(
        "delete from interview_answer using founder where founder.id = founder_id and account_id = %s", (account,)
    )
    changes(db, "founders")
