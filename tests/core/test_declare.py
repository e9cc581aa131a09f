"""One declaration of one thing: how input is read, what is said about it, and what may be declared."""

from datetime import date
from typing import Annotated, Any, Literal, cast
from uuid import UUID

import pytest
from pydantic import BaseModel, EmailStr, Field, field_validator

from showground.core.calls.action import Operation
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, action, operation
from showground.core.calls.errors import FieldError, InvalidInput, NotFound
from showground.core.calls.field_errors import suggest
from showground.core.calls.models import Encoded, Input
from showground.core.languages import EnglishText

UUID_TEXT = "0190b6f0-5c3e-7a51-8f3e-1d2c3b4a5968"


class Item(Input):
    week: Annotated[date, Field(description="When.")]
    kind: Annotated[Literal["small", "large"], Field(description="Which.")] = "small"


class Send(Input):
    id: Annotated[int, Field(ge=1)]
    name: Annotated[str, Field(min_length=2, max_length=5)] = "name"
    slug: Annotated[str, Field(pattern="^[a-z]+$")] = "slug"
    items: Annotated[list[Item], Field(default_factory=list[Item], max_length=2)]
    options: Annotated[dict[str, Any], Field(default_factory=dict[str, Any], max_length=5)]
    number: Annotated[int, Field(ge=1, le=9)] = 1
    other_id: Annotated[int, Field(ge=1)] = 1
    sure: bool = False
    draft: UUID = UUID(UUID_TEXT)
    email: EmailStr = "a@a.example"
    nickname: str | None = None
    word: Annotated[str, Field(min_length=1)] = "word"
    words: Annotated[tuple[str, ...], Field(min_length=1)] = ("word",)

    @field_validator("name")
    @classmethod
    def _is_no_joke(cls, name: str) -> str:
        if name == "joke":
            raise ValueError("A joke is no name.")
        return name


class Sent(BaseModel):
    done: bool


@operation("POST /things/{id}", scope=PUBLIC, cache_tags=("things", "thing:{id}"))
async def send_thing(ctx: Context, input: Send) -> Sent:
    """Send a thing.

    It goes far.
    """
    return Sent(done=True)


def errors_of(**raw: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as caught:
        send_thing.parse({"id": 1} | raw)
    return [(error["field"], error["message"]) for error in caught.value.errors]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "a", "At least 2 characters."),
        ("word", "", "Must not be empty."),
        ("words", [], "Must not be empty."),
        ("name", "abcdef", "At most 5 characters; this has 6."),
        ("name", "😀" * 6, "At most 5 characters; this has 6."),
        ("name", " abcd ", "At most 5 characters; this has 6."),
        ("name", 5, "Must be text."),
        ("name", None, "Must be text."),
        ("name", "joke", "A joke is no name."),
        ("name", "a\x00b", "Must not contain a NUL character."),
        ("name", "a\ud800b", "Must be valid UTF-8; this contains a lone surrogate."),
        ("slug", "UPPER", "This is not in the expected format."),
        ("slug", "line\n", "This is not in the expected format."),
        ("items", {}, "Must be a list."),
        ("items", [{"week": "2026-03-09"}] * 3, "At most 2 items; this has 3."),
        ("options", [], "Must be an object."),
        ("number", 0, "Must be 1 or more."),
        ("number", 10, "Must be 9 or less."),
        ("number", 2**64, "Must be 9 or less."),
        ("number", 1.5, "Must be a whole number."),
        ("number", 10.0, "Must be 9 or less."),
        ("number", float("inf"), "Must be a whole number."),
        ("other_id", 1e19, "Must be a whole number."),
        ("number", "1", "Must be a whole number."),
        ("number", True, "Must be a whole number."),
        ("other_id", 2**63, "This number is too large."),
        ("sure", "yes", "Must be true or false."),
        ("sure", 1, "Must be true or false."),
        ("draft", "nonsense", "Must be a UUID."),
        ("draft", 5, "Must be a UUID."),
        ("nickname", 5, "Must be text."),
        ("unknown", 5, "Unknown parameter."),
        ("nikname", 5, "Unknown parameter. Did you mean nickname or name?"),
    ],
)
def test_what_is_said_about_a_value(field: str, value: Any, message: str) -> None:
    assert errors_of(**{field: value}) == [(field, message)]


def test_a_whole_number_may_be_written_as_a_fraction() -> None:
    """As JSON Schema has it, and as clients send it that have no other numbers."""
    parsed = send_thing.parse({"id": 7.0, "number": 2.0, "options": {"ten": 10.0, "half": 0.5, "version": "1.0"}})
    assert (parsed.id, parsed.number) == (7, 2)
    assert parsed.options == {"ten": 10, "half": 0.5, "version": "1.0"}
    assert errors_of(number=2.0, other_id=1e19) == [("other_id", "This number is too large.")]


def test_a_mail_address_is_checked() -> None:
    ((field, message),) = errors_of(email="nonsense")
    assert field == "email"
    assert "@" in message


def test_places_are_written_as_a_caller_would() -> None:
    items = [{"week": "March", "kind": "medium"}, {"week": 5, "size": 1}]
    assert errors_of(items=items) == [
        ("items[0].week", "Must be a date in the format YYYY-MM-DD."),
        ("items[0].kind", "Must be one of 'small' or 'large'."),
        ("items[1].week", "Must be a date in the format YYYY-MM-DD."),
        ("items[1].size", "Unknown parameter."),
    ]
    assert errors_of(items=[{}]) == [("items[0].week", "This is required.")]
    assert errors_of(items=[5]) == [("items[0]", "Must be an object.")]


def test_everything_is_said_at_once() -> None:
    before: list[FieldError] = [{"field": "Idempotency-Key", "message": EnglishText("Too long.")}]
    with pytest.raises(InvalidInput) as caught:
        send_thing.parse({"id": 0, "name": "\ud800", "slug": "A\x00", "unknown": 1}, before)
    assert [error["field"] for error in caught.value.errors] == [
        "Idempotency-Key",
        "name",
        "slug",
        "id",
        "name",
        "slug",
        "unknown",
    ]


def test_faults_found_before_count_alone() -> None:
    with pytest.raises(InvalidInput) as caught:
        send_thing.parse({"id": 1}, [{"field": "query", "message": EnglishText("No.")}])
    assert caught.value.errors == [{"field": "query", "message": "No."}]


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**400, float("inf"), float("-inf"), float("nan")])
def test_numbers_that_no_database_holds_are_refused_at_any_depth(number: float) -> None:
    assert errors_of(options={"a": [0, {"b": number}]}) == [("options.a[1].b", "This number is too large.")]


def test_the_largest_number_fits() -> None:
    parsed = send_thing.parse({"id": 2**63 - 1, "other_id": 2**63 - 1, "options": {"a": "1" * 30, "b": 1e300}})
    assert parsed.other_id == 2**63 - 1
    assert parsed.options == {"a": "1" * 30, "b": 1e300}


def test_an_id_in_the_path_that_nothing_can_have_is_not_found() -> None:
    with pytest.raises(NotFound):
        send_thing.parse({"id": 2**63})
    assert errors_of(id=2**63, number=0) == [("number", "Must be 1 or more.")]


def test_text_of_other_kinds_is_taken_as_it_is() -> None:
    parsed = send_thing.parse(
        {"id": 1, "name": "😀é", "options": {"\\u0000": "\\u0000"}, "items": [{"week": "2026-03-09"}]}
    )
    assert parsed.name == "😀é"
    assert parsed.options == {"\\u0000": "\\u0000"}
    assert parsed.items == [Item(week=date(2026, 3, 9))]


def test_what_is_too_deep_is_refused() -> None:
    deep: Any = 1
    for _ in range(300):
        deep = [deep]
    assert errors_of(options={"a": deep}) == [("body", "The JSON is nested too deeply.")]


def test_near_names_are_suggested() -> None:
    assert suggest("databses", ["databases", "design", "blogs"]) == "Did you mean databases?"
    assert suggest("nothing-like-it", ["databases"]) == ""
    assert suggest("d" * 100_000, ["d" * 99_999]) == ""


def test_what_is_declared_is_read_from_the_handler() -> None:
    assert (send_thing.name, send_thing.method, send_thing.path) == ("send_thing", "POST", "/things/{id}")
    assert (send_thing.input, send_thing.output) == (Send, Sent)
    assert send_thing.summary == "Send a thing."
    assert send_thing.path_fields == ("id",)
    assert not send_thing.read_only
    assert send_thing.tags_of(send_thing.parse({"id": 7})) == ("things", "thing:7")


def test_an_encoded_answer_is_described_by_what_it_holds() -> None:
    @operation("GET /ready", scope=PUBLIC)
    async def get_ready(ctx: Context, input: Input) -> Encoded[Sent]:
        """Show something ready."""
        return Encoded(b"{}")

    assert isinstance(get_ready, Operation)
    assert get_ready.output is Sent
    assert get_ready.read_only


def test_a_path_that_names_what_the_input_lacks_is_refused() -> None:
    async def get_lost(ctx: Context, input: Input) -> Sent:
        """Show nothing."""
        return Sent(done=True)

    with pytest.raises(TypeError, match=r"get_lost: its path has \{'slug'\}, but its input does not"):
        operation("GET /lost/{slug}", scope=PUBLIC)(get_lost)


def test_a_handler_without_a_docstring_is_refused() -> None:
    async def get_silent(ctx: Context, input: Input) -> Sent:
        return Sent(done=True)

    for declare in (operation("GET /silent", scope=PUBLIC), action(scope=PUBLIC)):
        with pytest.raises(TypeError, match="get_silent needs a docstring: callers read it"):
            declare(get_silent)


async def get_plain(ctx: Context, input: Item) -> Sent:
    """Show something."""
    return Sent(done=True)


@pytest.mark.parametrize("route", ["FETCH /things", "get /things", "GET things", "/things", "GET"])
def test_a_route_that_is_none_is_refused(route: str) -> None:
    with pytest.raises(TypeError, match=f'"{route}" is no route: write one of GET, POST, PUT, PATCH, DELETE, a space'):
        operation(route, scope=PUBLIC)(get_plain)


def test_a_handler_without_a_model_to_return_is_refused() -> None:
    async def get_any(ctx: Context):
        """Show anything."""

    async def get_number(ctx: Context) -> int:
        """Show a number."""
        return 1

    for declare in (operation("GET /any", scope=PUBLIC), action(scope=PUBLIC)):
        for handler in (get_any, get_number):
            with pytest.raises(TypeError, match=f"{handler.__name__} must say which model it returns: write `-> Some"):
                cast("Any", declare)(handler)


def test_a_handler_that_does_not_wait_is_refused() -> None:
    def get_now(ctx: Context) -> Sent:
        """Show something at once."""
        return Sent(done=True)

    with pytest.raises(TypeError, match="get_now must be an async function"):
        cast("Any", operation("GET /now", scope=PUBLIC))(get_now)


def test_an_input_that_is_no_input_is_refused() -> None:
    async def get_lost(ctx: Context, input: Sent) -> Sent:
        """Show nothing."""
        return input

    with pytest.raises(TypeError, match="get_lost: write `input: SomeInput` with a class based on Input"):
        cast("Any", operation("GET /lost", scope=PUBLIC))(get_lost)
