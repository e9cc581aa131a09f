"""SQL on categories as staff write them, with keywords and attributes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from psycopg.types.json import Jsonb
from pydantic import Field

from showground.core.calls.field_errors import in_words
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.database.pool import Connection, changes
from showground.core.languages import Text
from showground.listings import Faq, public_profiles
from showground.search import public_counts

KEY = in_words(
    "^[a-z][a-z0-9_]{0,59}$",
    Text("Must be 1 to 60 lowercase letters, digits and underscores, starting with a letter."),
)


class Attribute(Input):
    """What listings of a category are compared by."""

    key: Annotated[str, Field(pattern=KEY)]
    label: Annotated[str, Field(min_length=1, max_length=120)]
    kind: Literal["text", "number", "yes_no", "list"]


class StaffCategory(DataModel):
    """A category with all that staff may change."""

    slug: str
    name: str
    description: str
    parent: str | None
    position: int
    keywords: list[str]
    attributes: list[Attribute]
    faqs: list[Faq]
    listings: int


SELECT = """
select c.slug, c.name, c.description, above.slug as parent, c.position, c.keywords, c.attributes, c.faqs,
    (select count(*) from listing_category lc where lc.category_id = c.id) as listings
from category c left join category above on above.id = c.parent_id
"""


async def list_categories(db: Connection) -> list[StaffCategory]:
    """Top categories in order, each followed by its subcategories."""
    found = await db.all_as(
        StaffCategory,
        SELECT + "order by coalesce(above.position, c.position), above.slug nulls first, c.position, c.id",
    )
    tops = [category for category in found if category.parent is None]
    return [each for top in tops for each in (top, *(below for below in found if below.parent == top.slug))]


async def find_category(db: Connection, slug: str) -> StaffCategory | None:
    return await db.one_as(StaffCategory, SELECT + "where c.slug = %s", (slug,))


async def is_name_taken(db: Connection, name: str, slug: str) -> bool:
    """Whether another category has this name."""
    return await db.one("select 1 from category where name = %s and slug <> %s", (name, slug)) is not None


async def delete_category(db: Connection, slug: str) -> bool:
    """Delete a category if it is empty. Returns whether it was deleted."""
    gone = await db.execute(
        """
        delete from category c where slug = %s
        and not exists (select from listing_category lc where lc.category_id = c.id)
        and not exists (select from category below where below.parent_id = c.id)
        """,
        (slug,),
    )
    changes(db, "categories", "listing-counts")
    return gone.rowcount == 1


async def write_category(db: Connection, category: dict[str, Any], *, moves: bool) -> None:
    """Add a category after all others, or change the one of this slug; listings in it, and in those below it, are found
    by its name.

    `moves`: it gets another parent, so the counts there are renewed.
    """
    values = category | {
        "faqs": Jsonb(category["faqs"]),
        "attributes": Jsonb(category["attributes"]),
        "keywords": list(category["keywords"]),
    }
    await db.execute("delete from category_former_slug where slug = %(slug)s", values)
    await db.execute(
        """
        insert into category (slug, name, description, faqs, parent_id, position, keywords, attributes)
        select %(slug)s, %(name)s, %(description)s, %(faqs)s, (select id from category where slug = %(parent)s),
            (select coalesce(max(position) + 1, 0) from category), %(keywords)s::text[], %(attributes)s
        on conflict (slug) do update set name = excluded.name, description = excluded.description,
            faqs = excluded.faqs, parent_id = excluded.parent_id, keywords = excluded.keywords,
            attributes = excluded.attributes
        """,
        values,
    )
    listed = await db.all(
        """
        select distinct listing_id from listing_category lc join category c on c.id = lc.category_id
        left join category above on above.id = c.parent_id where %s in (c.slug, above.slug)
        order by listing_id
        """,
        (category["slug"],),
    )
    await public_profiles.refresh(db, [listing for (listing,) in listed])
    if moves:
        await public_counts.recount(db)
    changes(db, "categories", "listings", "listing-counts")


async def merge(db: Connection, source: str, target: str, at: datetime) -> int:
    """Merge a category into another one; returns how many listings were moved."""
    await db.take_time()
    rows = await db.all(
        "select slug, id from category where slug = any(%s) order by id for update", ([source, target],)
    )
    ids = dict(rows)
    row = await db.one("select merge_category(%s, %s, %s)", (ids[source], ids[target], at))
    moved: list[int] = row[0] if row else []
    await public_profiles.refresh(db, moved)
    await public_counts.recount(db)
    changes(db, "categories", "listings", "listing-counts")
    return len(moved)


async def set_positions(db: Connection, slugs: Sequence[str]) -> None:
    """Put categories in this order, before all others."""
    await db.execute(
        """
        update category set position = wanted.place
        from (
            select slug, row_number() over (order by place nulls last, position, id) - 1 as place
            from category left join unnest(%s::text[]) with ordinality as given (slug, place) using (slug)
        ) wanted
        where category.slug = wanted.slug and category.position <> wanted.place
        """,
        (list(slugs),),
    )
    changes(db, "categories")


async def choose_tree(db: Connection, tree: Literal["empty", "shipped"], at: datetime) -> None:
    """Note what the operator starts from, and delete all categories. None has a listing."""
    await db.execute("delete from category where parent_id is not null")
    await db.execute("delete from category")
    await db.execute(
        """
        insert into category_tree_choice (tree, chosen_at) values (%s, %s)
        on conflict (only_row) do update set tree = excluded.tree, chosen_at = excluded.chosen_at
        """,
        (tree, at),
    )
    changes(db, "categories", "listing-counts")
