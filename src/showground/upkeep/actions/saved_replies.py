"""Replies that staff write often: reasons of suspensions and blocks, and answers to reports."""

from typing import Annotated

from pydantic import StringConstraints

from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, STAFF, action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.input_text import StaffMessage
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.upkeep.models import SavedReply
from showground.upkeep.queries import saved_replies


class SavedReplies(DataModel):
    items: list[SavedReply]


@action(scope=MODERATOR, read_only=True)
async def list_saved_replies(ctx: Context) -> SavedReplies:
    """List saved replies by title."""
    return SavedReplies(items=await saved_replies.list_replies(ctx.db))


class WriteSavedReply(Input):
    reply_id: int | None = None
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
    body: StaffMessage


class ReplyNotSaved(ApiError):
    """Another reply has this title, or the reply was deleted. Choose another title."""


@action(scope=STAFF, errors=(ReplyNotSaved,))
async def write_saved_reply(ctx: Context, input: WriteSavedReply) -> SavedReplies:
    """Add a saved reply, or change one."""
    if not await saved_replies.write(ctx.db, input.reply_id, input.title, input.body):
        raise ReplyNotSaved
    return SavedReplies(items=await saved_replies.list_replies(ctx.db))


class RemoveSavedReply(Input):
    reply_id: int


class NoSuchReply(NotFound):
    """No saved reply has this number."""


@action(scope=STAFF, errors=(NoSuchReply,))
async def remove_saved_reply(ctx: Context, input: RemoveSavedReply) -> SavedReplies:
    """Delete a saved reply."""
    if not await saved_replies.remove(ctx.db, input.reply_id):
        raise NoSuchReply
    return SavedReplies(items=await saved_replies.list_replies(ctx.db))
