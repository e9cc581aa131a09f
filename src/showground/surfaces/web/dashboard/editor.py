"""The editor of a profile: one template and one way to read its forms, for drafts and for listings.

A part of the profile has a form of its own. `PartShown` is all that the template knows about it; `draft_editor.py` and
`listing_editor.py` make one for each part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from showground.categories import Category
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.errors import ApiError
from showground.core.languages import Text
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.dashboard.editor_parts import EditorPart
from showground.surfaces.web.edited_values import OPENED, version_of
from showground.surfaces.web.forms import NO_RESULT, Form, FormResult
from showground.surfaces.web.visit import Visit

GLYPHS = {"ai": "sect", "edited": "pen", "manual": "pen", "override": "lock", "deleted": "cross"}


class ShownQuote(Protocol):
    """Words of the website that a value comes from."""

    @property
    def quote(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def source(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Button:
    """Changes a part without typing. `title` says what it does, `kind` how it looks."""

    does: str
    words: str
    title: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part with its current value, in the shape that its form takes."""

    part: EditorPart
    value: Any
    state: str
    words: str  # the state in words
    quotes: Sequence[tuple[str, ShownQuote]] = ()  # each with what it is about, where the part has several texts
    buttons: Sequence[Button] = ()
    note: str = ""  # shown where there are no quotes
    link: tuple[str, str] | None = None  # address and words, after the note
    empty: str = Text("Nothing yet")  # shown instead of a value
    required: bool = False  # missing, and needed to submit
    proposals: Sequence[str] = ()  # values to choose from, which are guesses

    @property
    def filled(self) -> bool:
        return any(self.value.values()) if self.part.shape == "texts" else bool(self.value)

    @property
    def glyph(self) -> str:
        return "tick" if self.state == "override" and self.quotes else GLYPHS.get(self.state, "ring")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into one part's form, and its errors by place in the form."""

    part: str = ""
    value: Any = None
    errors: Mapping[str, str] | None = None
    email: str = ""
    opened: str = ""  # the version of the part that the form was opened with

    def of(self, shown: PartShown) -> Any:
        return self.value if shown.part.name == self.part and self.value is not None else shown.value

    def version_of(self, shown: PartShown) -> str:
        return self.opened if self.opened and shown.part.name == self.part else version_of(shown.value)

    def error(self, part: str, place: str = "") -> str:
        """`place` is a key, or a row and a key: `0.answer`."""
        return (self.errors or {}).get(place, "") if part == self.part else ""


NOTHING_TYPED = Typed()


@dataclass(frozen=True, slots=True)
class ProfileEditor:
    """What the template shows: the parts under their headings, and what their inputs offer."""

    address: str  # its forms are sent to the part's name below it
    groups: Sequence[tuple[str, Sequence[PartShown]]]
    logos: Sequence[Any]
    typed: Typed
    result: FormResult[Any]
    categories: Sequence[Category]
    countries: Mapping[str, str]
    saved: str = ""  # the part that was just saved
    saved_link: tuple[str, str] = ("", "")  # where to see it: address and words


async def make_editor(
    visit: Visit,
    address: str,
    groups: Sequence[tuple[str, Sequence[PartShown]]],
    logos: Sequence[Any],
    result: FormResult[Any] = NO_RESULT,
    typed: Typed = NOTHING_TYPED,
    saved_link: tuple[str, str] = ("", ""),
) -> ProfileEditor:
    tree = await visit.ask(list_categories, ListCategories())
    saved = visit.query.get("saved") if result is NO_RESULT else ""
    return ProfileEditor(address, groups, logos, typed, result, tree.items, country_names(), saved, saved_link)


def read_typed(part: EditorPart, form: Form) -> Any:
    """What was typed into a part's form, in the shape that the page shows."""
    if part.shape == "rows":
        keys = [column.key for column in part.columns]
        columns = [[_plain(text) for text in form.getlist(key)] for key in keys]
        rows = [dict(zip(keys, texts, strict=True)) for texts in zip(*columns, strict=False)]
        return [row for row in rows if any(row.values())]
    if part.shape == "texts":
        return {key: _plain(form.get(key, "")) for key in part.texts}
    if part.shape == "categories":
        return list(dict.fromkeys(filter(None, form.getlist(part.name))))
    text = _plain(form.get(part.name, ""))
    return [line for each in text.splitlines() if (line := each.strip())] if part.shape == "lines" else text


def rows_to_send(part: EditorPart, rows: Sequence[Mapping[str, str]]) -> list[dict[str, str | None]]:
    """Required cells are sent even when empty, so that they are reported as missing."""
    return [
        {column.key: row[column.key] or (None if column.optional else "") for column in part.columns} for row in rows
    ]


def rows_of(part: EditorPart, items: Sequence[object] | None) -> list[dict[str, str]]:
    return [{column.key: str(getattr(item, column.key) or "") for column in part.columns} for item in items or ()]


def keep_typed(part: EditorPart, typed: Any, errors: Mapping[str, str], form: Form, result: FormResult[Any]) -> Typed:
    """What a refused form shows again. If someone saved the part in the meantime, its form now replaces that."""
    if result.outdated:
        return Typed(part.name, typed, {"": result.message or ""})
    return Typed(part.name, typed, errors, opened=form.get(OPENED, ""))


def place_errors(failure: ApiError, part: str) -> dict[str, str]:
    """Errors by place in the part's form: `faqs[0].answer` of `faqs` is `0.answer`, `fields.tagline` of `tagline` is
    the field itself."""
    places: dict[str, str] = {}
    for error in failure.errors:
        plain = error["field"].replace("[", ".").replace("]", "").removeprefix("fields.")
        places[plain.removeprefix(part).lstrip(".")] = error["message"]
    return places


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
