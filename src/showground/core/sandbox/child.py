"""A child: takes one document, parses it and ends. Once its limits are set it can open nothing and start nothing."""

import importlib
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn, get_type_hints

from pydantic import BaseModel

from showground.core.parent_death import end_with_parent
from showground.core.sandbox.messages import ERROR, RESULT, SandboxCall, dump

SOCKET = 3  # the descriptor of the caller's socket in every child
MAX_DESCRIPTORS = 256  # of the template
MAX_WITH_FILES = 16
OUT_OF_MEMORY = 9  # the exit status
NICENESS = 5  # web requests go first
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Function:
    """A function of the sandbox, imported, and the model of its argument."""

    call: Callable[[Any], BaseModel]
    input: type[BaseModel]


def load(place: str) -> Function:
    """Import a function with all that it needs: a child cannot open another module."""
    module, _, name = place.partition(":")
    function = getattr(importlib.import_module(module), name)
    hints = get_type_hints(function)
    del hints["return"]
    (model,) = hints.values()
    return Function(function, model)


def become_child(function: Function, call: SandboxCall, template: int, connection: int) -> NoReturn:
    """What the template runs in the process that it has just forked."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        end_with_parent(template, signal.SIGKILL)
        os.dup2(1, 2)  # what a parser prints must not reach the log
        os.dup2(connection, SOCKET)
        os.closerange(SOCKET + 1, MAX_DESCRIPTORS)
        with socket.socket(fileno=SOCKET) as caller:
            document = _receive(caller)
            _limit(call)
            caller.sendall(_answer(function, document))
        status = 0
    except MemoryError:
        status = OUT_OF_MEMORY
    finally:
        os._exit(status)


def _receive(caller: socket.socket) -> bytes:
    parts: list[bytes] = []
    while part := caller.recv(MEGABYTE):
        parts.append(part)
    return b"".join(parts)


def _limit(call: SandboxCall) -> None:
    """Give up what parsing does not need. macOS does not enforce a limit on memory."""
    with suppress(OSError):
        os.nice(NICENESS)
    # At the first number the child gets SIGXCPU, by which the template knows why it ended; at the second, SIGKILL.
    resource.setrlimit(resource.RLIMIT_CPU, (call.cpu_seconds, call.cpu_seconds + 1))
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - the size of the template's own memory
            mapped = int(file.read().split()[0]) * resource.getpagesize()
        memory = mapped + call.memory_mb * MEGABYTE
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for limit in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):
        resource.setrlimit(limit, (0, 0))
    descriptors = MAX_WITH_FILES if call.opens_files else 0  # at 0 no socket either; the one that is open stays open
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))


def _answer(function: Function, document: bytes) -> bytes:
    try:
        return RESULT + dump(function.call(function.input.model_validate_json(document)))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - the caller is told which one; its text may hold what is in the document
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        line = f":{trace.tb_lineno}" if trace else ""
        place = f"{trace.tb_frame.f_code.co_filename}{line}" if trace else ""
        return ERROR + f"{type(error).__name__} at {place}".encode()
