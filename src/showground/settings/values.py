"""Parsers for the values of settings. Error messages continue a sentence that starts with the setting's name."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from showground.core.languages.catalogue import CODE as LANGUAGE_CODE

Network = IPv4Network | IPv6Network
MIN_SECRET = 32
SIGNAL = re.compile("(search|ai-input|ai-train)=(yes|no)")


def _can_be_taken_apart(address: str) -> bool:
    """Whether `urlsplit` accepts the address and its port, if it has one, is valid."""
    try:
        port = urlsplit(address).port
    except ValueError:
        return False
    return port != 0


def read_origin(text: str) -> str:
    label = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?"
    written = rf"https?://({label}(\.{label})*\.?|\[[0-9a-f:.]+\])(:[0-9]{{1,5}})?/?"
    if not re.fullmatch(written, text, re.IGNORECASE) or not _can_be_taken_apart(text):
        raise ValueError("must be an origin such as https://launches.example, without a path")
    return text.rstrip("/").lower()


def read_origins(text: str) -> tuple[str, ...]:
    """Origins as browsers send them, without the default port; `*` means any origin."""
    parts = [part.strip() for part in text.split(",")]
    if parts == ["*"]:
        return ("*",)
    try:
        origins = [read_origin(part) for part in parts]
    except ValueError:
        raise ValueError("must be `*`, or origins such as https://app.example, separated by commas") from None
    return tuple(origin.removesuffix(":443" if origin.startswith("https:") else ":80") for origin in origins)


def read_languages(text: str) -> tuple[str, ...]:
    codes = tuple(part.strip() for part in text.split(","))
    if not all(LANGUAGE_CODE.fullmatch(code) for code in codes) or len(codes) != len(set(codes)):
        raise ValueError("must be different codes of languages such as `de`, `en` or `pt-BR`, separated by commas")
    return codes


def read_content_signals(text: str) -> str:
    signals = [part.strip() for part in text.split(",")]
    names = [signal.partition("=")[0] for signal in signals]
    if len(set(names)) < len(names) or not all(SIGNAL.fullmatch(signal) for signal in signals):
        raise ValueError("must say yes or no to any of search, ai-input and ai-train, such as search=yes, ai-train=no")
    return ", ".join(signals)


def read_indexnow_key(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]{8,128}", text) or text in ("robots", "llms"):
        raise ValueError("must be 8 to 128 letters, digits and dashes; generate one with `openssl rand -hex 16`")
    return text


def read_contact(text: str) -> str:
    try:
        return read_address(text) if text.startswith("https://") else read_email(text)
    except ValueError:
        raise ValueError("must be an email address or an address that begins with https://") from None


def read_postgres(text: str) -> str:
    from psycopg import ProgrammingError  # noqa: PLC0415 - not every command needs a database
    from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

    wrong = ValueError("must be an address such as postgresql://user:password@host/database")
    if not re.match(r"postgres(ql)?://|.*\b(host|service|dbname)=", text):
        raise wrong
    try:
        conninfo_to_dict(text)
    except ProgrammingError:
        raise wrong from None  # the library's message would show the password
    return text


def read_redis(text: str) -> str:
    if not re.match(r"(redis|rediss|unix)://", text) or not _can_be_taken_apart(text):
        raise ValueError("must be an address such as redis://host:6379/0")
    return text


def read_address(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", text, re.IGNORECASE) or not _can_be_taken_apart(text):
        raise ValueError("must be an address such as https://api.example/path, without a query")
    return text.rstrip("/")


def read_networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise ValueError(f"must be networks such as 10.0.0.0/8, separated by commas ({error})") from None


def read_server(text: str) -> tuple[str, int]:
    """An IP address and a port. A host name won't do: resolving it would need the DNS server itself."""
    host, _, port = text.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        known = bool(ip_address(host))
    except ValueError:
        known = False
    if not known or not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65_535:
        raise ValueError("must be an IP address and a port, such as 127.0.0.1:53")
    return host, int(port)


def read_factor(text: str) -> float | None:
    """None means no limits."""
    if text == "on":
        return 1.0
    if text == "off":
        return None
    if not re.fullmatch(r"x[0-9]{1,6}(\.[0-9]{1,6})?", text) or float(text[1:]) == 0:
        raise ValueError("must be on, off, or a factor such as x100")
    return float(text[1:])


def read_switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("must be on or off")
    return text == "on"


def read_country(text: str) -> str:
    from showground.core.countries import is_country  # noqa: PLC0415 - few commands need it

    if not is_country(text):
        raise ValueError("must be a two-letter country code, such as AT (Greece is GR, the United Kingdom GB)")
    return text.upper()


def read_tax_regime(text: str) -> str:
    from showground.orders import REGIMES  # noqa: PLC0415 - few commands need what is sold

    return one_of(*REGIMES)(text)


def read_tax_registrations(text: str) -> frozenset[str]:
    from showground.orders import read_registrations  # noqa: PLC0415

    return read_registrations(text)


def read_tax_rates(text: str) -> Path:
    from showground.orders import load_rates  # noqa: PLC0415

    try:
        load_rates(Path(text))
    except OSError:
        raise ValueError("must be a file that exists and can be read") from None
    except ValueError as problem:
        raise ValueError(f"must be a table of rates. {str(problem).removesuffix('.')}") from None
    return Path(text)


def read_prefix(text: str) -> str:
    if not re.fullmatch("[A-Z0-9]{1,8}", text):
        raise ValueError("must be 1 to 8 capital letters and digits, such as SG")
    return text


def read_currency(text: str) -> str:
    from showground.orders import is_currency  # noqa: PLC0415 - few commands need what is sold

    if not is_currency(text.upper()):
        raise ValueError("must be a three-letter currency code, such as EUR")
    return text.upper()


def read_header_name(text: str) -> str:
    if not re.fullmatch("[A-Za-z0-9-]{1,60}", text):
        raise ValueError("must be the name of a request header, such as CF-IPCountry")
    return text


def read_email(text: str) -> str:
    from showground.core.mail.address import read_mail_address  # noqa: PLC0415 - few settings need it

    try:
        return read_mail_address(text)
    except ValueError:
        raise ValueError("must be an email address, such as hello@example.com") from None


def read_years(text: str) -> int:
    if not text.isdecimal() or not 5 <= int(text) <= 50:  # no tax law we know of requires fewer than 5
        raise ValueError("must be a number of years from 5 to 50")
    return int(text)


def read_backup_place(text: str) -> str:
    if text == "off" or re.fullmatch(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._/-]*)?", text):
        return text.rstrip("/")
    if "://" in text or not Path(text).is_absolute():
        raise ValueError("must be the absolute path of a folder, such as /var/backups/showground, s3://bucket or off")
    return text


def read_region(text: str) -> str:
    if not re.fullmatch("[a-z0-9-]{1,40}", text):
        raise ValueError("must be the name of a region, such as eu-central-1")
    return text


def read_count(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"must be a number from {least} to {most}")
        return int(text)

    return read


def read_seconds(most: int) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or float(text) > most:
            raise ValueError(f"must be a number of seconds from 0 to {most}, such as 0.5")
        return float(text)

    return read


def read_secret(text: str) -> str:
    if len(text) < MIN_SECRET:
        raise ValueError(f"must have at least {MIN_SECRET} characters; generate one with `openssl rand -hex 32`")
    return text


def one_of(*values: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"must be {' or '.join(values)}")
        return text

    return read
