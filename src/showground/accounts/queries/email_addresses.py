"""SQL on the email addresses of accounts, for `showground doctor`, which has no connection pool."""

import psycopg


def list_beyond_ascii(conninfo: str) -> list[tuple[int, str]]:
    """The accounts whose address has non-ASCII characters, with the address."""
    with psycopg.connect(conninfo, connect_timeout=5) as db:
        return db.execute("select id, email::text from account where email::text ~ '[^ -~]' order by id").fetchall()
