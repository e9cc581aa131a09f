"""SQL on answers of the VAT register, cached for a while."""

from datetime import datetime

from showground.core.database.pool import Connection
from showground.orders.tax.evidence import NumberCheck


async def find(db: Connection, number: str, *, valid_since: datetime, invalid_since: datetime) -> NumberCheck | None:
    """The register's last answer about a number, if it is recent enough."""
    return await db.one_as(
        NumberCheck,
        """
        select number, valid, checked_at, consultation, holder, requester from vat_check
        where number = %s and checked_at > case when valid then %s else %s end
        """,
        (number, valid_since, invalid_since),
    )


async def store(db: Connection, check: NumberCheck) -> None:
    """Store the register's answer. An older answer never replaces a newer one."""
    await db.execute(
        """
        insert into vat_check (number, valid, checked_at, consultation, holder, requester)
        values (%(number)s, %(valid)s, %(checked_at)s, %(consultation)s, %(holder)s, %(requester)s)
        on conflict (number) do update set valid = excluded.valid, checked_at = excluded.checked_at,
            consultation = excluded.consultation, holder = excluded.holder, requester = excluded.requester
        where vat_check.checked_at < excluded.checked_at
        """,
        check.model_dump(),
    )
