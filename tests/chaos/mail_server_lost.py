"""The mail server goes away: mails wait, and each goes out once when it is back."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

import httpx2
from aiosmtpd.smtp import SMTP

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground
from tests.support.checkout_site import OWN_FORM
from tests.support.command import before_long, free_port
from tests.support.smtp import Sink

AWAY_SECONDS = 20.0  # longer than the first pause, so that mails have failed and wait
MAILS = 12


@contextmanager
def mail_server(port: int, sink: Sink) -> Generator[None]:
    """A mail server on this port, in a thread of its own."""
    ready, loop = threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()

    async def serve() -> None:
        server = await loop.create_server(lambda: SMTP(sink, enable_SMTPUTF8=True, loop=loop), "127.0.0.1", port)
        ready.set()
        await stop.wait()
        server.close()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert ready.wait(30)
    yield
    loop.call_soon_threadsafe(stop.set)
    thread.join(30)


@fault("mail server down for 20 s")
def lose_mail_server(ground: Ground) -> Outcome:
    port, sink = free_port(), Sink()
    with ground.database() as url, ground.site(url=url, smtp_url=f"smtp://127.0.0.1:{port}") as site:

        def ask_for_link(person: str) -> None:
            form = {"email": f"{person}@visitors.example"}
            assert httpx2.post(f"{site.url}/sign-in", data=form, headers=OWN_FORM, timeout=30).status_code == 200

        def arrived() -> "Counter[str]":
            return Counter(str(message["To"]).partition("@")[0] for message in sink.messages())

        with ground.loaded(site, url) as load:
            with load.trouble():
                ends = time.monotonic() + AWAY_SECONDS
                for number in range(MAILS):
                    ask_for_link(f"waiting-{number}")
                time.sleep(ends - time.monotonic())
            with mail_server(port, sink):
                with load.until_done():
                    ask_for_link("next")
                    assert before_long(lambda: len(arrived()) == MAILS + 1), arrived()
                time.sleep(2)  # for those that would come twice
            assert set(arrived().values()) == {1}, arrived()
            load.remarks.append(f"{MAILS} emails waited, each was sent once")
        return load.outcome()
