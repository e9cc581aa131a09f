"""The fields of a draft: each has a value, a state, evidence, and what the drafter found for it."""

import re
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from showground.core.calls.input_text import clean_line, clean_lines
from showground.core.data_model import DataModel
from showground.extraction.proposal import (
    PLATFORMS,
    PROFILE_FIELDS,
    STORY_SECTIONS,
    Drafted,
    Proposal,
    SourceQuote,
    Verified,
)

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


UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
PROSE = frozenset(
    ("short_description", "description", "pricing_summary", "answer", "bio", "quote", *STORY_SECTIONS[1:])
)  # fields that may have several lines


class DraftField(DataModel):
    """One thing that a draft says."""

    model_config = ConfigDict(frozen=True)

    value: Any = None
    state: State = "not_found"
    evidence: list[SourceQuote] = Field(default_factory=list[SourceQuote])
    original: Drafted | None = None
    """What the drafter found, even if something else was typed since."""


Entries = dict[str, DraftField]
ENTRIES = TypeAdapter(Entries)
NOTHING = DraftField()


def value_of(entries: Entries, key: str) -> Any:
    return entries.get(key, NOTHING).value


def under(entries: Entries, part: str) -> dict[str, DraftField]:
    """The entries of a part, by their keys within it."""
    return {key.partition(".")[2]: entry for key, entry in entries.items() if key.startswith(f"{part}.")}


def cleaned(value: Any, *, prose: bool = False) -> Any:
    """The same in characters that an input may have: a website may write any in its JSON, and is not asked again.

    `prose`: whether texts may have several lines, as far as a name above them does not say so.
    """
    if isinstance(value, str):
        text = UNSTORABLE.sub("\ufffd", value)
        return clean_lines(text) if prose else clean_line(text)
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {cleaned(key): cleaned(item, prose=prose or key in PROSE) for key, item in items}
    if isinstance(value, list):
        return [cleaned(item, prose=prose) for item in cast("list[Any]", value)]
    return value


def flatten(verified: Verified) -> dict[str, Drafted]:
    """What was found, by entry, as it can be stored."""
    found = Proposal.model_validate(cleaned(verified.model_dump()))
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
