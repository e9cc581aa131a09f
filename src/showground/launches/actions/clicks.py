"""Clicks through to a listing's website."""

from datetime import UTC

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.launches import rules
from showground.launches.queries import daily_numbers
from showground.listings import Slug


class NoteClick(Input):
    """The listing, and the browser's user agent."""

    slug: Slug
    agent: Opaque = ""


class ClickNoted(DataModel):
    """Whether the click counts."""

    counted: bool


@action(scope=PUBLIC, limit=Limit("clicks", 60, 3600))
async def note_click(ctx: Context, input: NoteClick) -> ClickNoted:
    """Count a click on a listing's website link, by day. Self-declared bots are not counted."""
    if rules.is_bot(input.agent):
        return ClickNoted(counted=False)
    await daily_numbers.add_click(ctx.db, input.slug, ctx.now.astimezone(UTC).date())
    return ClickNoted(counted=True)
