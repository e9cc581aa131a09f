"""Collections: their public pages, and how their owners change them and put listings into them."""

from typing import Any

from starlette.responses import Response

from showground.collections import CollectionPage
from showground.collections.actions.collections import (
    GetCollection,
    ListCollectionsFor,
    change_collection,
    collect_listing,
    delete_collection,
    get_collection,
    list_collections_for,
    remove_from_collection,
)
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get
from showground.surfaces.web.visitors.votes import opinions_of


@for_a_person
async def show_collect(visit: Visit) -> Response:
    return await _show_collect(visit)


@for_a_person
async def post_collect(visit: Visit) -> Response:
    listing, form = await get(visit), await visit.form()
    chosen = [int(text) for text in form.getlist("collections") if text.isascii() and text.isdigit() and len(text) < 19]
    values = {"slug": listing.slug, "collections": chosen, "name": form.get("name", "")}
    result = await visit.submit_with(collect_listing, **values)
    if result.answer is None:
        return await _show_collect(visit, result, form.get("name", ""))
    return visit.go(f"/listings/{listing.slug}?collected=1")


async def _show_collect(visit: Visit, result: FormResult[Any] = NO_RESULT, name: str = "") -> Response:
    listing = await get(visit)
    found = await visit.ask(list_collections_for, ListCollectionsFor(slug=listing.slug))
    return visit.show(
        "collect.html",
        status=result.status,
        private=True,
        listing=listing,
        collections=found.items,
        name=name,
        result=result,
    )


async def find_collection(visit: Visit) -> CollectionPage:
    number = int(visit.path_params["collection_id"])
    return await visit.ask(get_collection, GetCollection(collection_id=number), f"collection:{number}", "listings")


async def show_collection(visit: Visit) -> Response:
    return await _show_collection(visit)


@for_a_person
async def save_collection(visit: Visit) -> Response:
    result = await visit.submit(change_collection, **visit.path_params)
    if result.answer is None:
        form = await visit.form()
        typed = {"name": form.get("name", ""), "description": form.get("description", "")}
        return await _show_collection(visit, result, typed)
    return visit.go(f"/collections/{result.answer.id}?saved=1#saved")


@for_a_person
async def remove_listing(visit: Visit) -> Response:
    result = await visit.submit(remove_from_collection, **visit.path_params)
    if result.answer is None:
        return await _show_collection(visit, result)
    return visit.go(f"/collections/{result.answer.id}?removed=1#listings")


@for_a_person
async def drop_collection(visit: Visit) -> Response:
    result = await visit.submit(delete_collection, **visit.path_params)
    if result.failure:
        raise result.failure
    return visit.go("/me")


async def _show_collection(
    visit: Visit, result: FormResult[Any] = NO_RESULT, typed: dict[str, str] | None = None
) -> Response:
    found = await find_collection(visit)
    return visit.show(
        "collection.html",
        status=result.status,
        private=not found.public,
        collection=found,
        saved="saved" in visit.query and result.failure is None,
        removing="removed" in visit.query,
        typed=typed or {"name": found.name, "description": found.description},
        result=result,
        mine=await opinions_of(visit, [listing.slug for listing in found.items]),
    )
