"""Which emails a person gets."""

from showground.accounts.queries import accounts
from showground.accounts.rules import MAIL_KINDS
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel


class MailChoice(DataModel):
    wanted: list[str]


@action(scope=PERSON, read_only=True)
async def read_mail_choice(ctx: Context) -> MailChoice:
    """Choose which kinds of email you get."""
    muted = await accounts.get_muted_mails(ctx.db, ctx.account)
    return MailChoice(wanted=[kind for kind in MAIL_KINDS if kind not in muted])


class ChooseMails(Input):
    wanted: list[str]


class MailsChosen(DataModel):
    muted: list[str]


@action(scope=PERSON)
async def choose_mails(ctx: Context, input: ChooseMails) -> MailsChosen:
    """Set which kinds of email you get. Essential emails are always sent."""
    muted = [kind for kind in MAIL_KINDS if kind not in input.wanted]
    await accounts.set_muted_mails(ctx.db, ctx.account, muted)
    return MailsChosen(muted=muted)
