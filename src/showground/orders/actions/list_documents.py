"""Find tax documents: invoices, credit notes and corrected invoices."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.core.paging import Page, Paged
from showground.core.texts import SEARCH_WORDS
from showground.orders.books.queries import documents
from showground.orders.books.queries.documents import FoundDocument, Wanted
from showground.orders.documents.models import DocumentKind


class ListDocuments(Paged):
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None
    kind: DocumentKind | None = None
    country: Annotated[str | None, Field(pattern="^[A-Z]{2}$")] = None
    mode: Literal["live", "test"] | None = None
    first: date | None = None
    last: date | None = None


class ListDocumentCountries(Input):
    """Nothing is asked for."""


class DocumentCountries(BaseModel):
    items: list[str]


@action(scope=STAFF, read_only=True)
async def list_documents(ctx: Context, input: ListDocuments) -> Page[FoundDocument]:
    """List tax documents, the newest first; `q` is part of a number, an order, a buyer, a VAT number or a listing."""
    wanted = Wanted(
        q=input.q,
        kind=input.kind,
        country=input.country,
        test=None if input.mode is None else input.mode == "test",
        first=input.first,
        last=input.last,
    )
    items, total = await documents.find_documents(ctx.db, wanted, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


@action(scope=STAFF, read_only=True)
async def list_document_countries(ctx: Context, input: ListDocumentCountries) -> DocumentCountries:  # noqa: ARG001
    """List the countries of buyers that documents name."""
    return DocumentCountries(items=await documents.list_countries(ctx.db))
