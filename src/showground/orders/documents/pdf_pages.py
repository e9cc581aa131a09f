"""The page of a tax document: fonts, colours and margins, and the few things that all its parts are printed with."""

from datetime import date
from functools import cached_property
from typing import Any, cast

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos

from showground.core.fonts import FOLDER
from showground.orders.documents import wording
from showground.orders.documents.models import Document

FONT, ASIAN_FONT = "DejaVu", "Droid"
FIRST_ASIAN = "\u1100"  # from here on come the scripts of East Asia
MARGIN, BOTTOM = 20.0, 24.0
SMALL, PLAIN, LARGE, TITLE = 8.0, 9.5, 11.0, 18.0
INK, SOFT, RULE, RED, PALE_RED = (24, 24, 27), (95, 95, 105), (200, 200, 206), (178, 24, 24), (250, 232, 232)


class DocumentPages(FPDF):
    """Empty pages for a document, with its fonts loaded."""

    def __init__(self, document: Document) -> None:
        super().__init__(format="A4", enforce_compliance="PDF/A-3B")
        self.document = document
        self.words = wording.WORDS[document.language]
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, BOTTOM)
        self._load_fonts()

    def _line(self, text: str, height: float = 4.0, align: Align = Align.L) -> None:
        self.cell(self.epw, height, self._clean(text), align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _rule(self) -> None:
        self.set_draw_color(*RULE)
        self.line(MARGIN, self.get_y(), MARGIN + self.epw, self.get_y())

    def _style(self, size: float, color: tuple[int, int, int], *, bold: bool = False) -> None:
        self.set_font(FONT, "B" if bold else "", size)
        self.set_text_color(*color)

    def _amount(self, cents: int) -> str:
        return wording.say_amount(cents, self.document.language)

    def _day(self, day: date) -> str:
        return wording.say_day(day, self.document.language)

    def _load_fonts(self) -> None:
        self.add_font(FONT, "", str(FOLDER / "DejaVuSans.ttf"))
        self.add_font(FONT, "B", str(FOLDER / "DejaVuSans-Bold.ttf"))
        if any(character >= FIRST_ASIAN for character in self.document.model_dump_json()):
            self.add_font(ASIAN_FONT, "", str(FOLDER / "DroidSansFallback.ttf"))
            self.set_fallback_fonts([ASIAN_FONT], exact_match=False)

    @cached_property
    def _known(self) -> set[int]:
        """The characters that can be printed."""
        fonts = cast("dict[str, Any]", self.fonts)
        return {code for font in fonts.values() for code in font.cmap} | {ord("\n")}

    def _clean(self, text: str) -> str:
        """The text, with a mark for what none of the fonts has: a PDF for archives may have no unknown signs."""
        return "".join(each if ord(each) in self._known else "\N{REPLACEMENT CHARACTER}" for each in text)

    def _shorten(self, text: str, width: float) -> str:
        text = self._clean(text)
        while self.get_string_width(text) > width:
            text = f"{text[:-2]}…"
        return text
