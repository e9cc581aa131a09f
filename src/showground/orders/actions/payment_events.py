"""Events from payment providers, and payments that match no order."""

from datetime import timedelta

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.orders import checkout, payment_settlement
from showground.orders.errors import NoSuchCheckout, NoSuchProblem
from showground.orders.providers.interface import Event, EventRefused, ProviderDown, ProviderRefused
from showground.orders.queries import disputes, orders, payments, provider_problems, refunds, tasks
from showground.orders.queries.disputes import Dispute
from showground.orders.queries.provider_problems import ProviderProblem
from showground.orders.queries.refunds import AutomaticRefund, FailedRefund
from showground.orders.queries.tasks import PaymentProblem
from showground.orders.seller import Shop

SHOWN_FOR = timedelta(days=30)  # automatic refunds


class ReceiveEvent(Input):
    provider: Opaque
    headers: dict[Opaque, Opaque]
    body: bytes


class Received(DataModel):
    received: bool = True


class BadEvent(ApiError):
    """This event was not signed by our payment provider, or its signature is too old."""


@action(scope=PUBLIC, errors=(BadEvent, NotFound))
async def receive_event(ctx: Context, input: ReceiveEvent) -> Received:
    """Process an event of a payment provider, once. Events that match no order are stored for staff."""
    shop = ctx.services[Shop]
    provider = shop.provider_named(input.provider)
    if provider is None:
        raise NotFound
    try:
        event = provider.parse_event(input.headers, input.body, ctx.now)
    except EventRefused:
        raise BadEvent from None
    await payment_settlement.settle(ctx, provider.name, event)
    return Received()


class PaymentProblems(DataModel):
    items: list[PaymentProblem]
    disputes: list[Dispute]
    failed_refunds: list[FailedRefund]
    provider_problems: list[ProviderProblem]
    automatic_refunds: list[AutomaticRefund]


class HandlePaymentProblem(Input):
    event: int


class HandleFailedRefund(Input):
    refund: int


class RefundHandled(DataModel):
    refund: int


class ProblemHandled(DataModel):
    event: int


@action(scope=STAFF, read_only=True)
async def list_payment_problems(ctx: Context) -> PaymentProblems:
    """List payment problems: payment blockers, open disputes, failed and automatic refunds, unmatched events."""
    return PaymentProblems(
        items=await tasks.list_problems(ctx.db),
        disputes=await disputes.list_open(ctx.db),
        failed_refunds=await refunds.list_failed(ctx.db),
        provider_problems=await provider_problems.list_all(ctx.db),
        automatic_refunds=await refunds.list_automatic(ctx.db, ctx.now - SHOWN_FOR),
    )


@action(scope=STAFF, errors=(NoSuchProblem,))
async def handle_payment_problem(ctx: Context, input: HandlePaymentProblem) -> ProblemHandled:
    """Mark an unmatched payment event as resolved."""
    if not await tasks.handle_problem(ctx.db, input.event, ctx.now):
        raise NoSuchProblem
    return ProblemHandled(event=input.event)


@action(scope=STAFF, errors=(NoSuchProblem,))
async def handle_failed_refund(ctx: Context, input: HandleFailedRefund) -> RefundHandled:
    """Mark a failed refund as resolved."""
    if not await refunds.handle_failed(ctx.db, input.refund, ctx.now):
        raise NoSuchProblem
    return RefundHandled(refund=input.refund)


class ReconcilePayment(Input):
    provider: Opaque
    reference: Opaque


class Reconciled(DataModel):
    """What the provider said; null if nothing had happened or it did not respond."""

    kind: str | None


class ReconcileReceipt(Input):
    token: Opaque


async def _ask(outside: PrepareContext, input: ReconcilePayment) -> Event | None:
    return await _fetch(outside, input.provider, input.reference)


async def _ask_by_token(outside: PrepareContext, input: ReconcileReceipt) -> tuple[str, Event] | None:
    number = checkout.number_of(outside.services[Shop], input.token, "receipt")
    async with outside.reading() as db:
        order = await orders.find(db, number)
        last = await payments.find_last_payment(db, order.id) if order else None
    if order is None or last is None or order.status != "pending":
        return None
    event = await _fetch(outside, last.provider, last.reference)
    return (last.provider, event) if event else None


async def _fetch(outside: PrepareContext, name: str, reference: str) -> Event | None:
    provider = outside.services[Shop].provider_named(name)
    if provider is None:
        return None
    try:
        return await provider.fetch(reference)
    except (ProviderDown, ProviderRefused):
        return None


@action(scope=STAFF, prepare=_ask)
async def reconcile_payment(ctx: Context, input: ReconcilePayment, event: Event | None) -> Reconciled:
    """Ask the provider for the status of a payment, and settle it as its event would."""
    if event is not None:
        await payment_settlement.settle(ctx, input.provider, event)
    return Reconciled(kind=event.kind if event else None)


@action(scope=PUBLIC, prepare=_ask_by_token, errors=(NoSuchCheckout,))
async def reconcile_receipt(
    ctx: Context,
    input: ReconcileReceipt,  # noqa: ARG001
    found: tuple[str, Event] | None,
) -> Reconciled:
    """Ask the provider for a person who returned from its page before the event arrived."""
    if found is not None:
        await payment_settlement.settle(ctx, *found)
    return Reconciled(kind=found[1].kind if found else None)
