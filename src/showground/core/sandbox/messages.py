"""What crosses between the processes: calls and verdicts as JSON, documents and results as JSON of their models."""

import json
import re
from dataclasses import asdict, dataclass
from typing import Literal, Self

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

CALL_BYTES = 512  # every call is filled up to this length, so that a stream of them needs no frames
MAX_RESULT_BYTES = 12_000_000
RESULT, ERROR = b"R", b"E"  # the first byte of what a child answers
Ended = Literal["done", "cpu", "memory", "time", "crash", "not_started"]
LONE_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class SandboxCall:
    """A request to the template, sent with two sockets: one for the child, one for the verdict."""

    place: str
    cpu_seconds: int
    memory_mb: int
    opens_files: bool
    seconds: float

    def encode(self) -> bytes:
        return json.dumps(asdict(self)).encode().ljust(CALL_BYTES)

    @classmethod
    def decode(cls, message: bytes) -> Self:
        return cls(**json.loads(message))


@dataclass(frozen=True)
class Verdict:
    """How a child ended, as observed by the template: the child itself is not trusted."""

    ended: Ended
    cpu: float

    def encode(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, message: bytes) -> Self:
        return cls(**json.loads(message))


def dump(model: BaseModel) -> bytes:
    """A model as JSON. Lone surrogates, which pages may write in JSON-LD, are no Unicode and are replaced."""
    try:
        return model.model_dump_json().encode()
    except PydanticSerializationError:
        text = json.dumps(model.model_dump(mode="json"), ensure_ascii=False)
        return LONE_SURROGATES.sub("\ufffd", text).encode()
