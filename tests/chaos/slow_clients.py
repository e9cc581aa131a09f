"""Hundreds who send half a request and no more: they are shown the dispatcher, and others are served as before."""

import select
import socket
import statistics
import time

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground

EACH = 300
HELD_SECONDS = 30.0  # longer than a body may take
HALF_HEAD = b"GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nX-Sl"
HALF_BODY = (
    b"POST /api/v1/orders/checkout HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %b\r\n"
    b'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"items": ['
)


@fault(f"{EACH} half-sent heads, {EACH} half-sent bodies and {EACH} silent clients")
def send_half(ground: Ground) -> Outcome:
    body = HALF_BODY % ground.stock.key.encode()
    with ground.database() as url:
        with ground.site(url=url) as site, ground.loaded(site, url) as load:
            time.sleep(3)
            before = statistics.median(one.seconds for one in load.visitors.seen)
            with load.trouble():
                slow = {half: [_connect(site.port, half) for _ in range(EACH)] for half in (HALF_HEAD, body, b"")}
                ends = time.monotonic() + HELD_SECONDS
                answers = _first_lines(slow[body], ends)
                time.sleep(max(0.0, ends - time.monotonic()))
                during = statistics.median(one.seconds for one in load.visitors.seen)
                closed = {half: sum(map(_is_closed, lines)) for half, lines in slow.items()}
                for line in (line for lines in slow.values() for line in lines):
                    line.close()
        assert answers == {b"HTTP/1.1 408 Request Timeout"}, answers
        assert all(count == EACH for count in closed.values()), f"left open: {closed}"
        load.remarks.append(
            f"median answer {1000 * before:.0f} ms in the first seconds, {1000 * during:.0f} ms meanwhile"
        )
        return load.outcome()


def _connect(port: int, half: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.sendall(half)
    line.setblocking(False)
    return line


def _first_lines(lines: list[socket.socket], ends: float) -> set[bytes]:
    """What those who are answered are told first."""
    waiting, told = set(lines), set[bytes]()
    while waiting and time.monotonic() < ends:
        ready, _, _ = select.select(waiting, [], [], 0.5)
        for line in ready:
            told.add(line.recv(4096).partition(b"\r\n")[0])
            waiting.discard(line)
    return told | ({b"nothing"} if waiting else set())


def _is_closed(line: socket.socket) -> bool:
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return True
