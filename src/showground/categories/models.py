"""API models of categories and of the site."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.paging import Page
from showground.core.data_model import DataModel
from showground.listings import CategoryName, Faq, ListingSummary


class Category(DataModel):
    """A category and its place in the tree."""

    slug: Annotated[str, Field(description="The category's slug.", examples=["databases"])]
    name: Annotated[str, Field(description="The category's name.", examples=["Databases"])]
    description: Annotated[str, Field(description="What belongs in the category.", examples=["Stores for data."])]
    faqs: Annotated[list[Faq], Field(description="Questions and answers about the category; none in the brief form.")]
    parent: Annotated[CategoryName | None, Field(description="The parent category; null for a top-level category.")]
    listing_count: Annotated[
        int,
        Field(
            description="Number of live listings in this category and its subcategories, each counted once.",
            examples=[41],
        ),
    ]
    subcategories: Annotated["list[Category]", Field(description="The subcategories.", examples=[[]])]
    url: Annotated[
        str, Field(description="URL of the category's page.", examples=["http://localhost:8000/categories/databases"])
    ]


class CategoryTree(DataModel):
    """All categories, as a tree."""

    items: Annotated[list[Category], Field(description="The top-level categories.")]


class CategoryPage(Category, Page[ListingSummary]):
    """A category with a page of its live listings, most voted first."""


class SiteUrls(DataModel):
    """URLs of the site and its API."""

    site: Annotated[str, Field(description="The website.", examples=["http://localhost:8000"])]
    api: Annotated[str, Field(description="Base URL of this API.", examples=["http://localhost:8000/api/v1"])]
    docs: Annotated[str, Field(description="The API reference.", examples=["http://localhost:8000/docs/api"])]
    openapi: Annotated[
        str, Field(description="The OpenAPI document.", examples=["http://localhost:8000/api/v1/openapi.json"])
    ]
    mcp: Annotated[str, Field(description="The MCP server.", examples=["http://localhost:8000/mcp"])]


class SiteCounts(DataModel):
    """Public counts."""

    listings: Annotated[int, Field(description="Number of live listings.", examples=[96])]
    categories: Annotated[int, Field(description="Categories.", examples=[80])]


class SiteInfo(DataModel):
    """Information about this site."""

    name: Annotated[str, Field(description="The site's name.", examples=["Launch Directory"])]
    purpose: Annotated[
        str, Field(description="What the site is for.", examples=["A public directory of product launches."])
    ]
    urls: Annotated[SiteUrls, Field(description="URLs of the site and its API.")]
    counts: Annotated[SiteCounts, Field(description="Public counts.")]
