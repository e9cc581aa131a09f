"""Your listing's updates: list, edit and delete them. Posting one is an operation."""

from typing import Annotated

from pydantic import Field

from showground import listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.listings import ListingUpdate, NoSuchListing, updates
from showground.ownership import input_values
from showground.ownership.errors import NoSuchUpdate


class ListOwnUpdates(Paged):
    listing_id: int


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_own_updates(ctx: Context, input: ListOwnUpdates) -> Page[ListingUpdate]:
    """List the updates of your listing, newest first, whether or not it is public."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    found, total = await updates.list_updates(ctx.db, owned.id, skip=input.offset, most=input.per_page)
    return Page(items=found, page=input.page, per_page=input.per_page, total=total)


class ReadUpdate(Input):
    listing_id: int
    update_id: int


@action(scope=PERSON, read_only=True, errors=(NoSuchListing, NoSuchUpdate))
async def read_update(ctx: Context, input: ReadUpdate) -> ListingUpdate:
    """Get one update of your listing."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    found = await updates.find_update(ctx.db, input.update_id)
    if found is None or found[0] != owned.id:
        raise NoSuchUpdate
    return found[1]


class EditUpdate(Input):
    listing_id: int
    update_id: int
    title: Annotated[str, Field(max_length=200)]
    body: Annotated[str, Field(max_length=5_000), MULTI_LINE]


@action(scope=PERSON, errors=(NoSuchListing, NoSuchUpdate))
async def edit_update(ctx: Context, input: EditUpdate) -> ListingUpdate:
    """Change the text of an update. It keeps its date, and followers are not emailed again."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    if errors := input_values.find_empty(title=input.title, body=input.body):
        raise InvalidInput(errors=errors)
    edited = await updates.edit_update(ctx.db, owned.id, input.update_id, input.title.strip(), input.body.strip())
    if edited is None:
        raise NoSuchUpdate
    return edited


class DeleteUpdate(Input):
    listing_id: int
    update_id: int


class UpdateDeleted(DataModel):
    """The update was deleted."""

    update_id: int


@action(scope=PERSON, errors=(NoSuchListing, NoSuchUpdate))
async def delete_update(ctx: Context, input: DeleteUpdate) -> UpdateDeleted:
    """Delete an update of your listing. Emails about it that are not written yet are not sent."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    if not await updates.delete_update(ctx.db, owned.id, input.update_id):
        raise NoSuchUpdate
    return UpdateDeleted(update_id=input.update_id)
