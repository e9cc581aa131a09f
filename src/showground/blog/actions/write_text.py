"""Change a text of the site's own."""

from typing import Annotated

from pydantic import Field

from showground.blog import texts
from showground.blog.models import SiteText, TextName
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.core.texts import MULTI_LINE


class WriteText(Input):
    slug: TextName
    title: Annotated[str, Field(min_length=1, max_length=120)]
    body: Annotated[str, Field(min_length=1, max_length=100_000), MULTI_LINE]


@action(scope=STAFF)
async def write_text(ctx: Context, input: WriteText) -> SiteText:
    """Replace the site's words on privacy, its terms, refunds, or how to report abuse; they are Markdown."""
    text = SiteText(slug=input.slug, title=input.title, body=input.body, updated_at=ctx.now)
    await texts.write_text(ctx.db, text, ctx.access.account if ctx.access else None, ctx.now)
    return text
