"""Every setting: its name, meaning and default. Read once, by the roots, from the environment."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Literal

from showground.core import tracing
from showground.core.smtp import SmtpServer

PREFIX = "SHOWGROUND_"
Network = IPv4Network | IPv6Network
LEAST_SECRET = 32


class BadSettings(Exception):
    """The settings do not fit; each line of the message names one and says how to mend it."""


def _setting(meaning: str, read: Callable[[str], Any] = str, default: Any = None) -> Any:
    return field(default=default, metadata={"meaning": meaning, "read": read})


def _origin(text: str) -> str:
    if not re.fullmatch(r"https?://([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/?", text, re.IGNORECASE):
        raise ValueError("must be an origin such as https://launches.example, without a path")
    return text.rstrip("/").lower()


def _postgres(text: str) -> str:
    if not re.match(r"postgres(ql)?://|.*\b(host|service|dbname)=", text):
        raise ValueError("must be an address such as postgresql://user:password@host/database")
    return text


def _redis(text: str) -> str:
    if not re.match(r"(redis|rediss|unix)://", text):
        raise ValueError("must be an address such as redis://host:6379/0")
    return text


def _http(text: str) -> str:
    if not re.match(r"https?://[^/\s]", text):
        raise ValueError("must be an address such as https://models.example/v1")
    return text


def _networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise ValueError(f"must be networks such as 10.0.0.0/8, separated by commas ({error})") from None


def _file(text: str) -> Path:
    if not Path(text).is_file():
        raise ValueError("must be a file that exists")
    return Path(text)


def _server(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not re.fullmatch("[0-9]{1,5}", port) or not 1 <= int(port) <= 65_535:
        raise ValueError("must be host:port, such as 127.0.0.1:53")
    return host.strip("[]"), int(port)


def _factor(text: str) -> float | None:
    """None: no limits at all."""
    if text == "on":
        return 1.0
    if text == "off":
        return None
    if not re.fullmatch(r"x\d+(\.\d+)?", text) or float(text[1:]) == 0:
        raise ValueError("must be on, off, or a factor such as x100")
    return float(text[1:])


def _country(text: str) -> str:
    if not re.fullmatch("[A-Za-z]{2}", text):
        raise ValueError("must be a country's code of two letters, such as AT")
    return text.upper()


def _secret(text: str) -> str:
    if len(text) < LEAST_SECRET:
        raise ValueError(f"must have at least {LEAST_SECRET} characters, such as `openssl rand -hex 32` gives")
    return text


def _address(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", text, re.IGNORECASE):
        raise ValueError("must be an address such as https://api.example/path")
    return text.rstrip("/")


def _one_of(*values: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"must be {' or '.join(values)}")
        return text

    return read


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an operator may set."""

    site_url: str = _setting("Public origin of the site.", _origin, "http://localhost:8000")
    site_name: str = _setting("The site's name.", str, "Showground")
    data_dir: Path = _setting(
        "Folder of the embedded database, media, and secrets made on first start. As root in a folder closed to"
        " others, the database lies in the system's state folder; `showground doctor` says where.",
        Path,
        Path("data"),
    )
    database_url: str | None = _setting("Any PostgreSQL 15 or newer. Without it, the embedded one.", _postgres)
    direct_url: str | None = _setting(
        "The database's address past a pooler, for listeners and workers. Without it, the same address.", _postgres
    )
    replica_url: str | None = _setting(
        "A streaming replica of the database, for public reads. While it lags or is away, the primary answers them.",
        _postgres,
    )
    redis_url: str | None = _setting(
        "Rate limits shared by several processes or machines. Without it each process counts for itself, with its"
        " part of each limit.",
        _redis,
    )
    env: Literal["development", "production"] = _setting(
        "`development` or `production`, which asks for https and mail, loads no demo, and logs JSON lines.",
        _one_of("development", "production"),
        "development",
    )
    secret: str | None = _setting(
        "Key that links and events are signed with; the same for all processes. Without it one is made and kept in the"
        " data folder; required in production.",
        _secret,
    )
    payments: Literal["sandbox", "stripe", "off"] = _setting(
        "How orders are paid: `sandbox` (test mode, no money moves; refused in production), `stripe` or `off`.",
        _one_of("sandbox", "stripe", "off"),
        "sandbox",
    )
    stripe_key: str | None = _setting("Secret key of your Stripe account.")
    stripe_webhook_secret: str | None = _setting("Signing secret of the webhook that Stripe has for /payments/stripe.")
    stripe_url: str | None = _setting("Another address of Stripe's API, for tests.", _address)
    seller_name: str | None = _setting("Who sells, as it stands on invoices. Without it, the site's name.")
    seller_address: str | None = _setting("The seller's address on invoices; lines are separated by `;`.")
    seller_country: str | None = _setting(
        "The seller's country, which decides about VAT. In development `DE` without it; required with `stripe` in"
        " production.",
        _country,
    )
    seller_vat: str | None = _setting("The seller's VAT number on invoices.")
    vies_url: str = _setting(
        "Register that VAT numbers are looked up in.", _address, "https://ec.europa.eu/taxation_customs/vies/rest-api"
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        "Networks of your proxies, separated by commas: whose X-Forwarded-For counts.", _networks, ()
    )
    metrics_token: str | None = _setting("Who may read /metrics from elsewhere than loopback, as a Bearer token.")
    traces_url: str | None = _setting(
        "OTLP/HTTP collector that traces are sent to, such as http://127.0.0.1:4318. It needs the packages of"
        " `showground[traces]`. Without it there are no traces.",
        _address,
    )
    ca_file: Path | None = _setting("Further certificate roots for outgoing https.", _file)
    smtp_url: str | None = _setting(
        "Where mail is handed in: smtp://, smtps:// or smtp+starttls://. Without it mails are kept and not sent."
    )
    mail_from: str = _setting("Sender of mails.", str, "Showground <no-reply@localhost>")
    github_client_id: str | None = _setting(
        "Client ID of your OAuth app at GitHub, whose callback is /sign-in/with/github/back here. Without it nobody"
        " signs in with GitHub."
    )
    github_client_secret: str | None = _setting("Its client secret.")
    github_url: str | None = _setting("Your own GitHub Enterprise Server instead of github.com.", _address)
    google_client_id: str | None = _setting(
        "Client ID of your OAuth client at Google, whose redirect URI is /sign-in/with/google/back here. Without it"
        " nobody signs in with Google."
    )
    google_client_secret: str | None = _setting("Its client secret.")
    google_url: str | None = _setting("Another address of Google's sign-in, for tests.", _address)
    fetch_allow: tuple[Network, ...] = _setting(
        "Networks that fetching may reach besides public addresses, any port; for tests and intranets.", _networks, ()
    )
    dns_server: tuple[str, int] | None = _setting("Resolver for claims and fetching, host:port.", _server)
    model: str | None = _setting(
        "The language model that drafts: `anthropic:NAME`, `openai:NAME`, or a name that the server at the model's"
        " address knows. Without it drafts are made without a model."
    )
    model_url: str | None = _setting("Address of a server that speaks OpenAI's or Anthropic's language.", _http)
    model_key: str | None = _setting("The key for the model.")
    rate_limits: float | None = _setting("`on`, `off`, or a factor such as `x100`.", _factor, 1.0)


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this environment; every fault at once."""
    known = {PREFIX + f.name.upper(): f for f in fields(Settings)}
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for name, text in environ.items():
        if not name.startswith(PREFIX):
            continue
        if name not in known:
            near = get_close_matches(name.removeprefix(PREFIX), [f.name.upper() for f in fields(Settings)], 1)
            hint = f"Did you mean {PREFIX}{near[0]}? " if near else ""
            wrong.append(f"{name} is no setting of Showground. {hint}`showground settings` lists all of them.")
        elif text.strip():
            try:
                values[known[name].name] = known[name].metadata["read"](text.strip())
            except ValueError as error:
                wrong.append(f"{name} {error}.")
    if not wrong:
        wrong = _misfits(Settings(**values))
    if wrong:
        raise BadSettings("\n".join(wrong))
    return Settings(**values)


def _misfits(settings: Settings) -> list[str]:
    """What does not fit together, and what production does not allow."""
    wrong = _half_pairs(settings)
    if settings.smtp_url is not None:
        try:
            SmtpServer.from_url(settings.smtp_url, settings.mail_from)
        except ValueError as error:
            wrong.append(f"{PREFIX}SMTP_URL or {PREFIX}MAIL_FROM does not fit. {error}")
    if settings.model is None and (settings.model_url or settings.model_key):
        wrong.append(f"{PREFIX}MODEL must name the model that {PREFIX}MODEL_URL and {PREFIX}MODEL_KEY are for.")
    if settings.traces_url is not None and not tracing.is_installed():
        wrong.append(f"{PREFIX}TRACES_URL needs packages that are not here: pip install 'showground[traces]'.")
    if settings.payments == "stripe":
        wrong += [
            f"{PREFIX}{name} must be set with {PREFIX}PAYMENTS=stripe."
            for name, value in (
                ("STRIPE_KEY", settings.stripe_key),
                ("STRIPE_WEBHOOK_SECRET", settings.stripe_webhook_secret),
            )
            if value is None
        ]
    if settings.env != "production":
        return wrong
    if settings.secret is None:
        wrong.append(f"{PREFIX}SECRET must be set in production, the same for all processes.")
    if settings.payments == "sandbox":
        wrong.append(f"{PREFIX}PAYMENTS must be stripe or off in production: the sandbox takes no money.")
    if settings.payments == "stripe" and settings.seller_country is None:
        wrong.append(f"{PREFIX}SELLER_COUNTRY must be set in production with stripe: VAT depends on it.")
    addresses = {"SITE_URL": settings.site_url, "GITHUB_URL": settings.github_url, "GOOGLE_URL": settings.google_url}
    wrong += [
        f"{PREFIX}{name} must begin with https:// in production."
        for name, address in addresses.items()
        if address is not None and not address.startswith("https://")
    ]
    if settings.smtp_url is None:
        wrong.append(f"{PREFIX}SMTP_URL must be set in production: people sign in by mail.")
    return wrong


def _half_pairs(settings: Settings) -> list[str]:
    wrong: list[str] = []
    for name, client_id, secret in (
        ("GITHUB", settings.github_client_id, settings.github_client_secret),
        ("GOOGLE", settings.google_client_id, settings.google_client_secret),
    ):
        if (client_id is None) != (secret is None):
            missing, given = ("ID", "SECRET") if client_id is None else ("SECRET", "ID")
            wrong.append(f"{PREFIX}{name}_CLIENT_{missing} must be set with {PREFIX}{name}_CLIENT_{given}.")
    return wrong


def describe() -> str:
    """docs/settings.md."""
    rows = ["| setting | meaning | default |", "|---|---|---|"]
    for f in fields(Settings):
        default = "" if f.default in (None, ()) else "`on`" if f.name == "rate_limits" else f"`{f.default}`"
        rows.append(f"| `{PREFIX}{f.name.upper()}` | {f.metadata['meaning']} | {default} |")
    intro = (
        "# Settings\n\nShowground reads these from the environment when it starts. An unknown name that begins with"
        f" `{PREFIX}`, or a value that does not fit, stops the start with a sentence that names it.\n\n"
    )
    return intro + "\n".join(rows) + "\n"
