"""Which hosts and origins are the site's own."""

from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
DEFAULT_PORTS = {"http": 80, "https": 443}


def own_hosts(site_url: str) -> list[str]:
    """The site's host as clients send it; on a loopback site every loopback name, with any port."""
    url = urlsplit(site_url.lower())
    if _host(url.netloc) in LOOPBACK:
        return [url.netloc, *LOOPBACK, *(f"{name}:*" for name in LOOPBACK)]
    return [url.netloc] if url.port else [url.netloc, f"{url.netloc}:{DEFAULT_PORTS[url.scheme]}"]


def own_origins(site_url: str) -> list[str]:
    """The site's origin; on a loopback site by every loopback name, with the same port."""
    url = urlsplit(site_url.lower())
    host = _host(url.netloc)
    if host not in LOOPBACK:
        return [f"{url.scheme}://{url.netloc}"]
    return [f"{url.scheme}://{name}{url.netloc.removeprefix(host)}" for name in LOOPBACK]


def _host(netloc: str) -> str:
    host, colon, port = netloc.rpartition(":")
    return host if colon and port.isdigit() else netloc
