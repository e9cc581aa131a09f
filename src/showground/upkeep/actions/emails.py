"""Outgoing emails."""

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.mail.address import fold
from showground.core.mail.outbox import without_tokens
from showground.upkeep.errors import NoSuchMail
from showground.upkeep.models import MailEntry, MailShown, MailState
from showground.upkeep.queries import staff_views


class ListMails(Paged):
    state: MailState | None = None


@action(scope=STAFF, read_only=True)
async def list_mails(ctx: Context, input: ListMails) -> Page[MailEntry]:
    """List the emails of the last 30 days and those waiting to be sent, newest first."""
    items, total = await staff_views.list_mails(ctx.db, input.state, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ShowMail(Input):
    mail_id: int


@action(scope=STAFF, read_only=True, errors=(NoSuchMail,))
async def show_mail(ctx: Context, input: ShowMail) -> MailShown:
    """Show the text of an email. Links that let their reader in are cut out, unless the email is your own."""
    mail = await staff_views.find_mail(ctx.db, input.mail_id)
    if mail is None:
        raise NoSuchMail
    own = await accounts.get_account(ctx.db, ctx.access.account) if ctx.access else None
    if own is not None and fold(own.email) == fold(mail.recipient):
        return mail
    shown = without_tokens(mail.body_text)
    return mail.model_copy(update={"body_text": shown, "cut": shown != mail.body_text})
