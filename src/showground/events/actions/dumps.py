"""The newest dump: what it contains, and its content piece by piece."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.errors import NotFound
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.events.dump_job import DataLicense
from showground.events.queries import dumps


class FindDump(Input):
    dump_id: Annotated[int, Field(ge=1, le=2**53)] | None = None


class Dump(DataModel):
    """A dump, as its description at /dump/latest.json says."""

    id: int
    url: str
    made_at: datetime
    after: int
    bytes: int
    sha256: str
    counts: dict[str, int]
    license: str | None


class NoSuchDump(NotFound):
    """There is no dump yet, or this one was replaced. The newest is described at /dump/latest.json."""


@action(scope=PUBLIC, read_only=True, errors=(NoSuchDump,))
async def find_dump(ctx: Context, input: FindDump) -> Dump:
    """Find the newest dump, or one by its number."""
    found = await dumps.find_dump(ctx.db, input.dump_id)
    if found is None:
        raise NoSuchDump
    return Dump(
        id=found.id,
        url=f"{ctx.site.url}/dump/{found.id}.ndjson.gz",
        made_at=found.made_at,
        after=found.after_event,
        bytes=found.bytes,
        sha256=found.sha256.hex(),
        counts=found.counts,
        license=ctx.services[DataLicense].text,
    )


class ReadDumpChunk(Input):
    dump_id: int
    position: int


class DumpChunk(DataModel):
    content: bytes


@action(scope=PUBLIC, read_only=True, errors=(NoSuchDump,))
async def read_dump_chunk(ctx: Context, input: ReadDumpChunk) -> DumpChunk:
    """Read a piece of a dump."""
    content = await dumps.read_chunk(ctx.db, input.dump_id, input.position)
    if content is None:
        raise NoSuchDump
    return DumpChunk(content=content)
