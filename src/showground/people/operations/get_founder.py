"""Show one founder."""

from typing import Annotated

from pydantic import Field

from showground.catalog import SLUG
from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, operation
from showground.people import store
from showground.people.failures import NoSuchFounder
from showground.people.models import Founder


class GetFounder(Input):
    slug: Annotated[str, Field(pattern=SLUG, description="The founder's name in addresses.", examples=["ada-moreno"])]


@operation(
    "GET /founders/{slug}",
    scope=PUBLIC,
    snapshot=True,
    cache_tags=("founders", "listings", "interview-questions"),
    failures=(NoSuchFounder,),
)
async def get_founder(ctx: Context, input: GetFounder) -> Founder:
    """Show one founder: who they are, the companies listed, their published stories and their interview."""
    return await store.get_founder(ctx.db, input.slug, ctx.site)
