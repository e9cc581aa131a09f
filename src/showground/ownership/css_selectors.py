"""Whether a rule of a style sheet is about an element: tags, classes, ids and attributes, and what stands around them.

What depends on neighbours or on states, such as `:hover`, is about no element here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

NAME = r"(?:\\.|[\w-])+"
PIECE = re.compile(
    rf"(?P<tag>\*|{NAME})|\.(?P<class>{NAME})|\#(?P<id>{NAME})"
    rf"|\[\s*(?P<attribute>{NAME})\s*(?:(?P<how>[~|^$*]?=)\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\]\s]+)\s*)?\]"
)
COMBINATOR = re.compile(r"\s*>\s*|\s+")
MAX_LENGTH, MAX_PARTS, MAX_SELECTORS = 300, 10, 500  # letters of one, its parts, and how many stand in a list


@dataclass(frozen=True)
class Element:
    """What selectors look at."""

    tag: str
    attributes: Mapping[str, str | None]

    @cached_property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()


@dataclass(slots=True)
class Compound:
    """What is asked of one element, and whether it stands directly in the one before."""

    directly: bool = False
    tag: str = "*"
    classes: list[str] = field(default_factory=list[str])
    ids: list[str] = field(default_factory=list[str])
    attributes: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])

    def fits(self, element: Element) -> bool:
        if self.tag not in ("*", element.tag) or any(name not in element.classes for name in self.classes):
            return False
        if any(name != element.attributes.get("id") for name in self.ids):
            return False
        return all(_compare(element.attributes, *asked) for asked in self.attributes)


@dataclass(frozen=True, slots=True)
class Selector:
    parts: Sequence[Compound]

    @property
    def weight(self) -> tuple[int, int, int]:
        """Ids, then classes and attributes, then tags."""
        ids = sum(len(part.ids) for part in self.parts)
        classes = sum(len(part.classes) + len(part.attributes) for part in self.parts)
        return ids, classes, sum(part.tag != "*" for part in self.parts)

    def ends_with(self, element: Element) -> bool:
        return self.parts[-1].fits(element)

    def fits(self, path: Sequence[Element], at: int) -> bool:
        """Whether it is about this element of a path, which begins with the outermost, if it ends with it."""
        places = [at]  # where the part that was looked at last may stand
        for part, following in zip(self.parts[-2::-1], self.parts[:0:-1], strict=True):
            around = [place - 1 for place in places if place] if following.directly else range(places[-1])
            places = [place for place in around if part.fits(path[place])]
            if not places:
                return False
        return True


def read_selectors(text: str) -> list[Selector]:
    """Those of a list that can be told; the others are left out."""
    ones = text.split(",", MAX_SELECTORS)[:MAX_SELECTORS]
    return [found for one in ones if len(one) < MAX_LENGTH and (found := _read(one.strip())) is not None]


def _read(text: str) -> Selector | None:
    parts, at = [Compound()], 0
    while at < len(text):
        if piece := PIECE.match(text, at):
            _add(parts[-1], piece)
            at = piece.end()
        elif at and len(parts) < MAX_PARTS and (between := COMBINATOR.match(text, at)):
            parts.append(Compound(directly=">" in between[0]))
            at = between.end()
        else:
            return None
    return Selector(parts) if text else None


def _add(part: Compound, piece: re.Match[str]) -> None:
    if piece["tag"]:
        part.tag = piece["tag"].lower()
    elif piece["class"]:
        part.classes.append(_plain(piece["class"]))
    elif piece["id"]:
        part.ids.append(_plain(piece["id"]))
    else:
        value = (piece["value"] or "").strip("\"'")
        part.attributes.append((piece["attribute"].lower(), piece["how"] or "", value))


def _plain(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def _compare(attributes: Mapping[str, str | None], name: str, how: str, wanted: str) -> bool:
    if name not in attributes:
        return False
    value = attributes[name] or ""
    match how:
        case "":
            return True
        case "=":
            return value == wanted
        case "~=":
            return wanted in value.split()
        case "|=":
            return value == wanted or value.startswith(f"{wanted}-")
        case "^=":
            return bool(wanted) and value.startswith(wanted)
        case "$=":
            return bool(wanted) and value.endswith(wanted)
        case _:
            return bool(wanted) and wanted in value
