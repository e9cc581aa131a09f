"""A real little website on loopback that serves what a test tells it to and remembers who asked."""

import ssl
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import TracebackType
from typing import Any, Self


@dataclass
class Answer:
    """What a page answers; a body in pieces is sent piece by piece, without a declared length."""

    body: bytes | str | Iterable[bytes] = b""
    status: int = 200
    type: str | None = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass
class Request:
    """A request that a site got."""

    path: str
    headers: Message
    body: bytes = b""


Page = Answer | bytes | str | Callable[[Request], Answer]


def redirect(location: str, status: int = 302) -> Answer:
    return Answer(status=status, headers={"Location": location})


class Site:
    """Serves `pages` by path (query included), 404 for others; a page may be a function of the request.

    `requests` are those that were read; `connections` counts every connection, also one that never asked.
    """

    def __init__(
        self,
        pages: Mapping[str, Page] | None = None,
        *,
        host: str = "127.0.0.2",
        port: int = 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.pages = dict(pages or {})
        self.host = host
        self.port = port
        self.requests: list[Request] = []
        self.connections = 0
        self.closing = threading.Event()
        self._tls = tls

    @property
    def url(self) -> str:
        """The address of the site by number, without a slash at the end."""
        return self.at(self.host)

    def at(self, name: str) -> str:
        """The address of the site by another name."""
        return f"{'https' if self._tls else 'http'}://{name}:{self.port}"

    def __enter__(self) -> Self:
        self._server = Listener(self)
        self.port = self._server.server_port
        if self._tls:
            self._server.socket = self._tls.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def drip(self) -> Iterable[bytes]:
        """A body that never ends: a letter now and then."""
        while not self.closing.wait(0.02):
            yield b"x"

    def answer(self, request: Request) -> Answer:
        self.requests.append(request)
        page = self.pages.get(request.path, Answer("Nothing here.", status=404))
        if callable(page):
            page = page(request)
        return page if isinstance(page, Answer) else Answer(page)


class Listener(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, site: Site) -> None:
        self.site = site
        super().__init__((site.host, site.port), Visit)

    def server_bind(self) -> None:
        # The library would ask the machine's name servers what this address is called.
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.site.host, int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        self.site.connections += 1
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # Visitors break off when they have seen enough or distrust the certificate.
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class Visit(BaseHTTPRequestHandler):
    server: Listener  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        sent = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        answer = self.server.site.answer(Request(self.path, self.headers, sent))
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        self.send_response(answer.status)
        if answer.type is not None:
            self.send_header("Content-Type", answer.type)
        if isinstance(body, bytes) and "Content-Length" not in answer.headers:
            self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in [body] if isinstance(body, bytes) else body:
            self.wfile.write(piece)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: tests read `requests`."""
