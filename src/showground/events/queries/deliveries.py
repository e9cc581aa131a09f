"""SQL on the messages to webhooks: which events each gets, which are due, and how they ended."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from showground.core.database.pool import Connection
from showground.events.models import Delivery
from showground.events.queries.events import StoredEvent
from showground.events.rules import TEST

EVENTS_AT_ONCE = 1_000
LEASE = timedelta(minutes=2)  # if the process dies while it sends, another sends the same message after this time

# Ids have next to no gaps, so a range of them is a batch of events.
ASSIGN = """
with receiver as (
    select w.id, w.account_id, w.about, w.kinds, w.reached, least(w.reached + %(most)s, %(last)s) as upto
    from webhook w where w.id = %(webhook)s and w.disabled_at is null for update
), assigned as (
    insert into webhook_delivery (webhook_id, event_id, kind, key, next_at, created_at)
    select w.id, e.id, e.kind, e.key, %(now)s, %(now)s
    from receiver w join event e on e.id > w.reached and e.id <= w.upto
    where (w.kinds = '{}' or e.kind = any(w.kinds)) and case
        when e.account_id is not null then w.about = 'mine' and e.account_id = w.account_id
        when w.about = 'public' then true
        else exists (select from listing_member m where m.listing_id = e.listing_id and m.account_id = w.account_id)
    end
    order by e.id
    on conflict (webhook_id, event_id) do nothing
)
update webhook set reached = upto from receiver where webhook.id = receiver.id returning upto < %(last)s
"""
TAKE = """
update webhook_delivery set attempts = attempts + 1, attempted_at = %(now)s, next_at = %(until)s
where id = (
    select id from webhook_delivery where webhook_id = %(webhook)s and state = 'waiting' and next_at <= %(now)s
    order by next_at, id limit 1 for update skip locked
) returning id, event_id, attempts
"""

FIND = """
select d.id, d.kind, d.key, d.state, d.attempts, d.outcome, d.attempted_at, d.created_at,
    case when d.state = 'waiting' then d.next_at end as next_at, e.id is not null as stored,
    coalesce(e.test, false) as test
from webhook_delivery d left join event e on e.id = d.event_id
where d.webhook_id = %(webhook)s and (%(id)s::bigint is null or d.id = %(id)s) order by d.id desc limit %(most)s
"""


@dataclass(frozen=True, slots=True)
class DueDelivery:
    """A message that is to be sent now; `attempts` counts this one."""

    id: int
    event_id: int | None
    attempts: int


async def find_behind(db: Connection, last: int) -> list[int]:
    """Webhooks that have not been given all events yet."""
    rows = await db.all("select id from webhook where disabled_at is null and reached < %s order by id", (last,))
    return [number for (number,) in rows]


async def assign_events(db: Connection, webhook: int, last: int, now: datetime) -> bool:
    """Queue the next events that a webhook wants. Returns whether there are more."""
    row = await db.one(ASSIGN, {"webhook": webhook, "last": last, "most": EVENTS_AT_ONCE, "now": now})
    return bool(row and row[0])


async def find_due(db: Connection, now: datetime) -> list[tuple[int, int]]:
    """Webhooks with messages to send now, each with its account; without those whose job is waiting already."""
    return await db.all(
        """
        select id, account_id from webhook w where disabled_at is null and exists (
            select from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= %s
        ) and not exists (
            select from procrastinate_jobs job where job.queue_name = 'deliver_webhook' and job.status = 'todo'
            and (job.scheduled_at is null or job.scheduled_at <= now()) and job.args ->> 'webhook_id' = w.id::text
        ) order by id
        """,
        (now,),
    )


async def take_due(db: Connection, webhook: int, now: datetime) -> DueDelivery | None:
    """The next message that is due. Nobody else gets it, unless it is still waiting when the lease ends."""
    return await db.one_as(DueDelivery, TAKE, {"webhook": webhook, "now": now, "until": now + LEASE})


async def find_event(db: Connection, event: int) -> StoredEvent | None:
    return await db.one_as(
        StoredEvent,
        "select id, kind, at, subject, key, previous_key, listing_id, account_id, test from event where id = %s",
        (event,),
    )


async def add_test(db: Connection, webhook: int, now: datetime) -> None:
    await db.execute(
        """
        insert into webhook_delivery (webhook_id, kind, key, next_at, created_at) values (%s, %s, '', %s, %s)
        """,
        (webhook, TEST, now, now),
    )


async def note_delivered(db: Connection, delivery: int, outcome: str) -> None:
    await db.execute("update webhook_delivery set state = 'delivered', outcome = %s where id = %s", (outcome, delivery))


async def note_failed(db: Connection, delivery: int, outcome: str, retry_at: datetime | None) -> None:
    """With a time, it is tried again then."""
    await db.execute(
        """
        update webhook_delivery set outcome = %s, next_at = coalesce(%s, next_at),
            state = case when %s then 'failed' else state end
        where id = %s and state = 'waiting'
        """,
        (outcome, retry_at, retry_at is None, delivery),
    )


async def list_deliveries(db: Connection, webhook: int, most: int) -> list[Delivery]:
    """The newest first."""
    return await db.all_as(Delivery, FIND, {"webhook": webhook, "id": None, "most": most})


async def find_delivery(db: Connection, webhook: int, delivery: int) -> Delivery | None:
    return await db.one_as(Delivery, FIND, {"webhook": webhook, "id": delivery, "most": 1})


async def queue_again(db: Connection, delivery: int, now: datetime) -> None:
    """Send a message as if it were new, but with the same id. One that is waiting already is left alone."""
    await db.execute(
        """
        update webhook_delivery set state = 'waiting', attempts = 0, outcome = null, next_at = %s
        where id = %s and state <> 'waiting'
        """,
        (now, delivery),
    )
