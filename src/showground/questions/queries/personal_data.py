"""SQL on questions, answers and reports as personal data: for an export, and removed with an account."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection


async def export_questions(db: Connection, account: int) -> dict[str, Any]:
    return {
        "questions": await rows_of(
            db,
            account,
            """
            select slug as listing, update_id, body, state, at
            from listing_question join listing on listing.id = listing_id
            where account_id = %(account)s order by at, listing_question.id
            """,
        ),
        "answers": await rows_of(
            db,
            account,
            """
            select slug as listing, question_id, a.body, a.state, a.at from listing_answer a
            join listing_question q on q.id = a.question_id join listing on listing.id = q.listing_id
            where a.account_id = %(account)s order by a.at, a.id
            """,
        ),
        "reports": await rows_of(
            db,
            account,
            """
            select slug as listing, question_id, answer_id, reason, r.body, r.at, settled_at from question_report r
            join listing_question q on q.id = r.question_id join listing on listing.id = q.listing_id
            where r.account_id = %(account)s order by r.at, r.id
            """,
        ),
    }


async def find_asked(db: Connection, account: int) -> list[int]:
    """The listings that a person has asked about, in the order in which they are locked."""
    rows = await db.all("select distinct listing_id from listing_question where account_id = %s order by 1", (account,))
    return [listing for (listing,) in rows]


async def find_spoken_in(db: Connection, account: int) -> list[int]:
    """The listings about which a person has asked or answered, in the order in which they are locked."""
    rows = await db.all(
        """
        select listing_id from listing_question where account_id = %(account)s
        union select listing_id from listing_answer a join listing_question q on q.id = a.question_id
            where a.account_id = %(account)s
        order by 1
        """,
        {"account": account},
    )
    return [listing for (listing,) in rows]


async def remove_questions(db: Connection, account: int) -> None:
    """Delete a person's questions. Of those with answers a tombstone stays, which says nothing of the person."""
    await db.execute(
        """
        delete from listing_question q where account_id = %s
            and not exists (select from listing_answer a where a.question_id = q.id)
        """,
        (account,),
    )
    await db.execute(
        "update listing_question set body = '', account_id = null, state = 'removed' where account_id = %s", (account,)
    )
