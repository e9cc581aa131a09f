"""The withdrawal function that EU law requires on websites that sell to consumers.

Anyone can send a statement, with or without an account. What they are told never depends on whether an order has the
number that they give, so nobody learns of other people's orders. Every statement is stored; staff decide about it.
"""

import re
import unicodedata
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import FieldError, InvalidInput, InvalidValue
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import Text, gettext, translated
from showground.core.mail.address import MailAddress, fold, mailbox_of
from showground.orders import checkout, withdrawable, withdrawal
from showground.orders.errors import NoSuchCheckout
from showground.orders.models import OrderStatus
from showground.orders.queries import withdrawals
from showground.orders.queries.withdrawals import Sender, WithdrawableOrder
from showground.orders.seller import Shop
from showground.orders.withdrawal import OrderedLine
from showground.orders.withdrawal_statements import Meant, WithdrawalReceived, receive

FROM_ONE_ADDRESS = Limit("withdrawals", 20, 3600)
TO_ONE_MAILBOX = Limit("withdrawal-emails-to", 5, 3600)
EMPTY = Text("Fill in this field.")
NO_LINKS = Text(
    "Write this without web or email addresses. Put a space after each dot between words, as in “Dr. Smith”."
)
CHOOSE = Text("Choose at least one item.")
OTHER_ITEMS = Text("Choose among the items of this order.")
# Email programs also turn a domain without "www" into a link. "3.May" looks like one and is refused too.
LINK = re.compile(r"://|@|\bwww\.|[^\s.][.。][^\W\d_]{2}", re.IGNORECASE)
HIDDEN = ("Mn", "Mc", "Me", "Cf")  # Unicode categories
NUMBER = re.compile(r"[A-Z0-9]{1,16}-[0-9]{4}-[0-9]{6,12}")


def _check_words(text: str) -> str:
    """The acknowledgement repeats these words to whatever address is given, so they must not advertise anything."""
    if not text.strip():
        raise InvalidValue(EMPTY)
    if LINK.search(_simplify(text)):
        raise InvalidValue(NO_LINKS)
    return " ".join(text.split())


def _simplify(text: str) -> str:
    """Full-width characters as ordinary ones, and no invisible or combining ones, which would hide a domain."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c) not in HIDDEN)


Words = AfterValidator(_check_words)


class ShowWithdrawal(Input):
    token: Opaque


class WithdrawalItem(DataModel):
    """An item of the order that was not refunded."""

    position: int
    name: str
    listing: str | None
    fulfilled_at: datetime | None
    left: bool
    """Whether it was not provided in full yet."""


class WithdrawalForm(DataModel):
    """An order for the person who paid it, to withdraw from it."""

    number: str
    status: OrderStatus
    name: str
    items: list[WithdrawalItem]


@action(scope=PUBLIC, read_only=True, errors=(NoSuchCheckout,))
async def show_withdrawal(ctx: Context, input: ShowWithdrawal) -> WithdrawalForm:
    """Get the order of a link, with what is left to withdraw from."""
    order, lines = await _find(ctx, input.token)
    return WithdrawalForm(
        number=order.number,
        status=order.status,
        name=(order.billing or {}).get("name") or "",
        items=[
            WithdrawalItem(
                position=line.position,
                name=line.name,
                listing=line.listing,
                fulfilled_at=line.fulfilled_at,
                left=withdrawal.is_left(line, ctx.now),
            )
            for line in lines
        ],
    )


class FindWithdrawable(Input):
    numbers: Annotated[list[str], Field(max_length=100)]


class Withdrawable(DataModel):
    """The numbers of those orders."""

    numbers: list[str]


@action(scope=PERSON, read_only=True)
async def find_withdrawable(ctx: Context, input: FindWithdrawable) -> Withdrawable:
    """Find those of your orders that you can still withdraw from."""
    own = await withdrawals.find_orders(ctx.db, input.numbers, ctx.account)
    return Withdrawable(numbers=await withdrawable.find_withdrawable(ctx.db, own, ctx.now))


class StateWithdrawal(Input):
    """The order in the consumer's words: its number, or what was ordered when."""

    order: Annotated[str, Field(max_length=300), Words]
    name: Annotated[str, Field(max_length=160), Words]
    email: MailAddress


def _mailbox(input: StateWithdrawal) -> str:
    return mailbox_of(input.email)


@action(scope=PUBLIC, limit=FROM_ONE_ADDRESS, limit_each=((TO_ONE_MAILBOX, _mailbox),))
async def state_withdrawal(ctx: Context, input: StateWithdrawal) -> WithdrawalReceived:
    """Withdraw from an order without its link. It is stored and acknowledged whether or not such an order exists."""
    number = NUMBER.search(input.order.upper())
    order = await withdrawals.find_order(ctx.db, number[0] if number else "")
    words = gettext("I withdraw from this contract: %(order)s.", order=input.order.rstrip("."))
    meant = Meant(order, input.order, None, words, _judge_sender(ctx, order, input.email))
    return await receive(ctx, meant, input.name, input.email)


class StateWithdrawalByLink(Input):
    """The order by its secret link. Without positions, all of it."""

    token: Opaque
    positions: Annotated[tuple[int, ...], Field(max_length=100)] = ()
    name: Annotated[str, Field(max_length=160), Words]
    email: MailAddress


def _mailbox_and_link(input: StateWithdrawalByLink) -> str:
    """The limit is the order's own, so that somebody without its link cannot use it up."""
    return f"{mailbox_of(input.email)} {input.token}"


@action(
    scope=PUBLIC,
    limit=FROM_ONE_ADDRESS,
    limit_each=((TO_ONE_MAILBOX, _mailbox_and_link),),
    errors=(NoSuchCheckout,),
)
async def state_withdrawal_by_link(ctx: Context, input: StateWithdrawalByLink) -> WithdrawalReceived:
    """Withdraw from the order of a link, or from some of its items."""
    order, lines = await _find(ctx, input.token)
    positions, words = _choose(order, lines, input.positions)
    return await receive(ctx, Meant(order, order.number, positions, words, "link"), input.name, input.email)


def _judge_sender(ctx: Context, order: WithdrawableOrder | None, email: str) -> Sender:
    if order is None:
        return "unknown"
    if ctx.access is not None and ctx.access.account == order.account_id:
        return "account"
    return "email" if fold((order.billing or {}).get("email") or "") == email else "unknown"


def _choose(
    order: WithdrawableOrder, lines: list[OrderedLine], chosen: tuple[int, ...]
) -> tuple[list[int] | None, str]:
    """The lines that are meant, None for all of them, and the words for it."""
    known = {line.position for line in lines}
    if known and not chosen:
        raise InvalidInput(errors=[FieldError(field="positions", message=CHOOSE)])
    if not known.issuperset(chosen):
        raise InvalidInput(errors=[FieldError(field="positions", message=OTHER_ITEMS)])
    if known == set(chosen):
        return None, gettext("I withdraw from the contract for order %(number)s.", number=order.number)
    meant = [line for line in lines if line.position in chosen]
    names = [f"{translated(line.name)} ({line.listing})" if line.listing else translated(line.name) for line in meant]
    words = gettext(
        "I withdraw from these items of order %(number)s: %(items)s.", number=order.number, items=", ".join(names)
    )
    return [line.position for line in meant], words


async def _find(ctx: Context, token: str) -> tuple[WithdrawableOrder, list[OrderedLine]]:
    """The order of a link, and its lines that were not refunded."""
    order = await withdrawals.find_order(ctx.db, checkout.number_of(ctx.services[Shop], token, "receipt"))
    if order is None:
        raise NoSuchCheckout
    lines = await withdrawals.list_lines(ctx.db, [order.id])
    return order, [line for line in lines if not line.refunded]
