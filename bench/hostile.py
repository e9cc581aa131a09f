"""Six hostile drafts at once: what an honest draft, other callers and the operator notice. `python -m bench.hostile`

Starts a server as people do, and a site on loopback. Six accounts each draft a site whose pages have 2 MB that are made
to keep a parser busy. Then a seventh drafts an honest site, another asks for /me all the time, and in the end, with six
more hostile drafts in work, the server is told to stop.
"""

import statistics
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.support.command import Running, free_port, running, showground
from tests.support.dns import DnsServer
from tests.support.draft_world import HOME
from tests.support.folders import temporary_folder
from tests.support.site import Answer, Page, Request, Site

SIZE = 2_000_000 - 1_000
PIECES = {
    "elements that nest": "<div>",
    "elements that nest, with ends of others": "<div></x>",
    "line breaks": "a<br>",
    "links": "<a href=/x>x</a>",
    "broken JSON-LD": '\\"',
    "selectors": ".a .b{color:red}",
}
HONEST_SECONDS, TIMES_IDLE, STOP_SECONDS = 15.0, 3.0, 5.0
LINKS = 30
ASKED = 200  # calls of /me for a median


def hostile_page(kind: str) -> str:
    piece = PIECES[kind]
    filling = piece * (SIZE // len(piece))
    if kind == "broken JSON-LD":
        parts = [f'<script type="application/ld+json">{{"@type": "{filling[:299_000]}}}</script>'] * 6
        filling = "".join(parts)
    elif kind == "selectors":
        filling = f"<style>{filling}</style>"
    links = "".join(f'<a href="/{number}">{number}</a>' for number in range(LINKS))
    return f"<html><body><p>Hostile makes work for parsers.</p>{links}{filling}"


class Callers:
    """People with keys, who call the server."""

    def __init__(self, server: Running, settings: dict[str, Any]) -> None:
        self.client = httpx2.Client(base_url=f"{server.url}/api/v1", timeout=60)
        self.keys: dict[str, str] = {}
        self._settings = settings

    def add(self, name: str) -> None:
        email = f"{name}@{name}.example"
        assert showground("account", "create", email, **self._settings).returncode == 0
        scopes = ("--scope", "account:read", "--scope", "listings:write")
        self.keys[name] = showground("key", "create", email, *scopes, **self._settings).stdout.strip()

    def call(self, name: str, method: str, path: str, **more: Any) -> dict[str, Any]:
        answer = self.client.request(method, path, headers={"Authorization": f"Bearer {self.keys[name]}"}, **more)
        assert answer.is_success, answer.text
        return answer.json()

    def median_of_me(self) -> float:
        """Milliseconds."""
        took: list[float] = []
        for _ in range(ASKED):
            begun = time.perf_counter()
            self.call("caller", "GET", "/me")
            took.append(time.perf_counter() - begun)
        return statistics.median(took) * 1000


@contextmanager
def started() -> Generator[tuple[Running, Callers, Site]]:
    pages = [hostile_page(kind) for kind in PIECES]

    def answer(request: Request) -> Answer:
        host = request.headers["Host"].partition(".")[0]
        return Answer(pages[int(host.rpartition("-")[2])] if host.startswith("hostile") else HOME)

    paths: dict[str, Page] = dict.fromkeys(["/", *(f"/{number}" for number in range(LINKS))], answer)
    names = ["honest.test", *(f"hostile-{n}-{k}.test" for n in range(2) for k in range(len(PIECES)))]
    with temporary_folder() as folder, Site(paths) as site, DnsServer({name: [site.host] for name in names}) as dns:
        settings: dict[str, Any] = {
            "data_dir": folder / "data",
            "fetch_allow": "127.0.0.0/8",
            "crawl_seconds": "0",
            "dns_server": ":".join(map(str, dns.address)),
            "rate_limits": "off",
        }
        with running("serve", port=free_port(), **settings) as server:
            server.get("/readyz")
            yield server, Callers(server, settings), site


def main() -> None:
    with started() as (server, callers, site):
        for name in ("caller", "honest", *(f"hostile{number}" for number in range(6))):
            callers.add(name)
        idle = callers.median_of_me()

        def attack(turn: int) -> list[str]:
            addresses = [site.at(f"hostile-{turn}-{kind}.test") for kind in range(len(PIECES))]
            made = [
                callers.call(f"hostile{number}", "POST", "/drafts", json={"url": address})
                for number, address in enumerate(addresses)
            ]
            return [draft["id"] for draft in made]

        hostile, begun = attack(0), time.monotonic()
        honest = callers.call("honest", "POST", "/drafts", json={"url": site.at("honest.test")})["id"]
        busy: list[float] = []
        while callers.call("honest", "GET", f"/drafts/{honest}")["status"] != "ready":
            busy.append(callers.median_of_me())
        ready = time.monotonic() - begun
        busy.append(callers.median_of_me())
        ends: dict[str, str] = {}
        while len(ends) < len(hostile):
            for number, (kind, draft) in enumerate(zip(PIECES, hostile, strict=True)):
                told = callers.call(f"hostile{number}", "GET", f"/drafts/{draft}")
                if told["status"] == "ready" and kind not in ends:
                    codes = ", ".join(problem["code"] for problem in told["problems"]) or "no problem"
                    ends[kind] = f"{codes}, {told['progress']['pages_read']} pages, by {time.monotonic() - begun:.0f} s"
        attack(1)
        time.sleep(1.0)
        begun = time.monotonic()
        server.stop()
        stopped = time.monotonic() - begun
    for kind, end in ends.items():
        print(f"hostile draft, {kind}: {end}")
    slowest = max(busy)
    met = {
        f"honest draft ready after {ready:.1f} s (at most {HONEST_SECONDS:g})": ready <= HONEST_SECONDS,
        f"/me: median {idle:.1f} ms idle, {slowest:.1f} ms at worst during it (at most {TIMES_IDLE:g} times)": slowest
        <= TIMES_IDLE * idle,
        f"SIGTERM with six more in work: ended after {stopped:.1f} s (at most {STOP_SECONDS:g})": stopped
        <= STOP_SECONDS,
    }
    for line, is_met in met.items():
        print(f"{'met   ' if is_met else 'MISSED'} {line}")
    sys.exit(not all(met.values()))


if __name__ == "__main__":
    main()
