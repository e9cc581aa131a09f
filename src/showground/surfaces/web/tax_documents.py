"""Invoices and credit notes as pages, PDF and XML files, for the buyer and for staff."""

from starlette.responses import Response

from showground.core.calls.errors import NotFound
from showground.core.languages import Text
from showground.orders import Document, DocumentFile, document_wording
from showground.orders.actions.checkout import ShowReceipt, show_receipt
from showground.orders.actions.documents import (
    GetAnyDocument,
    GetAnyDocumentFile,
    GetDocument,
    GetDocumentFile,
    get_any_document,
    get_any_document_file,
    get_document,
    get_document_file,
)
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

HEADERS = {"Referrer-Policy": "strict-origin"}


async def show_invoice(visit: Visit) -> Response:
    """The invoice that counts: a corrected one, where there is one."""
    token = visit.request.path_params["token"]
    order = await visit.ask(show_receipt, ShowReceipt(token=token))
    invoices = [document.number for document in order.documents if document.kind != "credit_note"]
    if not invoices:
        raise NotFound(Text("There is no invoice before the order is paid."))
    document = await visit.ask(get_document, GetDocument(token=token, document=invoices[-1]))
    return _show(visit, document, f"/orders/{token}")


async def show_document(visit: Visit) -> Response:
    token, number = visit.request.path_params["token"], visit.request.path_params["document"]
    document = await visit.ask(get_document, GetDocument(token=token, document=number))
    return _show(visit, document, f"/orders/{token}")


async def send_pdf(visit: Visit) -> Response:
    asked = GetDocumentFile(**visit.request.path_params, format="pdf")
    return _send(await visit.ask(get_document_file, asked))


async def send_xml(visit: Visit) -> Response:
    asked = GetDocumentFile(**visit.request.path_params, format="xml")
    return _send(await visit.ask(get_document_file, asked))


@for_staff
async def show_any_document(visit: Visit) -> Response:
    order, number = visit.request.path_params["number"], visit.request.path_params["document"]
    document = await visit.ask(get_any_document, GetAnyDocument(order=order, document=number))
    return _show(visit, document, f"/admin/orders/{order}")


@for_staff
async def send_any_pdf(visit: Visit) -> Response:
    given = visit.request.path_params
    asked = GetAnyDocumentFile(order=given["number"], document=given["document"], format="pdf")
    return _send(await visit.ask(get_any_document_file, asked))


@for_staff
async def send_any_xml(visit: Visit) -> Response:
    given = visit.request.path_params
    asked = GetAnyDocumentFile(order=given["number"], document=given["document"], format="xml")
    return _send(await visit.ask(get_any_document_file, asked))


def _show(visit: Visit, document: Document, order_path: str) -> Response:
    return visit.show(
        "invoice.html",
        private=True,
        headers=HEADERS,
        document=document,
        order_path=order_path,
        words=document_wording.WORDS[document.language],
        say=document_wording,
    )


def _send(file: DocumentFile) -> Response:
    headers = {**HEADERS, "Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media_type, headers=headers)
