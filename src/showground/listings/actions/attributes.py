"""Attributes of a listing, edited by staff."""

from typing import Any

from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, text_with
from showground.listings.comparison_models import Cell
from showground.listings.errors import NoSuchListing
from showground.listings.queries import edits, staff_listings, versions
from showground.listings.queries.edits import Editor
from showground.listings.queries.staff_listings import AttributeFilled, ListingAttributes

MAX_LENGTH = 200

WANTED = {
    "text": Text("Enter a text of up to 200 characters."),
    "number": Text("Enter a number."),
    "yes_no": Text("Choose yes or no."),
    "list": Text("Enter up to 50 short texts."),
}


class ShowAttributes(Input):
    listing_id: int


@action(scope=MODERATOR, read_only=True, errors=(NoSuchListing,))
async def show_attributes(ctx: Context, input: ShowAttributes) -> ListingAttributes:
    """Get the attributes of a listing's category, with the listing's values."""
    found = await staff_listings.find_attributes(ctx.db, input.listing_id)
    if found is None:
        raise NoSuchListing
    return found


class FillAttributes(Input):
    """Values by key. Null means unknown; keys left out stay unchanged."""

    listing_id: int
    values: dict[str, Cell]


class AttributesFilled(DataModel):
    """The version this created; null if nothing changed."""

    made: int | None


@action(scope=STAFF, errors=(NoSuchListing,))
async def fill_attributes(ctx: Context, input: FillAttributes) -> AttributesFilled:
    """Set a listing's attributes. If a value changes, its evidence from the website is removed."""
    found = await staff_listings.find_attributes(ctx.db, input.listing_id)
    if found is None:
        raise NoSuchListing
    asked = {row.key: row for row in found.rows}
    if errors := _find_errors(asked, input.values):
        raise InvalidInput(errors=errors)
    changed = {key: value for key, value in input.values.items() if found.attributes.get(key) != value}
    attributes: dict[str, Any] = found.attributes | changed
    kept = {key: value for key, value in attributes.items() if value is not None}
    evidence = {
        field: said for field, said in found.evidence.items() if field.removeprefix("attributes.") not in changed
    }
    by = Editor(ctx.access.account if ctx.access else None, ctx.surface)
    new = {"attributes": kept, "evidence": evidence}
    made = await edits.edit(ctx.db, input.listing_id, new, by, ctx.now)
    if made is not None:
        await versions.mark_reviewed(ctx.db, [made], ctx.now)  # staff edits need no review by staff
    return AttributesFilled(made=made)


def _find_errors(asked: dict[str, AttributeFilled], values: dict[str, Cell]) -> list[FieldError]:
    errors: list[FieldError] = []
    for key, value in values.items():
        if key not in asked:
            errors.append(
                FieldError(field=f"values.{key}", message=Text("The listing's category does not have this attribute."))
            )
        elif value is not None and not _fits(asked[key].kind, value):
            errors.append(
                FieldError(
                    field=f"values.{key}",
                    message=text_with("%(label)s: %(wanted)s", label=asked[key].label, wanted=WANTED[asked[key].kind]),
                )
            )
    return errors


def _fits(kind: str, value: Cell) -> bool:
    match kind:
        case "yes_no":
            return isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "list":
            return isinstance(value, list) and 0 < len(value) <= 50 and all(0 < len(x) <= MAX_LENGTH for x in value)
        case _:
            return isinstance(value, str) and 0 < len(value) <= MAX_LENGTH
