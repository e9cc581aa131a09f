"""Show a text of the site's own."""

from showground.blog import texts
from showground.blog.models import SiteText, TextName
from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action


class GetText(Input):
    slug: TextName


@action(scope=PUBLIC, read_only=True)
async def get_text(ctx: Context, input: GetText) -> SiteText:
    """Show the site's words on privacy, its terms, refunds, or how to report abuse, in Markdown."""
    return await texts.get_text(ctx.db, input.slug, ctx.site)
