"""Get one founder."""

from typing import Annotated

from pydantic import Field

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Input
from showground.listings import SLUG
from showground.people.errors import NoSuchFounder
from showground.people.models import Founder
from showground.people.queries import founders


class GetFounder(Input):
    slug: Annotated[str, Field(pattern=SLUG, description="The founder's slug.", examples=["ada-moreno"])]


@operation(
    "GET /founders/{slug}",
    scope=PUBLIC,
    snapshot=True,
    cache_tags=("founders", "listings", "interview-questions"),
    errors=(NoSuchFounder,),
)
async def get_founder(ctx: Context, input: GetFounder) -> Founder:
    """Get a founder.

    With bio, links, listed companies, published stories and interview.
    """
    return await founders.get_founder(ctx.db, input.slug, ctx.site)
