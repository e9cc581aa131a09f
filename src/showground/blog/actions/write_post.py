"""Write the blog: posts that are published, and posts whose day has not come."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, Field

from showground.blog import writing
from showground.blog.failures import NoSuchPost
from showground.blog.store import NewPost
from showground.blog.writing import StaffPost
from showground.catalog import SLUG, NewFaq
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.operation import STAFF, Input, action
from showground.core.paging import Page, Paged
from showground.core.texts import MULTI_LINE

PostSlug = Annotated[str, Field(pattern=SLUG)]


class ListAllPosts(Paged):
    """Which page."""


@action(scope=STAFF, read_only=True)
async def list_all_posts(ctx: Context, input: ListAllPosts) -> Page[StaffPost]:
    """List posts, those to come first."""
    items, total = await writing.list_posts(ctx.db, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ReadPost(Input):
    slug: PostSlug


@action(scope=STAFF, read_only=True, failures=(NoSuchPost,))
async def read_post(ctx: Context, input: ReadPost) -> StaffPost:
    """Read a post, published or not."""
    post = await writing.find_post(ctx.db, input.slug)
    if post is None:
        raise NoSuchPost
    return post


class WritePost(Input):
    """A post as it should be; `new` says that no other may have its slug. Until `published_at` nobody sees it."""

    slug: PostSlug
    title: Annotated[str, Field(min_length=1, max_length=160)]
    summary: Annotated[str, Field(min_length=1, max_length=500), MULTI_LINE]
    body: Annotated[str, Field(min_length=1, max_length=200_000), MULTI_LINE]
    author: Annotated[str, Field(min_length=1, max_length=160)]
    faqs: Annotated[tuple[NewFaq, ...], Field(max_length=20)] = ()
    published_at: AwareDatetime
    new: bool = False


@action(scope=STAFF, failures=(NoSuchPost,))
async def write_post(ctx: Context, input: WritePost) -> StaffPost:
    """Add a post, or change one; its slug stays."""
    known = await writing.find_post(ctx.db, input.slug)
    if known is None and not input.new:
        raise NoSuchPost
    if known is not None and input.new:
        message = "Another post has this name in addresses."
        raise InvalidInput(faults=[Fault(field="slug", message=message)])
    await writing.write_post(ctx.db, NewPost(**input.model_dump(exclude={"new"})))
    return StaffPost(**input.model_dump(exclude={"new"}))


class DeletePost(Input):
    slug: PostSlug


class PostDeleted(BaseModel):
    slug: str


@action(scope=STAFF, failures=(NoSuchPost,))
async def delete_post(ctx: Context, input: DeletePost) -> PostDeleted:
    """Take a post away for good."""
    if not await writing.delete_post(ctx.db, input.slug):
        raise NoSuchPost
    return PostDeleted(slug=input.slug)
