"""What may happen to the entries of a draft, without a database."""

from typing import Any

import pytest

from showground.drafting import rules
from showground.drafting.edits import DraftEdits
from showground.drafting.fields import DraftField, Entries
from showground.drafting.rules import Redraft
from showground.extraction.proposal import Drafted, ExtractionProblem, SourceQuote

CATEGORIES = {"databases": "Databases", "testing": "Testing"}
QUOTES = [SourceQuote(quote="Backups", url="https://t.example/")]


def drafted(value: Any) -> Drafted:
    return Drafted(value=value, quotes=QUOTES)


def edit(entries: Entries, redraft: Redraft | None = None, **changes: Any) -> Entries:
    return rules.apply(entries, DraftEdits.model_validate(changes), CATEGORIES, redraft)[0]


def problems(entries: Entries, redraft: Redraft, **changes: Any) -> list[str]:
    return [p.code for p in rules.apply(entries, DraftEdits.model_validate(changes), CATEGORIES, redraft)[1]]


def seen(entry: DraftField) -> tuple[Any, str, int]:
    return entry.value, entry.state, len(entry.evidence)


@pytest.fixture
def entries() -> Entries:
    return rules.merge_draft({}, {"tagline": drafted("Backups"), "story.problem": drafted("Loss"), "faqs": drafted([])})


def test_typing_marks_by_what_was_there(entries: Entries) -> None:
    now = edit(entries, fields={"tagline": "  Mine ", "city": "Porto"})
    assert seen(now["tagline"]) == ("Mine", "edited", 0)
    assert seen(now["city"]) == ("Porto", "manual", 0)
    now = edit(now, fields={"tagline": None, "city": ""})
    assert seen(now["tagline"]) == (None, "deleted", 0)
    assert seen(now["city"]) == (None, "deleted", 0)
    now = edit(now, fields={"tagline": "Again", "city": "Braga"})
    assert (now["tagline"].state, now["city"].state) == ("edited", "manual")


def test_restoring_brings_back_value_state_and_evidence_and_ends_a_lock(entries: Entries) -> None:
    ways: list[dict[str, Any]] = [
        {"fields": {"tagline": "Mine"}},
        {"fields": {"tagline": None}},
        {"lock_fields": ["tagline"]},
    ]
    for changes in ways:
        now = edit(edit(entries, **changes), restore=["tagline"])
        assert seen(now["tagline"]) == ("Backups", "ai", 1)
    now = edit(edit(entries, fields={"city": "Porto"}), restore=["city", "stage"])
    assert seen(now["city"]) == seen(now["stage"]) == (None, "not_found", 0)


def test_a_lock_keeps_what_is_there_and_stays_when_one_types(entries: Entries) -> None:
    now = edit(entries, lock_fields=["tagline"])
    assert seen(now["tagline"]) == ("Backups", "override", 1)
    now = edit(now, fields={"tagline": "Mine"})
    assert seen(now["tagline"]) == ("Mine", "override", 0)
    now = rules.merge_draft(now, {"tagline": drafted("New")})
    assert seen(now["tagline"]) == ("Mine", "override", 0)
    assert edit(now, restore=["tagline"])["tagline"].value == "New"
    both = edit(entries, fields={"city": "Porto"}, lock_fields=["city", "story"])
    assert (both["city"].state, both["story.problem"].state) == ("override", "override")


def test_a_new_visit_leaves_alone_what_somebody_decided(entries: Entries) -> None:
    now = edit(entries, fields={"tagline": "Mine", "city": "Porto", "stage": None}, lock_fields=["story"])
    found = {key: drafted("New") for key in ("tagline", "city", "stage", "story.problem", "country")}
    now = rules.merge_draft(now, found)
    assert [now[key].value for key in found] == ["Mine", "Porto", None, "Loss", "New"]
    assert [now[key].state for key in found] == ["edited", "manual", "deleted", "override", "ai"]
    gone = rules.merge_draft(now, {})
    assert seen(gone["country"]) == (None, "not_found", 0)
    assert gone["tagline"].value == "Mine"


def test_redrafting_leaves_locked_fields_alone_and_says_so(entries: Entries) -> None:
    redraft = Redraft({"tagline": drafted("New"), "story.problem": drafted("New"), "story.title": drafted("New")})
    assert seen(edit(entries, redraft, regenerate=["tagline"])["tagline"]) == ("New", "ai", 1)
    typed = edit(entries, fields={"tagline": "Mine"})
    assert seen(edit(typed, redraft, regenerate=["tagline"])["tagline"]) == ("New", "ai", 1)
    locked = edit(entries, lock_fields=["tagline", "story"])
    assert edit(locked, redraft, regenerate=["tagline", "story"]) == locked
    assert problems(locked, redraft, regenerate=["tagline", "story", "tagline"]) == ["field_locked", "field_locked"]
    assert problems(typed, redraft, regenerate=["city"]) == ["nothing_found"]
    now = edit(locked, redraft, restore=["tagline"], regenerate=["tagline", "story"], lock_fields=["tagline"])
    assert (now["tagline"].value, now["tagline"].state) == ("New", "override")
    now = edit(entries, redraft, regenerate=["story"])
    assert (now["story.problem"].value, now["story.title"].value) == ("New", "New")
    failed = Redraft(None, [ExtractionProblem(code="out_of_time", detail="Too long.")])
    assert problems(entries, failed, regenerate=["tagline"]) == ["out_of_time"]
    assert edit(typed, failed, regenerate=["tagline"]) == typed


def test_maps_merge_by_key_and_lists_replace_all(entries: Entries) -> None:
    now = edit(
        entries,
        story={"title": "It began", "problem": ""},
        company_socials={"x": "https://x.com/t", "github": None},
        seo={"title": "T"},
        faqs=[{"question": " Q ", "answer": "A"}],
        founders=[{"name": "Ada"}],
        milestones=[{"date": "2024-02-29", "title": "Leap"}],
    )
    assert seen(now["story.title"])[:2] == ("It began", "manual")
    assert seen(now["story.problem"])[:2] == (None, "deleted")
    assert now["company_socials.github"].value is None
    assert now["faqs"].value == [{"question": "Q", "answer": "A", "evidence": []}]
    assert now["founders"].value == [{"name": "Ada", "title": None, "bio": None, "evidence": []}]
    assert now["milestones"].value[0]["date"] == "2024-02-29"
    now = edit(now, story={"lessons": "Test"}, faqs=[])
    assert now["story.title"].value == "It began"
    assert now["faqs"].value == []
    assert edit(now) == now


def test_values_are_trimmed_and_named_as_the_directory_names_them(entries: Entries) -> None:
    now = edit(
        entries, fields={"country": " pt", "categories": ["testing", " Databases ", "TESTING"], "tags": [" a", "", "a"]}
    )
    assert now["country"].value == "PT"
    assert now["categories"].value == ["Testing", "Databases"]
    assert now["tags"].value == ["a"]


def test_what_does_not_fit_is_named() -> None:
    edits = DraftEdits.model_validate(
        {
            "fields": {"country": "Portugal", "categories": ["Databases", "Testng", "Zzz"], "city": "Porto"},
            "restore": ["city", "name", "story"],
            "story": {"title": "x"},
            "milestones": [
                {"date": "2019-04-01", "title": "Founded"},
                {"date": "2024-02-01", "title": "Sold", "url": "https://user:secret@a.example/"},
            ],
        }
    )
    found = {fault["field"]: fault["message"] for fault in rules.find_errors(edits, CATEGORIES)}
    assert found.keys() == {
        "restore[0]",
        "restore[2]",
        "fields.country",
        "fields.categories[1]",
        "fields.categories[2]",
        "milestones[1].url",
    }
    assert found["fields.categories[1]"].endswith("Did you mean Testing?")


def test_a_slug_is_answered_with_the_name_of_its_category() -> None:
    edits = DraftEdits.model_validate({"fields": {"categories": ["db", "Databases"]}})
    (fault,) = rules.find_errors(edits, CATEGORIES, {"db": "Databases"})
    assert fault["field"] == "fields.categories[0]"
    assert fault["message"] == "This is a slug. Use the category's name: Databases."


def test_completeness_and_what_is_missing(entries: Entries) -> None:
    assert rules.completeness({}) == 0
    assert rules.find_required({}) == ["name", "categories", "tagline"]
    assert rules.find_required(edit({}, fields={"short_description": "x", "name": "T"})) == ["categories"]
    everything: Entries = {name: DraftField(value="x", state="manual") for name in rules.WEIGHTS}
    everything |= {"story.title": DraftField(value="x"), "company_socials.x": DraftField(value="x")}
    assert rules.completeness(everything) == 100
    assert rules.find_required(everything) == rules.find_recommended(everything) == []
    assert 0 < rules.completeness(entries) < 100
    assert rules.find_recommended(entries)[0] == "description"


def test_a_country_that_there_is_fits() -> None:
    assert rules.find_errors(DraftEdits.model_validate({"fields": {"country": " PT "}}), CATEGORIES) == []


def test_every_field_of_a_profile_has_a_state(entries: Entries) -> None:
    shown = rules.states(entries)
    assert seen(shown["tagline"]) == ("Backups", "ai", 1)
    assert seen(shown["city"]) == (None, "not_found", 0)
    assert set(entries) & set(rules.PROFILE_FIELDS) <= set(shown) == set(rules.PROFILE_FIELDS)
