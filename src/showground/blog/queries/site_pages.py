"""Legal pages. The shipped text is used until staff edit it."""

from datetime import datetime
from importlib.resources import files

from showground.blog.models import SiteText, TextName
from showground.core.calls.context import Site
from showground.core.database.pool import Connection, changes


async def get_text(db: Connection, slug: TextName, site: Site) -> SiteText:
    row = await db.one("select title, body, updated_at from site_text where slug = %s", (slug,))
    if row is not None:
        return SiteText(slug=slug, title=row[0], body=row[1], updated_at=row[2])
    shipped = (files("showground") / "blog" / "default_texts" / f"{slug}.md").read_text(encoding="utf-8")
    heading, _, body = shipped.replace("{site}", site.name).partition("\n")
    return SiteText(slug=slug, title=heading.removeprefix("# "), body=body.strip(), updated_at=None)


async def write_text(db: Connection, text: SiteText, by: int | None, at: datetime) -> None:
    await db.execute(
        """
        insert into site_text (slug, title, body, updated_at, updated_by) values (%s, %s, %s, %s, %s)
        on conflict (slug) do update set title = excluded.title, body = excluded.body,
            updated_at = excluded.updated_at, updated_by = excluded.updated_by
        """,
        (text.slug, text.title, text.body, at, by),
    )
    changes(db, f"text:{text.slug}")
