"""Large sites, and pages made to take long: `python -m bench.drafting` says how long."""

from dataclasses import replace
from typing import Any

import pytest

from showground.core.sandbox import calls
from showground.core.sandbox.messages import SandboxCall
from showground.extraction.drafters import ExtractiveDrafter
from showground.extraction.pipeline import draft_with
from showground.extraction.reading import site
from showground.extraction.reading.markup import read_markup
from tests.drafting.labelled import NOW, categories, read
from tests.support.dns import DnsServer
from tests.support.site import Page, Site
from tests.support.wait import PATIENCE_SECONDS


@pytest.fixture(autouse=True)
def time_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long gives way to all other tests, however busy they are; the limit of CPU time stays."""

    def make_patient_call(*parts: Any) -> SandboxCall:
        return replace(SandboxCall(*parts), seconds=PATIENCE_SECONDS)

    monkeypatch.setattr(calls, "SandboxCall", make_patient_call)


def large_page(number: int, links: str) -> str:
    section = (
        "<section class=features><h2>Part {0}.{1}</h2><p>Acme keeps the notes of team {0} in one place, and finds them"
        " again by any word. Since 2019 nobody has lost one.</p><ul><li>Search by word {1}</li><li>$5 saved</li></ul>"
        "</section>"
    )
    body = "".join(section.format(number, part) for part in range(30))
    return (
        f"<html lang=en><title>Acme | Page {number}</title><nav>{links}</nav><main><h1>Page {number}</h1>{body}</main>"
    )


@pytest.mark.anyio
@pytest.mark.slow
async def test_a_large_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "MAX_SECONDS", PATIENCE_SECONDS)  # however busy the machine is
    links = "".join(f'<a href="/p{number}">Page {number}</a>' for number in range(19))
    pages: dict[str, Page] = {f"/p{number}": large_page(number, links) for number in range(19)}
    with Site(pages | {"/": large_page(99, links)}) as acme, DnsServer({"acme.test": ["127.0.0.2"]}) as dns:
        reading = await read(acme.at("acme.test"), dns)
        proposal = await draft_with(ExtractiveDrafter(), reading.pages, categories())
    assert len(reading.pages) == 20
    assert proposal.fields["name"].value == "Acme"


@pytest.mark.anyio
@pytest.mark.slow
@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "Jane Roe and " * 15_000 + "founded Acme in 2019",
        "<p>" + "a@" * 100_000,
        "<p>" + "$1 " * 60_000,
        "<p>" + "<span>a</span>" * 60_000,
        "<style>" + "a" * 500_000 + "</style><p>x",
        "<h3>Pro</h3><p>$5 / month</p>" * 20_000,
        "<p>" + "“" * 100_000,
        "<p>founded in " * 30_000,
    ],
)
async def test_pages_made_to_take_long_are_drafted(html: str) -> None:
    page = read_markup("https://acme.test/pricing", f"<title>Acme</title>{html}", NOW)
    page.kind = "pricing"
    drafted = await draft_with(ExtractiveDrafter(), [page], categories())
    assert drafted.fields["name"].value == "Acme"
