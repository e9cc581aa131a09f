"""Write the story of a listing."""

from typing import Annotated, Any

from pydantic import Field

from showground import listings
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.listings import ListingStory, NoSuchListing
from showground.ownership import evidence, input_values, presentation
from showground.ownership.access import get_for_edit, save_edit
from showground.ownership.models import ListingId

Section = Annotated[str | None, MULTI_LINE]


def _section(what: str, example: str) -> Any:
    return Field(
        default=None, max_length=8_000, description=f"{what} Null or an empty string removes it.", examples=[example]
    )


class UpdateStory(Input):
    listing_id: ListingId
    title: Annotated[str | None, Field(max_length=200, description="The title.", examples=["Three lost weekends"])] = (
        None
    )
    story: Section = _section("The story.", "It began with a failed disk.")
    why_started: Section = _section("Why you started.", "Restores failed.")
    problem: Section = _section("The problem you solve.", "Nobody tests a backup.")
    journey: Section = _section("The journey so far.", "Two years of evenings.")
    challenges: Section = _section("The challenges.", "Large tables.")
    achievements: Section = _section("The achievements.", "900 customers.")
    lessons: Section = _section("Lessons learned.", "Test restores.")
    whats_next: Section = _section("What comes next.", "Replication.")


@operation(
    "PUT /me/listings/{listing_id}/story",
    scope=LISTINGS_WRITE,
    idempotent=True,
    current=presentation.read_owned,
    errors=(NoSuchListing,),
)
async def update_story(ctx: Context, input: UpdateStory) -> ListingStory:
    """Edit the founder story of your listing.

    The sections you send are replaced; the others stay unchanged. The story is stored right away and shown once the
    listing's `story` section is unlocked.
    """
    owned = await get_for_edit(ctx, ctx.db, input.listing_id, lock=True)
    profile = (await listings.owned.read_profiles(ctx.db, [owned.id], ctx.site))[owned.id]
    story = profile.story or ListingStory()
    named = input.model_fields_set - {"listing_id"}
    new = story.model_copy(update={name: input_values.trimmed(getattr(input, name)) for name in named})
    changed = [name for name in named if getattr(new, name) != getattr(story, name)]
    written = {
        "story": new.model_dump(exclude_none=True) or None,
        "evidence": evidence.without_sections(profile, changed),
    }
    await save_edit(ctx, owned.id, written)
    return new
