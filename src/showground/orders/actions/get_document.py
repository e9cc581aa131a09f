"""Get invoices and credit notes, to show them or as files."""

from showground.core.context import Context, Outside
from showground.core.database import Connection
from showground.core.operation import PUBLIC, STAFF, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts
from showground.orders.documents.files import DocumentFile, FileFormat, make_file
from showground.orders.documents.models import Document
from showground.orders.documents.queries import documents
from showground.orders.failures import NoSuchCheckout, NoSuchDocument
from showground.orders.queries import orders
from showground.orders.shop import Shop


class GetDocument(Input):
    """A document of the order whose receipt has this link."""

    token: Opaque
    document: Opaque


class GetDocumentFile(GetDocument):
    format: FileFormat


class GetAnyDocument(Input):
    """A document of an order, for staff."""

    order: Opaque
    document: Opaque


class GetAnyDocumentFile(GetAnyDocument):
    format: FileFormat


async def _find(db: Connection, order: str, document: str) -> Document:
    held = await orders.find(db, order)
    found = await documents.find_of_order(db, held.id, document) if held else None
    if found is None:
        raise NoSuchDocument
    return found


async def _make(outside: Outside, input: GetDocumentFile) -> DocumentFile:
    order = checkouts.number_of(outside.equipment[Shop], input.token, "receipt")
    async with outside.reading() as db:
        found = await _find(db, order, input.document)
    return await make_file(found, input.format)


async def _make_any(outside: Outside, input: GetAnyDocumentFile) -> DocumentFile:
    async with outside.reading() as db:
        found = await _find(db, input.order, input.document)
    return await make_file(found, input.format)


@action(scope=PUBLIC, read_only=True, failures=(NoSuchCheckout, NoSuchDocument))
async def get_document(ctx: Context, input: GetDocument) -> Document:
    """Get an invoice or credit note of an order, by the link of its receipt."""
    return await _find(ctx.db, checkouts.number_of(ctx.equipment[Shop], input.token, "receipt"), input.document)


@action(scope=PUBLIC, prepare=_make, read_only=True, failures=(NoSuchCheckout, NoSuchDocument))
async def get_document_file(ctx: Context, input: GetDocumentFile, made: DocumentFile) -> DocumentFile:  # noqa: ARG001
    """Get the same as a file."""
    return made


@action(scope=STAFF, read_only=True, failures=(NoSuchDocument,))
async def get_any_document(ctx: Context, input: GetAnyDocument) -> Document:
    """Get an invoice or credit note of any order."""
    return await _find(ctx.db, input.order, input.document)


@action(scope=STAFF, prepare=_make_any, read_only=True, failures=(NoSuchDocument,))
async def get_any_document_file(ctx: Context, input: GetAnyDocumentFile, made: DocumentFile) -> DocumentFile:  # noqa: ARG001
    """Get the same as a file."""
    return made
