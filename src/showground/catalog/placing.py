"""What a new listing needs before it is added: a domain that no other has, a slug, and its place among categories."""

from dataclasses import dataclass
from typing import Any

from showground.catalog import rules
from showground.catalog.store import find_slugs
from showground.core.database import Connection

DOMAINS = 7_063_118  # families of advisory locks: whoever is to take a domain or a slug takes turns
SLUGS = 7_063_119


@dataclass(frozen=True, slots=True)
class Holder:
    """The listing that holds a domain."""

    id: int
    slug: str


@dataclass(frozen=True, slots=True)
class CategoryEntry:
    """A category as drafts choose from it."""

    slug: str
    name: str
    parent: str | None
    keywords: list[str]
    attributes: list[dict[str, Any]]


async def find_holder(db: Connection, domain: str, *, hold: bool = False) -> Holder | None:
    """The listing of a domain, public or not. With `hold`, nobody else takes the domain before us."""
    if hold:
        await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (DOMAINS, domain))
    row = await db.one("select id, slug from listing where domain = %s", (domain,))
    return Holder(*row) if row else None


async def make_slug(db: Connection, name: str, domain: str) -> str:
    """A slug that is free, and ours until the end of the transaction."""
    base = rules.slug_base(name, domain)
    await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (SLUGS, base))
    return rules.number_slug(base, await find_slugs(db, base))


async def read_categories(db: Connection) -> list[CategoryEntry]:
    """Every category in order, each with the attributes of the one above and its own."""
    rows = await db.all(
        """
        select c.slug, c.name, above.name, c.keywords, coalesce(above.attributes, '[]') || c.attributes
        from category c left join category above on above.id = c.parent_id order by c.position, c.id
        """
    )
    return [CategoryEntry(*row) for row in rows]
