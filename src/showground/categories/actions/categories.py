"""Categories for staff, and the default categories."""

from typing import Annotated

from pydantic import Field

from showground.categories.errors import CannotMerge, CategoryInUse, NoSuchCategory
from showground.categories.queries import category_tree, staff_categories
from showground.categories.queries.staff_categories import Attribute, StaffCategory
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.listings import NewFaq, Slug


class StaffCategories(DataModel):
    """Top-level categories, each followed by its subcategories."""

    items: list[StaffCategory]


@action(scope=STAFF, read_only=True)
async def list_all_categories(ctx: Context) -> StaffCategories:
    """List categories with their keywords and attributes."""
    return StaffCategories(items=await staff_categories.list_categories(ctx.db))


MAX_KEYWORDS = 400  # in all languages that websites are read in


class WriteCategory(Input):
    """The category to save. `new`: reject a slug that another category has."""

    slug: Slug
    name: Annotated[str, Field(min_length=1, max_length=120)]
    description: Annotated[str, Field(min_length=1, max_length=2_000), MULTI_LINE]
    parent: Slug | None = None
    keywords: Annotated[tuple[str, ...], Field(max_length=MAX_KEYWORDS)] = ()
    attributes: Annotated[tuple[Attribute, ...], Field(max_length=30)] = ()
    faqs: Annotated[tuple[NewFaq, ...], Field(max_length=20)] = ()
    new: bool = False


@action(scope=STAFF, errors=(NoSuchCategory,))
async def write_category(ctx: Context, input: WriteCategory) -> StaffCategory:
    """Create or edit a category. Its slug does not change."""
    before = await staff_categories.find_category(ctx.db, input.slug)
    if before is None and not input.new:
        raise NoSuchCategory
    errors = await _find_errors(ctx, input, before)
    if errors:
        raise InvalidInput(errors=errors)
    moves = before is not None and before.parent != input.parent
    await staff_categories.write_category(ctx.db, input.model_dump(exclude={"new"}), moves=moves)
    written = await staff_categories.find_category(ctx.db, input.slug)
    if written is None:
        raise NoSuchCategory
    return written


class DeleteCategory(Input):
    slug: Slug


class CategoryDeleted(DataModel):
    slug: str


@action(scope=STAFF, errors=(NoSuchCategory, CategoryInUse))
async def delete_category(ctx: Context, input: DeleteCategory) -> CategoryDeleted:
    """Delete a category that has no listings and no subcategories."""
    if await staff_categories.find_category(ctx.db, input.slug) is None:
        raise NoSuchCategory
    if not await staff_categories.delete_category(ctx.db, input.slug):
        raise CategoryInUse
    return CategoryDeleted(slug=input.slug)


class MergeCategories(Input):
    """`slug` is merged into `target` and deleted."""

    slug: Slug
    target: Slug


class CategoriesMerged(DataModel):
    slug: str
    target: str
    listings: int


@action(scope=STAFF, errors=(NoSuchCategory, CannotMerge))
async def merge_categories(ctx: Context, input: MergeCategories) -> CategoriesMerged:
    """Move the listings and subcategories of a category to another one, and delete it. Its address redirects there."""
    source = await staff_categories.find_category(ctx.db, input.slug)
    target = await staff_categories.find_category(ctx.db, input.target)
    if source is None or target is None:
        raise NoSuchCategory
    if source.slug == target.slug:
        raise CannotMerge(Text("Choose another category to merge this one into."))
    if target.parent == source.slug:
        raise CannotMerge(Text("Choose a category that is not a subcategory of this one."))
    moved = await staff_categories.merge(ctx.db, source.slug, target.slug, ctx.now)
    return CategoriesMerged(slug=source.slug, target=target.slug, listings=moved)


async def _find_errors(ctx: Context, input: WriteCategory, before: StaffCategory | None) -> list[FieldError]:
    errors: list[FieldError] = []
    if before is not None and input.new:
        errors.append(FieldError(field="slug", message=Text("Another category has this slug. Choose a different one.")))
    if await staff_categories.is_name_taken(ctx.db, input.name, input.slug):
        errors.append(FieldError(field="name", message=Text("Another category has this name. Choose a different one.")))
    if input.parent is not None:
        above = await staff_categories.find_category(ctx.db, input.parent)
        if above is None or above.parent is not None or above.slug == input.slug:
            errors.append(FieldError(field="parent", message=Text("Choose a top-level category.")))
        elif before is not None and any(
            category.parent == input.slug for category in await staff_categories.list_categories(ctx.db)
        ):
            errors.append(
                FieldError(
                    field="parent", message=Text("This category has subcategories, so it must stay at the top level.")
                )
            )
    keys = [attribute.key for attribute in input.attributes]
    if len(keys) != len(set(keys)):
        errors.append(
            FieldError(field="attributes", message=Text("Two attributes have the same key. Change one of them."))
        )
    return errors


class CategoriesLoaded(DataModel):
    count: int


@action(scope=STAFF)
async def load_categories(ctx: Context) -> CategoriesLoaded:
    """Add the default categories, unless there are any categories already."""
    return CategoriesLoaded(count=await category_tree.add_shipped_categories(ctx.db))
