"""Operations of a small library, one of each kind, for the surfaces to show."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from showground.accounts.operations.get_me import get_me
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.calls.rate_limits import Limit

LENDING = "lending:write"
SCOPES = {"account:read": "See your account.", LENDING: "Lend books & bring them back."}

ShelfId = Annotated[int, Field(ge=1, description="The shelf's number.", examples=[7])]
Slug = Annotated[
    str,
    Field(pattern="^[a-z0-9][a-z0-9-]{0,219}$", description="The book's name in addresses.", examples=["tide-table"]),
]


class Author(BaseModel):
    """Who wrote a book."""

    name: Annotated[str, Field(description="The name on the cover.", examples=["Ines Okafor"])]
    born: Annotated[int | None, Field(description="The year of birth; null if unknown.", examples=[1961])]


class Book(BaseModel):
    """A book on a shelf."""

    slug: Slug
    title: Annotated[str, Field(description="The title, in full.", examples=["The <Tide> Table"])]
    authors: Annotated[list[Author], Field(description="Its authors, the first one first.")]
    shelved: Annotated[date | None, Field(description="When it came to the shelf; null if it is out.")]
    sizes: Annotated[dict[str, int], Field(description="Pages, by edition.")]


class BookPage(Page[Book]):
    """A page of books."""


class Subject(BaseModel):
    """A subject, with the subjects inside it."""

    name: Annotated[str, Field(description="What it is called.", examples=["Boats"])]
    inside: Annotated[list["Subject"], Field(description="Narrower subjects.")]
    parent: Annotated["Subject | None", Field(description="The wider subject; null at the top.")]


class Search(Paged):
    q: Annotated[str | None, Field(max_length=200, description="Words to look for.", examples=["tide"])] = None
    author: Annotated[str | None, Field(max_length=120, description="An author's name.", examples=["Okafor"])] = None
    sort: Annotated[Literal["newest", "title"], Field(description="Which comes first.")] = "newest"
    lent: Annotated[bool, Field(description="Whether books that are out are shown.")] = True


class Find(Input):
    slug: Slug


class Nothing(Input):
    """Nothing is asked for."""


class Change(Input):
    """One thing to change on a shelf."""

    field: Annotated[Literal["place", "colour"], Field(description="What changes.")]
    values: Annotated[
        list[Annotated[str, Field(max_length=200)]],
        Field(min_length=1, max_length=20, description="What it becomes.", examples=[["east", "top"]]),
    ]


class Rearrange(Input):
    """A new order of a shelf."""

    shelf_id: ShelfId
    changes: Annotated[list[Change] | None, Field(max_length=5, description="What changes, in order.")] = None
    labels: Annotated[
        dict[Literal["front", "side"], Annotated[str, Field(max_length=40)]] | None,
        Field(description="What the labels say; null takes them off.", examples=[{"front": "Boats"}]),
    ] = None
    note: Annotated[
        str | None, Field(max_length=500, description="A note for the librarian's eyes.", examples=["It's full"])
    ] = None


class Lend(Input):
    """Who takes which books."""

    books: Annotated[list[Slug], Field(min_length=1, max_length=3, description="What is taken.")]
    until: Annotated[date | None, Field(description="When they come back.", examples=["2027-02-01"])] = None


class Leave(Input):
    shelf_id: ShelfId


class Loan(BaseModel):
    """A loan, until the books are back."""

    id: Annotated[int, Field(description="The loan's number.", examples=[31])]
    books: Annotated[list[Book], Field(description="The books that are out.")]


class Cleared(BaseModel):
    """What was cleared."""

    cleared: Annotated[bool, Field(description="Always true.", examples=[True])] = True


class ShownOnly(Exception):
    """The surfaces show these operations in tests; nobody calls them."""


class ShelfFull(ApiError):
    """The shelf is full; take something off it first."""


class BookUnknown(NotFound):
    """No book has this name."""


class ShelfUnknown(NotFound):
    """You have no shelf with this number."""


@operation("GET /books", scope=PUBLIC)
async def search_books(ctx: Context, input: Search) -> BookPage:
    """Search the books. Typing mistakes are forgiven."""
    raise ShownOnly


@operation("GET /books/{slug}", scope=PUBLIC, errors=(BookUnknown,))
async def get_book(ctx: Context, input: Find) -> Book:
    """Show one book.

    Books that are out have `shelved` null.
    """
    raise ShownOnly


@operation("GET /subjects", scope=PUBLIC)
async def list_subjects(ctx: Context, input: Nothing) -> Subject:
    """Show all subjects as a tree."""
    raise ShownOnly


@operation(
    "PATCH /shelves/{shelf_id}",
    scope=LENDING,
    idempotent=True,
    limit=Limit("rearranging", 20, 3600),
    errors=(ShelfFull, ShelfUnknown),
)
async def rearrange_shelf(ctx: Context, input: Rearrange) -> Book:
    """Change what stands on a shelf, and how."""
    raise ShownOnly


@operation("POST /loans", scope=LENDING, status=201, idempotent=True)
async def lend_books(ctx: Context, input: Lend) -> Loan:
    """Lend up to three books."""
    raise ShownOnly


@operation("DELETE /shelves/{shelf_id}", scope=LENDING)
async def clear_shelf(ctx: Context, input: Leave) -> Cleared:
    """Take everything off a shelf."""
    raise ShownOnly


@operation("GET /books/{slug}/cover", scope=PUBLIC)
async def get_cover(ctx: Context, input: Find) -> Book:
    """Show what a book looks like."""
    raise ShownOnly


OPERATIONS = [search_books, get_book, get_cover, list_subjects, get_me, rearrange_shelf, lend_books, clear_shelf]
