"""A server on loopback that speaks as much of Stripe's wire format as a checkout needs."""

import asyncio
import hashlib
import hmac
import json
import threading
import time
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from tests.parts.waiting import PATIENCE_SECONDS

WEBHOOK_SECRET = "whsec_tests"


@dataclass
class FakeStripe:
    """Sessions and refunds by their ids; what it was asked, and how many answers it still loses."""

    url: str = ""
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    refunds: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    asked: list[tuple[str, str, dict[str, str], str | None]] = field(
        default_factory=list[tuple[str, str, dict[str, str], str | None]]
    )
    lose: int = 0
    broken: bool = False
    _answered: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])

    def answer(self, method: str, path: str, form: dict[str, str], key: str | None) -> tuple[int, dict[str, Any]]:
        self.asked.append((method, path, form, key))
        if self.broken:
            return 500, {"error": {"type": "api_error", "message": "Out of order."}}
        if key in self._answered:
            return 200, self._answered[key]
        parts = path.split("?", maxsplit=1)[0].strip("/").split("/")
        if method == "POST" and parts == ["v1", "checkout", "sessions"]:
            body = self._create(form)
        elif parts[:3] == ["v1", "checkout", "sessions"]:
            body = self.sessions[parts[3]]
            if parts[4:] == ["expire"]:
                body["status"] = "expired"
        else:
            self.refunds.append(form)
            body = {"id": f"re_{len(self.refunds)}", "object": "refund", "status": "succeeded"}
        if key is not None:
            self._answered[key] = dict(body)
        return 200, body

    def _create(self, form: dict[str, str]) -> dict[str, Any]:
        number = f"cs_test_{len(self.sessions) + 1}"
        amounts = [int(v) for k, v in form.items() if k.endswith("[unit_amount]")]
        self.sessions[number] = {
            "id": number,
            "object": "checkout.session",
            "mode": form["mode"],
            "status": "open",
            "payment_status": "unpaid",
            "payment_intent": f"pi_{number}",
            "url": f"https://checkout.stripe.com/c/pay/{number}",
            "client_reference_id": form["client_reference_id"],
            "amount_total": sum(amounts),
            "currency": "usd",
            "metadata": {"order": form["metadata[order]"]},
        }
        return self.sessions[number]

    def pay(self, number: str) -> dict[str, Any]:
        self.sessions[number] |= {"status": "complete", "payment_status": "paid"}
        return self.sessions[number]

    def event(self, kind: str, about: dict[str, Any], number: str = "evt_1") -> bytes:
        told = {"id": number, "object": "event", "type": kind, "data": {"object": about}}
        return json.dumps(told).encode()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                method, path, _ = line.decode().split()
                headers: dict[str, str] = {}
                while (text := (await reader.readline()).decode().strip()) != "":
                    name, _, value = text.partition(":")
                    headers[name.lower()] = value.strip()
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                status, told = self.answer(method, path, dict(parse_qsl(body.decode())), headers.get("idempotency-key"))
                if self.lose:
                    self.lose -= 1
                    writer.transport.abort()
                    return
                sent = json.dumps(told).encode()
                head = f"HTTP/1.1 {status} OK\r\ncontent-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
                writer.write(head.encode() + sent)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


def sign(body: bytes, secret: str = WEBHOOK_SECRET, seconds_ago: int = 0) -> dict[str, str]:
    at = int(time.time()) - seconds_ago  # Stripe's library compares with the machine's clock
    mac = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return {"stripe-signature": f"t={at},v1={mac}"}


@asynccontextmanager
async def running_stripe() -> AsyncGenerator[FakeStripe]:
    fake = FakeStripe()
    server = await asyncio.start_server(fake._serve, "127.0.0.1", 0)
    fake.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield fake


@contextmanager
def stripe_beside() -> Generator[FakeStripe]:
    """The stand-in for Stripe, in a thread of its own."""
    found, stop = Future[tuple[FakeStripe, asyncio.AbstractEventLoop]](), asyncio.Event()

    async def serve() -> None:
        async with running_stripe() as fake:
            found.set_result((fake, asyncio.get_running_loop()))
            await stop.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))  # which ends connections that are still open, too
    thread.start()
    fake, loop = found.result(PATIENCE_SECONDS)
    try:
        yield fake
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE_SECONDS)
