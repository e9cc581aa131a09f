"""What a new listing needs before it is added: a free domain, a free slug and existing categories."""

from dataclasses import dataclass

from showground.core.database.pool import Connection
from showground.listings import rules
from showground.listings.queries.slugs import find_slugs

DOMAINS = 7_063_118  # namespaces of the advisory locks on domains and slugs
SLUGS = 7_063_119


@dataclass(frozen=True, slots=True)
class DomainHolder:
    """The listing that has a domain."""

    id: int
    slug: str


async def find_holder(db: Connection, domain: str, *, lock: bool = False) -> DomainHolder | None:
    """The listing with this domain, public or not. `lock`: nobody else can take it until we commit."""
    if lock:
        await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (DOMAINS, domain))
    row = await db.one("select id, slug from listing where domain = %s", (domain,))
    return DomainHolder(*row) if row else None


async def make_slug(db: Connection, name: str, domain: str) -> str:
    """A free slug, locked until the end of the transaction."""
    base = rules.slug_base(name, domain)
    await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (SLUGS, base))
    return rules.number_slug(base, await find_slugs(db, base))
