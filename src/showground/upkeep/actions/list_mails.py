"""Look into the outbox."""

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.core.paging import Page, Paged
from showground.upkeep import store
from showground.upkeep.failures import NoSuchMail
from showground.upkeep.models import MailEntry, MailShown, MailState


class ListMails(Paged):
    state: MailState | None = None


@action(scope=STAFF, read_only=True)
async def list_mails(ctx: Context, input: ListMails) -> Page[MailEntry]:
    """List the mails of the last 30 days and those that wait, the newest first."""
    items, total = await store.list_mails(ctx.db, input.state, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ShowMail(Input):
    mail_id: int


@action(scope=STAFF, read_only=True, failures=(NoSuchMail,))
async def show_mail(ctx: Context, input: ShowMail) -> MailShown:
    """Show what a mail says."""
    mail = await store.find_mail(ctx.db, input.mail_id)
    if mail is None:
        raise NoSuchMail
    return mail
