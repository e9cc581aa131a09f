"""Show one post."""

from typing import Annotated

from pydantic import Field

from showground.blog import store
from showground.blog.failures import NoSuchPost
from showground.blog.models import Post
from showground.catalog import SLUG
from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, operation


class GetBlogPost(Input):
    slug: Annotated[str, Field(pattern=SLUG, description="The post's name in addresses.", examples=["testing-backups"])]


@operation("GET /blog/{slug}", scope=PUBLIC, cache_tags=("posts",), failures=(NoSuchPost,))
async def get_blog_post(ctx: Context, input: GetBlogPost) -> Post:
    """Show one post of the blog: its full text in Markdown, with questions and answers."""
    return await store.get_post(ctx.db, input.slug, ctx.site, ctx.now)
