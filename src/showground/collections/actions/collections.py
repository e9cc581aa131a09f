"""Save listings, and put them into named collections, private or public."""

import json
from typing import Annotated

from pydantic import AfterValidator, Field

from showground import accounts
from showground.collections import rules
from showground.collections.errors import CollectionFull, NoSuchCollection, TooManyCollections
from showground.collections.models import CollectionPage, ListingSaved, OwnCollections, SavedThings
from showground.collections.queries import collections
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import ListingSummary, NoSuchListing, Slug, public_profiles

Name = Annotated[str, Field(max_length=80), AfterValidator(rules.trim_name)]
Description = Annotated[str, Field(max_length=500), MULTI_LINE]


class SaveListing(Input):
    slug: Slug
    save: bool = True


@action(scope=PERSON, limit=rules.SAVES, errors=(NoSuchListing,))
async def save_listing(ctx: Context, input: SaveListing) -> ListingSaved:
    """Save a public listing to your page, or remove it. If it has not launched yet, you are notified when it does."""
    listing = await _find_listing(ctx, input.slug)
    if input.save:
        await collections.save(ctx.db, ctx.account, listing.id, ctx.now, awaits_launch=not listing.live)
    else:
        await collections.unsave(ctx.db, ctx.account, listing.id)
    return ListingSaved(slug=listing.slug, saved=input.save)


async def _find_listing(ctx: Context, slug: str) -> collections.PublicListing:
    found = await collections.find_listing(ctx.db, slug)
    if found is None:
        raise NoSuchListing
    return found


class FindSaved(Input):
    slug: Slug


@action(scope=PERSON, read_only=True)
async def find_saved(ctx: Context, input: FindSaved) -> ListingSaved:
    """Show whether you have saved a listing."""
    return ListingSaved(slug=input.slug, saved=await collections.is_saved(ctx.db, ctx.account, input.slug))


@action(scope=PERSON, read_only=True)
async def list_saved(ctx: Context) -> SavedThings:
    """List your saved listings, newest first, and your collections."""
    return SavedThings(
        saved=await collections.list_saved(ctx.db, ctx.account, rules.MAX_SAVED),
        collections=await collections.list_own(ctx.db, ctx.account),
    )


class ListCollectionsFor(Input):
    slug: Slug


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_collections_for(ctx: Context, input: ListCollectionsFor) -> OwnCollections:
    """List your collections, and which of them contain a listing."""
    listing = await _find_listing(ctx, input.slug)
    return OwnCollections(items=await collections.list_own(ctx.db, ctx.account, listing.id))


class CollectListing(Input):
    """The collections that are to contain the listing, and the name of a new one."""

    slug: Slug
    collections: Annotated[list[int], Field(max_length=rules.MAX_COLLECTIONS)]
    name: Annotated[str, Field(max_length=80)] = ""


@action(
    scope=PERSON,
    limit=rules.SAVES,
    errors=(NoSuchListing, NoSuchCollection, TooManyCollections, CollectionFull),
)
async def collect_listing(ctx: Context, input: CollectListing) -> OwnCollections:
    """Choose which of your collections contain a listing. A new collection is private."""
    listing = await _find_listing(ctx, input.slug)
    if name := " ".join(input.name.split()):
        await accounts.lock_account(ctx.db, ctx.account)
    own = {one.id: one.has for one in await collections.list_own(ctx.db, ctx.account, listing.id)}
    chosen = set(input.collections)
    if not chosen <= own.keys():
        raise NoSuchCollection
    if name:
        if len(own) >= rules.MAX_COLLECTIONS:
            raise TooManyCollections
        number = await collections.add(ctx.db, ctx.account, name, "", ctx.now, public=False)
        own[number], chosen = False, {*chosen, number}
    for number, has in own.items():
        if number in chosen and not has and await collections.count_items(ctx.db, number) >= rules.MAX_ITEMS:
            raise CollectionFull
        await collections.set_item(ctx.db, number, listing.id, ctx.now, wanted=number in chosen)
    return OwnCollections(items=await collections.list_own(ctx.db, ctx.account, listing.id))


class CollectionMade(DataModel):
    id: int


class MakeCollection(Input):
    name: Name
    description: Description = ""
    public: bool = False


@action(scope=PERSON, limit=rules.SAVES, errors=(TooManyCollections,))
async def make_collection(ctx: Context, input: MakeCollection) -> CollectionMade:
    """Make a collection."""
    await accounts.lock_account(ctx.db, ctx.account)
    if await collections.count_own(ctx.db, ctx.account) >= rules.MAX_COLLECTIONS:
        raise TooManyCollections
    return CollectionMade(
        id=await collections.add(
            ctx.db, ctx.account, input.name, input.description.strip(), ctx.now, public=input.public
        )
    )


class ChangeCollection(MakeCollection):
    collection_id: int


@action(scope=PERSON, errors=(NoSuchCollection,))
async def change_collection(ctx: Context, input: ChangeCollection) -> CollectionMade:
    """Rename your collection, describe it, and choose whether everyone can see it."""
    changed = await collections.change(
        ctx.db,
        ctx.account,
        input.collection_id,
        input.name,
        input.description.strip(),
        ctx.now,
        public=input.public,
    )
    if not changed:
        raise NoSuchCollection
    return CollectionMade(id=input.collection_id)


class RemoveFromCollection(Input):
    collection_id: int
    slug: Slug


@action(scope=PERSON, limit=rules.SAVES, errors=(NoSuchCollection, NoSuchListing))
async def remove_from_collection(ctx: Context, input: RemoveFromCollection) -> CollectionMade:
    """Remove a listing from your collection. Removing it twice is the same as once."""
    listing = await _find_listing(ctx, input.slug)
    if not await collections.is_own(ctx.db, ctx.account, input.collection_id):
        raise NoSuchCollection
    await collections.set_item(ctx.db, input.collection_id, listing.id, ctx.now, wanted=False)
    return CollectionMade(id=input.collection_id)


class DeleteCollection(Input):
    collection_id: int


class CollectionDeleted(DataModel):
    deleted: bool = True


@action(scope=PERSON, errors=(NoSuchCollection,))
async def delete_collection(ctx: Context, input: DeleteCollection) -> CollectionDeleted:
    """Delete your collection. Its listings stay saved if you saved them."""
    if not await collections.drop(ctx.db, ctx.account, input.collection_id):
        raise NoSuchCollection
    return CollectionDeleted()


class GetCollection(Input):
    collection_id: int


@action(scope=PUBLIC, read_only=True, errors=(NoSuchCollection,))
async def get_collection(ctx: Context, input: GetCollection) -> CollectionPage:
    """Show a public collection, or one of your own."""
    reader = ctx.access.account if ctx.access else None
    found = await collections.find(ctx.db, input.collection_id, reader)
    if found is None:
        raise NoSuchCollection
    items = await collections.list_items(ctx.db, found.id)
    return CollectionPage(
        id=found.id,
        name=found.name,
        description=found.description,
        public=found.public,
        by=found.by,
        own=found.account_id == reader,
        updated_at=found.updated_at,
        items=[ListingSummary.model_validate(json.loads(public_profiles.present(text, ctx.site))) for text, _ in items],
        added=[at for _, at in items],
    )
