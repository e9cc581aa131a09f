"""List and search blog posts."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground.blog.models import BlogPostPage
from showground.blog.queries import posts
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.input_text import SEARCH_WORDS
from showground.core.calls.paging import Paged, none_if_blank


class ListBlogPosts(Paged):
    q: Annotated[
        str | None,
        Field(
            max_length=200,
            description="Words in the title, summary or text. The last word may be incomplete.",
            examples=["backup"],
        ),
        SEARCH_WORDS,
        AfterValidator(none_if_blank),
    ] = None


@operation("GET /blog", scope=PUBLIC, cache_tags=("posts",))
async def list_blog_posts(ctx: Context, input: ListBlogPosts) -> BlogPostPage:
    """List blog posts.

    Newest first. With `q`, matching posts only, best match first.
    """
    return await posts.find_posts(ctx.db, ctx.site, ctx.now, q=input.q, page=input.page, per_page=input.per_page)
