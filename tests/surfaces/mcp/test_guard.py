"""Which hosts and origins are the site's own."""

import pytest

from showground.surfaces.mcp.guard import Guard
from showground.surfaces.origins import own_hosts, own_origins

pytestmark = pytest.mark.anyio


async def status(site_url: str, host: str, origin: str | None = None, kind: str = "application/json") -> int:
    guard = Guard(own_hosts(site_url), own_origins(site_url))
    headers = {"host": host, "content-type": kind} | ({"origin": origin} if origin is not None else {})
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    refused = await guard.refuse({"type": "http", "method": "POST", "headers": raw}, headers)
    return refused.status if refused else 200


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "localhost", "127.0.0.1:9", "[::1]:8000"])
@pytest.mark.parametrize("site", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
async def test_a_loopback_site_answers_to_every_loopback_name(site: str, host: str) -> None:
    assert await status(site, host) == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", ""])
async def test_a_loopback_site_answers_to_no_other_name(host: str) -> None:
    assert await status("http://localhost:8000", host) == 421


async def test_origins_of_a_loopback_site_have_its_port() -> None:
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert await status("http://localhost:8000", "localhost:8000", f"http://{name}:8000") == 200
        assert await status("http://localhost:8000", "localhost:8000", f"http://{name}:3000") == 403
        assert await status("http://localhost", "localhost", f"http://{name}") == 200


async def test_a_public_site_answers_to_its_own_name_only() -> None:
    for host, answer in {"a.example": 200, "a.example:443": 200, "a.example:80": 421, "localhost": 421}.items():
        assert await status("https://a.example", host) == answer
    assert await status("https://A.example", "a.example", "https://a.example") == 200
    for host, answer in {"a.example:8443": 200, "a.example": 421}.items():
        assert await status("https://a.example:8443", host) == answer


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded"])
async def test_what_a_form_could_send_is_refused(kind: str) -> None:
    assert await status("https://a.example", "a.example", kind=kind) == 400
