"""A site that may be fetched, one that must not be, and the names that lead to them."""

from collections.abc import Generator
from ipaddress import ip_network

import pytest

from showground.core.fetch import Fetcher, FetchRules
from tests.support.dns import DnsServer
from tests.support.site import Site


@pytest.fixture
def site() -> Generator[Site]:
    with Site({"/": "<h1>Good</h1>"}, host="127.0.0.2") as site:
        yield site


@pytest.fixture
def canary() -> Generator[Site]:
    """Stands where nothing may be fetched."""
    with Site({"/": "secret"}, host="127.0.0.1") as canary:
        yield canary


@pytest.fixture
def dns() -> Generator[DnsServer]:
    with DnsServer({"good.test": ["127.0.0.2"]}) as dns:
        yield dns


@pytest.fixture
def rules(dns: DnsServer) -> FetchRules:
    return FetchRules(user_agent="Showground-test", allow=(ip_network("127.0.0.2/32"),), dns_server=dns.address)


@pytest.fixture
def fetcher(rules: FetchRules) -> Fetcher:
    return Fetcher(rules)
