"""Documents as files: who gets them, and that they are what they say."""

import io
import re
from functools import cache

import pypdfium2
import pytest
from pypdf import PdfReader

from showground.core.calls.errors import Unavailable
from showground.core.sandbox import SandboxStarved
from showground.orders.documents.files import make_file
from showground.orders.documents.pdf import make_pdf
from tests.orders.documents.samples import make_all
from tests.support.einvoice import check_schema, read_embedded
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio

SAMPLES = make_all()


def text_of(pdf: bytes) -> list[str]:
    """What stands on each page."""
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]


async def receipt(market: Market, product: str = "ai_review") -> tuple[str, str]:
    """The address of a paid order, and its number."""
    order = await market.order(market.item(product, "paid"))
    await market.pay(order["number"])
    url = market.shop.receipt_url(market.world.dispatcher.site, order["number"])
    return url.removeprefix("http://localhost:8000"), order["number"]


async def test_the_buyer_gets_pdf_and_xml_by_the_link_of_the_receipt(market: Market) -> None:
    path, _ = await receipt(market)
    client = market.world.client
    pdf = await client.get(f"{path}/documents/TEST-INV-2026-000001.pdf")
    assert (pdf.status_code, pdf.headers["content-type"]) == (200, "application/pdf")
    assert pdf.headers["content-disposition"] == 'attachment; filename="TEST-INV-2026-000001.pdf"'
    assert pdf.headers["cache-control"] == "no-store"
    (page,) = text_of(pdf.content)
    assert "TEST-INV-2026-000001" in page
    assert "Edda Falk" in page
    xml = await client.get(f"{path}/documents/TEST-INV-2026-000001.xml")
    check_schema(xml.content)
    name, embedded = read_embedded(pdf.content)
    assert (name, embedded) == ("factur-x.xml", xml.content)
    shown = await client.get(path)
    for link in ("", ".pdf", ".xml"):
        assert f'href="{path}/documents/TEST-INV-2026-000001{link}"' in shown.text


async def test_a_machine_without_time_for_a_pdf_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def starve(*_: object, **__: object) -> None:
        raise SandboxStarved

    monkeypatch.setattr("showground.orders.documents.files.run", starve)
    document = next(iter(SAMPLES.values()))
    with pytest.raises(Unavailable, match="too busy for this file"):
        await make_file(document, "pdf")


async def test_nobody_else_gets_them(market: Market) -> None:
    path, number = await receipt(market)
    other, _ = await receipt(market)
    client = market.world.client
    for form in ("", ".pdf", ".xml"):
        guessed = f"{path[:-3]}xxx/documents/TEST-INV-2026-000001{form}"
        assert (await client.get(guessed)).status_code == 404
        assert (await client.get(f"{other}/documents/TEST-INV-2026-000001{form}")).status_code == 404
        staff = f"/admin/orders/{number}/documents/TEST-INV-2026-000001{form}"
        assert (await client.get(staff)).status_code == 404
        async with market.world.browser("alice") as alice:
            assert (await alice.get(staff)).status_code == 404


async def test_staff_get_those_of_any_order(market: Market) -> None:
    _, number = await receipt(market)
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (market.accounts["charlie"],))
    async with market.world.browser("charlie") as staff:
        page = await staff.get(f"/admin/orders/{number}")
        address = f"/admin/orders/{number}/documents/TEST-INV-2026-000001"
        assert f'href="{address}.pdf"' in page.text
        assert "Rechnung" in (await staff.get(address)).text
        assert (await staff.get(f"{address}.pdf")).content.startswith(b"%PDF-1.7")
        assert (await staff.get(f"{address}.xml")).content.startswith(b"<?xml")
        assert (await staff.get(f"/admin/orders/{number}/documents/INV-2026-000009.pdf")).status_code == 404


@cache
def pdf_of(name: str) -> bytes:
    """The PDF of a sample, which takes long to make."""
    return make_pdf(SAMPLES[name])


@pytest.mark.parametrize("name", ["credit-note-german", "long", "scripts"])
def test_a_pdf_is_the_same_each_time(name: str) -> None:
    assert make_pdf(SAMPLES[name]) == pdf_of(name)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_pdf_holds_its_xml(name: str) -> None:
    made = pdf_of(name)
    read_embedded(made)
    (page, *_), document = text_of(made), SAMPLES[name]
    assert document.number in page
    assert document.seller.name in page
    metadata = PdfReader(io.BytesIO(made)).xmp_metadata
    assert metadata is not None
    assert metadata.pdfaid_part == "3"


def test_every_page_of_a_test_document_says_so() -> None:
    pages = text_of(pdf_of("test"))
    assert len(pages) > 1
    assert all("TEST: Not valid for tax purposes" in page and "TEST-INV-2026-000001" in page for page in pages)
    assert not any("TEST" in page for page in text_of(pdf_of("long")))


def test_names_in_other_scripts_are_printed() -> None:
    (page,) = text_of(pdf_of("scripts"))
    for name in (
        "Ωραία Εφαρμογή",
        "Мария Петрова",
        "Nguyễn Thị Hường",
        "株式会社サクラ",
        "김철수",
        "王小明",
        "Łukasz Żółć",
    ):
        assert name in page
    (page,) = text_of(pdf_of("unknown-scripts"))
    assert "\N{REPLACEMENT CHARACTER}" in page


def test_pages_are_numbered_and_sums_stay_together() -> None:
    pages = text_of(pdf_of("long"))
    assert [re.findall(r"Seite (\d) von (\d)", page) for page in pages] == [
        [(str(number), str(len(pages)))] for number in range(1, len(pages) + 1)
    ]
    assert "Gesamtbetrag USD" in pages[-1]
    assert "Referenzkurse der Europäischen Zentralbank vom 13.11.2026: 1 EUR = 1,0850 USD." in pages[-1]
