"""What is never fetched: the canary gets no connection, whatever leads to it."""

# ruff: noqa: RUF001  digits that only look like digits are what is tested
# ruff: noqa: S104  an address that is refused, not bound to

import re
from collections.abc import Generator
from dataclasses import replace
from ipaddress import ip_network

import pytest

from showground.core.fetch import (
    AddressRefused,
    CredentialsRefused,
    Fetcher,
    FetchFailed,
    FetchRules,
    PortRefused,
    SchemeRefused,
)
from tests.support.command import ROOT
from tests.support.dns import DnsServer, Turns
from tests.support.site import Site, redirect

pytestmark = pytest.mark.anyio

SPELLINGS_OF_LOOPBACK = [
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "0x7f000001",
    "0x7f.0.0.1",
    "１２７.０.０.１",
    "127。0。0。1",
    "0.0.0.0",
    "0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
]
OTHER_ADDRESSES = [
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "240.0.0.1",
    "fd00:ec2::254",
    "fe80::1",
    "::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
]


@pytest.mark.parametrize("host", SPELLINGS_OF_LOOPBACK)
async def test_loopback_in_every_spelling(fetcher: Fetcher, canary: Site, host: str) -> None:
    with pytest.raises(AddressRefused):
        await fetcher.get(f"http://{host}:{canary.port}/")
    with pytest.raises(AddressRefused):
        await fetcher.get(f"http://{host}/")
    assert canary.connections == 0


@pytest.mark.parametrize("address", OTHER_ADDRESSES)
async def test_names_of_what_is_not_public(fetcher: Fetcher, dns: DnsServer, address: str) -> None:
    dns.records["inside.test"] = [address]
    with pytest.raises(AddressRefused):
        await fetcher.get("http://inside.test/")


async def test_a_name_of_the_canary(fetcher: Fetcher, dns: DnsServer, canary: Site) -> None:
    dns.records["canary.test"] = ["127.0.0.1"]
    for name in ("canary.test", "CANARY.test", "canary.test.", "ｃanary.test"):
        with pytest.raises(AddressRefused):
            await fetcher.get(canary.at(name))
    assert canary.connections == 0


async def test_another_form_of_an_allowed_address(fetcher: Fetcher, site: Site) -> None:
    with pytest.raises(AddressRefused):
        await fetcher.get(f"http://[::ffff:127.0.0.2]:{site.port}/")
    assert site.connections == 0


@pytest.mark.parametrize("bad", ["127.0.0.1", "10.0.0.1", "::1", "fd00::1"])
async def test_a_name_with_one_good_and_one_bad_address(fetcher: Fetcher, dns: DnsServer, site: Site, bad: str) -> None:
    dns.records["mixed.test"] = ["127.0.0.2", bad]
    with pytest.raises(AddressRefused):
        await fetcher.get(site.at("mixed.test"))
    assert site.connections == 0


@pytest.fixture
def moving(canary: Site) -> Generator[Site]:
    """A site at the canary's port, at an address of its own so that the port is free there."""
    with Site(host="127.0.0.4", port=canary.port) as moving:
        yield moving


@pytest.fixture
def moving_fetcher(rules: FetchRules, dns: DnsServer) -> Fetcher:
    dns.records["rebind.test"] = Turns(["127.0.0.4"], ["127.0.0.1"])
    return Fetcher(replace(rules, allow=(ip_network("127.0.0.4/32"),)))


async def test_a_name_that_changes_after_the_check(
    moving_fetcher: Fetcher, dns: DnsServer, moving: Site, canary: Site
) -> None:
    moving.pages["/"] = "Good"
    page = await moving_fetcher.get(moving.at("rebind.test"))
    assert page.body == b"Good"
    assert [query for query in dns.queries if query[1] == "A"] == [("rebind.test", "A")]
    with pytest.raises(AddressRefused):
        await moving_fetcher.get(moving.at("rebind.test"))
    assert moving.connections == 1
    assert canary.connections == 0


async def test_a_name_that_changes_between_redirects(moving_fetcher: Fetcher, moving: Site, canary: Site) -> None:
    moving.pages["/"] = redirect("/again")
    with pytest.raises(AddressRefused):
        await moving_fetcher.get(moving.at("rebind.test"))
    assert moving.connections == 1
    assert canary.connections == 0


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirect_to_what_is_not_public(fetcher: Fetcher, site: Site, canary: Site, status: int) -> None:
    site.pages["/away"] = redirect(f"{canary.url}/", status)
    with pytest.raises(AddressRefused) as refused:
        await fetcher.get(f"{site.url}/away")
    assert refused.value.url == f"{canary.url}/"
    assert canary.connections == 0


@pytest.mark.parametrize(
    ("location", "failure"),
    [
        ("http://169.254.169.254/latest/meta-data/", AddressRefused),
        ("//127.0.0.1/", AddressRefused),
        ("http://0x7f000001/", AddressRefused),
        ("file:///etc/passwd", SchemeRefused),
        ("gopher://127.0.0.1/", SchemeRefused),
        ("javascript:alert(1)", SchemeRefused),
        ("http://8.8.8.8:22/", PortRefused),
        ("http://user:password@good.test/", CredentialsRefused),
    ],
)
async def test_redirect_to_something_refused(
    fetcher: Fetcher, site: Site, location: str, failure: type[FetchFailed]
) -> None:
    site.pages["/away"] = redirect(location)
    with pytest.raises(failure):
        await fetcher.get(f"{site.url}/away")
    assert len(site.requests) == 1


@pytest.mark.parametrize("port", [22, 25, 81, 5432, 6379, 8080, 8443])
async def test_other_ports(fetcher: Fetcher, port: int) -> None:
    with pytest.raises(PortRefused):
        await fetcher.get(f"http://8.8.8.8:{port}/")


async def test_other_ports_are_refused_before_a_lookup_when_nothing_is_allowed(
    rules: FetchRules, dns: DnsServer, site: Site
) -> None:
    with pytest.raises(PortRefused):
        await Fetcher(replace(rules, allow=())).get(site.at("good.test"))
    assert dns.queries == []
    assert site.connections == 0


async def test_nothing_beyond_the_public_is_allowed_by_default(rules: FetchRules, site: Site) -> None:
    with pytest.raises(AddressRefused):
        await Fetcher(replace(rules, allow=())).get("http://good.test/")
    assert site.connections == 0


def test_no_other_code_goes_out_to_the_web() -> None:
    """A library for a language model brings its own way, to the address that the settings name."""
    ways = re.compile(r"(?m)^\s*(?:import|from) (?:httpx2?|requests|aiohttp|urllib3|urllib\.request|http\.client)\b")
    found = {path for path in (ROOT / "src").rglob("*.py") if ways.search(path.read_text())}
    assert {path.parent.relative_to(ROOT / "src/showground").as_posix() for path in found} == {"core/fetch"}


async def test_credentials_in_the_address(fetcher: Fetcher, site: Site) -> None:
    with pytest.raises(CredentialsRefused):
        await fetcher.get(f"http://user:password@127.0.0.2:{site.port}/")
    assert site.connections == 0


async def test_proxies_of_the_environment_are_not_used(
    rules: FetchRules, site: Site, canary: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, canary.url)
    page = await Fetcher(rules).get(site.at("good.test"))
    assert page.status == 200
    assert canary.connections == 0


async def test_a_refusal_does_not_say_what_was_found(fetcher: Fetcher, dns: DnsServer) -> None:
    dns.records["inside.test"] = ["10.1.2.3"]
    with pytest.raises(AddressRefused) as refused:
        await fetcher.get("http://inside.test/")
    assert str(refused.value) == "This URL does not point to the public internet, so we did not fetch it."
    assert refused.value.code == "address_refused"
