"""Blog posts for staff."""

from typing import Annotated

from pydantic import AwareDatetime, Field

from showground.blog.errors import NoSuchPost
from showground.blog.queries import staff_posts
from showground.blog.queries.posts import NewPost
from showground.blog.queries.staff_posts import StaffPost
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.listings import SLUG, NewFaq

PostSlug = Annotated[str, Field(pattern=SLUG)]


class ListAllPosts(Paged):
    """Pagination."""


@action(scope=STAFF, read_only=True)
async def list_all_posts(ctx: Context, input: ListAllPosts) -> Page[StaffPost]:
    """List posts, scheduled ones first."""
    items, total = await staff_posts.list_posts(ctx.db, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ReadPost(Input):
    slug: PostSlug


@action(scope=STAFF, read_only=True, errors=(NoSuchPost,))
async def read_post(ctx: Context, input: ReadPost) -> StaffPost:
    """Get a post, published or not."""
    post = await staff_posts.find_post(ctx.db, input.slug)
    if post is None:
        raise NoSuchPost
    return post


class WritePost(Input):
    """The post to save. `new`: reject a slug that another post has. The post is hidden until `published_at`."""

    slug: PostSlug
    title: Annotated[str, Field(min_length=1, max_length=160)]
    summary: Annotated[str, Field(min_length=1, max_length=500), MULTI_LINE]
    body: Annotated[str, Field(min_length=1, max_length=200_000), MULTI_LINE]
    author: Annotated[str, Field(min_length=1, max_length=160)]
    faqs: Annotated[tuple[NewFaq, ...], Field(max_length=20)] = ()
    published_at: AwareDatetime
    new: bool = False


@action(scope=STAFF, errors=(NoSuchPost,))
async def write_post(ctx: Context, input: WritePost) -> StaffPost:
    """Create or edit a post. Its slug does not change."""
    known = await staff_posts.find_post(ctx.db, input.slug)
    if known is None and not input.new:
        raise NoSuchPost
    if known is not None and input.new:
        message = Text("Another post has this slug. Choose a different one.")
        raise InvalidInput(errors=[FieldError(field="slug", message=message)])
    await staff_posts.write_post(ctx.db, NewPost(**input.model_dump(exclude={"new"})))
    return StaffPost(**input.model_dump(exclude={"new"}))


class DeletePost(Input):
    slug: PostSlug


class PostDeleted(DataModel):
    slug: str


@action(scope=STAFF, errors=(NoSuchPost,))
async def delete_post(ctx: Context, input: DeletePost) -> PostDeleted:
    """Delete a post permanently."""
    if not await staff_posts.delete_post(ctx.db, input.slug):
        raise NoSuchPost
    return PostDeleted(slug=input.slug)
