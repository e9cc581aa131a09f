"""Operations that only tests have: a private write with a key, one that looks outside first, and private reads."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

import psycopg
from pydantic import BaseModel, Field

from showground.accounts import ACCOUNT_READ, LISTINGS_WRITE
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.database.pool import changes
from tests.support.world import World, running_world

TABLE = """
create table note (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    shelf text not null,
    text text not null
)
"""

looks: list[str] = []  # what `look_up` was asked to look at
held: dict[str, Callable[[], Awaitable[None]]] = {}  # what a write waits for before it commits, by its text;
# what a count waits for after it has read, by its first tag; and a look outside, by its word


class NoSuchNote(NotFound):
    """You have no such note."""


class ShelfFull(ApiError):
    """This shelf is full: choose another."""


class Note(BaseModel):
    """A note."""

    id: Annotated[int, Field(description="Its number.", examples=[1])]
    shelf: Annotated[str, Field(description="Where it stands.", examples=["top"])]
    text: Annotated[str, Field(description="What it says.", examples=["milk"])]


class Label(Input):
    """A label on a note."""

    colour: Annotated[str, Field(max_length=10, description="Its colour.", examples=["red"])]


class AddNote(Input):
    shelf: Annotated[str, Field(pattern="^[a-z]+$", description="Where to put it.", examples=["top"])]
    text: Annotated[str, Field(max_length=20, description="What it says.", examples=["milk"])]
    labels: Annotated[list[Label], Field(default_factory=list[Label], max_length=3, description="Labels.")]
    copies: Annotated[int, Field(ge=1, le=9, description="How many.", examples=[1])] = 1


@operation(
    "POST /shelves/{shelf}/notes",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    errors=(ShelfFull,),
    limit=Limit("notes", 20, 3600),
)
async def add_note(ctx: Context, input: AddNote) -> Note:
    """Add a note to a shelf."""
    if input.shelf == "full":
        raise ShelfFull
    row = await ctx.db.one(
        "insert into note (account_id, shelf, text) values (%s, %s, %s) returning id",
        (ctx.account, input.shelf, input.text),
    )
    changes(ctx.db, "notes")
    if input.text in held:
        await held[input.text]()
    if input.text == "break":
        raise RuntimeError("secret: do not tell")
    return Note(id=row[0] if row else 0, shelf=input.shelf, text=input.text)


class GetNote(Input):
    note_id: Annotated[int, Field(ge=1, description="Its number.", examples=[1])]


@operation("GET /notes/{note_id}", scope=ACCOUNT_READ, errors=(NoSuchNote,))
async def get_note(ctx: Context, input: GetNote) -> Note:
    """Show one of your notes."""
    row = await ctx.db.one(
        "select id, shelf, text from note where id = %s and account_id = %s", (input.note_id, ctx.account)
    )
    if row is None:
        raise NoSuchNote
    return Note(id=row[0], shelf=row[1], text=row[2])


class LookUp(Input):
    word: Annotated[str, Field(max_length=20, description="What to look for.", examples=["milk"])]


async def look(outside: PrepareContext, input: LookUp) -> str:
    async with outside.reading() as db:
        await db.execute("select 1")
    looks.append(input.word)
    if input.word in held:
        await held[input.word]()
    await asyncio.sleep(0)
    return input.word.upper()


@operation("POST /words", scope=LISTINGS_WRITE, idempotent=True, prepare=look)
async def look_up(ctx: Context, input: LookUp, found: str) -> Note:
    """Look outside before writing."""
    row = await ctx.db.one(
        "insert into note (account_id, shelf, text) values (%s, 'words', %s) returning id", (ctx.account, found)
    )
    return Note(id=row[0] if row else 0, shelf="words", text=found)


class CountNotes(Input):
    tags: Annotated[list[str], Field(default_factory=list[str], description="Only these.", examples=[["a"]])]
    exact: Annotated[bool, Field(description="Whether to count one by one.", examples=[True])] = False


class Counted(BaseModel):
    """How many."""

    count: Annotated[int, Field(description="How many notes there are.", examples=[3])]
    tags: Annotated[list[str], Field(description="What was asked for.", examples=[["a"]])]


@operation("GET /notes", scope=PUBLIC, cache_tags=("notes",))
async def count_notes(ctx: Context, input: CountNotes) -> Counted:
    """Count notes."""
    row = await ctx.db.one("select count(*) from note")
    if input.tags and input.tags[0] in held:
        await held[input.tags[0]]()
    return Counted(count=row[0] if row else 0, tags=input.tags)


NOTES = (add_note, get_note, look_up, count_notes)


@asynccontextmanager
async def running_shelf(database_url: str, **settings: Any) -> AsyncGenerator[World]:
    """A directory with notes, where Alice may do everything and Bob may only look at his account."""
    with psycopg.connect(database_url) as db:
        db.execute(TABLE)
    async with running_world(database_url, operations=NOTES, **settings) as world:
        await world.add_person("alice")
        await world.add_person("bob", [ACCOUNT_READ])
        yield world


def count_in(database_url: str) -> int:
    """How many notes the database holds, asked past the application."""
    with psycopg.connect(database_url) as db:
        row = db.execute("select count(*) from note").fetchone()
        return row[0] if row else 0


def add_past(database_url: str) -> None:
    """Add a note without a word to anybody."""
    with psycopg.connect(database_url) as db:
        db.execute("insert into note (account_id, shelf, text) values (1, 'past', 'quietly')")
