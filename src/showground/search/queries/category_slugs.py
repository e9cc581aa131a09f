"""The slugs that listings can be filtered by."""

from showground.core.database.pool import Connection


async def get_category_slugs(db: Connection) -> list[str]:
    return [slug for (slug,) in await db.all("select slug from category order by position, id")]


async def find_present_slug(db: Connection, slug: str) -> str | None:
    """The slug of the category that the one with this slug was merged into."""
    row = await db.one(
        "select c.slug from category_former_slug f join category c on c.id = f.category_id where f.slug = %s", (slug,)
    )
    return row[0] if row else None
