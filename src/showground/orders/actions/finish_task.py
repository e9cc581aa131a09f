"""Finish what staff do for an order by hand."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.core.texts import MULTI_LINE
from showground.orders import fulfilling, tasks
from showground.orders.failures import NoSuchTask


class FinishTask(Input):
    task: int
    note: Annotated[str | None, Field(max_length=2000), MULTI_LINE] = None


class TaskFinished(BaseModel):
    """Whether nothing is left to do for the order."""

    complete: bool


@action(scope=STAFF, failures=(NoSuchTask,))
async def finish_task(ctx: Context, input: FinishTask) -> TaskFinished:
    """Note that a task is done; its line of the order is then fulfilled."""
    by = ctx.access.account if ctx.access else None
    found = await tasks.finish(ctx.db, input.task, by, input.note, ctx.now)
    if found is None:
        raise NoSuchTask
    purchase, position, part = found
    await fulfilling.finish_part(ctx.db, purchase, position, part)
    return TaskFinished(complete=await fulfilling.fulfil(ctx, purchase))
