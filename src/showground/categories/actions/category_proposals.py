"""Categories that a text is probably about, for somebody who has to choose one."""

from typing import Annotated

from pydantic import Field

from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.search import find_categories

MAX_PROPOSED = 3


class ProposeCategories(Input):
    """What the product says about itself."""

    text: Annotated[str, Field(max_length=25_000), MULTI_LINE]


class ProposedCategories(DataModel):
    names: list[str]


@action(scope=PERSON, read_only=True)
async def propose_categories(ctx: Context, input: ProposeCategories) -> ProposedCategories:
    """Propose the categories whose name, description and keywords are most similar to a text, the best first.

    They are guesses: nothing says that the product's website states them.
    """
    known = await category_tree.read_described(ctx.db)
    return ProposedCategories(names=find_categories(input.text, known, MAX_PROPOSED))
