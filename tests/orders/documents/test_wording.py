"""The words of documents: the same in every language, and what the law asks for is always there."""

from datetime import date
from decimal import Decimal
from typing import get_args

import pytest

from showground.orders.documents import wording
from showground.orders.documents.models import DocumentKind, Language, TaxPart
from showground.orders.models import VatKind
from tests.orders.documents.samples import make_all

LANGUAGES: tuple[Language, ...] = get_args(Language)


def test_every_language_has_every_word() -> None:
    assert set(wording.WORDS) == set(LANGUAGES)
    assert wording.WORDS["en"].keys() == wording.WORDS["de"].keys()
    needed = {*get_args(DocumentKind), *get_args(VatKind)} - {"standard"}
    assert needed <= wording.WORDS["en"].keys()


def test_shipped_products_are_named_in_the_language_of_the_document() -> None:
    assert wording.say_product("Listing check", "de") == "Prüfung des Eintrags"
    assert wording.say_product("Listing check", "en") == "Listing check"
    assert wording.say_product("Aufkleber", "de") == wording.say_product("Aufkleber", "en") == "Aufkleber"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", get_args(VatKind))
def test_where_no_tax_is_charged_the_document_says_why(kind: VatKind, language: Language) -> None:
    part = TaxPart(kind=kind, tax="VAT", rule="", rate=Decimal(0), rate_of=None, net_cents=1, tax_cents=0)
    notes = wording.say_tax_notes([part, part], None, language)
    assert len(notes) == (0 if kind == "standard" else 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["outside_eu", "seller_outside_eu"])
def test_a_document_with_tax_does_not_say_that_there_is_none(kind: VatKind, language: Language) -> None:
    """Work by people may be taxed elsewhere than the rest of an order."""
    part = TaxPart(kind=kind, tax="VAT", rule="", rate=Decimal(0), rate_of=None, net_cents=1, tax_cents=0)
    taxed = part.model_copy(update={"kind": "standard", "rate": Decimal(27), "rate_of": "HU", "tax_cents": 27})
    (note,) = wording.say_tax_notes([taxed, part], None, language)
    begins = {"en": "We charge no VAT on items without a rate", "de": "Auf Leistungen ohne Satz"}
    assert note.startswith(begins[language])


def test_an_exemption_has_the_words_of_the_sellers_law() -> None:
    (note,) = make_all()["small-business"].notes
    assert note == "Steuerfrei nach § 19 UStG (Steuerbefreiung für Kleinunternehmer)."


def test_numbers_and_days_are_written_as_people_there_write_them() -> None:
    assert [wording.say_amount(-125_080, language) for language in LANGUAGES] == ["-1,250.80", "-1.250,80"]
    assert [wording.say_rate(Decimal("8.10"), language) for language in LANGUAGES] == ["8.1%", "8,1 %"]
    assert [wording.say_rate(Decimal(20), language) for language in LANGUAGES] == ["20%", "20 %"]
    assert [wording.say_day(date(2026, 3, 9), language) for language in LANGUAGES] == ["9 March 2026", "09.03.2026"]
    assert [wording.say_country("AT", language) for language in LANGUAGES] == ["Austria", "Österreich"]


def test_a_credit_note_names_its_invoice() -> None:
    told = wording.say_reference(make_all()["credit-note-full"])
    assert told == "This credit note corrects invoice INV-2026-000042 of 16 November 2026."
