"""A listing's versions, their differences, and restoring one."""

from starlette.responses import Response

from showground.ownership.actions.versions import ListVersions, list_versions, restore_version
from showground.surfaces.web.category_names import name_categories
from showground.surfaces.web.dashboard.common import get_listing, number_of, page_asked, page_of
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.text_diff import compare
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_versions(visit: Visit) -> Response:
    listing = await get_listing(visit)
    found = await visit.ask(list_versions, ListVersions(listing_id=listing.listing_id, page=page_asked(visit)))
    categories = await name_categories(visit)
    return visit.show(
        "dashboard/versions.html",
        private=True,
        listing=listing,
        versions=[(version, compare(version.before, version.after, categories)) for version in found.items],
        pager=make_pager(visit, found),
        restored=visit.query.get("restored"),
    )


@for_a_person
async def bring_back(visit: Visit) -> Response:
    listing = await get_listing(visit)
    undo = (await visit.form()).get("undo") == "true"
    result = await visit.submit_with(
        restore_version, listing_id=listing.listing_id, version_id=number_of(visit, "version_id"), undo=undo
    )
    if result.failure is not None:
        raise result.failure
    made = result.answer is not None and result.answer.made is not None
    return visit.go(f"{page_of(listing, '/versions')}?restored={'yes' if made else 'no'}")
