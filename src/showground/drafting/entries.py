"""What a draft is made of: entries, each with its value, its state, its evidence and what the drafter found for it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from showground.drafting.proposal import PLATFORMS, PROFILE_FIELDS, STORY_SECTIONS, Drafted, Proposal, Quote

State = Literal["ai", "not_found", "edited", "manual", "override", "deleted"]

LISTS = ("faqs", "founders", "milestones")  # each is one entry; its items carry their own evidence
# Each key of these is an entry: `story.problem`.
MAPS = {
    "company_socials": PLATFORMS,
    "founder_socials": PLATFORMS,
    "story": STORY_SECTIONS,
    "seo": ("title", "meta"),
}
NAMES = (*PROFILE_FIELDS, *LISTS, *MAPS)  # what may be locked, restored and redrafted


class Entry(BaseModel):
    """One thing that a draft says."""

    model_config = ConfigDict(frozen=True)

    value: Any = None
    state: State = "not_found"
    evidence: list[Quote] = Field(default_factory=list[Quote])
    original: Drafted | None = None
    """What the drafter found, whatever was typed since."""


Entries = dict[str, Entry]
ENTRIES = TypeAdapter(Entries)
NOTHING = Entry()


def value_of(entries: Entries, key: str) -> Any:
    return entries.get(key, NOTHING).value


def under(entries: Entries, part: str) -> dict[str, Entry]:
    """The entries of a part, by their keys in it."""
    return {key.partition(".")[2]: entry for key, entry in entries.items() if key.startswith(f"{part}.")}


def flatten(found: Proposal) -> dict[str, Drafted]:
    """What was proposed, by entry."""
    flat = dict(found.fields)
    for name in LISTS:
        items: list[BaseModel] = getattr(found, name)
        if items:
            flat[name] = Drafted(value=[_item(item) for item in items], quotes=[])
    for name in (*MAPS, "attributes"):
        values: dict[str, Drafted] = getattr(found, name)
        flat |= {f"{name}.{key}": value for key, value in values.items()}
    return flat


def _item(item: BaseModel) -> dict[str, Any]:
    said = item.model_dump(mode="json")
    return {**{key: value for key, value in said.items() if key != "quotes"}, "evidence": said["quotes"]}
