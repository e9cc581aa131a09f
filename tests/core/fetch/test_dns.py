"""Asking DNS for addresses and for the texts that prove a claim."""

import pytest

from showground.core.fetch import AddressRefused, BadUrl, Fetcher, HostUnknown, LookupFailed
from showground.core.fetch.dns import Names
from tests.support.dns import DnsServer
from tests.support.site import Site

pytestmark = pytest.mark.anyio


async def test_both_kinds_of_address_are_asked_for_once(fetcher: Fetcher, dns: DnsServer, site: Site) -> None:
    await fetcher.get(site.at("good.test"))
    assert sorted(dns.queries) == [("good.test", "A"), ("good.test", "AAAA")]


async def test_both_kinds_take_turns(dns: DnsServer) -> None:
    dns.records["many.test"] = ["192.0.2.1", "192.0.2.2", "2001:db8::1"]
    found = [str(ip) for ip in await Names(dns.address).addresses("many.test")]
    assert sorted(found) == ["192.0.2.1", "192.0.2.2", "2001:db8::1"]
    assert found[1] == "2001:db8::1"


async def test_more_addresses_than_a_datagram_holds(fetcher: Fetcher, dns: DnsServer) -> None:
    dns.records["many.test"] = [f"8.8.{high}.{low}" for high in range(8) for low in range(250)] + ["10.0.0.1"]
    assert len(await Names(dns.address).addresses("many.test")) == 2001
    with pytest.raises(AddressRefused):
        await fetcher.get("http://many.test/")


async def test_a_name_that_is_not(fetcher: Fetcher) -> None:
    with pytest.raises(HostUnknown) as failed:
        await fetcher.get("http://missing.test/")
    assert str(failed.value) == "We could not find this domain. Check the spelling of the URL."


async def test_a_name_without_addresses(fetcher: Fetcher, dns: DnsServer) -> None:
    dns.txt["texts.test"] = ["hello"]
    with pytest.raises(HostUnknown):
        await fetcher.get("http://texts.test/")


async def test_a_name_server_that_fails(fetcher: Fetcher, dns: DnsServer) -> None:
    dns.broken.add("broken.test")
    with pytest.raises(LookupFailed):
        await fetcher.get("http://broken.test/")
    with pytest.raises(LookupFailed):
        await fetcher.txt("broken.test")


async def test_texts(fetcher: Fetcher, dns: DnsServer) -> None:
    dns.txt["_claim.good.test"] = ["showground=abc", 'with "quotes"', "long " * 100]
    dns.txt["_claim.xn--bcher-kva.test"] = ["book"]
    assert sorted(await fetcher.txt("_claim.Good.test.")) == ["long " * 100, "showground=abc", 'with "quotes"']
    assert await fetcher.txt("_claim.bücher.test") == ["book"]


async def test_no_texts(fetcher: Fetcher) -> None:
    assert await fetcher.txt("good.test") == []
    assert await fetcher.txt("missing.test") == []


@pytest.mark.parametrize("name", ["", "127.0.0.1", "::1", "a b.test", "good..test"])
async def test_texts_of_what_is_no_name(fetcher: Fetcher, name: str) -> None:
    with pytest.raises(BadUrl):
        await fetcher.txt(name)


def test_a_server_must_be_given_by_number() -> None:
    with pytest.raises(ValueError, match=r"resolver\.test"):
        Names(("resolver.test", 53))
