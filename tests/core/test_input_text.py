"""Which characters texts from outside may have, and that no input is without that check."""

import gc
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Annotated, Any, cast

import pytest
from pydantic import Field, ValidationError

from showground.core.calls import input_text
from showground.core.calls.action import Action
from showground.core.calls.input_text import MULTI_LINE, OPAQUE, SEARCH_WORDS, clean_line, clean_lines, is_blank
from showground.core.calls.models import Input
from showground.core.combining_marks import PERHAPS
from showground.core.web_address import judge_address
from showground.registry import all_operations
from showground.surfaces.web import routes

CONTROLS = [chr(code) for code in (*range(1, 9), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF)]
HIDDEN = (
    *("\N{ZERO WIDTH SPACE}", "\N{WORD JOINER}", "\N{ZERO WIDTH NO-BREAK SPACE}", "\N{SOFT HYPHEN}"),
    *("\N{RIGHT-TO-LEFT OVERRIDE}", "\N{LEFT-TO-RIGHT OVERRIDE}", "\N{RIGHT-TO-LEFT EMBEDDING}"),
    *("\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}", "\N{RIGHT-TO-LEFT MARK}"),
)  # fmt: skip
GOOD_NAMES = (
    "Kilnbook", "Ñandú & Söhne", "陶芸帳", "C++ / F#", "naïve — café",
    "می‌خواهم",  # Persian: a non-joiner between letters
    "क्‍ष", "ශ්‍රී ලංකා",  # Indic: joiners make other letters
    "👩‍💻 Coder", "🏳️‍🌈", "👨‍👩‍👧‍👦", "🧑🏽‍🚀", "🏃‍♀️",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # the flag of England is written with tags
    "e\N{COMBINING ACUTE ACCENT}", "1️⃣",
)  # fmt: skip


class Sent(Input):
    name: Annotated[str, Field(max_length=12)] = "x"
    prose: Annotated[str | None, Field(max_length=12), MULTI_LINE] = None
    q: Annotated[str | None, Field(max_length=12), SEARCH_WORDS] = None
    token: Annotated[str, OPAQUE] = ""
    names: list[str] = Field(default_factory=list[str])
    anything: dict[str, Any] = Field(default_factory=dict[str, Any])


def refusal(**given: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as refused:
        Sent(**given)
    return [(error["loc"], error["msg"]) for error in refused.value.errors()]


@pytest.mark.parametrize("character", CONTROLS, ids=lambda c: f"U+{ord(c):04X}")
def test_control_characters_are_refused_wherever_a_text_stands(character: str) -> None:
    text = f"a{character}b"
    given = {"name": text, "prose": text, "q": text, "names": ["a", text], "anything": {"a": {"b": [text]}}}
    told = refusal(**given)
    assert [place for place, _ in told] == [("name",), ("prose",), ("q",), ("names", 1), ("anything", "a")]
    assert {words for _, words in told} == {
        f"Value error, Remove the control character U+{ord(character):04X} (character 2)."
    }
    assert Sent(token=text).token == text


@pytest.mark.parametrize("character", HIDDEN, ids=lambda c: f"U+{ord(c):04X}")
def test_what_nobody_sees_is_refused_in_a_line_and_left_in_prose(character: str) -> None:
    text = f"a{character}b"
    expected = [(("name",), f"Value error, Remove the invisible character U+{ord(character):04X} (character 2).")]
    assert refusal(name=text) == expected
    assert (Sent(prose=text).prose, Sent(q=text).q) == (text, text)
    assert clean_line(text) == "ab"


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_names_of_all_scripts_and_emoji_are_taken_as_they_are(name: str) -> None:
    assert input_text.check_line(name) == clean_line(name) == name


MANY_MARKS = (
    "Nguyễn Thị Hường", unicodedata.normalize("NFD", "Nguyễn Thị Hường"), "ที่นี่", "น้ำผึ้ง", "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ",
    "וַיֹּ֥אמֶר אֱלֹהִ֖ים", "स्त्रियाँ और क्षेत्र", "বাংলা ভাষা", "ပြည်ထောင်စု", "བསྒྲུབས་ཧྐྵྨླྺྼྻྂ", "កម្ពុជា", "Z\u0351\u036b\u0343\u0363a" * 5,
)  # fmt: skip


@pytest.mark.parametrize("text", MANY_MARKS)
def test_marks_of_languages_are_taken(text: str) -> None:
    assert len(max(re.findall(r"[^\x00-\u02ff\w]+", text), key=len, default="")) <= 10
    for check in (input_text.check_line, input_text.check_lines, input_text.check_words, clean_line, clean_lines):
        assert check(text) == text


@pytest.mark.parametrize("marks", ["\u0301", "\u0316\u0301", "\u093c\u094d", "\uff9e\u0301", "\u20dd"])
def test_more_marks_in_a_row_than_any_language_has_are_refused(marks: str) -> None:
    text = f"ab{(marks * 40)[:31]}c"
    told = refusal(prose=None, names=["a", text], anything={"a": text})
    words = "Value error, Use at most 30 accents or marks in a row. Remove some before character 33."
    assert told == [(("names", 1), words), (("anything", "a"), words)]
    assert input_text.check_words(text) == text
    most = f"ab{(marks * 40)[:30]}c"
    assert clean_line(text) == clean_lines(text) == most
    assert input_text.check_lines(most) == input_text.check_line(most) == most


def test_every_mark_passes_the_first_test_for_marks() -> None:
    """Otherwise a run of it would not be found."""
    marks = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code))[0] == "M"]
    assert len(marks) > 2_000
    assert [mark for mark in marks if not PERHAPS.fullmatch(mark * 31)] == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        *(("a\u200db", "ab"), ("👩\u200d", "👩"), ("\u200d💻", "💻"), ("म\u200d\u200d", "म\u200d"), ("a\u200cb", "ab")),
        *(("a\N{TAG LATIN SMALL LETTER A}b", "ab"), ("\u200d", "")),
    ],
)
def test_a_joiner_that_joins_nothing_is_removed(name: str, kept: str) -> None:
    assert input_text.check_line(name) == clean_line(name) == kept


@pytest.mark.parametrize(
    "text", ["\N{HANGUL FILLER}", "\N{BRAILLE PATTERN BLANK}", "\ufe0f", "\N{COMBINING GRAPHEME JOINER} "]
)
def test_a_text_of_nothing_that_can_be_seen_is_empty(text: str) -> None:
    assert is_blank(text)
    assert (clean_line(text), clean_lines(text)) == ("", "")
    assert (Sent(name=text).name, Sent(prose=text).prose) == ("", "")


@pytest.mark.parametrize("check", [input_text.check_line, input_text.check_lines, input_text.check_words])
def test_the_published_pattern_allows_what_the_check_accepts(check: Callable[[str], str]) -> None:
    pattern = re.compile(input_text.PATTERNS[check])
    for point in (*range(0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE0200)):
        text = chr(point)
        try:
            check(text)
        except ValueError:
            assert not pattern.search(text), hex(point)
        else:
            assert pattern.search(text) or text == "\0", hex(point)  # NUL is refused before


def test_every_format_character_is_refused_or_known() -> None:
    shown = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
    formats = {chr(point) for point in range(0x110000) if unicodedata.category(chr(point)) == "Cf"} - shown
    assert {c for c in formats if not input_text.HIDDEN.match(c) and not input_text.STRAY.match(c)} == set()


def test_line_breaks_are_folded_in_a_line_and_written_one_way_in_prose() -> None:
    text = "a\r\nb\rc\td \n e"
    assert Sent(name=text, names=[text], q=text).name == "a b c d e"
    assert Sent(prose=text).prose == "a\nb\nc\td \n e"
    assert Sent(name="a\u2028b", prose="a\u2029b").model_dump(include={"name", "prose"}) == {
        "name": "a b",
        "prose": "a\nb",
    }
    assert [place for place, _ in refusal(name="a\r\n" + "b" * 10, prose="a\r\n" + "b" * 10)] == [("name",), ("prose",)]


@pytest.mark.parametrize(
    "address", ["https://a.example", "http://a.example:8080/ä?b=c@d#e", "https://[::1]/", "https://münchen.example"]
)
def test_addresses_of_pages_are_taken(address: str) -> None:
    assert judge_address(address) is None


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("https://user@a.example", "username"),
        ("https://user:secret@a.example/", "username"),
        ("https://good.example\N{RIGHT-TO-LEFT OVERRIDE}/gpj.exe", "U+202E"),
        ("https://good.exam\N{ZERO WIDTH SPACE}ple", "U+200B"),
        *(
            (address, "https:// or http://")
            for address in (
                *("javascript:alert(1)", "data:text/html,x", "ftp://a.example", "//a.example", "https://", "https:///x"),
                *("https://good.example\\@evil.example", "https://a.example/ b", "https://a.example:99999", "https://[x"),
                *("https://a.example/\nb", "https://a.example/\x1b"),
            )
        ),
    ],
)  # fmt: skip
def test_addresses_that_lead_elsewhere_than_they_look_are_refused(address: str, words: str) -> None:
    assert words in (judge_address(address) or "")


def every_action() -> list[Action[Any, Any]]:
    """All operations, and the actions of pages, jobs and commands, which are found once their modules are loaded."""
    assert all_operations()
    assert routes.PAGES
    gc.unfreeze()  # those that are frozen are not among the objects that are told
    return [found for found in gc.get_objects() if isinstance(found, Action)]


def strings_without_a_check(part: Any) -> Iterator[str]:
    if isinstance(part, list | tuple):
        for item in cast("list[Any]", part):
            yield from strings_without_a_check(item)
    elif isinstance(part, dict):
        schema = cast("dict[str, Any]", part)
        if schema.get("type") in ("str", "any"):
            yield str(schema)
        elif schema.get("type") != "function-after" or schema["function"].get("function") not in input_text.CHECKS:
            for name, value in schema.items():
                yield from strings_without_a_check(value) if name not in ("metadata", "serialization") else ()


def test_no_input_has_a_string_that_is_not_checked() -> None:
    actions = every_action()
    assert len(actions) > 150
    unchecked = {a.name: list(strings_without_a_check(a.input.__pydantic_core_schema__)) for a in actions}
    assert {name for name, found in unchecked.items() if found} == set()
