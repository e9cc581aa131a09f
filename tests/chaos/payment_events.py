"""The payment provider says everything ten times, in the wrong order, and late: one fulfilment comes of it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground
from tests.support.checkout_site import OWN_FORM
from tests.support.command import before_long, free_port
from tests.support.locks import ask
from tests.support.shop_world import BILLING
from tests.support.stripe import WEBHOOK_SECRET, FakeStripe, sign, stripe_beside

TIMES = 10
LAUNCHED = "select count(*) from launch where listing_id = %s"


@fault("payment events sent 10 times, before the payment, and after expiry")
def confuse_payments(ground: Ground) -> Outcome:
    port, listing = free_port(), ground.stock.draft
    with ground.database() as url, stripe_beside() as stripe:
        settings: dict[str, Any] = {
            "payments": "stripe",
            "stripe_key": "sk_test_1",
            "stripe_webhook_secret": WEBHOOK_SECRET,
            "stripe_url": stripe.url,
            "site_url": f"http://localhost:{port}",
        }
        with ground.site(url=url, port=port, **settings) as site, ground.loaded(site, url) as load:
            till = Till(f"http://localhost:{port}", ground.bearer, stripe)
            with load.trouble():
                launch = till.open({"product": "launch", "listing_id": listing})
                till.tell_often("evt_launch", "checkout.session.completed", till.paid(launch))
                refunded = till.open({"product": "featured", "listing_id": ground.stock.listing})
                paid = till.paid(refunded)
                refund = stripe.refund_in_dashboard(paid["payment_intent"])
                till.tell_often("evt_refund", "refund.created", refund)
                # A refund made there says nothing of us; the charge, which is told of as well, does.
                till.tell_often("evt_charge", "charge.refunded", stripe.charges[paid["payment_intent"]])
                till.tell_often("evt_paid", "checkout.session.completed", paid)
                late = till.open({"product": "featured", "listing_id": ground.stock.listing})
                ask(
                    url, "update purchase set status = 'expired', closed_at = now() where number = %s returning 1", late
                )
                till.tell_often("evt_late", "checkout.session.completed", till.paid(late))
            with load.until_done():
                assert before_long(lambda: till.status(launch) == ("paid", True))
                assert before_long(lambda: till.status(refunded)[0] == "refunded"), till.status(refunded)
                assert before_long(lambda: len(stripe.refunds) == 2), stripe.refunds
            assert till.status(late)[0] == "expired"
            assert ask(url, LAUNCHED, listing) == 1
            assert ask(url, "select count(*) from refund where reason = 'surplus'") == 1
            for order in (launch, refunded):
                assert ask(url, "select count(*) from tax_document where document->>'order' = %s", order) <= 2
            load.remarks.append("one fulfilment, one refund, and the late payment refunded")
        return load.outcome()


class Till:
    """Orders, and what the provider says of them."""

    def __init__(self, site: str, bearer: dict[str, str], stripe: FakeStripe) -> None:
        self._site, self._stripe = site, stripe
        self._api = httpx2.Client(base_url=f"{site}/api/v1", headers=bearer, timeout=30)
        self._web = httpx2.Client(headers=OWN_FORM, timeout=30)

    def open(self, item: dict[str, Any]) -> str:
        """The number of an order whose page at the provider is open."""
        order = self._api.post("/orders/checkout", json={"items": [item]})
        assert order.status_code == 201, order.text
        opened = self._web.post(order.json()["checkout_url"], data={"do": "pay", **BILLING})
        assert opened.status_code == 303, opened.text
        return order.json()["number"]

    def paid(self, order: str) -> dict[str, Any]:
        session = next(key for key, one in self._stripe.sessions.items() if one["client_reference_id"] == order)
        return self._stripe.pay(session)

    def tell_often(self, event: str, kind: str, about: dict[str, Any]) -> None:
        body = self._stripe.event(kind, about, event)

        def tell(_: int) -> int:
            return httpx2.post(
                f"{self._site}/payments/stripe", content=body, headers=sign(body), timeout=30
            ).status_code

        with ThreadPoolExecutor(TIMES) as at_once:
            statuses = set(at_once.map(tell, range(TIMES)))
        assert statuses == {200}, statuses

    def status(self, order: str) -> tuple[str, bool]:
        shown = self._api.get(f"/orders/{order}").json()
        return shown["status"], all(line["fulfilled"] for line in shown["lines"])
