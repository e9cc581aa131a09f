"""SQL on events. Triggers write them; see migration 0065."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import LiteralString

from showground.core.calls.context import Site
from showground.core.calls.models import Encoded
from showground.core.database.pool import Connection
from showground.events.models import EventPage, Subject
from showground.events.queries import documents

# Each half reads an index in order, and stops after `limit` rows.
FIND = """
(select id, kind, at, subject, key, previous_key, listing_id, account_id, test from event
    where account_id is null and id > %(after)s order by id limit %(limit)s)
union all
(select id, kind, at, subject, key, previous_key, listing_id, account_id, test from event
    where account_id = %(account)s and id > %(after)s order by id limit %(limit)s)
order by id limit %(limit)s
"""
# Posts become public when their time has come, which is no change of a row.
RECORD_DUE_POSTS = """
select record_event('post.updated', 'post', slug) from post
where published_at > %(since)s and published_at <= %(now)s and not exists (
    select from event where event.at >= post.published_at and event.subject = 'post' and event.key = post.slug
)
"""
DELETE_OLD: LiteralString = """
with old as (select id from event where at <= %(before)s order by at limit %(most)s),
raised as (update event_floor set id = greatest(id, (select max(id) from old)))
delete from event using old where event.id = old.id
"""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A row of `event`."""

    id: int
    kind: str
    at: datetime
    subject: Subject
    key: str
    previous_key: str | None
    listing_id: int | None
    account_id: int | None
    test: bool = False

    @property
    def public(self) -> bool:
        return self.account_id is None


async def find_events(db: Connection, after: int, limit: int, account: int | None) -> list[StoredEvent]:
    """Public events after this id, in order, and those that concern this account."""
    return await db.all_as(StoredEvent, FIND, {"after": after, "limit": limit, "account": account})


async def is_known(db: Connection, cursor: int) -> bool:
    """Whether nothing is missed after this event: none that followed it was deleted because it was old, and it was not
    lost in a restore from a backup. The sequence says which ids were given, also to events that are deleted.
    """
    [(known,)] = await db.all(
        "select %s between floor.id and given.last_value from event_floor floor, event_id_seq given", (cursor,)
    )
    return known


async def get_last(db: Connection) -> int:
    """The newest event; nothing that commits later has a lower id."""
    [(last,)] = await db.all("select coalesce(max(id), (select id from event_floor)) from event")
    return last


async def encode_page(
    db: Connection, site: Site, now: datetime, found: Sequence[StoredEvent], after: int, *, more: bool, full: bool
) -> Encoded[EventPage]:
    """The events as they are sent, each with what it is about."""
    items = await find_items(db, site, now, found) if full else {}
    encoded = ",".join(encode_event(event, items.get(event.id, "null")) for event in found)
    last = found[-1].id if found else after
    return Encoded(f'{{"items":[{encoded}],"after":{last},"more":{json.dumps(more)}}}'.encode())


async def find_items(db: Connection, site: Site, now: datetime, found: Sequence[StoredEvent]) -> dict[int, str]:
    """What public events are about, encoded, by the id of the event; without what is not public any more."""
    wanted: defaultdict[Subject, set[str]] = defaultdict(set)
    for event in found:
        if event.public:
            wanted[event.subject].add(event.key)
    items = {
        (subject, key): text
        for subject, keys in wanted.items()
        for key, text in await documents.find_documents(db, site, now, subject, keys)
    }
    return {
        event.id: items[event.subject, event.key]
        for event in found
        if event.public and (event.subject, event.key) in items
    }


def encode_event(event: StoredEvent, item: str) -> str:
    shown = asdict(event) | {"at": event.at.isoformat().replace("+00:00", "Z")}
    del shown["listing_id"], shown["account_id"]
    return f'{json.dumps(shown)[:-1]}, "item":{item}}}'


async def record_due_posts(db: Connection, since: datetime, now: datetime) -> int:
    """Record the posts whose time has come since then, each once; returns how many."""
    return (await db.execute(RECORD_DUE_POSTS, {"since": since, "now": now})).rowcount
