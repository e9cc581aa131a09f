"""The XML of every kind of document holds to the schema and to the official rules of EN 16931, which others wrote."""

from collections.abc import Callable, Generator
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from showground.orders.documents.einvoice import make_xml
from tests.orders.documents.samples import make_all
from tests.support.einvoice import check_schema, running_rules

SAMPLES = make_all()
RAM = "{urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100}"


@pytest.fixture(scope="module")
def broken_rules(tmp_path_factory: pytest.TempPathFactory) -> Generator[Callable[[bytes], list[str]]]:
    with running_rules(tmp_path_factory.mktemp("einvoice")) as ask:
        yield ask


@pytest.mark.parametrize("name", SAMPLES)
def test_the_schema_and_the_rules_of_the_standard_hold(name: str, broken_rules: Callable[[bytes], list[str]]) -> None:
    xml = make_xml(SAMPLES[name])
    check_schema(xml)
    assert broken_rules(xml) == []


def test_the_rules_find_a_wrong_sum(broken_rules: Callable[[bytes], list[str]]) -> None:
    xml = make_xml(SAMPLES["mixed-rates"]).replace(b">394.25<", b">394.26<")
    assert any("BR-CO-15" in broken for broken in broken_rules(xml))


@cache
def read(name: str) -> ET.Element:
    return ET.fromstring(make_xml(SAMPLES[name]))  # noqa: S314


def texts(name: str, element: str) -> list[str]:
    return [each.text or "" for each in read(name).iter(f"{RAM}{element}")]


def test_a_credit_note_and_a_corrected_invoice_name_the_invoice() -> None:
    assert texts("credit-note-full", "TypeCode")[0] == "381"
    assert texts("corrected-invoice", "TypeCode")[0] == "384"
    for name, number in (("credit-note-full", "INV-2026-000042"), ("corrected-invoice", "INV-2026-000041")):
        (reference,) = read(name).iter(f"{RAM}InvoiceReferencedDocument")
        assert reference[0].text == number


def test_the_tax_is_stated_in_the_sellers_currency_as_well() -> None:
    totals = [(each.get("currencyID"), each.text) for each in read("eu-consumer").iter(f"{RAM}TaxTotalAmount")]
    assert totals == [("USD", "29.44"), ("EUR", "27.13")]
    assert texts("eu-consumer", "TaxCurrencyCode") == ["EUR"]
    assert texts("seller-with-dollars", "TaxCurrencyCode") == []


def test_characters_that_xml_does_not_have_are_replaced() -> None:
    document = SAMPLES["eu-consumer"]
    hostile = document.buyer.model_copy(update={"name": "A\0<b>&\x0b\ufffe\ud800"})
    root = ET.fromstring(make_xml(document.model_copy(update={"buyer": hostile})))  # noqa: S314
    (buyer,) = root.iter(f"{RAM}BuyerTradeParty")
    assert buyer[0].text == "A\ufffd<b>&\ufffd\ufffd\ufffd"


def test_a_test_document_says_so() -> None:
    assert texts("test", "Content")[0].startswith("TEST: ")
    assert texts("test", "ID")[1] == "TEST-INV-2026-000001"
