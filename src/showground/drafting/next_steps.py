"""What to do next with a draft. Pure: no database, no network."""

from dataclasses import dataclass
from uuid import UUID

from showground.drafting.models import Status
from showground.extraction.proposal import PROFILE_FIELDS
from showground.ownership import Step

MAX_WAIT = 25  # seconds; many proxies and clients give up after 30
MAX_RECOMMENDED = 5


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """What decides the next steps of a draft."""

    id: UUID
    status: Status
    required: list[str]
    recommended: list[str]
    listing_id: int | None = None
    """The listing that it was submitted as."""
    listed_as: str | None = None
    """The slug of another listing that has the same website."""
    listed_id: int | None = None
    """The id of that listing, for those who belong to it."""


def next_steps(draft: DraftFacts) -> list[Step]:
    """The most important first."""
    page, own = f"/dashboard/drafts/{draft.id}", {"id": str(draft.id)}
    if draft.status != "ready":
        sentence = "We are reading the website, which takes about a minute. Wait until the draft is ready."
        return [Step("wait_for_draft", sentence, page, "get_draft", own | {"wait": MAX_WAIT})]
    if draft.listed_id is not None:
        sentence = f"You already have a listing for this website, {draft.listed_as}. Edit that one."
        return [_see_listing("edit_listing", sentence, draft.listed_id)]
    if draft.listed_as is not None:
        sentence = f"This website is already listed as {draft.listed_as}. If it is yours, claim that listing."
        claim = {"slug": draft.listed_as}
        return [Step("claim_listing", sentence, "/dashboard/claims", "create_claim", claim, ("method",))]
    if draft.required:
        sentence = f"Add what every listing needs: {', '.join(draft.required)}. Ask the person for it."
        return [Step("add_required", sentence, page, "update_draft", own, _paths(draft.required))]
    if draft.listing_id is not None:
        return [_see_listing("see_listing", "The listing says what to do next.", draft.listing_id)]
    sentence = "Review the values and their quotes, then save the draft as a listing. This publishes nothing yet."
    steps = [Step("submit_draft", sentence, page, "submit_draft", own)]
    if useful := draft.recommended[:MAX_RECOMMENDED]:
        sentence = f"Or first add what improves the listing: {', '.join(useful)}."
        steps.append(Step("add_recommended", sentence, page, "update_draft", own, _paths(useful)))
    return steps


def _see_listing(code: str, sentence: str, listing: int) -> Step:
    page, arguments = f"/dashboard/listings/{listing}", {"listing_id": listing}
    return Step(code, sentence, page, "get_my_listing", arguments)


def _paths(names: list[str]) -> tuple[str, ...]:
    """Where update_draft takes these."""
    return tuple(f"fields.{name}" if name in PROFILE_FIELDS else name for name in names)
