"""A worker is killed in the middle of a draft, of a weekly turn, of a fulfilment: another one ends it, once."""

import os
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.chaos.fault import Outcome, fault
from tests.chaos.load import Load
from tests.chaos.site import Ground
from tests.support.checkout_site import OWN_FORM, settings_of
from tests.support.command import before_long, running
from tests.support.dns import DnsServer
from tests.support.draft_world import HOME
from tests.support.locks import ask, blocked, somebody_waits
from tests.support.shop_world import BILLING
from tests.support.site import Answer, Request, Site

HOST = "tidewater.test"


@contextmanager
def worker_to_kill(url: str, **settings: Any) -> Generator[Callable[[], None]]:
    """A worker for the time of this block, and how to kill it."""
    with running("worker", **settings_of(url, **settings)) as worker:
        yield lambda: os.killpg(worker.process.pid, signal.SIGKILL)


def has_ended(url: str, job: str) -> bool:
    """Whether the job that lost its worker has run again and ended well."""
    again = "select true from procrastinate_jobs where task_name = %s and attempts > 1 and status = 'succeeded'"
    return ask(url, again, job) is True


def outcome_of(load: Load, url: str) -> Outcome:
    twice = "select count(*) from (select from outbox group by recipient, subject having count(*) > 1) mail"
    assert ask(url, twice) == 0, "somebody was mailed twice"
    return load.outcome()


@fault("kill -9 of a worker during a draft")
def kill_worker_drafting(ground: Ground) -> Outcome:
    asked, go_on = threading.Event(), threading.Event()

    def answer(_: Request) -> Answer:
        asked.set()
        go_on.wait(60)
        return Answer(HOME)

    with ground.database() as url, DnsServer({HOST: ["127.0.0.2"]}) as dns, Site({"/": answer}) as home:
        reach: dict[str, Any] = {"fetch_allow": "127.0.0.0/8", "dns_server": f"127.0.0.1:{dns.address[1]}"}
        reach["crawl_seconds"] = 0
        with ground.site("--no-jobs", url=url, **reach) as site, ground.loaded(site, url) as load:
            api = httpx2.Client(base_url=f"{site.url}/api/v1", headers=ground.bearer, timeout=30)
            draft = api.post("/drafts", json={"url": home.at(HOST)}).json()["id"]
            with worker_to_kill(url, **reach) as kill, load.trouble():
                assert asked.wait(60)
                kill()
            go_on.set()
            with worker_to_kill(url, **reach), load.until_done():
                assert before_long(lambda: has_ended(url, "read_and_draft"))
            assert api.get(f"/drafts/{draft}").json()["status"] == "ready"
            assert api.get(f"/drafts/{draft}").json()["problems"] == []
        return outcome_of(load, url)


@fault("kill -9 of a worker at the start of a launch week")
def kill_worker_turning(ground: Ground) -> Outcome:
    awards = "select array_agg((week, place, listing_id, votes)::text order by week, place) from award"
    with ground.database() as url:
        last = ask(url, "select max(week) from fixed_week")
        before = ask(url, awards)
        ask(url, "delete from award where week = %s returning true", last)
        ask(url, "delete from fixed_week where week = %s returning true", last)
        with ground.site("--no-jobs", url=url) as site, ground.loaded(site, url) as load:
            with blocked(url, "award"), worker_to_kill(url) as kill, load.trouble():
                assert before_long(lambda: somebody_waits(url, "award"))
                kill()
            with worker_to_kill(url), load.until_done():
                assert before_long(lambda: has_ended(url, "turn_week"))
        assert ask(url, awards) == before
        assert ask(url, "select count(*) from fixed_week where week = %s", last) == 1
        return outcome_of(load, url)


@fault("kill -9 of a worker during a fulfilment")
def kill_worker_fulfilling(ground: Ground) -> Outcome:
    listing = ground.stock.draft
    with ground.database() as url:
        with ground.site("--no-jobs", url=url) as site, ground.loaded(site, url) as load:
            api = httpx2.Client(base_url=f"{site.url}/api/v1", headers=ground.bearer, timeout=30)
            order = api.post("/orders/checkout", json={"items": [{"product": "launch", "listing_id": listing}]}).json()
            web = httpx2.Client(headers=OWN_FORM, timeout=30)
            page = web.post(order["checkout_url"], data={"do": "pay", **BILLING}).headers["location"]
            assert web.post(page, data={"outcome": "paid"}).status_code == 303
            with blocked(url, "launch"), worker_to_kill(url) as kill, load.trouble():
                assert before_long(lambda: somebody_waits(url, "launch"))
                kill()
            assert api.get(f"/listings/{ground.stock.draft_slug}").status_code == 404
            with worker_to_kill(url), load.until_done():
                assert before_long(lambda: has_ended(url, "fulfil_order"))
            assert api.get(f"/orders/{order['number']}").json()["lines"][0]["fulfilled"]
            assert api.get(f"/listings/{ground.stock.draft_slug}").status_code == 200
        assert ask(url, "select count(*) from launch where listing_id = %s", listing) == 1
        assert ask(url, "select count(*) from outbox where template = 'order_receipt'") == 1
        return outcome_of(load, url)
