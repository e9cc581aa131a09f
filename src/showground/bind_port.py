"""Binds the port the site is served on. It imports nothing else, so a port in use is reported immediately."""

import os
import socket

FIRST_PASSED = 3  # the descriptor after standard input, output and error; see sd_listen_fds(3)


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Bind the port before anything else starts. `shared` lets other servers of the same user bind it too."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind((host, port))
    bound.set_inheritable(True)
    return bound


def take_passed_socket() -> socket.socket | None:
    """The socket that systemd has opened for this process, or None.

    It stays open while the service restarts: clients that connect meanwhile wait for the next server instead of being
    refused. The variables are also seen by processes that the service starts, so they name the process they are for.
    """
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS", "0") == "0":
        return None
    return socket.socket(fileno=FIRST_PASSED)
