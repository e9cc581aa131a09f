"""Who drafts: by default without a model; with the model that the operator chose, where one is set."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from showground.catalog import CategoryEntry
from showground.core.context import Equipment
from showground.drafting.proposal import AttributeChoice, CategoryChoice, Proposal

if TYPE_CHECKING:
    from showground.drafting.drafters.drafter import Drafter


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The model that drafts, as the operator set it."""

    name: str
    url: str | None = None
    key: str | None = field(default=None, repr=False)


def make_drafter(choice: ModelChoice | None) -> "Drafter":
    """The drafter that needs no model, or the one with the model that was chosen."""
    from showground.drafting import drafters  # noqa: PLC0415 - only who drafts needs them

    if choice is None:
        return drafters.ExtractiveDrafter()
    return drafters.make_drafter(choice.name, choice.url, choice.key)


async def draft(
    equipment: Equipment,
    stored: Sequence[dict[str, Any]],
    categories: Sequence[CategoryEntry],
    only: frozenset[str] | None,
) -> Proposal:
    """Draft from stored pages; every value has passed the verifier."""
    from showground.drafting.reading.pages import ReadPage  # noqa: PLC0415 - only who drafts needs the reader

    pages = [ReadPage.model_validate(page) for page in stored]
    return await make_drafter(equipment.find(ModelChoice)).draft(pages, [_choice(c) for c in categories], only)


def _choice(category: CategoryEntry) -> CategoryChoice:
    return CategoryChoice(
        name=category.name,
        parent=category.parent,
        keywords=category.keywords,
        attributes=[AttributeChoice.model_validate(attribute) for attribute in category.attributes],
    )
