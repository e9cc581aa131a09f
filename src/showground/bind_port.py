"""Binds the port the site is served on. It imports nothing else, so a port in use is reported immediately."""

import socket


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
