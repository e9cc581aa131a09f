"""SQL on events and webhooks as personal data, for an export."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection


async def export_events(db: Connection, account: int) -> dict[str, Any]:
    return {
        "events": await rows_of(
            db, account, "select kind, subject, key, test, at from event where account_id = %(account)s order by id"
        ),
        "webhooks": await rows_of(
            db,
            account,
            """
            select url, format, about, kinds, created_at, disabled_at,
                (select json_agg(json_build_object('kind', kind, 'key', key, 'state', state, 'attempts', attempts,
                    'outcome', outcome, 'at', d.created_at) order by d.id)
                from webhook_delivery d where d.webhook_id = webhook.id) as deliveries
            from webhook where account_id = %(account)s order by id
            """,
        ),
    }
