"""Read a picture as it is served."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import catalog
from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.operation import PUBLIC, Input, action


class ReadMediaFile(Input):
    name: Annotated[str, Field(pattern=r"^[0-9a-f]{40}\.webp$")]


class MediaFile(BaseModel):
    """A file and its type."""

    type: str
    content: bytes


@action(scope=PUBLIC, read_only=True, failures=(NotFound,))
async def read_media_file(ctx: Context, input: ReadMediaFile) -> MediaFile:
    """Read a file by its name, which nobody guesses before a page shows it."""
    found = await catalog.find_file(ctx.db, input.name)
    if found is None:
        raise NotFound
    return MediaFile(type=found[0], content=found[1])
