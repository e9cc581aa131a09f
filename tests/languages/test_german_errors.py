"""What forms say about wrong values can be read in German, whatever the values are; the API says it in English."""

import ast
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from showground.core.calls.action import Action
from showground.core.calls.errors import ApiError
from showground.core.languages import EnglishText, Text, in_language, sentences, text_with, translated
from tests.support import texts
from tests.support.german import GERMAN
from tests.support.world import World

WRONG: tuple[Any, ...] = (
    "",
    "x" * 30_000,
    "a\u202eb",
    "\x00",
    "no such thing",
    -1,
    10**30,
    1.5,
    True,
    [],
    ["?"] * 2_000,
    {},
    None,
)


def list_actions() -> set[Action[Any, Any]]:
    texts.list_errors()  # imports every module
    modules = [module for name, module in sys.modules.items() if name.startswith("showground.")]
    return {value for module in modules for value in vars(module).values() if isinstance(value, Action)}


def list_messages(action: Action[Any, Any]) -> Iterator[Text]:
    """What the action says about each of its fields with each of the wrong values, and about an unknown field."""
    for name in (*action.input.model_fields, "unknown"):
        for value in WRONG:
            try:
                action.parse({name: value})
            except ApiError as wrong:
                yield from (error["message"] for error in wrong.errors)


def test_every_wrong_value_is_explained_in_german() -> None:
    actions = list_actions()
    assert len(actions) > 200
    said = {message for action in actions for message in list_messages(action)}
    assert len(said) > 40
    with in_language(GERMAN):
        assert sorted(message for message in said if translated(message) == str(message)) == []


def test_messages_are_marked_as_literals() -> None:
    """A text with values in it must be `text_with`: nobody would find it in the catalogue otherwise."""
    found = [
        f"{file}:{call.lineno}"
        for file in texts.SOURCE.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("Text", "text_with", "counted_text")
        and call.args
        and isinstance(call.args[0], ast.JoinedStr)
    ]
    assert found == []


@pytest.mark.anyio
async def test_a_form_answers_in_german_and_the_api_in_english(english_and_german: World) -> None:
    async with english_and_german.browser("alice") as browser:
        page = await browser.post("/submit", data={"url": "ftp://no.example"}, headers={"Accept-Language": "de"})
        assert page.status_code == 400
        assert "Die Adresse muss mit http:// oder https:// beginnen." in page.text
    asked = {"json": {"url": "ftp://no.example"}, "headers": {"Accept-Language": "de"}}
    answer = await english_and_german.request("POST", "/drafts", by="alice", **asked)
    assert answer.json()["errors"] == [{"field": "url", "message": "The URL must start with http:// or https://."}]


def test_texts_in_texts_are_translated_too() -> None:
    inner = text_with("Must be %(ge)s or more.", ge=3)
    message = sentences(text_with("Line %(line)s: %(message)s", line=2, message=inner), Text("Enter a number."))
    assert message == "Line 2: Must be 3 or more. Enter a number."
    with in_language(GERMAN):
        assert translated(message) == "Zeile 2: Muss mindestens 3 sein. Geben Sie eine Zahl ein."
        assert translated(EnglishText("Enter no number.")) == "Enter no number."
    assert str(ApiError(message)) == "Line 2: Must be 3 or more. Enter a number."
