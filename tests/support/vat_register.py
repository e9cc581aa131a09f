"""A stand-in for the VAT register on this machine."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from tests.support.listening import listening


class Register:
    """Says what it is told to, and notes what it was asked."""

    def __init__(self) -> None:
        self.says: dict[str, Any] = {"isValid": True, "userError": "VALID"}
        self.status = 200
        self.asked: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.asked.append(head.split()[1].decode())
        body = json.dumps(self.says).encode()
        writer.write(f"HTTP/1.1 {self.status} OK\r\nContent-Type: application/json\r\n".encode())
        writer.write(f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()


@asynccontextmanager
async def running_register() -> AsyncGenerator[tuple[Register, str]]:
    """The register, and the address that it answers at."""
    register = Register()
    async with listening(register.serve) as url:
        yield register, f"{url}/rest-api"
