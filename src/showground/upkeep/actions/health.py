"""The site's health."""

from datetime import timedelta

from showground.backup import BackupPlan
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.upkeep import rules
from showground.upkeep.disk import DataFolder
from showground.upkeep.models import Health
from showground.upkeep.queries import health

SHOWN = timedelta(hours=6)


class ShowHealth(Input):
    """Whether a mail server is configured."""

    sending: bool


@action(scope=STAFF, read_only=True)
async def show_health(ctx: Context, input: ShowHealth) -> Health:
    """Show the health of the site, and what happened in the last hours."""
    state = await health.read_state(ctx.db, ctx.now)
    minutes = await health.read_minutes(ctx.db, ctx.now - SHOWN)
    folder = ctx.services.find(DataFolder)
    recent = [minute for minute in minutes if minute.minute > ctx.now - rules.RECENT]
    plan = ctx.services.find(BackupPlan)
    complaints = rules.judge(
        state,
        recent,
        sending=input.sending,
        free=folder.free() if folder else None,
        backup_every=plan.every if plan else None,
    )
    return Health(complaints=complaints, state=state, minutes=minutes)
