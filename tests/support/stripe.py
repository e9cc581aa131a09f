"""A server on loopback that answers as Stripe does, as far as a checkout needs it, and refuses what Stripe refuses.

The refusals follow Stripe's documentation: an idempotency key that comes with other parameters, unknown parameters,
amounts out of bounds, a page that would live too short or too long, closing a page that was paid, refunding more than
is left. It forgets idempotency keys after a day, and a refund that succeeded may fail later.
"""

import asyncio
import hashlib
import hmac
import json
import re
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl

from tests.support.listening import listening
from tests.support.wait import PATIENCE_SECONDS

WEBHOOK_SECRET = "whsec_tests"
MIN_CENTS, MAX_CENTS = 50, 99_999_999  # in US dollars
MIN_OPEN_SECONDS, MAX_OPEN_SECONDS = 30 * 60, 24 * 3600
KEY_SECONDS = 24 * 3600  # how long idempotency keys are known
KNOWN = re.compile(
    r"mode|client_reference_id|customer_email|success_url|cancel_url|expires_at|adaptive_pricing\[enabled\]"
    r"|(payment_intent_data\[)?metadata\]?\[\w+\]"
    r"|line_items\[\d+\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]"
)
Form = dict[str, str]
Answer = tuple[int, dict[str, Any]]


class Refused(Exception):
    """What Stripe answers with 400."""

    def __init__(self, message: str, kind: str = "invalid_request_error", code: str | None = None) -> None:
        super().__init__(message)
        self.error = {"type": kind, "message": message, **({"code": code} if code else {})}


@dataclass
class FakeStripe:
    """Its books: sessions, payments and refunds by id; what it was asked, and how many answers it still loses."""

    url: str = ""
    clock: Callable[[], float] = time.time
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    charges: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """By payment intent."""
    refunds: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    slow: dict[str, str] = field(default_factory=dict[str, str])
    """Payments that take days, by intent, and where they stand."""
    refunds_are: Literal["succeeded", "pending", "failed"] = "succeeded"
    asked: list[tuple[str, str, Form, str | None]] = field(default_factory=list[tuple[str, str, Form, str | None]])
    lose: int = 0
    lose_at: str = ""
    """Only answers to requests whose path ends so are lost."""
    live: bool = False
    """Whether the last request came with a live key."""
    broken: bool = False
    busy: int = 0
    """How many requests it answers with: another one with the same idempotency key is being worked on."""
    key_revoked: bool = False
    disputes: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    refunds_fail_for: str | None = None
    """Why refunds that fail do."""
    refuses_with: str | None = None
    """The code of its refusal."""
    before_answer: Callable[[], object] | None = None
    """Called once, when a page was made and its answer was not sent."""
    refuses: str | None = None
    """What it says to whatever is to be made."""
    _answered: dict[str, tuple[str, Form, Answer]] = field(default_factory=dict[str, tuple[str, Form, Answer]])
    _answered_at: dict[str, float] = field(default_factory=dict[str, float])

    def answer(self, method: str, path: str, form: Form, key: str | None) -> Answer:
        self.asked.append((method, path, form, key))
        if self.broken:
            answer: Answer = 500, {"error": {"type": "api_error", "message": "Out of order."}}
            if key is not None:  # an error of Stripe's is repeated as well
                self._answered[key], self._answered_at[key] = (path, form, answer), self.clock()
            return answer
        if self.busy and key is not None:
            self.busy -= 1
            error = {"type": "idempotency_error", "code": "idempotency_key_in_use", "message": "Try again later."}
            return 409, {"error": error}
        if self.key_revoked:
            return 401, {"error": {"type": "invalid_request_error", "message": "Invalid API Key provided: sk_****"}}
        path, _, query = path.partition("?")
        try:
            return self._answer_once(method, path, dict(parse_qsl(query)) or form, key)
        except Refused as refused:
            return 400, {"error": refused.error}

    def _answer_once(self, method: str, path: str, form: Form, key: str | None) -> Answer:
        """The same key gets the same answer; with anything else in the request it is refused."""
        if key is not None and self._answered_at.get(key, 0) > self.clock() - KEY_SECONDS:
            before, sent, answer = self._answered[key]
            if (before, sent) != (path, form):
                message = (
                    "Keys for idempotent requests can only be used with the same parameters they were first used with."
                )
                raise Refused(message, "idempotency_error")
            return answer
        if self.refuses and method == "POST":
            raise Refused(self.refuses, code=self.refuses_with)
        answer = self._do(method, path.strip("/").split("/")[1:], form)
        if key is not None:  # what failed validation is not kept, as at Stripe
            self._answered[key] = (path, form, (answer[0], dict(answer[1])))
            self._answered_at[key] = self.clock()
        return answer

    def _do(self, method: str, parts: list[str], form: Form) -> Answer:
        self._age()
        match method, parts:
            case "POST", ["checkout", "sessions"]:
                return 200, self._create(form)
            case "GET", ["checkout", "sessions", number] if number in self.sessions:
                return 200, self.sessions[number]
            case "POST", ["checkout", "sessions", number, "expire"] if number in self.sessions:
                return 200, self._expire(self.sessions[number])
            case "POST", ["refunds"]:
                return 200, self._refund(form)
            case "GET", ["refunds"]:
                found = [it for it in self.refunds.values() if it["payment_intent"] == form["payment_intent"]]
                return 200, {"object": "list", "has_more": False, "data": found}
            case "GET", ["disputes"]:
                found = [it for it in self.disputes.values() if it["payment_intent"] == form["payment_intent"]]
                return 200, {"object": "list", "has_more": False, "data": found}
            case "GET", ["refunds", number] if number in self.refunds:
                return 200, self.refunds[number]
            case "GET", ["payment_intents", number] if number in self.charges:
                return 200, {
                    "id": number,
                    "object": "payment_intent",
                    "status": "succeeded",
                    "latest_charge": self.charges[number],
                }
            case "GET", ["payment_intents", number] if number in self.slow:
                return 200, {"id": number, "object": "payment_intent", "status": self.slow[number]}
            case "GET", ["balance"]:
                return 200, {"object": "balance", "available": []}
            case _:
                error = {"type": "invalid_request_error", "code": "resource_missing", "message": "No such object."}
                return 404, {"error": error}

    def _create(self, form: Form) -> dict[str, Any]:
        for name in form:
            if not KNOWN.fullmatch(name):
                raise Refused(f"Received unknown parameter: {name}", code="parameter_unknown")
        amounts = [int(value) for name, value in form.items() if name.endswith("[unit_amount]")]
        if not amounts:
            raise Refused("Missing required param: line_items.", code="parameter_missing")
        total = sum(amounts)
        if total < MIN_CENTS:
            message = "The Checkout Session's total amount must convert to at least 50 cents."
            raise Refused(message, code="amount_too_small")
        if total > MAX_CENTS:
            raise Refused("The Checkout Session's total amount due must be no more than $999,999.99.")
        open_for = int(form["expires_at"]) - self.clock()
        if not MIN_OPEN_SECONDS <= open_for <= MAX_OPEN_SECONDS:
            raise Refused("The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.")
        number = f"cs_test_{len(self.sessions) + 1}"
        self.sessions[number] = {
            "id": number,
            "object": "checkout.session",
            "mode": form["mode"],
            "livemode": self.live,
            "status": "open",
            "payment_status": "unpaid",
            "payment_intent": None,  # Stripe makes one when somebody pays
            "url": f"https://checkout.stripe.com/c/pay/{number}",
            "client_reference_id": form["client_reference_id"],
            "amount_total": total,
            "currency": "usd",
            "expires_at": int(form["expires_at"]),
            "metadata": {name[9:-1]: value for name, value in form.items() if name.startswith("metadata[")},
        }
        return self.sessions[number]

    def _age(self) -> None:
        for session in self.sessions.values():
            if session["status"] == "open" and session["expires_at"] <= self.clock():
                session["status"] = "expired"

    def open_sessions(self) -> list[str]:
        """Pages on which somebody can pay now."""
        self._age()
        return [number for number, session in self.sessions.items() if session["status"] == "open"]

    def _expire(self, session: dict[str, Any]) -> dict[str, Any]:
        if session["status"] != "open":
            message = (
                'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status'
                f" of {session['status']}."
            )
            raise Refused(message)
        session["status"] = "expired"
        return session

    def _refund(self, form: Form) -> dict[str, Any]:
        charge = self.charges.get(form.get("payment_intent", ""))
        if charge is None:
            raise Refused(f"No such payment_intent: '{form.get('payment_intent')}'", code="resource_missing")
        left = charge["amount"] - charge["amount_refunded"]
        amount = int(form["amount"]) if "amount" in form else left
        if left == 0:
            raise Refused(f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded")
        if amount > left:
            message = f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
            raise Refused(message)
        number = f"re_{len(self.refunds) + 1}"
        self.refunds[number] = {
            "id": number,
            "object": "refund",
            "amount": amount,
            "currency": charge["currency"],
            "charge": charge["id"],
            "payment_intent": form["payment_intent"],
            "status": self.refunds_are,
            "metadata": {name[9:-1]: value for name, value in form.items() if name.startswith("metadata[")},
        }
        if self.refunds_are == "failed":
            self.refunds[number]["failure_reason"] = self.refunds_fail_for
        else:
            charge["amount_refunded"] += amount
            charge["refunded"] = charge["amount_refunded"] == charge["amount"]
        return self.refunds[number]

    def dispute(self, intent: str) -> dict[str, Any]:
        """A buyer's bank wants the money of a payment back."""
        number = f"du_{len(self.disputes) + 1}"
        charge = self.charges[intent]
        self.disputes[number] = {
            "id": number,
            "object": "dispute",
            "charge": charge["id"],
            "payment_intent": intent,
            "currency": charge["currency"],
            "amount": charge["amount"],
            "reason": "fraudulent",
            "status": "needs_response",
        }
        return self.disputes[number]

    def pay(self, number: str, card_country: str = "AT") -> dict[str, Any]:
        """Somebody pays on an open page; the session as its event tells it."""
        session = self.sessions[number]
        assert number in self.open_sessions(), f"{number} is {session['status']}: nobody can pay there"
        session |= {"status": "complete", "payment_status": "paid"}
        self._take(session, card_country)
        return session

    def begin_slow_payment(self, number: str) -> dict[str, Any]:
        """Somebody pays in a way that takes days."""
        session = self.sessions[number]
        assert number in self.open_sessions()
        session |= {"status": "complete", "payment_status": "unpaid", "payment_intent": f"pi_{number}"}
        self.slow[f"pi_{number}"] = "processing"
        return session

    def end_slow_payment(self, number: str, *, paid: bool) -> dict[str, Any]:
        session = self.sessions[number]
        if paid:
            session["payment_status"] = "paid"
            del self.slow[f"pi_{number}"]
            self._take(session, "AT")
        else:
            self.slow[f"pi_{number}"] = "requires_payment_method"
        return session

    def _take(self, session: dict[str, Any], card_country: str) -> None:
        intent = session["payment_intent"] = f"pi_{session['id']}"
        self.charges[intent] = {
            "id": f"ch_{session['id']}",
            "object": "charge",
            "payment_intent": intent,
            "amount": session["amount_total"],
            "amount_refunded": 0,
            "refunded": False,
            "currency": session["currency"],
            "metadata": session["metadata"],
            "payment_method_details": {"type": "card", "card": {"country": card_country}},
        }

    def refund_in_dashboard(self, intent: str, amount: int | None = None) -> dict[str, Any]:
        """Somebody refunds a payment at Stripe; without an amount, what is left."""
        left = self.charges[intent]["amount"] - self.charges[intent]["amount_refunded"]
        return self._refund({"payment_intent": intent, "amount": str(amount or left)})

    def end_refund(self, number: str, state: Literal["succeeded", "failed"]) -> dict[str, Any]:
        """What becomes of a pending refund. One that succeeded can fail later, when the buyer's bank sends it back."""
        refund = self.refunds[number]
        assert refund["status"] == "pending" or (refund["status"], state) == ("succeeded", "failed")
        refund["status"] = state
        if state == "failed":
            refund["failure_reason"] = "lost_or_stolen_card"
            charge = self.charges[refund["payment_intent"]]
            charge["amount_refunded"] -= refund["amount"]
            charge["refunded"] = False
        return refund

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
                self.live = "_live_" in headers.get("authorization", "")
                status, told = self.answer(method, path, dict(parse_qsl(body.decode())), headers.get("idempotency-key"))
                if self.before_answer and path.endswith("/sessions"):
                    called, self.before_answer = self.before_answer, None
                    called()
                if self.lose and path.partition("?")[0].endswith(self.lose_at):
                    self.lose -= 1
                    writer.transport.abort()
                    return
                sent = json.dumps(told).encode()
                head = f"HTTP/1.1 {status} OK\r\ncontent-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
                writer.write(head.encode() + sent)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return  # also when the loop ends while a client keeps its connection
        finally:
            writer.close()


def sign(body: bytes, secret: str = WEBHOOK_SECRET, seconds_ago: int = 0) -> dict[str, str]:
    at = int(time.time()) - seconds_ago  # Stripe's library compares with the machine's clock
    mac = hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()
    return {"stripe-signature": f"t={at},v1={mac}"}


@asynccontextmanager
async def running_stripe() -> AsyncGenerator[FakeStripe]:
    fake = FakeStripe()
    async with listening(fake._serve) as url:
        fake.url = url
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
