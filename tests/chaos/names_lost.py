"""Name servers fall silent: what needs them says so or waits, and everything else goes on."""

from typing import Any

import httpx2

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground
from tests.support.command import before_long
from tests.support.dns import DnsServer
from tests.support.draft_world import HOME
from tests.support.site import Site

HOSTS = [f"n{number}.test" for number in range(4)]
LATER = [f"later-{number}.test" for number in range(4)]


@fault("DNS server down during 4 drafts")
def lose_names(ground: Ground) -> Outcome:
    known = {host: ["127.0.0.2"] for host in HOSTS + LATER}
    with ground.database() as url, DnsServer(known) as dns, Site({"/": HOME}) as home:
        reach: dict[str, Any] = {"fetch_allow": "127.0.0.0/8", "dns_server": f"127.0.0.1:{dns.address[1]}"}
        reach["crawl_seconds"] = 0
        with ground.site(url=url, **reach) as site, ground.loaded(site, url) as load:
            api = httpx2.Client(base_url=f"{site.url}/api/v1", headers=ground.bearer, timeout=30)

            def begin(host: str) -> str:
                answer = api.post("/drafts", json={"url": home.at(host)})
                assert answer.status_code == 201, answer.text
                return answer.json()["id"]

            def ended(draft: str) -> bool:
                return api.get(f"/drafts/{draft}").json()["status"] == "ready"

            with load.trouble():
                dns.silent.update(HOSTS)
                drafts = [begin(host) for host in HOSTS]
                assert before_long(lambda: all(map(ended, drafts))), "a draft waits for ever"
                told = [api.get(f"/drafts/{draft}").json()["problems"] for draft in drafts]
                assert all(told), "nobody was told that the site could not be read"
                dns.silent.clear()
            with load.until_done():
                drafts = [begin(host) for host in LATER]
                assert before_long(lambda: all(map(ended, drafts)))
            assert all(api.get(f"/drafts/{draft}").json()["problems"] == [] for draft in drafts)
            load.remarks.append(told[0][0]["detail"])
        return load.outcome()
