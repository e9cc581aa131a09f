"""The site's own pages, such as the terms and the privacy policy."""

from typing import Annotated

from pydantic import Field

from showground.blog.models import SiteText, TextName
from showground.blog.queries import site_pages
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input


class WriteText(Input):
    slug: TextName
    title: Annotated[str, Field(min_length=1, max_length=120)]
    body: Annotated[str, Field(min_length=1, max_length=100_000), MULTI_LINE]


@action(scope=STAFF)
async def write_text(ctx: Context, input: WriteText) -> SiteText:
    """Replace the text of a site page (privacy, terms, refunds or reporting abuse), in Markdown."""
    text = SiteText(slug=input.slug, title=input.title, body=input.body, updated_at=ctx.now)
    await site_pages.write_text(ctx.db, text, ctx.access.account if ctx.access else None, ctx.now)
    return text


class GetText(Input):
    slug: TextName


@action(scope=PUBLIC, read_only=True)
async def get_text(ctx: Context, input: GetText) -> SiteText:
    """Get the text of a site page (privacy, terms, refunds or reporting abuse), in Markdown."""
    return await site_pages.get_text(ctx.db, input.slug, ctx.site)
