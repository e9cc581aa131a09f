"""The kinds of badges, what earns each, and what each says."""

from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Literal, get_args

from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import day

Kind = Literal["listed", "launched", "featured", "verified", "launch-of-the-week"]
Shape = Literal["standard", "outline", "pill", "banner", "square"]
Mode = Literal["light", "dark", "auto"]
Size = Literal["s", "m", "l"]


@dataclass(frozen=True, slots=True)
class Style:
    """One of the 45 ways in which a badge is drawn."""

    shape: Shape
    mode: Mode
    size: Size


@dataclass(frozen=True, slots=True)
class Merits:
    """The facts about a public listing that earn badges."""

    slug: str
    name: str
    launched: date | None  # the Monday of its newest launch week; None before it is live
    featured: bool
    verified: date | None
    place: int | None  # the best place that it won


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge, whatever its style."""

    kind: Kind
    title: Text
    name: str | None = None  # of the listing; None if the badge must not say which listing it is
    since: Text | None = None
    place: int = 0

    @property
    def paid(self) -> bool:
        return self.kind == "featured"

    @property
    def label(self) -> Text:
        return text_with("%(title)s (Paid)", title=self.title) if self.paid else self.title

    def file(self, style: Style) -> str:
        """The last part of the picture's address, which stays the same for ever."""
        return f"{self.kind}-{style.shape}-{style.mode}-{style.size}.svg"


STYLES = tuple(Style(*style) for style in product(get_args(Shape), get_args(Mode), get_args(Size)))
# Shown for every slug that is not public. It is the same for all of them, so that nobody learns which slugs exist and
# why a listing is not public.
NEUTRAL = Badge("listed", Text("Discover products"))


def earned(merits: Merits) -> list[Badge]:
    """All badges that a public listing may show."""
    name = merits.name
    badges = [Badge("listed", Text("Listed"), name)]
    if merits.launched:
        since = text_with("week of %(week)s", week=deferred(day, merits.launched))
        badges.append(Badge("launched", Text("Launched"), name, since))
    if merits.featured:
        badges.append(Badge("featured", Text("Featured"), name))
    if merits.verified:
        since = text_with("owner known since %(year)s", year=merits.verified.year)
        badges.append(Badge("verified", Text("Verified"), name, since))
    if merits.place:
        title = text_with("Launch of the Week #%(place)s", place=merits.place)
        badges.append(Badge("launch-of-the-week", title, name, place=merits.place))
    return badges
