"""Say which mails a person gets."""

from pydantic import BaseModel

from showground.accounts import store
from showground.accounts.rules import MAIL_KINDS
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ReadMailChoice(Input):
    """Nothing is asked for."""


class MailChoice(BaseModel):
    wanted: list[str]


@action(scope=PERSON, read_only=True)
async def read_mail_choice(ctx: Context, input: ReadMailChoice) -> MailChoice:  # noqa: ARG001
    """Say which kinds of mail you get."""
    muted = await store.get_muted_mails(ctx.db, ctx.account)
    return MailChoice(wanted=[kind for kind in MAIL_KINDS if kind not in muted])
