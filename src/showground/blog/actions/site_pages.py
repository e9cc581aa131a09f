"""The site's own pages: the legal ones, and any that staff add."""

from typing import Annotated

from pydantic import Field

from showground.blog.errors import NoSuchPage
from showground.blog.models import PageSlug, SiteText, SiteTextVersion
from showground.blog.page_addresses import REQUIRED, WELL_KNOWN, address_of
from showground.blog.queries import site_pages
from showground.blog.rules import PLACEHOLDERS, find_unknown_placeholder
from showground.core.brand import Placement
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, text_with

MAX_VERSIONS = 50


class WriteText(Input):
    """The page to save. `new`: reject a slug that another page has."""

    slug: PageSlug
    title: Annotated[str, Field(min_length=1, max_length=120)]
    body: Annotated[str, Field(min_length=1, max_length=100_000), MULTI_LINE]
    placement: Placement = "footer"
    new: bool = False


@action(scope=STAFF, errors=(NoSuchPage,))
async def write_text(ctx: Context, input: WriteText) -> SiteText:
    """Add a page of the site, or replace its text, in Markdown."""
    if errors := [error for name in ("title", "body") for error in _find_errors(name, getattr(input, name))]:
        raise InvalidInput(errors=errors)
    known = await site_pages.get_text(ctx.db, input.slug)
    if known is not None and input.new:
        message = Text("Another page has this slug. Choose a different one, or edit that page.")
        raise InvalidInput(errors=[FieldError(field="slug", message=message)])
    if known is None and not input.new and input.slug not in WELL_KNOWN:
        raise NoSuchPage
    text = SiteText(
        slug=input.slug,
        address=address_of(input.slug),
        title=input.title,
        body=input.body,
        placement=input.placement,
        updated_at=ctx.now,
        required=input.slug in REQUIRED,
    )
    await site_pages.write_text(ctx.db, text, ctx.access.account if ctx.access else None, ctx.now)
    return text


def _find_errors(field: str, text: str) -> list[FieldError]:
    unknown = find_unknown_placeholder(text)
    if unknown is None:
        return []
    message = text_with(
        "{%(unknown)s} is not a placeholder. Use one of %(choices)s, or put it in backticks to show it as it is.",
        unknown=unknown,
        choices=", ".join(f"{{{name}}}" for name in PLACEHOLDERS),
    )
    return [FieldError(field=field, message=message)]


class DeleteText(Input):
    slug: PageSlug


class TextDeleted(DataModel):
    slug: str


@action(scope=STAFF, errors=(NoSuchPage,))
async def delete_text(ctx: Context, input: DeleteText) -> TextDeleted:
    """Delete a page. A page that ships with the software gets its shipped text back."""
    text = await site_pages.get_text(ctx.db, input.slug)
    if text is None or text.updated_at is None:
        raise NoSuchPage
    await site_pages.delete_text(ctx.db, text, ctx.access.account if ctx.access else None, ctx.now)
    return TextDeleted(slug=input.slug)


class GetText(Input):
    slug: PageSlug


@action(scope=PUBLIC, read_only=True, errors=(NoSuchPage,))
async def get_text(ctx: Context, input: GetText) -> SiteText:
    """Get a page of the site, in Markdown."""
    text = await site_pages.get_text(ctx.db, input.slug)
    if text is None:
        raise NoSuchPage
    return site_pages.fill_in(text, ctx.site)


class Texts(DataModel):
    """All pages; `missing` are those that the law asks for and nobody has written."""

    items: list[SiteText]
    missing: list[str]


@action(scope=STAFF, read_only=True)
async def list_texts(ctx: Context) -> Texts:
    """List the site's own pages, and the required ones that are missing or still have the shipped text."""
    return Texts(items=await site_pages.list_texts(ctx.db), missing=await site_pages.list_unwritten(ctx.db))


class TextHistory(DataModel):
    """The page as staff edit it, with its placeholders, and its versions."""

    text: SiteText | None
    versions: list[SiteTextVersion]


@action(scope=STAFF, read_only=True)
async def read_text(ctx: Context, input: GetText) -> TextHistory:
    """Read a page as it was written, with everyone who saved it."""
    return TextHistory(
        text=await site_pages.get_text(ctx.db, input.slug),
        versions=await site_pages.list_versions(ctx.db, input.slug, MAX_VERSIONS),
    )
