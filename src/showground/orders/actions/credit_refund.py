"""Issue the credit note of a refund that has none."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import payments, refunds
from showground.orders.documents.issuance import Issuer, issue_credit_note
from showground.orders.queries import orders
from showground.orders.shop import Shop


class CreditRefund(Input):
    refund: int


class RefundCredited(BaseModel):
    """The number of the credit note; null if none is due."""

    number: str | None


@action(scope=STAFF)
async def credit_refund(ctx: Context, input: CreditRefund) -> RefundCredited:
    """Issue the credit note of a refund that succeeded, if there is none yet."""
    refund = await refunds.find(ctx.db, input.refund)
    order = await orders.hold_by_id(ctx.db, refund.purchase_id) if refund else None
    payment = await payments.get_payment(ctx.db, refund.payment_id) if refund else None
    if refund is None or order is None or payment is None or payment.surplus or refund.state != "succeeded":
        return RefundCredited(number=None)
    issued = await issue_credit_note(ctx.db, Issuer(ctx.equipment[Shop], order, ctx.now), refund)
    return RefundCredited(number=issued.number if issued else None)
