"""Takes the port that the site is served at. It imports nothing else, so that a port in use is reported at once."""

import socket


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Take the port, before anything else is started; shared, with other servers of the same user."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind((host, port))
    bound.set_inheritable(True)
    return bound
