"""Stop the mails about a listing that one follows."""

from uuid import UUID

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.operation import PUBLIC, Input, action
from showground.launches import opinions


class NoSuchMailing(NotFound):
    """This address stops no mails; you may have stopped following the listing."""


class StopMails(Input):
    """The token of a mail; `stop` false only looks what it would stop."""

    token: UUID
    stop: bool = True


class MailsStopped(BaseModel):
    """Mails about which listing, and whether they have stopped. It stays followed."""

    slug: str
    name: str
    stopped: bool


@action(scope=PUBLIC, failures=(NoSuchMailing,))
async def stop_mails(ctx: Context, input: StopMails) -> MailsStopped:
    """Stop the mails about one listing by the token in each of them, without a sign-in (RFC 8058)."""
    found = await opinions.find_by_stop_token(ctx.db, input.token)
    if found is None:
        raise NoSuchMailing
    slug, name, mailed = found
    if input.stop and mailed:
        await opinions.stop_mails(ctx.db, input.token)
    return MailsStopped(slug=slug, name=name, stopped=input.stop or not mailed)
