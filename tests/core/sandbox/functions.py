"""Functions that tests run in the sandbox, most of them ill-behaved."""

import os
import socket
import time
from pathlib import Path
from typing import Any

from pydantic import BaseModel


class Asked(BaseModel):
    text: str = ""
    number: int = 0


class Told(BaseModel):
    text: str = ""
    number: int = 0


def double(asked: Asked) -> Told:
    return Told(text=asked.text * 2, number=os.getpid())


def loop_for_ever(asked: Asked) -> Told:
    while True:
        pass


def wait_for_ever(asked: Asked) -> Told:
    time.sleep(10_000)
    raise AssertionError


def use_cpu(asked: Asked) -> Told:
    while time.process_time() * 1000 < asked.number:
        pass
    return Told()


def fill_memory(asked: Asked) -> Told:
    return Told(number=len(bytearray(asked.number)))


def answer_at_length(asked: Asked) -> Told:
    return Told(text="a" * asked.number)


def answer_wrongly(asked: Asked) -> Any:
    return Asked(text="not what was declared").model_copy(update={"number": "none"})


def fail(asked: Asked) -> Told:
    raise ValueError(asked.text)


def crash(asked: Asked) -> Told:
    os.abort()


def try_everything(asked: Asked) -> Told:
    """Which of the things succeed that no parser needs."""
    done: list[str] = []
    attempts = {
        "read a file": lambda: Path(__file__).read_bytes(),
        "write a file": lambda: Path(asked.text).write_bytes(b"x"),
        "open a socket": lambda: socket.socket().close(),
        "start a process": lambda: os.waitpid(os.fork() or os._exit(0), 0),
        "see our environment": lambda: os.environ["PATH"],
    }
    for name, attempt in attempts.items():
        try:
            attempt()
        except (OSError, KeyError):
            continue
        done.append(name)
    return Told(text=", ".join(done))
