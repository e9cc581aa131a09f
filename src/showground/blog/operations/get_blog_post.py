"""Get one blog post."""

from typing import Annotated

from pydantic import Field

from showground.blog.errors import NoSuchPost
from showground.blog.models import BlogPost
from showground.blog.queries import posts
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Input
from showground.listings import SLUG


class GetBlogPost(Input):
    slug: Annotated[str, Field(pattern=SLUG, description="The post's slug.", examples=["testing-backups"])]


@operation("GET /blog/{slug}", scope=PUBLIC, quick=True, cache_tags=("posts",), errors=(NoSuchPost,))
async def get_blog_post(ctx: Context, input: GetBlogPost) -> BlogPost:
    """Get a blog post.

    Returns the full text in Markdown, with its FAQs.
    """
    return await posts.get_post(ctx.db, input.slug, ctx.site, ctx.now)
