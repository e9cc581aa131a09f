"""What is kept of a person here: the founder whom they speak for, and their answers, which go with the account.

The founder stays where a listing names one, and nobody speaks for them any more.
"""

from typing import Any

from showground.accounts import rows_of
from showground.core.calls.context import Context
from showground.core.database.pool import Connection, changes


async def export_founder(db: Connection, account: int) -> dict[str, Any]:
    return {
        "founder": await rows_of(
            db, account, "select slug, name, bio, country, socials from founder where account_id = %(account)s"
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


async def forget_interview(ctx: Context) -> None:
    """Answers are somebody's own words under their own name."""
    await ctx.db.execute(
        "delete from interview_answer using founder where founder.id = founder_id and account_id = %s", (ctx.account,)
    )
    changes(ctx.db, "founders")
