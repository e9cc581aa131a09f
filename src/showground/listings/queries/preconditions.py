"""What a new listing needs before it is added: a domain that no other has, a slug, and its place among categories."""

from dataclasses import dataclass

from showground.core.database.pool import Connection
from showground.listings import rules
from showground.listings.queries.slugs import find_slugs

DOMAINS = 7_063_118  # families of advisory locks: whoever is to take a domain or a slug takes turns
SLUGS = 7_063_119


@dataclass(frozen=True, slots=True)
class DomainHolder:
    """The listing that holds a domain."""

    id: int
    slug: str


async def find_holder(db: Connection, domain: str, *, lock: bool = False) -> DomainHolder | None:
    """The listing of a domain, public or not. With `lock`, nobody else takes the domain before us."""
    if lock:
        await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (DOMAINS, domain))
    row = await db.one("select id, slug from listing where domain = %s", (domain,))
    return DomainHolder(*row) if row else None


async def make_slug(db: Connection, name: str, domain: str) -> str:
    """A slug that is free, and ours until the end of the transaction."""
    base = rules.slug_base(name, domain)
    await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (SLUGS, base))
    return rules.number_slug(base, await find_slugs(db, base))
