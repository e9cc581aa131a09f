"""Labels: what a careful person reads on a real site. One JSON file per site; the README explains the format."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import idna
from pydantic import BaseModel, ConfigDict, Field, ValidationError

FOLDER = Path(__file__).parent / "labels"
ANY = "*"  # any value counts as right
# Of these, all labelled values are expected; of other fields, any one of the labelled values is right.
MANY = frozenset({"prices", "features", "faqs", "founders", "platforms", "socials", "usps", "milestones"})

Half = Literal["tune", "report"]


class Label(BaseModel):
    """The true values of one site, and where to get the site."""

    model_config = ConfigDict(extra="forbid")

    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    commit: str = Field(pattern=r"^[0-9a-f]{40}$")
    folder: str
    domain: str
    language: str
    builder: str
    kind: str
    half: Half
    problem: Literal["parked", "template", "coming_soon", "no_product", "script_only"] | None = None
    """Why nothing should be drafted from this site."""
    category: list[str] = Field(default_factory=list[str])
    stated: dict[str, Any] = Field(default_factory=dict[str, Any])
    words: dict[str, Any] = Field(default_factory=dict[str, Any])
    """Pages and visible words that state the hard facts; for the people who check labels."""
    allowed: dict[str, Any] = Field(default_factory=dict[str, Any])
    """Values that are true but that nobody would miss."""
    traps: dict[str, Any] = Field(default_factory=dict[str, Any])
    """Values on the site that are not true of this product."""
    note: str | None = None

    @property
    def host(self) -> str:
        return idna.encode(self.domain, uts46=True).decode()

    def facts(self, field: str) -> list[list[str]]:
        """The stated facts of a field, each with all its right spellings; `*` is any value."""
        value = self.stated.get(field)
        if isinstance(value, dict):
            return [_texts(some) for some in cast("Mapping[str, Any]", value).values() if some and some != ANY]
        texts = _texts(value)
        if not texts or ANY in texts:
            return [[ANY]] if texts else []
        return [[text] for text in texts] if field in MANY else [[*texts, *self.allowed_of(field)]]

    @property
    def platforms(self) -> dict[str, Any]:
        """The stated social profiles, by the names that drafts have for the platforms."""
        socials = cast("dict[str, Any]", self.stated.get("socials") or {})
        return {"x" if platform == "twitter" else platform: urls for platform, urls in socials.items()}

    def traps_of(self, field: str) -> list[str]:
        return _all_texts(self.traps.get(field))

    def allowed_of(self, field: str) -> list[str]:
        return _all_texts(self.allowed.get(field))


def load_labels(folder: Path = FOLDER) -> tuple[list[Label], list[str]]:
    """The labels, and a line for each file that can't be used."""
    labels: list[Label] = []
    broken: list[str] = []
    for file in sorted(folder.glob("*.json")):
        try:
            labels.append(Label.model_validate_json(file.read_bytes()))
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
            broken.append(f"{file.name}: {faults}")
    return labels, broken


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    values = cast("Sequence[Any]", value) if isinstance(value, list) else [value]
    return [str(each) for each in values]


def _all_texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for some in cast("Mapping[str, Any]", value).values() for text in _texts(some)]
    return _texts(value)
