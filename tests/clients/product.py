"""A running Showground, and the websites of the products that are to be listed."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from tests.support.certificates import Authority
from tests.support.command import free_port, running, showground
from tests.support.dns import DnsServer
from tests.support.postgres import fresh_database, running_server
from tests.support.site import Site

HOST = "127.0.0.2"
NAMES = tuple(f"orchard{number}.test" for number in range(1, 9))
OWNER = "ada@fair.example"
BILLING = {
    "kind": "person", "name": "Ada Moreno", "email": OWNER, "address": "Rua 1", "city": "4000 Porto", "country": "PT",
    "consent": "yes",
}  # fmt: skip
HOME = """<!doctype html><html lang="en"><title>Orchard: plan your fruit garden</title>
<meta name="description" content="Orchard plans your fruit garden, from the first tree to the harvest.">
<body><header><img src="/logo.png" alt="Orchard logo"></header><main><h1>Plan your fruit garden</h1>
<p>Orchard plans your fruit garden, from the first tree to the harvest. It draws the beds, knows when to prune and tells
you what is ripe. Gardeners who share a plot see the same plan.</p>
<h2>Features</h2><ul><li>Drawn beds</li><li>A calendar for pruning</li><li>Shared plots</li></ul>
<h2>Pricing</h2><p>Orchard costs $4 per month.</p></main><footer>© Orchard</footer></body></html>"""


@dataclass(frozen=True)
class RunningSite:
    """The site, products that can be listed on it, and the person who owns them."""

    url: str
    products: tuple[str, ...]
    settings: dict[str, str]

    @property
    def mcp(self) -> str:
        return f"{self.url}/mcp"

    def consent(self, address: str) -> tuple[str, ...]:
        """Do as the person who is sent to this address: sign in and allow all that is asked for. Returns the scopes."""
        link = showground("sign-in-link", OWNER, **self.settings).stdout.strip()
        scopes = tuple(httpx2.URL(address).params["scope"].split())
        with httpx2.Client(headers={"Origin": self.url, "Sec-Fetch-Site": "same-origin"}, timeout=60) as browser:
            browser.post(link, data={})
            answer = browser.post(address, data={"answer": "allow", "allowed": list(scopes)})
        httpx2.get(answer.headers["location"])
        return scopes

    def pay(self, checkout_url: str) -> None:
        """Do as the person who is given this link: enter billing details and pay, on the page for test payments."""
        with httpx2.Client(headers={"Origin": self.url, "Sec-Fetch-Site": "same-origin"}, timeout=60) as browser:
            provider = browser.post(checkout_url, data={**BILLING, "do": "pay"}).headers["location"]
            browser.post(httpx2.URL(self.url).join(provider), data={"outcome": "paid"})


@contextmanager
def running_site(folder: Path) -> Generator[RunningSite]:
    authority = Authority(folder)
    url = f"http://localhost:{(port := free_port())}"
    with (
        running_server(folder) as postgres,
        fresh_database(postgres) as database,
        Site({"/": HOME}, host=HOST, tls=authority.server(*NAMES)) as products,
        DnsServer({name: [HOST] for name in NAMES}) as dns,
    ):
        settings = {
            "database_url": database, "site_url": url, "rate_limits": "off", "fetch_allow": f"{HOST}/32",
            "dns_server": "{}:{}".format(*dns.address), "ca_file": str(authority.file),
            "crawl_seconds": "0",
        }  # fmt: skip
        showground("demo", **settings)
        showground("account", "create", OWNER, **settings)
        with running("serve", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            yield RunningSite(url, tuple(products.at(name) for name in NAMES), settings)
