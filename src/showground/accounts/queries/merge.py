"""SQL that moves everything of one account to another. Which columns lead to an account is read from the schema, so
that a new table can't be forgotten."""

from collections.abc import Iterable, Sequence

from psycopg import sql

from showground.core.database.pool import Connection

# By table: what is not moved, and why. It goes with the account.
NOT_MOVED = {
    "session": "it would sign in to another account than the one it was started for",
    "api_key": "it would open what it was not given for",
    "oauth_grant": "the app would get access to what nobody consented to",
    "webhook": "its receiver would be sent what it was not added for",
    "passkey": "it would sign in to another account than the one it was made for",
    "passkey_challenge": "a random number, for minutes",
    "email_change": "a link for the merged account",
    "last_write": "the number of a transaction, for reads from a replica",
}

# Each column with a foreign key to an account; and for each unique index with that column, its other columns. Arrays
# inside an array must have the same length, so each is passed as text.
COLUMNS = """
select t.relname, a.attname, array(
    select array(
        select other.attname::text from unnest(i.indkey) as key (number)
        join pg_attribute other on other.attrelid = t.oid and other.attnum = key.number
        where other.attnum <> a.attnum
    )::text from pg_index i where i.indrelid = t.oid and i.indisunique and a.attnum = any(i.indkey)
)
from pg_constraint c join pg_class t on t.oid = c.conrelid
join pg_attribute a on a.attrelid = t.oid and a.attnum = any(c.conkey)
where c.contype = 'f' and c.confrelid = 'account'::regclass and t.relnamespace = 'public'::regnamespace
order by t.relname, a.attname
"""


async def find_columns(db: Connection) -> list[tuple[str, str, list[list[str]]]]:
    """Tables and columns that lead to an account, and the other columns of each unique index they are part of."""
    rows = await db.all(COLUMNS)
    return [(table, column, [_read_array(text) for text in indexes]) for table, column, indexes in rows]


async def move_rows(db: Connection, account: int, into: int) -> None:
    """Move the rows. One stays where the other account has the same already, such as a vote for the same listing."""
    for table, column, indexes in await find_columns(db):
        if table not in NOT_MOVED:
            await db.execute(_move(table, column, indexes), {"account": account, "into": into})


def _move(table: str, column: str, indexes: Iterable[Sequence[str]]) -> sql.Composed:
    name, own = sql.Identifier(table), sql.Identifier(column)
    twins = [
        sql.SQL("and not exists (select from {table} twin where {same})").format(
            table=name,
            same=sql.SQL(" and ").join(
                [
                    sql.SQL("twin.{} = %(into)s").format(own),
                    *(
                        sql.SQL("twin.{column} is not distinct from moved.{column}").format(
                            column=sql.Identifier(other)
                        )
                        for other in others
                    ),
                ]
            ),
        )
        for others in indexes
    ]
    return sql.SQL("update {table} moved set {own} = %(into)s where moved.{own} = %(account)s {twins}").format(
        table=name, own=own, twins=sql.SQL(" ").join(twins)
    )


def _read_array(text: str) -> list[str]:
    return [part for part in text.strip("{}").split(",") if part]
