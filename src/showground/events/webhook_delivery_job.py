"""Sends messages to webhooks: one webhook at a time, several beside each other, all through the guarded fetch."""

from dataclasses import dataclass, replace
from datetime import datetime

from showground.core.calls.context import Site
from showground.core.database.database import Database
from showground.core.fetch import FetchFailed
from showground.core.jobs.declare import JobRun, Sharing, job
from showground.events import messages
from showground.events.actions.webhook_deliveries import SettleDelivery, settle_delivery
from showground.events.queries import deliveries, events, webhooks
from showground.events.queries.deliveries import DueDelivery
from showground.events.queries.webhooks import Receiver
from showground.events.rules import GONE, sign
from showground.events.signing_keys import SigningKeys

AT_ONCE = 100  # messages; the others follow in the next run
MAX_FAILURES = 3  # in a row, after which the receiver is left alone until the next run
SEND_SECONDS = 10.0
EXPIRED = "Not sent: the event is no longer stored"


@dataclass(frozen=True, slots=True)
class Message:
    """What is to be sent now, and where."""

    receiver: Receiver
    due: DueDelivery
    body: bytes | None  # None if the event is no longer stored


# A receiver that never answers takes half a minute, so nobody's receivers may take all the places.
@job(retries=2, sharing=Sharing(each={"webhook_id": 1, "account": 2}, at_once=16))
async def deliver_webhook(run: JobRun, webhook_id: int, account: int = 0) -> None:  # noqa: ARG001 - `sharing` reads it
    """Send what is due to one webhook, oldest first."""
    dispatcher, failures = run.dispatcher, 0
    for _ in range(AT_ONCE):
        now = dispatcher.clock()
        message = await _take(dispatcher.database, dispatcher.site, webhook_id, now)
        if message is None:
            return
        delivered, outcome, gone = await _send(run, message, now)
        failures = 0 if delivered else failures + 1
        settled = SettleDelivery(
            webhook_id=webhook_id,
            delivery_id=message.due.id,
            attempts=message.due.attempts,
            delivered=delivered,
            outcome=outcome,
            gone=gone,
        )
        await dispatcher.call(settle_delivery, replace(run.caller, now=now), settled)
        if failures == MAX_FAILURES:
            return


async def _take(database: Database, site: Site, webhook: int, now: datetime) -> Message | None:
    async with database.transaction() as db:
        receiver = await webhooks.find_receiver(db, webhook)
        due = await deliveries.take_due(db, webhook, now) if receiver else None
        if receiver is None or due is None:
            return None
        if due.event_id is None:
            return Message(receiver, due, messages.write_test(receiver.format, site, now))
        event = await deliveries.find_event(db, due.event_id)
        if event is None:
            return Message(receiver, due, None)
        items = await events.find_items(db, site, now, [event])
        body = messages.write_event(receiver.format, site, event, items.get(event.id, "null"))
        return Message(receiver, due, body)


async def _send(run: JobRun, message: Message, now: datetime) -> tuple[bool, str, bool]:
    """Whether it was delivered, what the receiver answered, and whether it wants no more."""
    if message.body is None:
        return True, EXPIRED, False
    number, timestamp = f"msg_{message.due.id}", int(now.timestamp())
    keys = run.dispatcher.services[SigningKeys].derive(*message.receiver.salts(now))
    headers = {
        "content-type": "application/json",
        "webhook-id": number,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": sign(keys, number, timestamp, message.body),
    }
    try:
        answer = await run.dispatcher.fetch.send(message.receiver.url, message.body, headers, seconds=SEND_SECONDS)
    except FetchFailed as failure:
        return False, str(failure), False
    return 200 <= answer.status < 300, f"HTTP {answer.status}", answer.status == GONE
