"""kill -9 in the middle of a payment and of a fulfilment: nothing is lost, and nothing happens twice."""

import os
import signal
import threading
from contextlib import ExitStack, suppress
from typing import Any

import httpx2
import pytest

from tests.support.checkout_site import prepare, serving, settings_of
from tests.support.command import LONG, before_long, free_port, running_warm
from tests.support.locks import ask, blocked, let_silence_pass, somebody_waits
from tests.support.postgres import fresh_database
from tests.support.shop_world import BILLING
from tests.support.stripe import WEBHOOK_SECRET, stripe_beside

pytestmark = pytest.mark.slow


def kill(process: int) -> None:
    os.killpg(process, signal.SIGKILL)


def test_web_process_killed_between_the_providers_answer_and_our_commit(postgres: str, demo_today: str) -> None:
    with fresh_database(postgres, demo_today) as url, stripe_beside() as fake:
        prepared, port = prepare(url), free_port()
        how: dict[str, Any] = {
            "payments": "stripe",
            "stripe_key": "sk_test_1",
            "stripe_webhook_secret": WEBHOOK_SECRET,
            "stripe_url": fake.url,
            "site_url": f"http://localhost:{port}",
            "port": port,
        }
        with serving(url, prepared, "--no-jobs", **how) as till:
            order = till.order({"product": "launch", "listing_id": till.listing})
            with ExitStack() as lock:
                fake.before_answer = lambda: lock.enter_context(blocked(url, "payment"))
                paying = threading.Thread(target=lambda: _ignoring(till.post, order["checkout_url"]))
                paying.start()
                assert before_long(lambda: len(fake.sessions) == 1 and somebody_waits(url, "payment"))
                kill(till.server.process.pid)
                paying.join(LONG)
        assert ask(url, "select state from payment") == "opening"
        with serving(url, prepared, "--no-jobs", **how) as till:
            again = till.post(order["checkout_url"], do="pay", **BILLING)
            assert (again.status_code, again.headers["location"]) == (303, fake.sessions["cs_test_1"]["url"])
            assert len(fake.sessions) == 1
            assert till.get_order(order["number"])["status"] == "pending"
        assert ask(url, "select count(*) from payment") == 1
        assert ask(url, "select state from payment") == "open"


def _ignoring(post: Any, url: str) -> None:
    with suppress(httpx2.HTTPError):
        post(url, do="pay", **BILLING)


def test_worker_killed_in_the_middle_of_a_fulfilment(postgres: str, demo_today: str) -> None:
    with fresh_database(postgres, demo_today) as url:
        prepared = prepare(url)
        with serving(url, prepared, "--no-jobs") as till:
            items = [{"product": code, "listing_id": till.listing} for code in ("launch", "billboard_min")]
            order = till.order(*items)
            sandbox = till.post(order["checkout_url"], do="pay", **BILLING).headers["location"]
            assert till.post(sandbox, outcome="paid").status_code == 303
            assert till.get_order(order["number"])["status"] == "paid"
            with blocked(url, "billboard_contribution"), running_warm("worker", **settings_of(url)) as worker:
                assert before_long(lambda: somebody_waits(url, "billboard_contribution"))
                kill(worker.process.pid)
            let_silence_pass(url)
            assert till.status() == 404  # the launch was done, and undone with the worker
            with running_warm("worker", **settings_of(url)):
                assert before_long(lambda: all(line["fulfilled"] for line in till.get_order(order["number"])["lines"]))
            assert till.status() == 200
        listing = prepared[1]
        assert ask(url, "select count(*) from billboard_contribution where listing_id = %s", listing) == 1
        assert ask(url, "select count(*) from launch where listing_id = %s", listing) == 1
        assert ask(url, "select count(*) from outbox where template = 'order_receipt'") == 1
