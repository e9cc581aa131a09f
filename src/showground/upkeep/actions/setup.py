"""The setup assistant: which steps staff marked as done, and the email test."""

from typing import Literal

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.templates import send_mail
from showground.upkeep.queries import setup_steps

SetupStep = Literal["name", "address", "email", "categories", "pages", "selling", "staff", "listing"]


class SetupMarks(DataModel):
    """Steps that staff marked as done, and whether a test email was sent."""

    done: list[str]
    test_sent: bool


@action(scope=STAFF, read_only=True)
async def list_setup_marks(ctx: Context) -> SetupMarks:
    """List the steps that staff marked as done."""
    return SetupMarks(done=await setup_steps.list_done(ctx.db), test_sent=await setup_steps.is_test_sent(ctx.db))


class MarkSetupStep(Input):
    step: SetupStep
    done: bool


@action(scope=STAFF)
async def mark_setup_step(ctx: Context, input: MarkSetupStep) -> SetupMarks:
    """Mark a step as done, or as open again."""
    await setup_steps.mark(ctx.db, input.step, ctx.now, done=input.done)
    return await list_setup_marks.handler(ctx)


class SetupTestSent(DataModel):
    email: str


@action(scope=STAFF)
async def send_setup_test(ctx: Context) -> SetupTestSent:
    """Email yourself, to see that emails arrive."""
    person = await accounts.get_account(ctx.db, ctx.account)
    await send_mail(ctx, person.email, "setup_test")
    return SetupTestSent(email=person.email)
