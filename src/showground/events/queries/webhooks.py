"""SQL on webhooks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from showground.core.database.pool import Connection
from showground.events.models import About, Format, Webhook

FIND = """
select id, url, format, about, kinds, created_at, disabled_at, former_until from webhook
where account_id = %(account)s and (%(id)s::bigint is null or id = %(id)s) order by id desc
"""


@dataclass(frozen=True, slots=True)
class Receiver:
    """What is needed to send to a webhook."""

    id: int
    account_id: int
    url: str
    format: Format
    salt: UUID
    former_salt: UUID | None
    former_until: datetime | None

    @property
    def host(self) -> str:
        """All of the address that emails show: with Slack and Discord, the rest of it is a secret."""
        return urlsplit(self.url).hostname or self.url

    def salts(self, now: datetime) -> list[UUID]:
        """The salts of the keys that sign now, newest first."""
        if self.former_salt is None or self.former_until is None or self.former_until <= now:
            return [self.salt]
        return [self.salt, self.former_salt]


async def list_webhooks(db: Connection, account: int) -> list[Webhook]:
    return await db.all_as(Webhook, FIND, {"account": account, "id": None})


async def find_webhook(db: Connection, account: int, webhook: int) -> Webhook | None:
    return await db.one_as(Webhook, FIND, {"account": account, "id": webhook})


async def add_webhook(
    db: Connection, account: int, url: str, form: Format, about: About, kinds: Sequence[str], at: datetime
) -> tuple[int, UUID]:
    """Add a webhook, which gets events from now on. Returns its id and its salt."""
    [row] = await db.all(
        """
        insert into webhook (account_id, url, format, about, kinds, reached, created_at)
        values (%s, %s, %s, %s, %s, (select coalesce(max(id), 0) from event), %s) returning id, salt
        """,
        (account, url, form, about, list(kinds), at),
    )
    return row[0], row[1]


async def update_webhook(
    db: Connection, account: int, webhook: int, url: str, form: Format, about: About, kinds: Sequence[str]
) -> bool:
    """Change where a webhook sends and what. Returns whether the account has it."""
    changed = await db.execute(
        "update webhook set url = %s, format = %s, about = %s, kinds = %s where id = %s and account_id = %s",
        (url, form, about, list(kinds), webhook, account),
    )
    return changed.rowcount == 1


async def replace_salt(db: Connection, account: int, webhook: int, former_until: datetime) -> UUID | None:
    """A new salt; the present one signs too until then. None if the account has no such webhook."""
    salt = uuid4()
    changed = await db.execute(
        "update webhook set former_salt = salt, former_until = %s, salt = %s where id = %s and account_id = %s",
        (former_until, salt, webhook, account),
    )
    return salt if changed.rowcount else None


async def delete_webhook(db: Connection, account: int, webhook: int) -> bool:
    gone = await db.execute("delete from webhook where id = %s and account_id = %s", (webhook, account))
    return gone.rowcount == 1


async def enable_webhook(db: Connection, account: int, webhook: int) -> bool:
    """Enable a webhook for events from now on. Returns whether the account has it."""
    changed = await db.execute(
        """
        update webhook set disabled_at = null,
            reached = case when disabled_at is null then reached else (select coalesce(max(id), 0) from event) end
        where id = %s and account_id = %s
        """,
        (webhook, account),
    )
    return changed.rowcount == 1


async def disable_webhook(db: Connection, webhook: int, at: datetime) -> bool:
    """Disable a webhook and drop its pending messages. Returns whether it was enabled."""
    changed = await db.execute(
        "update webhook set disabled_at = %s where id = %s and disabled_at is null", (at, webhook)
    )
    await db.execute(
        """
        update webhook_delivery set state = 'failed', outcome = coalesce(outcome, 'Not sent: the webhook is off')
        where webhook_id = %s and state = 'waiting'
        """,
        (webhook,),
    )
    return changed.rowcount == 1


async def disable_all(db: Connection, account: int, at: datetime) -> None:
    """Disable the webhooks of an account, and drop their pending messages."""
    for webhook in await list_webhooks(db, account):
        await disable_webhook(db, webhook.id, at)


async def find_receiver(db: Connection, webhook: int) -> Receiver | None:
    """A webhook that is not disabled."""
    return await db.one_as(
        Receiver,
        """
        select id, account_id, url, format, salt, former_salt, former_until from webhook
        where id = %s and disabled_at is null
        """,
        (webhook,),
    )
