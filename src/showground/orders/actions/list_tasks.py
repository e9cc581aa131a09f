"""List what staff have to do for orders by hand."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import tasks
from showground.orders.tasks import Task


class ListTasks(Input):
    """Nothing is asked for."""


class Tasks(BaseModel):
    items: list[Task]


@action(scope=STAFF, read_only=True)
async def list_tasks(ctx: Context, input: ListTasks) -> Tasks:  # noqa: ARG001
    """List open tasks, the oldest first."""
    return Tasks(items=await tasks.list_open(ctx.db))
