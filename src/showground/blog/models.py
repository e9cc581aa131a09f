"""What callers see of the blog."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from showground.listings import Faq


class PostSummary(BaseModel):
    """A post as it stands in lists."""

    slug: Annotated[str, Field(description="Its name in addresses.", examples=["testing-backups"])]
    title: Annotated[str, Field(description="Its title.", examples=["How to test a backup"])]
    summary: Annotated[str, Field(description="What it is about.", examples=["A restore is the only proof."])]
    author: Annotated[str, Field(description="Who wrote it.", examples=["Ines Okafor"])]
    published_at: Annotated[datetime, Field(description="When it was published.", examples=["2026-10-05T09:00:00Z"])]
    url: Annotated[
        str, Field(description="Its page on this site.", examples=["http://localhost:8000/blog/testing-backups"])
    ]


class Post(PostSummary):
    """A post in full."""

    body: Annotated[
        str, Field(description="The full text, in Markdown.", examples=["## Restore first\n\nThen call it a backup."])
    ]
    faqs: Annotated[list[Faq], Field(description="Questions and answers that belong to it.")]
    reading_minutes: Annotated[int, Field(description="How long reading it takes, about.", examples=[4])]


TextName = Literal["privacy", "terms", "refunds", "abuse"]


class SiteText(BaseModel):
    """A page of the site's own, in Markdown."""

    slug: TextName
    title: str
    body: str
    updated_at: datetime | None  # None: as it was shipped
