"""Turns a draft's forms into edits. Pure functions."""

from collections.abc import Mapping
from typing import Any

from showground.drafting import Draft
from showground.surfaces.web.dashboard.draft_parts import BY_NAME, COMPETITOR, ROWS, TEXTS
from showground.surfaces.web.forms import Form

DOES = ("lock", "restore", "regenerate", "remove")


def read_edits(part: str, form: Form, draft: Draft) -> dict[str, Any]:
    """The edits that a form asks for. Unchanged values are not sent, so they keep their quotes."""
    match form.get("do"):
        case "lock":
            return {"lock_fields": [part]}
        case "restore":
            return {"restore": [part]}
        case "regenerate":
            return {"regenerate": [part]}
        case "remove":
            return _remove(part)
        case _:
            return _type(part, form, draft)


def _remove(part: str) -> dict[str, Any]:
    if part in BY_NAME:
        return {"fields": {part: None}}
    if part in ROWS:
        return {part: []}
    return {COMPETITOR: ""} if part == COMPETITOR else {part: dict.fromkeys(TEXTS[part])}


def _type(part: str, form: Form, draft: Draft) -> dict[str, Any]:
    typed = read_typed(part, form)
    if part in BY_NAME:
        now = getattr(draft.fields, part).value
        return {} if (typed or None) == now else {"fields": {part: typed or None}}
    if part in TEXTS:
        known = texts_of(part, draft)
        changed = {key: text or None for key, text in typed.items() if text != known.get(key, "")}
        return {part: changed} if changed else {}
    if part == COMPETITOR:
        return {} if typed == (draft.competitor_url or "") else {COMPETITOR: typed}
    rows = [{key: text or None for key, text in row.items()} for row in typed]
    return {} if typed == rows_of(part, draft) else {part: [_needed(part, row) for row in rows]}


def _needed(part: str, row: Mapping[str, str | None]) -> dict[str, str | None]:
    """Required cells are sent even when empty, so that the operation reports them as missing."""
    optional = {"founders": ("title", "bio"), "milestones": ("description", "url")}.get(part, ())
    return {key: text if key in optional else text or "" for key, text in row.items()}


def read_typed(part: str, form: Form) -> Any:
    """What was typed into a part's form, in the shape that the page shows."""
    if part in ROWS:
        columns = [[_plain(text) for text in form.getlist(key)] for key in ROWS[part][0]]
        rows = [dict(zip(ROWS[part][0], texts, strict=True)) for texts in zip(*columns, strict=False)]
        return [row for row in rows if any(row.values())]
    if part in TEXTS:
        return {key: _plain(form.get(key, "")) for key in TEXTS[part]}
    if part == COMPETITOR:
        return _plain(form.get(part, ""))
    if BY_NAME[part].shape == "categories":
        return list(dict.fromkeys(filter(None, form.getlist(part))))
    text = _plain(form.get(part, ""))
    return [line for each in text.splitlines() if (line := each.strip())] if is_list(part) else text


def is_list(part: str) -> bool:
    return part in BY_NAME and BY_NAME[part].shape in ("lines", "categories")


def texts_of(part: str, draft: Draft) -> dict[str, str]:
    if part == "seo":
        return {"title": draft.seo.title or "", "meta": draft.seo.meta or ""}
    return getattr(draft, part)


def rows_of(part: str, draft: Draft) -> list[dict[str, str]]:
    return [{key: str(getattr(item, key) or "") for key in ROWS[part][0]} for item in getattr(draft, part)]


def values_of(part: str, draft: Draft) -> Any:
    """A part's current value, in the shape that its form takes."""
    if part in ROWS:
        return rows_of(part, draft)
    if part in TEXTS:
        return {key: texts_of(part, draft).get(key, "") for key in TEXTS[part]}
    if part == COMPETITOR:
        return draft.competitor_url or ""
    return getattr(draft.fields, part).value or ([] if is_list(part) else "")


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
