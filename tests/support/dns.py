"""A real DNS server on loopback that answers what a test tells it to."""

import socketserver
import struct
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from ipaddress import ip_address
from types import TracebackType
from typing import Self

import dns.message
import dns.name
import dns.rcode
import dns.rdatatype
import dns.rrset


class Turns:
    """Addresses that change: one entry for each time that the name is looked up, the last one from then on."""

    def __init__(self, *turns: Sequence[str]) -> None:
        self._turns = turns
        self._asked: dict[str, int] = {}

    def next(self, kind: str) -> Sequence[str]:
        asked = self._asked.get(kind, 0)
        self._asked[kind] = asked + 1
        return self._turns[min(asked, len(self._turns) - 1)]


class DnsServer:
    """Answers the addresses of `records`, the texts of `txt`, a server failure for `broken`, nothing at all for
    `silent`, what another name has for `aliases`; else that the name is not. `*.acme.test` stands for any name below.

    `queries` holds what was asked, as name and kind.
    """

    def __init__(
        self,
        records: Mapping[str, Sequence[str] | Turns] | None = None,
        *,
        txt: Mapping[str, Sequence[str]] | None = None,
        broken: Sequence[str] = (),
    ) -> None:
        self.records = dict(records or {})
        self.txt = dict(txt or {})
        self.broken = set(broken)
        self.silent: set[str] = set()
        self.aliases: dict[str, str] = {}
        self.queries: list[tuple[str, str]] = []
        self._running = ExitStack()

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self._port

    def __enter__(self) -> Self:
        udp, tcp = bind_both(self)
        self._port = int(udp.server_address[1])
        for server in (udp, tcp):
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
            thread.start()
            self._running.callback(thread.join)
            self._running.callback(server.server_close)
            self._running.callback(server.shutdown)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.close()

    def answer(self, wire: bytes) -> bytes | None:
        query = dns.message.from_wire(wire)
        question = query.question[0]
        name = question.name.to_text(omit_final_dot=True).lower()
        kind = dns.rdatatype.to_text(question.rdtype)
        self.queries.append((name, kind))
        if name in self.silent:
            return None
        reply = dns.message.make_response(query, recursion_available=True)
        owner = question.name
        if name in self.aliases:
            name = self.aliases[name]
            reply.answer.append(dns.rrset.from_text(owner, 0, "IN", "CNAME", f"{name}."))
            owner = dns.name.from_text(name)
        if name in self.broken:
            reply.set_rcode(dns.rcode.SERVFAIL)
        elif self._record(name) is None and name not in self.txt:
            reply.set_rcode(dns.rcode.NXDOMAIN)
        elif values := self._values(name, kind):
            reply.answer.append(dns.rrset.from_text_list(owner, 0, "IN", kind, values))
        return reply.to_wire()

    def _values(self, name: str, kind: str) -> list[str]:
        if kind == "TXT":
            return [quoted(text) for text in self.txt.get(name, ())]
        known = self._record(name) or ()
        addresses = known.next(kind) if isinstance(known, Turns) else known
        version = {"A": 4, "AAAA": 6}.get(kind)
        return [address for address in addresses if ip_address(address).version == version]

    def _record(self, name: str) -> Sequence[str] | Turns | None:
        return self.records.get(name, self.records.get(f"*.{name.partition('.')[2]}"))


def quoted(text: str) -> str:
    """Write a text as DNS holds it: in pieces of at most 255 bytes."""
    pieces = [text[start : start + 255] for start in range(0, len(text), 255)] or [""]
    return " ".join('"' + piece.replace("\\", "\\\\").replace('"', '\\"') + '"' for piece in pieces)


def bind_both(dns_server: DnsServer) -> tuple[socketserver.UDPServer, socketserver.TCPServer]:
    """Bind UDP and TCP to one free port; the port that UDP got may be taken for TCP."""

    class OverUdp(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            wire, socket = self.request
            reply = dns_server.answer(wire)
            if reply is not None:
                socket.sendto(reply, self.client_address)

    class OverTcp(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            (length,) = struct.unpack("!H", self.rfile.read(2))
            wire = dns_server.answer(self.rfile.read(length))
            if wire is not None:
                self.wfile.write(struct.pack("!H", len(wire)) + wire)

    while True:
        udp = socketserver.UDPServer(("127.0.0.1", 0), OverUdp)
        try:
            return udp, socketserver.TCPServer(udp.server_address, OverTcp)
        except OSError:
            udp.server_close()
