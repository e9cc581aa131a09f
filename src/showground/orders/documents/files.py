"""Documents as files. PDFs are made in the sandbox, so that nobody waits behind one and none takes too long."""

from typing import Literal

from pydantic import ConfigDict

from showground.core.calls.errors import TOO_BUSY, Unavailable
from showground.core.data_model import DataModel
from showground.core.sandbox import Sandboxed, SandboxStarved, run
from showground.orders.documents.models import Document

FileFormat = Literal["pdf", "xml"]
MEDIA_TYPES: dict[FileFormat, str] = {"pdf": "application/pdf", "xml": "application/xml"}


class PdfFile(DataModel):
    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes


class DocumentFile(DataModel):
    """An invoice or credit note to store."""

    name: str
    media_type: str
    content: bytes


MAKE_PDF = Sandboxed(
    "showground.orders.documents.pdf:make_pdf_file", Document, PdfFile, cpu_seconds=10, opens_files=True, seconds=30
)


async def make_file(document: Document, form: FileFormat) -> DocumentFile:
    if form == "xml":
        from showground.orders.documents.einvoice import make_xml  # noqa: PLC0415 - seldom asked for

        content = make_xml(document)
    else:
        try:
            content = (await run(MAKE_PDF, document, owner=f"order:{document.order}")).content
        except SandboxStarved:
            raise Unavailable(TOO_BUSY) from None
    return DocumentFile(name=f"{document.number}.{form}", media_type=MEDIA_TYPES[form], content=content)
