"""The receiver that docs/webhooks.md shows takes what we send and refuses the rest."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime

import httpx2
import pytest

from showground.events.webhook_delivery_job import deliver_webhook
from tests.events.conftest import Receiver, find_secret
from tests.support.command import before_long, free_port
from tests.support.samples import read_samples

pytestmark = pytest.mark.anyio

HOST = "127.0.0.2"  # which this test's directory reaches


@contextmanager
def running_sample(port: int, secret: str) -> Generator["subprocess.Popen[str]"]:
    (sample,) = (sample.code for sample in read_samples("docs/webhooks.md") if sample.language == "python")
    own = sample.replace('("127.0.0.1", 9000)', repr((HOST, port)))
    assert own != sample
    environ = os.environ | {"WEBHOOK_SECRET": secret}
    with subprocess.Popen([sys.executable, "-c", own], env=environ, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert before_long(lambda: answers(port))
            yield process
        finally:
            process.kill()


def answers(port: int) -> bool:
    try:
        return httpx2.get(f"http://{HOST}:{port}/").status_code == 501
    except httpx2.ConnectError:
        return False


async def test_the_documented_receiver_checks_signatures_also_after_a_change_of_the_secret(receiver: Receiver) -> None:
    receiver.world.clock.now = datetime.now(UTC)  # the program goes by the real time
    port = free_port()
    former = await receiver.add(f"http://{HOST}:{port}/")
    ((number,),) = await receiver.ask("select id from webhook")
    async with receiver.world.browser("alice") as browser:
        present = find_secret(await browser.post(f"/account/webhooks/{number}/secret"))
        for secret in (former, present):
            with running_sample(port, secret) as process:
                await browser.post(f"/account/webhooks/{number}/test")
                await receiver.run(deliver_webhook, number)
                assert process.stdout is not None
                message = json.loads(process.stdout.readline())
                assert message["type"] == "webhook.test"
                assert message["data"] == {"site": receiver.world.dispatcher.site.url}
        with running_sample(port, "whsec_" + "A" * 44):
            await browser.post(f"/account/webhooks/{number}/test")
            await receiver.run(deliver_webhook, number)
    assert await receiver.ask("select outcome from webhook_delivery order by id") == [
        ("HTTP 204",),
        ("HTTP 204",),
        ("HTTP 401",),
    ]
