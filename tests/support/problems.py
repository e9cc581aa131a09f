"""Error answers, as every caller may rely on them."""

from typing import Any

import httpx2

MEMBERS = {"type", "title", "status", "detail", "code", "request_id"}


def read_problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """The body of an error answer, once everything that all of them share is there."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    body = answer.json()
    assert body.keys() >= MEMBERS
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"] == f"/docs/api#{code}"
    assert body["title"]
    assert body["detail"].endswith(".")
    assert body["request_id"] == answer.headers["x-request-id"]
    assert ("errors" in body) == (status == 400)
    for error in body.get("errors", ()):
        assert error.keys() == {"field", "message"}
        assert error["message"]
    assert "Traceback" not in answer.text
    return body


def errors_of(answer: httpx2.Response) -> dict[str, str]:
    """What is wrong with the input, by field; the last message where a field has several."""
    return {error["field"]: error["message"] for error in read_problem(answer, 400, "invalid_input")["errors"]}
