"""Scheduled jobs: events of posts whose time has come, webhooks, and retention."""

from datetime import timedelta

from showground.core.jobs.declare import JobRun, job
from showground.core.retention import RetentionRule, forget
from showground.events.dump_job import make_dump
from showground.events.feed_hub_job import tell_feed_hub
from showground.events.index_now_job import tell_search_engines
from showground.events.queries import deliveries, events
from showground.events.webhook_delivery_job import deliver_webhook

__all__ = [
    "deliver_webhook",
    "make_dump",
    "tell_feed_hub",
    "tell_search_engines",
]  # found by the registry in this module

EVENTS_KEPT_FOR = timedelta(days=90)
DUE_POSTS_WITHIN = timedelta(days=8)  # as long as a worker may have been away

RETENTION_RULES = (
    RetentionRule(
        what="Events",
        table="event",
        life=EVENTS_KEPT_FOR,
        since="they happened",
        statement=events.DELETE_OLD,
    ),
    RetentionRule(
        what="Log of messages to webhooks",
        table="webhook_delivery",
        ended="created_at <= %(before)s and state <> 'waiting'",
        life=timedelta(days=30),
        since="the event",
    ),
    RetentionRule(
        what="Dumps of public data, except the newest",
        table="dump",
        ended="begun_at <= %(before)s and id < coalesce("
        "(select max(id) from dump newest where newest.finished_at is not null), id + 1)",
        life=timedelta(days=2),
        since="they were made",
    ),
)


@job(every="* * * * *")
async def record_due_posts(run: JobRun) -> None:
    now = run.caller.now
    async with run.dispatcher.database.transaction() as db:
        await events.record_due_posts(db, now - DUE_POSTS_WITHIN, now)


@job(every="* * * * *")
async def send_webhooks(run: JobRun) -> None:
    """Give each webhook the events since the last time, and have what is due sent."""
    database, now = run.dispatcher.database, run.caller.now
    async with database.reading() as db:
        last = await events.get_last(db)
        behind = await deliveries.find_behind(db, last)
    for webhook in behind:
        more = True
        while more:
            async with database.transaction() as db:
                more = await deliveries.assign_events(db, webhook, last, now)
    async with database.transaction() as db:
        due = await deliveries.find_due(db, now)
        runs = [{"webhook_id": webhook, "account": account} for webhook, account in due]
        await deliver_webhook.enqueue_many(db, runs)


@job(every="37 * * * *")
async def forget_events(run: JobRun) -> None:
    await forget(run.dispatcher.database, RETENTION_RULES, run.caller.now)
