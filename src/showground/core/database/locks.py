"""Advisory locks: numbers on which transactions wait for each other. They are released when the transaction ends."""

from showground.core.database.pool import Connection


async def lock(db: Connection, number: int) -> None:
    """Wait for the lock."""
    await db.execute("select pg_advisory_xact_lock(%s)", (number,))


async def lock_shared(db: Connection, number: int) -> None:
    """Wait for the lock; others may share it, but nobody has it alone."""
    await db.execute("select pg_advisory_xact_lock_shared(%s)", (number,))


async def try_lock(db: Connection, number: int) -> bool:
    """Take the lock if it is free; returns whether we have it."""
    return await db.one("select pg_try_advisory_xact_lock(%s)", (number,)) == (True,)
