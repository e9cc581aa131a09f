"""A draft in the editor: its parts with states, quotes and buttons, and the edits that a form asks for. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from showground.core.calls.errors import FieldError
from showground.core.languages import Text
from showground.drafting import Draft, judge_value
from showground.surfaces.web.dashboard.editor import Button, PartShown, ShownQuote, read_typed, rows_of, rows_to_send
from showground.surfaces.web.dashboard.editor_parts import COMPETITOR, FIELDS, GROUPS, NOT_SHOWN, EditorPart
from showground.surfaces.web.forms import Form
from showground.surfaces.web.sales import current_sales

STATES = {
    "ai": Text("From your site"),
    "not_found": Text("Not stated on your website"),
    "edited": Text("Edited by you"),
    "manual": Text("Added by you"),
    "override": Text("Locked by you"),
    "deleted": Text("Removed by you"),
}
UNREAD = {"not_found": Text("Empty")}  # what a site that could not be read does not state is not known
FIELD_NAMES = frozenset(part.name for part in FIELDS)
DOES = ("lock", "restore", "regenerate", "remove")
NOTES = {
    "faqs": Text("Three or more help visitors decide."),
    "story": Text("Saved now, and shown once a paid launch unlocks it."),
    "milestones": Text("Saved now, and shown once a paid launch unlocks them."),
    "seo": Text("If empty, search engines show the name and tagline."),
    COMPETITOR: Text("If that product is listed here, we propose it as an alternative for you to approve."),
}
# Only a paid launch unlocks these; where none is sold, nobody will see them.
LOCKED = ("story", "milestones")
PRIMARY_ONLY = Text("The first one is the primary category. The others are not shown.")
NOTES_IF_READ = {
    "founders": Text("Your site doesn't name a founder."),
    "company_socials": Text("We found no social links on your site."),
}


def describe_draft(draft: Draft, categories: Sequence[str] = ()) -> list[tuple[str, list[PartShown]]]:
    """`categories`: those that we propose because none was found."""
    proposed = {"categories": categories}
    return [
        (heading, [_describe(part, draft, proposed.get(part.name, ())) for part in parts]) for heading, parts in GROUPS
    ]


def count_states(groups: Sequence[tuple[str, Sequence[PartShown]]]) -> Mapping[str, int]:
    """How many parts show each state; those that are required and missing show only that."""
    shown = [part for _, parts in groups for part in parts]
    return Counter("required" if part.required else part.state for part in shown if part.required or part.words)


def list_recommended(draft: Draft) -> list[str]:
    """What would improve the profile and can be shown."""
    return [name for name in draft.missing.recommended if name not in LOCKED or current_sales().launches]


def needs_category(draft: Draft) -> bool:
    """Whether the site didn't tell the category, and nobody has chosen or removed one."""
    return draft.fields.categories.state == "not_found"


def text_of(draft: Draft) -> str:
    """What the draft says about the product."""
    fields = draft.fields
    texts = (fields.name, fields.tagline, fields.short_description, fields.description)
    return "\n".join(text.value for text in texts if text.value)


def _describe(part: EditorPart, draft: Draft, proposals: Sequence[str]) -> PartShown:
    value, quotes = value_of(part, draft), _quotes(part, draft)
    state = _state(part, draft)
    filled = any(value.values()) if part.shape == "texts" else bool(value)
    words = STATES | (UNREAD if not draft.progress.pages_read else {})
    notes = NOTES | (NOTES_IF_READ if draft.progress.pages_read else {})
    never_shown = part.name in LOCKED and not current_sales().launches
    if never_shown:
        notes |= {part.name: NOT_SHOWN}
    if part.name == "categories" and not current_sales().sells("extra_categories"):
        part = replace(part, hint=PRIMARY_ONLY)
    return PartShown(
        part,
        value,
        state,
        "" if part.name == COMPETITOR else Text("Accepted by you") if state == "override" and quotes else words[state],
        quotes,
        () if part.name == COMPETITOR else _buttons(state, filled=filled, quoted=bool(quotes)),
        note="" if filled and part.name != COMPETITOR and not never_shown else notes.get(part.name, ""),
        empty=Text("Removed") if state == "deleted" else Text("Nothing yet"),
        required=part.name in draft.missing.required,
        proposals=proposals,
    )


def value_of(part: EditorPart, draft: Draft) -> Any:
    """The draft's current value, in the shape that the form takes."""
    if part.shape == "rows":
        return rows_of(part, getattr(draft, part.name))
    if part.shape == "texts":
        known = _texts(part, draft)
        return {key: known.get(key) or "" for key in part.texts}
    if part.name == COMPETITOR:
        return draft.competitor_url or ""
    return getattr(draft.fields, part.name).value or ([] if part.is_list else "")


def _texts(part: EditorPart, draft: Draft) -> dict[str, str | None]:
    return {"title": draft.seo.title, "meta": draft.seo.meta} if part.name == "seo" else getattr(draft, part.name)


def _state(part: EditorPart, draft: Draft) -> str:
    if part.name in FIELD_NAMES:
        return getattr(draft.fields, part.name).state
    if part.shape != "texts":
        return draft.part_states.get(part.name, "not_found")
    known = _texts(part, draft)
    states = [draft.part_states.get(f"{part.name}.{key}") for key in part.texts if known.get(key)]
    return next((state for state in reversed(states) if state), "not_found")


def _quotes(part: EditorPart, draft: Draft) -> Sequence[tuple[str, ShownQuote]]:
    if part.name in FIELD_NAMES:
        return [("", quote) for quote in getattr(draft.fields, part.name).evidence]
    if part.shape == "rows":
        return [("", quote) for item in getattr(draft, part.name) for quote in item.evidence]
    named = ((words, draft.part_evidence.get(f"{part.name}.{key}", [])) for key, words in part.texts.items())
    return [(words, quote) for words, quotes in named for quote in quotes]


def _buttons(state: str, *, filled: bool, quoted: bool) -> list[Button]:
    """A locked value that still has quotes was accepted as drafted. Without quotes, it was typed and then locked."""
    found: list[Button] = []
    if state == "ai":
        found.append(
            Button(
                "lock",
                Text("Accept"),
                Text("Keep this value, even when your site is read again"),
                "text-button--first",
            )
        )
    if state in ("edited", "manual"):
        found.append(Button("lock", Text("Lock"), Text("Keep what you typed, even when you redraft")))
    if state in ("edited", "deleted"):
        found.append(Button("restore", Text("Restore"), Text("Go back to the value from your site")))
    if state == "override" and quoted:
        found.append(Button("restore", Text("Undo accept"), Text("Keep the value, but allow it to be redrafted")))
    elif state == "override":
        found.append(
            Button(
                "restore",
                Text("Unlock and restore"),
                Text("Replace what you typed with the value from your site"),
            )
        )
    else:
        found.append(Button("regenerate", Text("Redraft"), Text("Draft this again from the pages we read")))
        found += [Button("remove", Text("Remove"), kind="text-button--off")] if filled else []
    return found


def read_edits(part: EditorPart, form: Form, draft: Draft) -> dict[str, Any]:
    """The edits that a form asks for. Unchanged values are not sent, so they keep their quotes."""
    match form.get("do"):
        case "lock":
            return {"lock_fields": [part.name]}
        case "restore":
            return {"restore": [part.name]}
        case "regenerate":
            return {"regenerate": [part.name]}
        case "remove":
            return _remove(part)
        case _:
            return _type(part, read_typed(part, form), value_of(part, draft))


def judge_edits(part: EditorPart, edits: Mapping[str, Any]) -> list[FieldError]:
    """Errors in what was typed. The API stores values that a listing can't show; a form can ask to fix them at once."""
    if part.shape == "texts":
        typed, place = edits.get(part.name, {}), part.name
    else:
        typed, place = edits.get("fields", {}), "fields"
    keys = {key: f"{part.name}.{key}" if part.shape == "texts" else key for key in typed}
    judged = ((key, judge_value(keys[key], text)) for key, text in typed.items() if isinstance(text, str))
    return [FieldError(field=f"{place}.{key}", message=message) for key, message in judged if message]


def _remove(part: EditorPart) -> dict[str, Any]:
    if part.name in FIELD_NAMES:
        return {"fields": {part.name: None}}
    if part.shape == "rows":
        return {part.name: []}
    return {COMPETITOR: ""} if part.name == COMPETITOR else {part.name: dict.fromkeys(part.texts)}


def _type(part: EditorPart, typed: Any, now: Any) -> dict[str, Any]:
    if typed == now:
        return {}
    if part.shape == "texts":
        return {part.name: {key: text or None for key, text in typed.items() if text != now[key]}}
    if part.shape == "rows":
        return {part.name: rows_to_send(part, typed)}
    return {COMPETITOR: typed} if part.name == COMPETITOR else {"fields": {part.name: typed or None}}
