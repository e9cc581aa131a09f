"""Many drafts at once: how fast they are made, how fairly accounts share, how often each site is asked, and memory.

`python -m bench.drafting_scale [--drafts N] [--sites N] [--minutes N]`. One account queues half of the drafts first;
others queue the rest. The sites are served on loopback by a process of their own, which notes when each was asked for a
page.

With 1,000 drafts, expect 16 minutes on a quiet machine: an account has at most four drafts in work, each takes about
eight seconds of polite pauses, and half of the drafts are of one account. A run that is stopped by the time limit, by
Ctrl-C or by a job that gave up reports what it saw up to then, and what was left.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_network
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import IO, Any, cast

from bench.comparing import keep
from bench.options import Options
from bench.scratch import scratch_door
from bench.servers import cpu_seconds, memory
from showground import accounts
from showground.categories import category_tree
from showground.core.calls.dispatch import Dispatcher
from showground.core.domain_names import site_key
from showground.core.jobs.worker import Worker
from showground.drafting.jobs import read_and_draft
from showground.drafting.queries import drafts as store
from tests.support.dns import DnsServer

DRAFTS, SITES, OTHERS = 1_000, 50, 19
PAGES = ("pricing", "about", "features")
POLITE_SECONDS = 1.0  # wanted between two requests to one site
HOST = "127.0.0.2"
LOOK_SECONDS = 0.5
SAY_EVERY = 30.0  # seconds
MINUTES = 25.0  # time limit
# Drafts that are not ready, by status, and how often their job was tried; without a waiting or running job, a draft
# would never get ready.
LEFT = """
select coalesce(job.status::text, 'no job') as job, count(*), coalesce(max(job.attempts), 0)
from draft left join procrastinate_jobs job on job.task_name = %s and job.args ->> 'draft_id' = draft.id::text
where draft.status <> 'ready' group by 1
"""
STILL_COMING = {"todo", "doing"}


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own drafts
    measure(DRAFTS, SITES, MINUTES)


def measure(drafts: int, sites: int, minutes: float) -> None:
    names = [f"shop{number}.test" for number in range(sites)]
    with _served_sites() as served, DnsServer({name: [HOST] for name in names}) as dns:
        found = asyncio.run(_measure(drafts, names, served, dns.address, 60 * minutes))
        found |= _politeness(served.read_requests())
    for name, value in found.items():
        shown = f"{value:>12,.1f}" if isinstance(value, float) else f"{value:>12,}" if isinstance(value, int) else value
        print(f"{name.replace('_', ' '):44}{shown}")
    keep("drafting_scale", found)


async def _measure(
    count: int, names: Sequence[str], served: "ServedSites", dns: tuple[str, int], limit: float
) -> dict[str, Any]:
    reach: dict[str, Any] = {"fetch_allow": (ip_network("127.0.0.0/8"),), "dns_server": dns}
    async with scratch_door(**reach) as dispatcher:
        people = await _queue(dispatcher, count, [f"http://{name}:{served.port}/" for name in names])
        begun, began_at, worked = time.perf_counter(), datetime.now(UTC), _busy()
        used = UsedMemory()
        async with Worker(dispatcher.database.conninfo, [read_and_draft], dispatcher):
            stopped_by = await _wait(dispatcher, count, limit, used)
        took, worked = time.perf_counter() - begun, _busy() - worked
        ready, problems = await _ready_after(dispatcher, began_at)
        left = await _left(dispatcher)
    done = sum(map(len, ready.values()))
    first, *others = [ready.get(person, []) for person in people]
    found = {
        "drafts": count,
        "sites": len(names),
        "stopped_by": stopped_by,
        "ready": done,
        "left": {job: f"{number} (tried up to {tries} times)" for job, (number, tries) in left.items()},
        "problems": problems,
        "seconds": took,
        "drafts_per_minute": done / took * 60,
        "cpu_seconds_each": worked / max(done, 1),
        "worker_rss_mb": used.worker,
        "sandboxes_pss_mb": used.sandboxes,
        "accounts_without_one": sum(not each for each in others),
    }
    if first and any(others):
        found["seconds_until_every_account_has_one"] = max(min(each) for each in others if each)
        found["median_seconds_of_the_account_with_half"] = median(first)
        found["median_seconds_of_the_others"] = median(seconds for each in others for seconds in each)
    return found


@dataclass
class UsedMemory:
    """The most that was seen, in MB."""

    worker: float = 0.0
    sandboxes: float = 0.0


async def _wait(dispatcher: Dispatcher, count: int, limit: float, used: UsedMemory) -> str:
    """Wait until all drafts are ready, or until waiting is of no use; returns what ended it."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    begun = said = time.perf_counter()
    while left := await _left(dispatcher):
        now = time.perf_counter()
        if stop.is_set():
            return "Ctrl-C"
        if not STILL_COMING & left.keys():
            return "jobs that gave up"
        if now - begun > limit:
            return "the time limit"
        if now - said > SAY_EVERY:
            said = now
            waiting = sum(number for number, _ in left.values())
            print(f"{now - begun:,.0f} s: {count - waiting:,} of {count:,} are ready.", file=sys.stderr, flush=True)
        used.worker = max(used.worker, memory(os.getpid())[0])
        used.sandboxes = max(used.sandboxes, _sandbox_memory())
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), LOOK_SECONDS)
    return "the last draft"


async def _queue(dispatcher: Dispatcher, count: int, urls: Sequence[str]) -> list[int]:
    """Queue the drafts of one account, then those of the others in turn; returns the accounts."""
    now = datetime.now(UTC)
    async with dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        people = await accounts.add_demo_accounts(
            db, {f"founder-{n}@visitors.example": f"Founder {n}" for n in range(OTHERS + 1)}, now
        )
        who = [people[0]] * (count // 2) + [people[1 + n % OTHERS] for n in range(count - count // 2)]
        runs: list[dict[str, Any]] = []
        for number, account in enumerate(who):
            url = urls[number % len(urls)]
            domain = url.removeprefix("http://").partition(":")[0]
            draft = await store.add(db, account, url, domain, now)
            runs.append({"draft_id": str(draft), "reading": 1, "account": account, "site": site_key(url)})
        await read_and_draft.enqueue_many(db, runs)
    return list(people)


async def _left(dispatcher: Dispatcher) -> dict[str, tuple[int, int]]:
    """The drafts that are not ready: how many, by the status of their job, and how often one was tried."""
    async with dispatcher.database.reading() as db:
        return {status: (number, tries) for status, number, tries in await db.all(LEFT, (read_and_draft.name,))}


async def _ready_after(dispatcher: Dispatcher, begun: datetime) -> tuple[dict[int, list[float]], dict[str, int]]:
    """By account, after how many seconds each of its drafts was ready; and how many drafts had which problem."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    async with dispatcher.database.reading() as db:
        rows = await db.all("select account_id, updated_at, problems from draft where status = 'ready'")
    for account, at, _ in rows:
        found[account].append((at - begun).total_seconds())
    return found, Counter(problem["code"] for *_, problems in rows for problem in problems)


def _busy() -> float:
    """Seconds that this process and its children have worked, the ended ones included."""
    spent = os.times()
    return cpu_seconds(os.getpid()) + spent.children_user + spent.children_system


def _sandbox_memory() -> float:
    """Memory of all sandboxes in MB, what they share counted once."""
    total = 0.0
    for folder in Path("/proc").iterdir():
        with suppress(OSError):  # it has ended
            if folder.name.isdigit() and b"core.sandbox" in (folder / "cmdline").read_bytes() and _is_ours(folder):
                total += memory(int(folder.name))[1]
    return total


def _is_ours(folder: Path) -> bool:
    """Whether a process is a child of this one, or of such a child."""
    for _ in range(3):
        status = (folder / "status").read_text()
        parent = next(line.split()[1] for line in status.splitlines() if line.startswith("PPid:"))
        if parent == str(os.getpid()):
            return True
        folder = Path("/proc") / parent
    return False


def _politeness(requests: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """How far apart the requests to each site were."""
    by_site: defaultdict[str, list[float]] = defaultdict(list)
    for site, at in requests:
        by_site[site].append(at)
    pauses = [after - before for times in by_site.values() for before, after in pairwise(sorted(times))]
    if not pauses:
        return {"requests": len(requests)}
    busiest = max(sum(at <= other < at + POLITE_SECONDS for other in t) for t in by_site.values() for at in t)
    return {
        "requests": len(requests),
        "median_pause_ms": median(pauses) * 1000,
        "shortest_pause_ms": min(pauses) * 1000,
        "pauses_under_a_second": sum(pause < POLITE_SECONDS for pause in pauses),
        "most_requests_to_a_site_within_a_second": busiest,
    }


@dataclass(frozen=True)
class ServedSites:
    port: int
    process: "subprocess.Popen[str]"

    def read_requests(self) -> list[tuple[str, float]]:
        """Which site was asked when."""
        to, out = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)
        to.write("\n")
        to.flush()
        return [(site, at) for site, at in json.loads(out.readline())]


@contextmanager
def _served_sites() -> Generator[ServedSites]:
    command = [sys.executable, "-m", "bench.drafting_scale", "--serve"]
    # In a session of its own, Ctrl-C doesn't end it: we still ask it what it was asked.
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield ServedSites(int(cast("IO[str]", process.stdout).readline()), process)
        finally:
            cast("IO[str]", process.stdin).close()  # which ends it


async def _serve() -> None:
    """Serve every name as a site of its own, and say what was asked for when a line comes."""
    asked: list[tuple[str, float]] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        path = head.split(" ", 2)[1]
        host = next(line.partition(": ")[2] for line in head.split("\r\n") if line.lower().startswith("host:"))
        site = host.partition(":")[0]
        asked.append((site, time.time()))
        known = path == "/" or path.strip("/") in PAGES
        body = _page(site, path.strip("/")).encode() if known else b"Nothing here."
        lines = [f"HTTP/1.1 {'200 OK' if known else '404 Not Found'}", "Content-Type: text/html; charset=utf-8"]
        lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, HOST, 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    while await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(asked), flush=True)


def _page(site: str, name: str) -> str:
    """A page of a small product website: enough for a draft with evidence."""
    product = site.partition(".")[0].capitalize()
    links = "".join(f'<a href="/{page}">{page.capitalize()}</a>' for page in PAGES)
    texts = {
        "": f"<h1>{product} plans your garden</h1><p>{product} draws beds, plans sowing and reminds you to water.</p>",
        "pricing": "<h1>Pricing</h1><h2>Home</h2><p>$4 per month</p><h2>Nursery</h2><p>$19 per month</p>",
        "about": f"<h1>About</h1><p>{product} was founded in 2021 in Porto, Portugal, by Ana Lopes, CEO.</p>",
        "features": "<h1>Features</h1><ul><li>Draw beds to scale</li><li>Sowing calendar</li><li>Reminders</li></ul>",
    }
    head = f"<title>{product}: plan your garden</title><meta name=description content='{product} plans your garden.'>"
    return f"<!doctype html><html lang=en><head>{head}</head><body><nav>{links}</nav>{texts[name]}</body></html>"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drafts", type=int, default=DRAFTS)
    parser.add_argument("--sites", type=int, default=SITES)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="time limit (default: %(default)g)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        asyncio.run(_serve())
    else:
        measure(given.drafts, given.sites, given.minutes)
