"""SQL that reads whole tables."""

from collections.abc import AsyncGenerator, Sequence

from psycopg import sql

from showground.core.database.pool import Connection


async def list_columns(db: Connection) -> list[tuple[str, str, str]]:
    """The table, name and type of every column, in the order of tables and columns. Views have none."""
    return [
        (table, column, kind)
        for table, column, kind in await db.all(
            """
            select relname, attname, format_type(atttypid, null) from pg_attribute
            join pg_class on pg_class.oid = attrelid
            where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
                and relname not like 'procrastinate%'
            order by relname, attnum
            """
        )
    ]


async def copy_csv(db: Connection, table: str, columns: Sequence[str]) -> AsyncGenerator[bytes]:
    """These columns of a table as CSV, with a heading."""
    statement = sql.SQL("copy (select {} from {} order by 1) to stdout with (format csv, header)").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table)
    )
    async with db.cursor() as cursor, cursor.copy(statement) as copy:
        async for data in copy:
            yield bytes(data)


async def list_files(db: Connection, table: str, after: str, most: int) -> list[tuple[str, bytes]]:
    """The name and content of some stored files, in the order of their names."""
    statement = sql.SQL("select name, content from {} where name > %s order by name limit %s")
    rows = await db.execute(statement.format(sql.Identifier(table)), (after, most))
    return [(name, content) for name, content in await rows.fetchall()]
