"""API models of the blog."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground.core.brand import Placement
from showground.core.calls.field_errors import in_words
from showground.core.calls.paging import Page
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.listings import Faq


class BlogPostSummary(DataModel):
    """A blog post as shown in lists."""

    slug: Annotated[str, Field(description="The post's slug.", examples=["testing-backups"])]
    title: Annotated[str, Field(description="The title.", examples=["How to test a backup"])]
    summary: Annotated[
        str, Field(description="What the post is about, in a few sentences.", examples=["A restore is the only proof."])
    ]
    author: Annotated[str, Field(description="The author.", examples=["Ines Okafor"])]
    published_at: Annotated[datetime, Field(description="When it was published.", examples=["2026-10-05T09:00:00Z"])]
    url: Annotated[
        str, Field(description="URL of the post's page.", examples=["http://localhost:8000/blog/testing-backups"])
    ]


class BlogPostPage(Page[BlogPostSummary]):
    """A page of blog posts."""


class BlogPost(BlogPostSummary):
    """A full blog post."""

    body: Annotated[
        str, Field(description="The full text, in Markdown.", examples=["## Restore first\n\nThen call it a backup."])
    ]
    faqs: Annotated[list[Faq], Field(description="Questions and answers about the post.")]
    reading_minutes: Annotated[int, Field(description="Estimated reading time in minutes.", examples=[4])]


PAGE_SLUG = in_words(
    r"^[a-z0-9][a-z0-9-]{0,59}$",
    Text("Must be a slug: 1 to 60 lowercase letters, digits and hyphens, not starting with a hyphen."),
)
PageSlug = Annotated[str, Field(pattern=PAGE_SLUG)]


class SiteText(DataModel):
    """A page of the site itself, such as the terms, in Markdown."""

    slug: str
    address: str
    title: str
    body: str
    placement: Placement
    updated_at: datetime | None  # None: the default text that ships with the software
    required: bool  # whether the law asks for such a page nearly everywhere


class SiteTextVersion(DataModel):
    """A page as somebody saved it."""

    id: int
    slug: str
    title: str
    body: str
    placement: Placement
    saved_at: datetime
    saved_by: int | None
    deleted: bool


class Announcement(DataModel):
    """A line at the top of all pages. `number` is another one for each text."""

    number: int
    body: str
    url: str | None
    begins_at: datetime
    ends_at: datetime | None
