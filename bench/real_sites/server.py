"""Serves checkouts on loopback under their real domains, over https, as a host of static sites does."""

import mimetypes
import random
import tempfile
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager
from ipaddress import ip_network
from pathlib import Path
from ssl import SSLContext
from urllib.parse import unquote, urlsplit

from showground.core.fetch import FetchRules
from tests.support.certificates import Authority
from tests.support.dns import DnsServer
from tests.support.site import Answer, Request, Site, redirect

# Not every machine's table has these.
TYPES = {
    ".avif": "image/avif",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
TRIES = 20


class PlainSites(Site):
    """Redirects everything to https."""

    def answer(self, request: Request) -> Answer:
        return redirect(f"https://{request.headers['Host']}{request.path}", 301)


class StaticSites(Site):
    """Serves one folder per domain; with or without `www` is the same site, other subdomains have no pages."""

    def __init__(self, folders: Mapping[str, Path], host: str, tls: SSLContext) -> None:
        super().__init__(host=host, port=443, tls=tls)
        self._folders = {name: folder.resolve() for name, folder in folders.items()}

    def answer(self, request: Request) -> Answer:
        host = request.headers["Host"].casefold()
        folder = self._folders.get(host)
        if folder:
            return answer_from(folder, request.path)
        twin = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
        if twin in self._folders:
            return redirect(f"https://{twin}{request.path}", 301)
        return Answer("Not found.", status=404)


def answer_from(folder: Path, address: str) -> Answer:
    """The file for an address: `/about` may be `about.html` or `about/index.html`; else 404.html, if there is one."""
    try:
        return _find(folder, address)
    except (OSError, ValueError):  # a name that no file can have
        return Answer("Not found.", status=404)


def _find(folder: Path, address: str) -> Answer:
    path = unquote(urlsplit(address).path)
    named = folder / path.lstrip("/")
    if named.is_dir() and not path.endswith("/") and (named / "index.html").is_file():
        return redirect(urlsplit(address).path + "/", 301)
    candidates = [named / "index.html", named / "index.htm"] if path.endswith("/") else [named, Path(f"{named}.html")]
    for file in candidates:
        if file.resolve().is_relative_to(folder) and file.is_file():
            return _send(file)
    missing = folder / "404.html"
    return _send(missing, 404) if missing.is_file() else Answer("Not found.", status=404)


def _send(file: Path, status: int = 200) -> Answer:
    body = file.read_bytes()
    kind = TYPES.get(file.suffix.lower()) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") and _is_utf8(body):
        kind += "; charset=utf-8"
    return Answer(body, status, kind)


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


class PortsRefused(Exception):
    """The system doesn't allow us to listen on the ports of http and https."""

    def __str__(self) -> str:
        return (
            "Real domains need ports 80 and 443 on loopback, which this user may not use."
            " Allow it with: sudo sysctl net.ipv4.ip_unprivileged_port_start=80"
        )


@contextmanager
def served(folders: Mapping[str, Path]) -> Generator[FetchRules]:
    """Serve folders by domain; answers the rules of fetching with which these domains are reached."""
    with tempfile.TemporaryDirectory(prefix="showground-real-sites-") as keys:
        authority = Authority(Path(keys))
        tls = authority.server("localhost", *(name for host in folders for name in (host, f"*.{host}")))
        with _listening(folders, tls) as address:
            names = {name: [address] for host in folders for name in (host, f"*.{host}", host.removeprefix("www."))}
            with DnsServer(names) as dns:
                agent = "ShowgroundBot/1.0 (+http://localhost/crawler)"
                yield FetchRules(agent, (ip_network(f"{address}/32"),), dns.address, authority.file)


@contextmanager
def _listening(folders: Mapping[str, Path], tls: SSLContext) -> Generator[str]:
    """Listen on an address of loopback that nobody else uses: several measurements may run at a time."""
    for left in reversed(range(TRIES)):
        address = f"127.{random.randint(1, 254)}.{random.randint(1, 254)}.{random.randint(2, 254)}"
        with ExitStack() as running:
            try:
                running.enter_context(StaticSites(folders, address, tls))
                running.enter_context(PlainSites(host=address, port=80))
            except PermissionError as error:
                raise PortsRefused from error
            except OSError:
                if left:
                    continue
                raise
            yield address
            return
