"""Bounces and complaints: which addresses get no more list emails, and why."""

from dataclasses import dataclass
from hmac import compare_digest
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.mail import outbox, queries
from showground.core.mail.queries import BlockedAddress
from showground.core.sandbox import SandboxError, run
from showground.newsletter.errors import NoSuchBlockedAddress, NotOurMailServer, UnreadableReport
from showground.newsletter.models import MailReport
from showground.newsletter.queries import subscribers
from showground.newsletter.sandbox_calls import READ_REPORT, ReadReport, SentReport


@dataclass(frozen=True, slots=True)
class ReportSecret:
    """What a mail server must know to report bounces over HTTP; None if it may not."""

    text: str | None


class ReceiveMailReport(Input):
    """A message as it arrived."""

    content: bytes


async def _read(outside: PrepareContext, input: ReceiveMailReport) -> ReadReport:
    try:
        return await run(READ_REPORT, SentReport(content=input.content), owner=outside.owner)
    except SandboxError:
        raise UnreadableReport from None


@action(scope=STAFF, prepare=_read, errors=(UnreadableReport,))
async def receive_mail_report(ctx: Context, input: ReceiveMailReport, report: ReadReport) -> MailReport:  # noqa: ARG001
    """Take a bounce or a complaint: block the address, and delete its subscriptions."""
    return await _take(ctx, report)


class SendMailReport(ReceiveMailReport):
    """A message as it arrived, and the secret that the mail server shares with us."""

    secret: Annotated[str, Field(max_length=1_000, repr=False), OPAQUE]


async def _read_if_known(outside: PrepareContext, input: SendMailReport) -> ReadReport:
    expected = outside.services[ReportSecret].text
    if expected is None or not compare_digest(input.secret.encode(), expected.encode()):
        raise NotOurMailServer
    return await _read(outside, input)


@action(scope=PUBLIC, prepare=_read_if_known, errors=(NotOurMailServer, UnreadableReport))
async def send_mail_report(ctx: Context, input: SendMailReport, report: ReadReport) -> MailReport:  # noqa: ARG001
    """The same over HTTP, for a mail server that knows our secret."""
    return await _take(ctx, report)


async def _take(ctx: Context, report: ReadReport) -> MailReport:
    """The address is taken from our own email that the report is about, never from the report: anyone can write one."""
    if report.kind == "none":
        raise UnreadableReport
    if report.kind == "other":
        return MailReport(blocked=None)
    for message_id in report.message_ids:
        recipient = await outbox.find_recipient(ctx.db, message_id)
        if recipient is not None:
            await queries.block_address(ctx.db, recipient, report.kind, report.detail, ctx.now)
            await subscribers.forget_address(ctx.db, recipient)
            return MailReport(blocked=recipient)
    return MailReport(blocked=None)


class ListBlocked(Paged):
    """Pagination of blocked addresses."""


@action(scope=STAFF, read_only=True)
async def list_blocked_addresses(ctx: Context, input: ListBlocked) -> Page[BlockedAddress]:
    """List addresses that get no list emails, newest first."""
    items, total = await queries.list_blocked(ctx.db, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class UnblockAddress(Input):
    blocked_id: int


class AddressUnblocked(DataModel):
    unblocked: bool = True


@action(scope=STAFF, errors=(NoSuchBlockedAddress,))
async def unblock_address(ctx: Context, input: UnblockAddress) -> AddressUnblocked:
    """Allow list emails to an address again, for example because its owner asked for it."""
    if not await queries.unblock_address(ctx.db, input.blocked_id):
        raise NoSuchBlockedAddress
    return AddressUnblocked()
