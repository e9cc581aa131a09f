"""Rules for editing and completing a draft. Pure functions: no database, no network."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError
from showground.core.countries import is_country
from showground.core.languages import EnglishText, Text, sentences, text_with
from showground.core.web_address import NOT_AN_ADDRESS, judge_address
from showground.drafting.edits import DraftEdits
from showground.drafting.fields import LISTS, MAPS, NOTHING, DraftField, Entries, under, value_of
from showground.drafting.listing_mapping import read_address
from showground.extraction.proposal import LIST_FIELDS, PROFILE_FIELDS, Drafted, ExtractionProblem

# How much each part counts towards completeness; the parts that matter most count most.
WEIGHTS = {
    "name": 10,
    "tagline": 10,
    "short_description": 8,
    "description": 10,
    "categories": 10,
    "pricing_model": 6,
    "pricing_summary": 4,
    "stage": 4,
    "country": 4,
    "city": 2,
    "founded_year": 3,
    "features": 6,
    "usps": 4,
    "keywords": 3,
    "tags": 2,
    "contact_email": 3,
    "demo_video_url": 2,
    "logo_url": 5,
    "faqs": 3,
    "founders": 5,
    "company_socials": 3,
    "story": 3,
}
NEEDED = {"faqs": ("question", "answer"), "founders": ("name",), "milestones": ("title",)}  # required keys of each item
REDRAFTABLE_STATES = ("ai", "not_found")  # states that reading the site again may change


@dataclass(frozen=True, slots=True)
class Redraft:
    """The result of redrafting; `found` is None if it could not run, which `problems` explain."""

    found: Mapping[str, Drafted] | None
    problems: Sequence[ExtractionProblem] = ()


def merge_draft(entries: Entries, found: Mapping[str, Drafted]) -> Entries:
    """Merge in what a drafter found. Whatever a person typed, locked or removed stays."""
    return {
        key: _redrafted(entries.get(key, NOTHING), found.get(key))
        for key in [*found, *(k for k in entries if k not in found)]
    }


def _redrafted(entry: DraftField, found: Drafted | None) -> DraftField:
    renewed = entry.model_copy(update={"original": found})
    return _restored(renewed) if entry.state in REDRAFTABLE_STATES else renewed


def _restored(entry: DraftField) -> DraftField:
    if entry.original is None:
        return NOTHING
    return DraftField(value=entry.original.value, state="ai", evidence=entry.original.quotes, original=entry.original)


def find_errors(
    edits: DraftEdits, categories: Mapping[str, str], names_by_slug: Mapping[str, str] | None = None
) -> list[FieldError]:
    """Field errors that the schema cannot catch. `categories` maps casefolded names to category names; with
    `names_by_slug`, a slug is answered with the name that is expected instead."""
    sent = edits.fields.model_fields_set | edits.model_fields_set
    wrong = [
        FieldError(
            field=f"restore[{place}]",
            message=EnglishText(f"`{name}` is also set in this request. Send only one."),
        )
        for place, name in enumerate(edits.restore)
        if name in sent
    ]
    wrong += [
        FieldError(field=f"{part}[{place}].{name}", message=Text("Must not be empty."))
        for part, names in NEEDED.items()
        for place, item in enumerate(getattr(edits, part))
        for name in names
        if not getattr(item, name).strip()
    ]
    wrong += [
        FieldError(field=field, message=message)
        for field, text in _addresses(edits)
        if text and "://" in text and (message := judge_address(text.strip()))
    ]
    wrong += [
        FieldError(field=field, message=NOT_AN_ADDRESS)
        for field, text in _unreported_addresses(edits)
        if text and text.strip() and "://" not in text and read_address(text.strip()) is None
    ]
    country = edits.fields.country
    if country is not None and country.strip() and not is_country(country.strip()):
        message = Text("Must be a two-letter ISO 3166 code, such as PT.")
        wrong.append(FieldError(field="fields.country", message=message))
    for place, name in enumerate(edits.fields.categories or ()):
        if name.strip() and name.strip().casefold() not in categories:
            meant = (names_by_slug or {}).get(name.strip().casefold())
            if meant is not None:
                message = text_with("This is a slug. Use the category's name: %(name)s.", name=meant)
            else:
                hint = field_errors.suggest(name.strip(), categories.values())
                message = sentences(Text("No category has this name. list_categories lists them all."), hint)
            wrong.append(FieldError(field=f"fields.categories[{place}]", message=message))
    return wrong


def _addresses(edits: DraftEdits) -> Iterable[tuple[str, str | None]]:
    """All address fields of an edit."""
    yield "fields.demo_video_url", edits.fields.demo_video_url
    yield "fields.logo_url", edits.fields.logo_url
    for part in ("company_socials", "founder_socials"):
        for name, text in getattr(edits, part):
            yield f"{part}.{name}", text
    yield from _unreported_addresses(edits)


def _unreported_addresses(edits: DraftEdits) -> Iterable[tuple[str, str | None]]:
    """Those that must be addresses. In the others, any text stays in the draft, whose `problems` say that the listing
    leaves it blank (`listing_mapping.find_unfit`)."""
    yield "competitor_url", edits.competitor_url
    for place, milestone in enumerate(edits.milestones):
        yield f"milestones[{place}].url", milestone.url


def apply(
    entries: Entries, edits: DraftEdits, categories: Mapping[str, str], redraft: Redraft | None
) -> tuple[Entries, list[ExtractionProblem]]:
    """Apply an edit in the order restore, typed values, redrafting, locks. Also returns the problems to report."""
    now = dict(entries)
    for key in _keys(now, edits.restore):
        now[key] = _restored(now.get(key, NOTHING))
    for key, value in typed_values(edits, categories).items():
        now[key] = _typed(now.get(key, NOTHING), value)
    problems = _redraft(now, edits.regenerate, redraft) if redraft else []
    for key in _all_keys(edits.lock_fields):
        now[key] = now.get(key, NOTHING).model_copy(update={"state": "override"})
    return now, problems


def _keys(entries: Entries, names: Iterable[str]) -> list[str]:
    """The entries behind these names: a part such as `story` covers all of its entries."""
    found: dict[str, None] = {}
    for name in names:
        found |= dict.fromkeys([f"{name}.{key}" for key in under(entries, name)] if name in MAPS else [name])
    return list(found)


def _all_keys(names: Iterable[str]) -> list[str]:
    """The entries behind these names, including ones that are still empty."""
    found = (tuple(f"{name}.{key}" for key in MAPS[name]) if name in MAPS else (name,) for name in names)
    return list(dict.fromkeys(key for keys in found for key in keys))


def _typed(entry: DraftField, value: Any) -> DraftField:
    if value is None:
        return entry.model_copy(update={"value": None, "state": "deleted", "evidence": []})
    state = "override" if entry.state == "override" else "edited" if entry.original else "manual"
    return entry.model_copy(update={"value": value, "state": state, "evidence": []})


def typed_values(edits: DraftEdits, categories: Mapping[str, str]) -> dict[str, Any]:
    """The typed values by entry; None removes one."""
    found: dict[str, Any] = {}
    for name in edits.fields.model_fields_set:
        found[name] = _trim(name, getattr(edits.fields, name), categories)
    for name in LISTS:
        if name in edits.model_fields_set:
            items: Sequence[BaseModel] = getattr(edits, name)
            found[name] = [{**_trim_texts(item), "evidence": []} for item in items]
    for part in MAPS:
        sent: BaseModel = getattr(edits, part)
        for name in sent.model_fields_set:
            found[f"{part}.{name}"] = _trim_text(getattr(sent, name))
    return found


def _trim(name: str, value: Any, categories: Mapping[str, str]) -> Any:
    if name == "country" and value is not None:
        return value.strip().upper() or None
    if name in LIST_FIELDS and value is not None:
        kept = dict.fromkeys(item.strip() for item in value if item.strip())
        return list(dict.fromkeys(categories[item.casefold()] for item in kept)) if name == "categories" else list(kept)
    return _trim_text(value)


def _trim_text(text: str | None) -> str | None:
    return (text or "").strip() or None


def _trim_texts(item: BaseModel) -> dict[str, Any]:
    said = item.model_dump(mode="json")
    return {key: _trim_text(value) if value is None else value.strip() for key, value in said.items()}


def _redraft(now: Entries, names: Iterable[str], redraft: Redraft) -> list[ExtractionProblem]:
    problems = list(redraft.problems)
    if redraft.found is None:
        return problems
    for name in dict.fromkeys(names):
        keys = dict.fromkeys([*_keys(now, [name]), *(key for key in redraft.found if key.partition(".")[0] == name)])
        if any(now.get(key, NOTHING).state == "override" for key in keys):
            detail = f"`{name}` is locked, so it was not redrafted. Restore it to remove the lock."
            problems.append(ExtractionProblem(code="field_locked", detail=detail))
        elif not any(key in redraft.found for key in keys):
            detail = f"The website does not say enough to redraft `{name}`, so it is unchanged."
            problems.append(ExtractionProblem(code="nothing_found", detail=detail))
        else:
            for key in keys:
                now[key] = _restored(now.get(key, NOTHING).model_copy(update={"original": redraft.found.get(key)}))
    return problems


def is_filled(entries: Entries, name: str) -> bool:
    if name in MAPS:
        return any(entry.value for entry in under(entries, name).values())
    return bool(value_of(entries, name))


def completeness(entries: Entries) -> int:
    """0 to 100; 100 when every part of the profile is filled in."""
    got = sum(weight for name, weight in WEIGHTS.items() if is_filled(entries, name))
    return got * 100 // sum(WEIGHTS.values())


def find_required(entries: Entries) -> list[str]:
    """What a listing requires and the draft is missing."""
    lacking = [name for name in ("name", "categories") if not is_filled(entries, name)]
    if not is_filled(entries, "tagline") and not is_filled(entries, "short_description"):
        lacking.append("tagline")
    return lacking


def find_recommended(entries: Entries) -> list[str]:
    """What would improve the profile, most important first."""
    required = find_required(entries)
    lacking = [name for name in WEIGHTS if name not in required and not is_filled(entries, name)]
    return sorted(lacking, key=lambda name: -WEIGHTS[name])


def states(entries: Entries) -> dict[str, DraftField]:
    """Every profile field, including empty ones."""
    return {name: entries.get(name, NOTHING) for name in PROFILE_FIELDS}
