"""The slugs that listings can be filtered by."""

from showground.core.database.pool import Connection


async def get_category_slugs(db: Connection) -> list[str]:
    return [slug for (slug,) in await db.all("select slug from category order by position, id")]
