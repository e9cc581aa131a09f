"""Operations declared for these tests alone."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import NotFound
from showground.core.calls.models import Encoded, Input
from showground.core.calls.rate_limits import Limit

NOTES = "create table test_note (id bigint generated always as identity, text text)"

Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=60)]


class OneThing(Input):
    slug: Slug
    per_page: Annotated[int, Field(ge=1, le=100)] = 20


class Maker(BaseModel):
    name: str


class Thing(BaseModel):
    """A thing of the directory."""

    slug: str
    name: str
    price: float | None
    makers: list[Maker]
    per_page: int


@operation("GET /things/{slug}", scope=PUBLIC, errors=(NotFound,))
async def get_thing(ctx: Context, input: OneThing) -> Thing:
    """Get one thing. With “quotes”, and a second sentence."""
    if input.slug == "none":
        raise NotFound
    return Thing(
        slug=input.slug, name='Señor "Ω" \u2028', price=None, makers=[Maker(name="Ada")], per_page=input.per_page
    )


class Nothing(Input):
    """No arguments."""


class Secret(BaseModel):
    account: int


@operation("GET /me/secret", scope="account:read")
async def get_secret(ctx: Context, input: Nothing) -> Secret:
    """Get what only the account may see."""
    return Secret(account=ctx.account)


@operation("GET /whoami", scope=PUBLIC)
async def get_name(ctx: Context, input: Nothing) -> Secret:
    """Get the account's number; anyone may ask, but not anyone has one."""
    return Secret(account=ctx.account)


class NewNote(Input):
    text: Annotated[str, Field(min_length=1, max_length=40)]


class Note(BaseModel):
    id: int
    text: str


@operation("POST /notes", scope="listings:write", status=201, idempotent=True)
async def add_note(ctx: Context, input: NewNote) -> Note:
    """Add a note."""
    row = await ctx.db.one("insert into test_note (text) values (%s) returning id", (input.text,))
    assert row is not None
    return Note(id=row[0], text=input.text)


class OneNote(Input):
    note_id: int


@operation("DELETE /notes/{note_id}", scope="listings:write", errors=(NotFound,))
async def delete_note(ctx: Context, input: OneNote) -> Note:
    """Delete a note."""
    row = await ctx.db.one("delete from test_note where id = %s returning id, text", (input.note_id,))
    if row is None:
        raise NotFound
    return Note(id=row[0], text=row[1])


async def look_outside(outside: PrepareContext, input: Nothing) -> int:
    return 7


@operation("POST /looks", scope=PUBLIC, prepare=look_outside)
async def look(ctx: Context, input: Nothing, found: int) -> Secret:
    """Look outside first."""
    return Secret(account=found)


@operation("GET /tries", scope=PUBLIC, limit=Limit("tries", 2, 60))
async def try_often(ctx: Context, input: Nothing) -> Encoded[Note]:
    """Try, but not often; the answer is kept as ready JSON."""
    return Encoded(b'{"id":1,"text":"kept"}')


class Broken(Exception):
    """What no caller may read."""


@operation("GET /broken", scope=PUBLIC)
async def break_down(ctx: Context, input: Nothing) -> Note:
    """Break down."""
    raise Broken("the password is hunter2")


OPERATIONS = [get_thing, get_secret, get_name, add_note, delete_note, look, try_often, break_down]
