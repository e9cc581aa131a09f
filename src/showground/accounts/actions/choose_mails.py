"""Choose which mails to get."""

from pydantic import BaseModel

from showground.accounts import store
from showground.accounts.rules import MAIL_KINDS
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ChooseMails(Input):
    wanted: list[str]


class MailsChosen(BaseModel):
    muted: list[str]


@action(scope=PERSON)
async def choose_mails(ctx: Context, input: ChooseMails) -> MailsChosen:
    """Choose which kinds of mail you get; those that an account cannot do without come always."""
    muted = [kind for kind in MAIL_KINDS if kind not in input.wanted]
    await store.set_muted_mails(ctx.db, ctx.account, muted)
    return MailsChosen(muted=muted)
