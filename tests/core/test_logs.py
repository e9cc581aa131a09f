"""Log lines in production."""

import json
import logging

import pytest

from showground.core.logs import REQUEST_ID, JsonLines
from tests.support.world import World

pytestmark = pytest.mark.anyio


def line(message: str) -> dict[str, str]:
    record = logging.LogRecord("showground.x", logging.WARNING, "x.py", 1, message, None, None)
    return json.loads(JsonLines().format(record))


async def test_a_line_is_one_object_with_the_request_that_it_belongs_to(world: World) -> None:
    before = line("Before\nany request")
    assert (before["level"], before["logger"], before["message"]) == ("warning", "showground.x", "Before\nany request")
    REQUEST_ID.set("")
    assert "request_id" not in line("x")
    answer = await world.client.get("/api/v1/site")
    assert line("x")["request_id"] == answer.headers["x-request-id"]
