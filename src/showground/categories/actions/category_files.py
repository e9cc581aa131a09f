"""Export and import of the category tree, and what a site starts from."""

from operator import itemgetter
from typing import Annotated, Any, Literal

from pydantic import Field

from showground.categories import file_format
from showground.categories.actions.categories import WriteCategory, write_category
from showground.categories.errors import TreeInUse
from showground.categories.file_format import MEDIA_TYPES, Format, UnreadableFile
from showground.categories.queries import category_tree, staff_categories
from showground.categories.queries.staff_categories import StaffCategory
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import deferred, text_with
from showground.core.languages.formats import number

__all__ = [
    "MAX_BYTES", "MEDIA_TYPES", "ExportCategories", "Format", "ImportCategories", "StartTree", "export_categories",
    "import_categories", "start_tree",
]  # fmt: skip

MAX_BYTES = 2_000_000
MAX_CATEGORIES = 2_000
MAX_REPORTED = 50


class ExportCategories(Input):
    format: Format = "csv"


class CategoryFile(DataModel):
    name: str
    content: str


@action(scope=STAFF, read_only=True)
async def export_categories(ctx: Context, input: ExportCategories) -> CategoryFile:
    """Export all categories with keywords, attributes and FAQs, in the format that the import reads."""
    content = file_format.write_file(await staff_categories.list_categories(ctx.db), input.format)
    return CategoryFile(name=f"categories.{input.format}", content=content)


class ImportCategories(Input):
    """A CSV or JSON file. `replace`: delete the categories that are not in the file."""

    content: Annotated[bytes, Field(max_length=MAX_BYTES, exclude=True)]
    replace: bool = False


class CategoriesImported(DataModel):
    added: int
    changed: int
    deleted: int


Wrong = tuple[int, FieldError]  # with the category's number in the file; 0 is the whole file


@action(scope=STAFF)
async def import_categories(ctx: Context, input: ImportCategories) -> CategoriesImported:
    """Add and change categories as a file says, in its order; all of them, or none if anything is wrong."""
    rows = _read(input.content)
    wanted, wrong = _parse(rows)
    before = {category.slug: category for category in await staff_categories.list_categories(ctx.db)}
    await ctx.db.take_time()
    named = {slug for row in rows if isinstance(slug := row.get("slug"), str)}
    gone = [category for slug, category in before.items() if slug not in named] if input.replace else []
    if used := [category.name for category in gone if category.listings]:
        message = text_with(
            "These categories have listings but are not in the file: %(names)s. Merge them first.",
            names=", ".join(used[:10]),
        )
        wrong.append((0, FieldError(field="file", message=message)))
    wrong += await _write(ctx, wanted, before, unread=named - {category.slug for category in wanted.values()})
    if wrong:
        errors = [error for _, error in sorted(wrong, key=itemgetter(0))]
        raise InvalidInput(errors=errors[:MAX_REPORTED])
    for category in sorted(gone, key=lambda category: category.parent is None):
        await staff_categories.delete_category(ctx.db, category.slug)
    await staff_categories.set_positions(ctx.db, [category.slug for category in wanted.values()])
    added = len(named - set(before))
    return CategoriesImported(added=added, changed=len(named) - added, deleted=len(gone))


def _read(content: bytes) -> list[dict[str, Any]]:
    try:
        rows = file_format.read_file(content)
    except UnreadableFile as problem:
        raise InvalidInput(errors=[FieldError(field="file", message=problem.message)]) from None
    if len(rows) > MAX_CATEGORIES:
        message = text_with(
            "The file has %(count)s categories; at most %(most)s can be imported.",
            count=deferred(number, len(rows)),
            most=deferred(number, MAX_CATEGORIES),
        )
        raise InvalidInput(errors=[FieldError(field="file", message=message)])
    return rows


def _parse(rows: list[dict[str, Any]]) -> tuple[dict[int, WriteCategory], list[Wrong]]:
    """The valid categories by their number in the file, each slug once."""
    wanted: dict[str, tuple[int, WriteCategory]] = {}
    wrong: list[Wrong] = []
    for place, row in enumerate(rows, 1):
        try:
            category = write_category.parse(row)
        except InvalidInput as problem:
            wrong += [(place, _at(place, row, error)) for error in problem.errors]
            continue
        if wanted.setdefault(category.slug, (place, category))[0] != place:
            twice = text_with(
                "Category %(number)s (%(slug)s): this slug appears twice.", number=place, slug=category.slug
            )
            wrong.append((place, FieldError(field="file", message=twice)))
    return dict(wanted.values()), wrong


async def _write(
    ctx: Context, wanted: dict[int, WriteCategory], before: dict[str, StaffCategory], *, unread: set[str]
) -> list[Wrong]:
    """Write what changed; top-level categories first, so that subcategories find their parents. Returns what is wrong.

    `unread`: slugs of categories that could not be read. Nothing is said of what depends on them.
    """
    wrong: list[Wrong] = []
    free = {before[slug].name for slug in unread if slug in before}  # they may get other names
    for place, category in sorted(wanted.items(), key=lambda item: item[1].parent is not None):
        known = before.get(category.slug)
        if known is not None and WriteCategory.model_validate(_fields(known)) == category:
            continue
        if category.parent in unread or category.name in free:
            continue
        asked = category.model_copy(update={"new": known is None})
        try:
            await write_category.handler(ctx, asked)
        except InvalidInput as problem:
            wrong += [(place, _at(place, {"slug": category.slug}, error)) for error in problem.errors]
            unread = unread | {category.slug}
    return wrong


def _fields(category: StaffCategory) -> dict[str, Any]:
    return category.model_dump(exclude={"position", "listings"})


def _at(number: int, row: dict[str, Any], error: FieldError) -> FieldError:
    name = str(row.get("slug", ""))[:60]
    place = f"{number} ({name})" if name else number
    message = text_with(
        "Category %(place)s, %(field)s: %(message)s", place=place, field=error["field"], message=error["message"]
    )
    return FieldError(field="file", message=message)


class StartTree(Input):
    tree: Literal["empty", "shipped"]


class TreeStarted(DataModel):
    categories: int


@action(scope=STAFF, errors=(TreeInUse,))
async def start_tree(ctx: Context, input: StartTree) -> TreeStarted:
    """Delete all categories and start with none, or with those that Showground ships. Only while none has listings."""
    if any(category.listings for category in await staff_categories.list_categories(ctx.db)):
        raise TreeInUse
    await staff_categories.choose_tree(ctx.db, input.tree, ctx.now)
    count = await category_tree.add_shipped_categories(ctx.db) if input.tree == "shipped" else 0
    return TreeStarted(categories=count)
