"""Dashboard page for a listing's story and milestones."""

from typing import Any

from starlette.responses import Response

from showground.ownership import OwnedListing
from showground.ownership.operations.add_milestone import add_milestone
from showground.ownership.operations.delete_milestone import delete_milestone
from showground.ownership.operations.update_story import update_story
from showground.surfaces.web.dashboard.common import get_listing, number_of, page_of
from showground.surfaces.web.formatting import STORY
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

MILESTONE = ("date", "title", "description", "url")


@for_a_person
async def show_story(visit: Visit) -> Response:
    return _show_story(visit, await get_listing(visit), None, {}, NOT_TRIED)


@for_a_person
async def save_story(visit: Visit) -> Response:
    listing, form = await get_listing(visit), await visit.form()
    typed = {name: form.get(name, "").replace("\r\n", "\n").strip() for name in STORY}
    tried = await visit.attempt_with(update_story, listing_id=listing.listing_id, **typed)
    if tried.failure is not None:
        return _show_story(visit, listing, typed, {}, tried)
    return visit.go(f"{page_of(listing, '/story')}?saved=1")


@for_a_person
async def post_milestone(visit: Visit) -> Response:
    listing, form = await get_listing(visit), await visit.form()
    typed = {name: form.get(name, "").strip() for name in MILESTONE}
    given = {name: text for name, text in typed.items() if text or name in ("date", "title")}
    tried = await visit.attempt_with(add_milestone, listing_id=listing.listing_id, **given)
    if tried.failure is not None:
        return _show_story(visit, listing, None, typed, tried)
    return visit.go(f"{page_of(listing, '/story')}#milestones")


@for_a_person
async def drop_milestone(visit: Visit) -> Response:
    """Deleting a milestone twice is not an error."""
    listing = await get_listing(visit)
    number = number_of(visit, "milestone_id")
    await visit.attempt_with(delete_milestone, listing_id=listing.listing_id, milestone_id=number)
    return visit.go(f"{page_of(listing, '/story')}#milestones")


def _show_story(
    visit: Visit, listing: OwnedListing, typed: dict[str, str] | None, milestone: dict[str, str], tried: Tried[Any]
) -> Response:
    """The page has two forms; errors are shown in the one that was sent."""
    now = listing.story.model_dump() if listing.story else {}
    return visit.show(
        "dashboard/story.html",
        status=tried.status,
        private=True,
        listing=listing,
        sections=STORY,
        story=typed if typed is not None else {name: now.get(name) or "" for name in STORY},
        milestone={**dict.fromkeys(MILESTONE, ""), **milestone},
        story_tried=tried if typed is not None else NOT_TRIED,
        milestone_tried=tried if milestone else NOT_TRIED,
        saved="saved" in visit.query,
    )
