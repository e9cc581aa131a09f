"""Parses an address into its canonical form: what to connect to, and what to request."""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import SplitResult, quote, urlsplit

import idna

from showground.core.fetch.errors import AddressRefused, BadUrl, CredentialsRefused, SchemeRefused

IpAddress = IPv4Address | IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_URL_LENGTH = 8192
MAX_HOST_LENGTH = 253

# Programs read these differently, so an address that passed the check could lead elsewhere when it is used.
AMBIGUOUS = re.compile(r"[\x00-\x1f\x7f\\]")
HOST_NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
# No domain name ends like this, but programs read 2130706433, 127.1 and 0x7f000001 as 127.0.0.1.
ENDS_AS_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)")

PATH_AS_IS = "/%:@!$&'()*+,;=~"
QUERY_AS_IS = PATH_AS_IS + "?"


@dataclass(frozen=True)
class Target:
    """A parsed address; `host` is in the form that DNS, the Host header and certificates use."""

    scheme: str
    host: str
    ip: IpAddress | None
    port: int
    path: str

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"


def read_target(url: str) -> Target:
    """Parse an address. The fragment is dropped, and everything ambiguous is refused."""
    if len(url) > MAX_URL_LENGTH or AMBIGUOUS.search(url):
        raise BadUrl(url[:MAX_URL_LENGTH])
    try:
        parts = urlsplit(url)
        port = parts.port
        path = quote(parts.path or "/", safe=PATH_AS_IS)
        query = quote(parts.query, safe=QUERY_AS_IS)
    except ValueError as error:
        raise BadUrl(url) from error
    scheme = check_scheme(url, parts)
    if "@" in parts.netloc:
        raise CredentialsRefused(url)
    host, ip = read_host(parts.hostname or "", url)
    if port is None:
        port = DEFAULT_PORTS[scheme]
    if port == 0 or not path.startswith("/"):
        raise BadUrl(url)
    return Target(scheme, host, ip, port, f"{path}?{query}" if query else path)


def check_scheme(url: str, parts: SplitResult) -> str:
    if not parts.scheme:
        raise BadUrl(url)
    if parts.scheme not in DEFAULT_PORTS:
        raise SchemeRefused(url)
    return parts.scheme


def read_host(written: str, url: str) -> tuple[str, IpAddress | None]:
    """The canonical form of a host, and its IP address if it is one."""
    if ":" in written:
        ip = read_ipv6(written, url)
        return str(ip), ip
    host = read_name(written, url)
    if not ENDS_AS_NUMBER.fullmatch(host):
        return host, None
    try:
        return host, IPv4Address(host)
    except ValueError as error:
        raise AddressRefused(url) from error


def read_name(written: str, url: str = "") -> str:
    """The canonical form of a name: lower case, non-ASCII labels as xn--, without the trailing dot."""
    if len(written) > MAX_HOST_LENGTH + 1:
        raise BadUrl(url)
    name = written.lower()
    if not name.isascii():
        try:
            # Label by label, since those that begin with an underscore are no words to IDNA.
            labels = idna.uts46_remap(name, std3_rules=False).split(".")
            name = ".".join(label if label.isascii() else idna.alabel(label).decode() for label in labels)
        except ValueError as error:
            raise BadUrl(url) from error
    name = name.removesuffix(".")
    if len(name) > MAX_HOST_LENGTH or not HOST_NAME.fullmatch(name):
        raise BadUrl(url)
    return name


def read_ipv6(written: str, url: str) -> IPv6Address:
    try:
        ip = IPv6Address(written)
    except ValueError as error:
        raise BadUrl(url) from error
    if ip.scope_id is not None:
        raise AddressRefused(url)
    return ip
