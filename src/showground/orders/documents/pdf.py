"""A tax document as a PDF for archives (PDF/A-3), with the same document as XML inside it (Factur-X).

The same document always makes the same bytes. It runs in the sandbox (`files.py`): what buyers write is printed here.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time
from typing import cast

from fpdf import FontFace
from fpdf.enums import Align, MethodReturnValue, TableBordersLayout, VAlign, XPos, YPos
from fpdf.table import Row

from showground.orders.documents import wording
from showground.orders.documents.einvoice import make_xml
from showground.orders.documents.files import PdfFile
from showground.orders.documents.models import Document, DocumentLine, Party
from showground.orders.documents.pdf_metadata import PRODUCER, XML_NAME, describe_file
from showground.orders.documents.pdf_pages import (
    INK,
    LARGE,
    MARGIN,
    PALE_RED,
    PLAIN,
    RED,
    RULE,
    SMALL,
    SOFT,
    TITLE,
    DocumentPages,
)

COLUMN_GAP = 10.0
DASH = "\N{EN DASH}"


def make_pdf(document: Document) -> bytes:
    return _Paper(document).make()


def make_pdf_file(document: Document) -> PdfFile:
    return PdfFile(content=make_pdf(document))


class _Paper(DocumentPages):
    """The pages of one document."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.set_creation_date(datetime.combine(document.issued_on, time(), UTC))
        self.set_title(self._title())
        self.set_author(document.seller.name)
        self.set_lang(document.language)
        self.set_producer(PRODUCER)
        self.set_creator(PRODUCER)

    def make(self) -> bytes:
        self.add_page()
        self._print_head()
        self._print_parties()
        self._print_lines()
        self._keep_together()
        self._print_sums()
        self._print_notes()
        xml = make_xml(self.document)
        self.embed_file(
            bytes=xml,
            basename=XML_NAME,
            desc="The document as data, by EN 16931",
            mime_type="text/xml",
            associated_file_relationship="Alternative",
            modification_date=self.creation_date,
            compress=True,
        )
        self.set_xmp_metadata(describe_file(self.document, self._title()))
        return bytes(self.output())

    def header(self) -> None:
        """On every page: that it is a test, and on further ones, which document it belongs to."""
        if self.document.test:
            self._print_test_mark()
        if self.page_no() > 1:
            self._style(SMALL, SOFT)
            self._line(self._title(), align=Align.R)
            self.ln(4)

    def _title(self) -> str:
        return f"{self.words[self.document.kind]} {self.document.number}"

    def footer(self) -> None:
        self.set_y(-15)
        self._style(SMALL, SOFT)
        seller = self.document.seller
        number = seller.vat_number or seller.tax_number
        left = self._shorten(f"{seller.name} · {number}" if number else seller.name, self.epw * 0.7)
        page = f"{self.words['page']} {self.page_no()} {self.words['page_of']} {{nb}}"
        self.cell(self.epw * 0.7, 4, left)
        self.set_x(MARGIN + self.epw - self.get_string_width(page.replace("{nb}", str(self.page_no()))) - 1)
        self.cell(w=None, h=4, text=page)

    def _print_test_mark(self) -> None:
        self.set_xy(MARGIN, 8)
        self._style(SMALL, RED, bold=True)
        self.set_fill_color(*PALE_RED)
        self.cell(self.epw, 6, self.words["test"], align=Align.C, fill=True)
        self.set_xy(MARGIN, MARGIN)

    def _print_head(self) -> None:
        document, words = self.document, self.words
        self._style(LARGE, INK, bold=True)
        self.multi_cell(self.epw * 0.5, 5.5, self._clean(document.seller.name), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        below = self.get_y()
        self.set_xy(MARGIN, MARGIN - 1.5)
        self._style(TITLE, INK, bold=True)
        self._line(words[document.kind], height=9, align=Align.R)
        self._style(LARGE, INK)
        self._line(document.number, height=6, align=Align.R)
        self.set_y(max(self.get_y(), below) + 7)

    def _print_parties(self) -> None:
        """The parties side by side, and below the seller's column the dates."""
        width = (self.epw - COLUMN_GAP) / 2
        top = self.get_y()
        ends = [
            self._print_party("seller", self.document.seller, MARGIN, width, top),
            self._print_party("buyer", self.document.buyer, MARGIN + width + COLUMN_GAP, width, top),
        ]
        self.set_y(max(ends) + 6)
        self._print_facts()
        if reference := wording.say_reference(self.document):
            self.ln(3)
            self._style(PLAIN, INK, bold=True)
            self.multi_cell(self.epw, 5, self._clean(reference), new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)
        self.ln(5)

    def _print_party(self, title: str, party: Party, left: float, width: float, top: float) -> float:
        self.set_xy(left, top)
        self._style(SMALL, SOFT, bold=True)
        self.cell(width, 5, self.words[title], new_x=XPos.LEFT, new_y=YPos.NEXT)
        country = wording.say_country(party.country, self.document.language)
        numbers = {"vat_number": party.vat_number, "tax_number": party.tax_number}
        lines = [party.contact, *party.address, country]
        lines += [f"{self.words[name]} {number}" for name, number in numbers.items() if number]
        self._style(PLAIN, INK, bold=True)
        for text in (party.name, *filter(None, lines)):
            self.multi_cell(width, 4.8, self._clean(text), new_x=XPos.LEFT, new_y=YPos.NEXT, align=Align.L)
            self._style(PLAIN, INK)
        return self.get_y()

    def _print_facts(self) -> None:
        """Dates and references, in a row of columns."""
        facts = list(self._facts())
        width = self.epw / len(facts)
        self._rule()
        top = self.get_y() + 2
        lowest = top
        for number, (title, text) in enumerate(facts):
            self.set_xy(MARGIN + number * width, top)
            self._style(SMALL, SOFT)
            self.cell(width, 4.5, title, new_x=XPos.LEFT, new_y=YPos.NEXT)
            self._style(PLAIN, INK)
            self.multi_cell(width - 2, 4.8, text, align=Align.L)
            lowest = max(lowest, self.get_y())
        self.set_y(lowest + 2)
        self._rule()

    def _facts(self) -> Iterator[tuple[str, str]]:
        document, words = self.document, self.words
        credit = document.kind == "credit_note"
        yield words["issued_on_credit" if credit else "issued_on"], self._day(document.issued_on)
        yield words["supplied_on"], self._day(document.supplied_on)
        if document.paid_on:
            yield words["refunded_on" if credit else "paid_on"], self._day(document.paid_on)
        yield words["order"], document.order

    def _print_lines(self) -> None:
        document, words = self.document, self.words
        with_tax = all(line.tax_cents is not None for line in document.lines)
        tax = wording.say_tax(document.parts[0].tax, document.language)
        heads = [words["service"], f"{words['net']} {document.currency}", words["rate"]]
        heads += [f"{tax} {document.currency}"] if with_tax else []
        widths = (88, 30, 22, 30)[: len(heads)]
        self._style(PLAIN, INK)
        self.set_draw_color(*RULE)
        with self.table(
            col_widths=widths,
            text_align=(Align.L, *[Align.R] * (len(heads) - 1)),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="BOLD", color=SOFT, size_pt=SMALL),
            line_height=4.8,
            padding=(1.6, 0),
            v_align=VAlign.T,
        ) as table:
            _fill(table.row(), heads)
            for line in document.lines:
                cells = [self._say_line(line), self._amount(line.net_cents), self._say_rate(line)]
                _fill(table.row(), cells + ([self._amount(line.tax_cents or 0)] if with_tax else []))
        self.ln(4)

    def _say_line(self, line: DocumentLine) -> str:
        text = f"{line.name}: {line.listing}" if line.listing else line.name
        if line.period_from and line.period_until:
            text += f"\n{self._day(line.period_from)} {DASH} {self._day(line.period_until)}"
        if discount := wording.say_discount(self.document, line):
            text += f"\n{discount}"
        return self._clean(text)

    def _say_rate(self, line: DocumentLine) -> str:
        return wording.say_rate(line.rate, self.document.language) if line.kind == "standard" else DASH

    def _print_sums(self) -> None:
        document, words, language = self.document, self.words, self.document.language
        rows = [(words["total_net"], self._amount(document.net_cents))]
        for part in document.parts:
            if part.kind == "standard":
                name = f"{wording.say_tax(part.tax, language)} {wording.say_rate(part.rate, language)}"
                where = f", {wording.say_country(part.rate_of, language)}" if part.rate_of else ""
                basis = f" ({words['from']} {self._amount(part.net_cents)})"
                rows.append((name + where + basis, self._amount(part.tax_cents)))
            else:
                rows.append((words[part.kind] + f" ({words['from']} {self._amount(part.net_cents)})", self._amount(0)))
        total = words["total_credited"] if document.kind == "credit_note" else words["total"]
        for title, amount in rows:
            self._print_sum(title, amount)
        self.set_draw_color(*INK)
        self.line(MARGIN + self.epw * 0.4, self.get_y() + 0.5, MARGIN + self.epw, self.get_y() + 0.5)
        self.ln(1.5)
        self._print_sum(f"{total} {document.currency}", self._amount(document.total_cents), bold=True)
        if document.exchange and document.vat_cents:
            tax = wording.say_tax(document.parts[0].tax, language)
            title = words["in_currency"].format(tax=tax, currency=document.exchange.currency)
            self._print_sum(title, self._amount(document.exchange.vat_cents))
        self.ln(5)

    def _print_sum(self, title: str, amount: str, *, bold: bool = False) -> None:
        self._style(LARGE if bold else PLAIN, INK, bold=bold)
        self.set_x(MARGIN + self.epw * 0.25)
        self.cell(self.epw * 0.57, 6, title, align=Align.R)
        self.cell(self.epw * 0.18, 6, amount, align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _print_notes(self) -> None:
        self._style(PLAIN, INK)
        for note in self._notes():
            self.multi_cell(self.epw, 5, note, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align=Align.L)
            self.ln(1)

    def _notes(self) -> list[str]:
        document, words = self.document, self.words
        paid = words["credited" if document.kind == "credit_note" else "paid"] if document.total_cents else None
        if document.reason == words["vat_number_later"]:
            paid = document.reason
        return [self._clean(note) for note in (paid, *document.notes, wording.say_rates(document)) if note]

    def _keep_together(self) -> None:
        """Begin a new page if the sums and what is said below them do not fit on this one."""
        self._style(PLAIN, INK)
        notes = [
            self.multi_cell(self.epw, 5, note, dry_run=True, output=MethodReturnValue.HEIGHT) for note in self._notes()
        ]
        height = 6.0 * (len(self.document.parts) + 3) + 6.5 + sum(cast("list[float]", notes)) + len(notes)
        if self.will_page_break(height):
            self.add_page()


def _fill(row: Row, cells: list[str]) -> None:
    for cell in cells:
        row.cell(cell)
