"""Clients that disconnect while they send a form: nobody is answered, and nothing failed."""

import logging

import pytest

from showground.surfaces.asgi import Message, Scope
from tests.support.world import World

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/sign-in", b"application/x-www-form-urlencoded"),
        ("/dashboard/interview/picture", b"multipart/form-data; boundary=x"),
    ],
)
async def test_a_client_that_disconnects_in_a_form_is_no_error(
    world: World, caplog: pytest.LogCaptureFixture, path: str, kind: bytes
) -> None:
    async with world.browser("alice") as browser:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    sent: list[Message] = []
    parts: list[Message] = [
        {"type": "http.request", "body": b"--x\r\nContent-Disposition: form-data;", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return parts.pop(0) if len(parts) > 1 else parts[0]

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [
        (b"host", b"localhost:8000"),
        (b"cookie", cookie.encode()),
        (b"sec-fetch-site", b"same-origin"),
        (b"content-type", kind),
        (b"content-length", b"1000"),
    ]
    scope: Scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }
    with caplog.at_level(logging.INFO):
        await world.app.edge(scope, receive, send)
    assert len(parts) == 1, "the body was read"
    assert sent == []
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
