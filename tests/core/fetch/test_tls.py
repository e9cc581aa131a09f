"""Safe connections: verified by name, though made to the address that was checked."""

from dataclasses import replace
from pathlib import Path

import pytest

from showground.core.fetch import Fetcher, FetchRules, TlsFailed
from tests.support.certificates import Authority
from tests.support.site import Site

pytestmark = pytest.mark.anyio


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


async def test_a_certificate_of_a_further_authority(rules: FetchRules, authority: Authority) -> None:
    asked: list[str | None] = []
    context = authority.server("good.test")
    context.sni_callback = lambda _connection, name, _context: asked.append(name)
    with Site({"/": "Safe"}, tls=context) as site:
        page = await Fetcher(replace(rules, ca_file=authority.file)).get(site.at("good.test"))
    assert page.body == b"Safe"
    assert page.url == f"https://good.test:{site.port}/"
    assert site.requests[0].headers["Host"] == f"good.test:{site.port}"
    assert asked == ["good.test"]


async def test_a_certificate_of_nobody_known(rules: FetchRules, authority: Authority) -> None:
    with Site(tls=authority.server("good.test")) as site:
        with pytest.raises(TlsFailed):
            await Fetcher(rules).get(site.at("good.test"))
    assert site.requests == []


async def test_a_certificate_for_another_name(rules: FetchRules, authority: Authority) -> None:
    fetcher = Fetcher(replace(rules, ca_file=authority.file))
    with Site(tls=authority.server("other.test")) as site:
        for url in (site.at("good.test"), site.url):
            with pytest.raises(TlsFailed):
                await fetcher.get(url)
    assert site.requests == []


async def test_a_site_that_speaks_no_tls(fetcher: Fetcher, site: Site) -> None:
    with pytest.raises(TlsFailed):
        await fetcher.get(f"https://good.test:{site.port}/")
