"""Note that somebody goes to a listing's website."""

from datetime import UTC

from pydantic import BaseModel

from showground.catalog import Slug
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.launches import numbers, rules


class NoteClick(Input):
    """The listing, and what the browser calls itself."""

    slug: Slug
    agent: Opaque = ""


class ClickNoted(BaseModel):
    """Whether it counts."""

    counted: bool


@action(scope=PUBLIC, limit=Limit("clicks", 60, 3600))
async def note_click(ctx: Context, input: NoteClick) -> ClickNoted:
    """Count a click on the link to a listing's website, by day; programs that say so are not counted."""
    if rules.is_bot(input.agent):
        return ClickNoted(counted=False)
    await numbers.add_click(ctx.db, input.slug, ctx.now.astimezone(UTC).date())
    return ClickNoted(counted=True)
