"""What callers see of categories and of the site as a whole."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.calls.paging import Page
from showground.listings import CategoryName, Faq, ListingSummary


class Category(BaseModel):
    """A category with its place in the tree."""

    slug: Annotated[str, Field(description="Its name in addresses.", examples=["databases"])]
    name: Annotated[str, Field(description="Its name.", examples=["Databases"])]
    description: Annotated[str, Field(description="What belongs here.", examples=["Stores for data."])]
    faqs: Annotated[list[Faq], Field(description="Questions and answers about the category.")]
    parent: Annotated[CategoryName | None, Field(description="The category above; null at the top.")]
    listing_count: Annotated[
        int, Field(description="Live listings here and in the subcategories, each once.", examples=[41])
    ]
    subcategories: Annotated["list[Category]", Field(description="The categories below.", examples=[[]])]
    url: Annotated[str, Field(description="Its page here.", examples=["http://localhost:8000/categories/databases"])]


class CategoryTree(BaseModel):
    """Every category, as a tree."""

    items: Annotated[list[Category], Field(description="The categories at the top.")]


class CategoryPage(Category, Page[ListingSummary]):
    """A category with a page of its live listings, the most voted first."""


class SiteUrls(BaseModel):
    """Where everything is."""

    site: Annotated[str, Field(description="The website.", examples=["http://localhost:8000"])]
    api: Annotated[str, Field(description="Base address of this API.", examples=["http://localhost:8000/api/v1"])]
    docs: Annotated[str, Field(description="The reference.", examples=["http://localhost:8000/docs/api"])]
    openapi: Annotated[
        str, Field(description="The OpenAPI file.", examples=["http://localhost:8000/api/v1/openapi.json"])
    ]
    mcp: Annotated[str, Field(description="The MCP server.", examples=["http://localhost:8000/mcp"])]


class SiteCounts(BaseModel):
    """How much there is."""

    listings: Annotated[int, Field(description="Live listings.", examples=[96])]
    categories: Annotated[int, Field(description="Categories.", examples=[80])]


class SiteInfo(BaseModel):
    """What this site is and where to find its parts."""

    name: Annotated[str, Field(description="The site's name.", examples=["Showground"])]
    purpose: Annotated[str, Field(description="What it is for.", examples=["A public directory of product launches."])]
    urls: Annotated[SiteUrls, Field(description="Where everything is.")]
    counts: Annotated[SiteCounts, Field(description="How much there is.")]
