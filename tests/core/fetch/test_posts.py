"""Forms that are sent: guarded as pages are, and never sent on."""

import pytest

from showground.core.fetch import AddressRefused, Fetcher, NotReachable, TooLarge, WrongType
from tests.support.site import Answer, Site, redirect

pytestmark = pytest.mark.anyio

JSON = ("application/json",)


async def test_a_form(fetcher: Fetcher, site: Site) -> None:
    site.pages["/token"] = Answer('{"a": 1}', type="application/json")
    page = await fetcher.post(site.at("good.test") + "/token", {"code": "a b&c", "ü": "="}, accept=JSON, max_bytes=100)
    assert (page.status, page.body) == (200, b'{"a": 1}')
    (request,) = site.requests
    assert request.body == b"code=a+b%26c&%C3%BC=%3D"
    assert dict(request.headers.items()) == {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": "23",
        "host": f"good.test:{site.port}",
        "user-agent": "Showground-test",
        "accept": "application/json",
        "accept-encoding": "gzip",
        "connection": "close",
    }


async def test_a_form_is_not_sent_on(fetcher: Fetcher, site: Site, canary: Site) -> None:
    for status in (301, 302, 303, 307, 308):
        site.pages["/token"] = redirect(canary.url, status)
        page = await fetcher.post(f"{site.url}/token", {"code": "secret"}, accept=JSON, max_bytes=100)
        assert (page.status, page.body) == (status, b"")
    assert (len(site.requests), canary.connections) == (5, 0)


async def test_the_same_is_refused_as_for_pages(fetcher: Fetcher, site: Site, canary: Site) -> None:
    with pytest.raises(AddressRefused):
        await fetcher.post(f"{canary.url}/", {"code": "secret"}, accept=JSON, max_bytes=100)
    assert canary.connections == 0
    with pytest.raises(WrongType):
        await fetcher.post(f"{site.url}/", {}, accept=JSON, max_bytes=100)
    site.pages["/large"] = Answer("x" * 101, type="application/json")
    with pytest.raises(TooLarge):
        await fetcher.post(f"{site.url}/large", {}, accept=JSON, max_bytes=100)
    with pytest.raises(NotReachable):
        await fetcher.post("http://127.0.0.2:9/", {}, accept=JSON, max_bytes=100)
