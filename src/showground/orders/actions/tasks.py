"""Order tasks that staff do by hand."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.orders import fulfilment
from showground.orders.errors import NoSuchTask
from showground.orders.queries import fulfilment as progress
from showground.orders.queries import tasks
from showground.orders.queries.tasks import Task


class Tasks(DataModel):
    items: list[Task]


@action(scope=STAFF, read_only=True)
async def list_tasks(ctx: Context) -> Tasks:
    """List open tasks, oldest first."""
    return Tasks(items=await tasks.list_open(ctx.db))


class FinishTask(Input):
    task: int
    note: Annotated[str | None, Field(max_length=2000), MULTI_LINE] = None


class TaskFinished(DataModel):
    """Whether nothing is left to do for the order."""

    complete: bool


@action(scope=STAFF, errors=(NoSuchTask,))
async def finish_task(ctx: Context, input: FinishTask) -> TaskFinished:
    """Mark a task as done. Its order line is then fulfilled."""
    by = ctx.access.account if ctx.access else None
    found = await tasks.finish(ctx.db, input.task, by, input.note, ctx.now)
    if found is None:
        raise NoSuchTask
    order_id, position, part = found
    await progress.finish_part(ctx.db, order_id, position, part)
    return TaskFinished(complete=await fulfilment.fulfil(ctx, order_id))
