"""SQL on emails, jobs and the audit log, for staff pages."""

from typing import LiteralString

from psycopg import sql

from showground.core.database.pool import Connection
from showground.upkeep.models import FailedJob, MailEntry, MailShown, MailState, StaffEvent

MAIL: LiteralString = """
select * from (
    select outbox.id, recipient, template, subject, outbox.created_at, sent_at, attempts, last_error,
        coalesce(replace(body.body_text, mark, unsubscribe_url), outbox.body_text) as body_text,
        case when sent_at is not null then 'sent' when refused_at is not null then 'refused' else 'waiting' end as state
    from outbox left join mail_body body on body.id = body_id
) mail
"""
OF_STATE: LiteralString = MAIL + "where %(state)s::text is null or state = %(state)s"
HOW_MANY = sql.SQL("select count(*) from ({found}) found").format(found=sql.SQL(OF_STATE))


async def list_mails(db: Connection, state: MailState | None, *, skip: int, most: int) -> tuple[list[MailEntry], int]:
    """The newest first, and how many there are."""
    values = {"state": state, "skip": skip, "most": most}
    found = await db.all_as(MailShown, OF_STATE + " order by id desc offset %(skip)s limit %(most)s", values)
    total = await (await db.execute(HOW_MANY, values)).fetchone()
    return [MailEntry(**mail.model_dump(exclude={"body_text"})) for mail in found], total[0] if total else 0


async def find_mail(db: Connection, mail: int) -> MailShown | None:
    return await db.one_as(MailShown, MAIL + "where id = %s", (mail,))


async def list_failed_jobs(db: Connection, most: int) -> list[FailedJob]:
    """The newest first."""
    return await db.all_as(
        FailedJob,
        """
        select id, task_name as name, args as arguments, attempts,
            (select max(at) from procrastinate_events event where event.job_id = job.id) as failed_at
        from procrastinate_jobs job where status = 'failed' order by id desc limit %s
        """,
        (most,),
    )


async def retry_job(db: Connection, job: int) -> bool:
    """Retry a failed job at once. Returns whether it exists."""
    found = await db.one("select 1 from procrastinate_jobs where id = %s and status = 'failed' for update", (job,))
    if found is None:
        return False
    await db.execute("select procrastinate_retry_job_v2(%s, now(), null, null, null)", (job,))
    return True


async def list_events(
    db: Connection, action: str | None, account: int | None, *, skip: int, most: int
) -> tuple[list[StaffEvent], int]:
    """Audit log entries, newest first, and how many there are."""
    values = {"action": action, "account": account, "skip": skip, "most": most}
    chosen: LiteralString = """
        from staff_event event left join account on account.id = account_id
        where (%(action)s::text is null or action = %(action)s)
            and (%(account)s::bigint is null or account_id = %(account)s)
    """
    found = await db.all_as(
        StaffEvent,
        "select event.id, account_id as account, account.name, action, input, at,"
        " coalesce(surface = 'command', false) as command "
        + chosen
        + "order by event.id desc offset %(skip)s limit %(most)s",
        values,
    )
    total = await db.one("select count(*) " + chosen, values)
    return found, total[0] if total else 0


async def list_event_names(db: Connection) -> list[str]:
    """The actions that occur in the log."""
    return [name for (name,) in await db.all("select distinct action from staff_event order by action")]
