"""Outgoing emails."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
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
    """Show the text of an email."""
    mail = await staff_views.find_mail(ctx.db, input.mail_id)
    if mail is None:
        raise NoSuchMail
    return mail
