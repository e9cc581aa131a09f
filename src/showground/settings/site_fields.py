"""Settings of the site: its address, database, email, backups and outside services. Those of the shop are in
`shop_fields.py`."""

import os
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from showground.core.brand import SHIPPED_NAME
from showground.core.data_folder import default_data_dir
from showground.settings import paths, values
from showground.settings.declare import setting
from showground.settings.values import Network


def _data_dir(meaning: str) -> Any:
    """A setting whose default depends on the environment, so it is computed on start."""
    factory = partial(default_data_dir, os.environ)
    return field(default_factory=factory, metadata={"meaning": meaning, "read": paths.read_data_dir})


@dataclass(frozen=True, kw_only=True)
class SiteFields:
    """Every setting except those of the shop."""

    site_url: str = setting("Public origin of the site.", values.read_origin, "http://localhost:8000")
    site_name: str = setting("The site's name, unless it is set at /admin/brand.", str, SHIPPED_NAME)
    languages: tuple[str, ...] = setting(
        "Languages of pages and emails, separated by commas, such as `de,en`. The first is the site's own; visitors"
        " choose among the others. docs/languages.md says how to add one.",
        values.read_languages,
        ("en",),
    )
    data_dir: Path = _data_dir(
        "Folder for the embedded database and the generated secret. Other users can't read it. Default: `data` in a"
        " source checkout; for an installed package, `showground` in `$XDG_DATA_HOME` or `~/.local/share` (on macOS,"
        " `~/Library/Application Support`). If you run as root and other users can't enter this folder, the database is"
        " in the system's state folder; `showground doctor` prints where."
    )
    brand_file: Path | None = setting(
        "TOML file with the site's brand; see docs/brand.md. Its values can't be changed at /admin/brand. Default:"
        " `brand.toml` in the data folder, if there is one.",
        paths.read_file,
    )
    theme_dir: Path | None = setting(
        "Folder with templates and CSS of your own; see docs/themes.md. Default: `theme` in the data folder, if there"
        " is one.",
        paths.read_folder,
    )
    database_url: str | None = setting(
        "Address of a PostgreSQL server, 15 or newer. Default: the embedded PostgreSQL.", values.read_postgres
    )
    direct_url: str | None = setting(
        "Direct address of the database, if SHOWGROUND_DATABASE_URL leads to a connection pooler. Used for listeners,"
        " workers and migrations. Default: SHOWGROUND_DATABASE_URL.",
        values.read_postgres,
    )
    replica_url: str | None = setting(
        "Address of a streaming replica that serves public reads. While it lags or is down, the primary serves them.",
        values.read_postgres,
    )
    redis_url: str | None = setting(
        "Address of a Redis server, to share rate limits between processes and machines. Default: each process counts"
        " on its own and enforces its share of each limit.",
        values.read_redis,
    )
    env: Literal["development", "production"] = setting(
        "`development` or `production`. Production requires https and email, loads no demo data and logs JSON lines.",
        values.one_of("development", "production"),
        "development",
    )
    secret: str | None = setting(
        "Key used to sign links and events; the same for all processes. Required in production. Default: generated on"
        " the first start and stored in the data folder.",
        values.read_secret,
    )
    trusted_proxies: tuple[Network, ...] = setting(
        "Networks of your proxies, separated by commas. Only their X-Forwarded-For is trusted.",
        values.read_networks,
        (),
    )
    backup_to: str | None = setting(
        "Where scheduled backups go: the path of a folder, or `s3://BUCKET/FOLDER` for S3-compatible storage. `off`"
        " says that you back up by other means. Default: no scheduled backups.",
        values.read_backup_place,
    )
    backup_hours: int = setting("Hours between scheduled backups.", values.read_count(1, 720), 24)
    backup_keep: int = setting(
        "How many scheduled backups are kept; older ones are deleted.", values.read_count(1, 1000), 14
    )
    s3_url: str | None = setting(
        "Address of the S3-compatible storage, without the bucket, such as https://s3.eu-central-1.amazonaws.com."
        " Default: Amazon S3 in SHOWGROUND_S3_REGION.",
        values.read_address,
    )
    s3_region: str = setting("Region of the storage, as its provider names it.", values.read_region, "us-east-1")
    s3_key_id: str | None = setting("ID of the access key for the storage.")
    s3_secret: str | None = setting("Secret of that access key.")
    log_addresses: bool = setting(
        "Whether the log of requests contains the IP addresses of visitors: `on` or `off`. The shipped privacy policy"
        " says which.",
        values.read_switch,
        default=False,
    )
    metrics_token: str | None = setting("Bearer token that allows reading /metrics from other machines.")
    traces_url: str | None = setting(
        "Address of the OTLP/HTTP collector that receives traces, such as http://127.0.0.1:4318. Requires the packages"
        " of `showground[traces]`. Default: no traces.",
        values.read_address,
    )
    search_meaning: Literal["table", "encoder"] = setting(
        "How search compares meanings: `table` needs nothing else; `encoder` reads whole sentences, costs milliseconds"
        " per search and 60 MB per process, and requires the packages of `showground[meaning]`. See docs/search.md.",
        values.one_of("table", "encoder"),
        "table",
    )
    ca_file: Path | None = setting(
        "File of additional CA certificates to trust for outgoing https.", paths.read_certificates
    )
    smtp_url: str | None = setting(
        "Address of your mail server: smtp://, smtps:// or smtp+starttls://. Default: emails are stored, not sent."
    )
    mail_from: str = setting(
        "Sender of all email: an address, or a name with an address. Without a name, the site's name is used.",
        str,
        "no-reply@localhost",
    )
    mail_report_secret: str | None = setting(
        "Secret with which a mail server reports bounces and complaints to /mail/reports, at least 32 characters."
        " Default: only `showground mail report` takes them.",
        values.read_secret,
    )
    staff_passkey: bool | None = setting(
        "Whether staff must sign in with a passkey to open /admin: `on` or `off`. Default: on in production, off in"
        " development.",
        values.read_switch,
    )
    github_client_id: str | None = setting(
        "Client ID of your GitHub OAuth app. Set the app's callback to /sign-in/with/github/back on this site. Default:"
        " no sign-in with GitHub."
    )
    github_client_secret: str | None = setting("Client secret of your GitHub OAuth app.")
    github_url: str | None = setting(
        "Address of your GitHub Enterprise Server, used instead of github.com.", values.read_address
    )
    google_client_id: str | None = setting(
        "Client ID of your Google OAuth client. Set its redirect URI to /sign-in/with/google/back on this site."
        " Default: no sign-in with Google."
    )
    google_client_secret: str | None = setting("Client secret of your Google OAuth client.")
    google_url: str | None = setting("Alternative address of Google's sign-in, for tests.", values.read_address)
    fetch_allow: tuple[Network, ...] = setting(
        "Networks that Showground may fetch from besides public addresses, on any port. For tests and intranets.",
        values.read_networks,
        (),
    )
    dns_server: tuple[str, int] | None = setting(
        "IP address and port of the DNS resolver for claims and fetching, such as 127.0.0.1:53. Default: the system's"
        " resolver.",
        values.read_server,
    )
    crawl_seconds: float = setting(
        "Seconds between two requests to one website, over all processes: for drafts, badges and claims. A longer"
        " Crawl-delay of its robots.txt is honoured up to 3 seconds. 0 means no pause at all; for tests and intranets.",
        values.read_seconds(60),
        1.0,
    )
    model: str | None = setting(
        "Language model that writes drafts: `anthropic:NAME`, `openai:NAME`, or a model name known to the server at"
        " SHOWGROUND_MODEL_URL. Default: drafts are made without a model."
    )
    model_url: str | None = setting(
        "Address of a server compatible with the OpenAI or Anthropic API.", values.read_address
    )
    model_key: str | None = setting("API key for the model.")
    browser_origins: tuple[str, ...] = setting(
        "Origins of web apps that may call /mcp from a browser, separated by commas, such as"
        " `https://inspector.example`. `*` allows any: only tokens count there, never cookies. Default: none.",
        values.read_origins,
        (),
    )
    content_signals: str | None = setting(
        "What AI and search companies may do with the public pages, stated in robots.txt as Content-Signal, such as"
        " `search=yes, ai-input=yes, ai-train=no`. Default: nothing is stated.",
        values.read_content_signals,
    )
    data_license: str | None = setting(
        "Under what terms others may use the public data, stated in the nightly dump, such as `CC BY 4.0,"
        " https://creativecommons.org/licenses/by/4.0/`. Default: nothing is stated."
    )
    websub_hub: str | None = setting(
        "Address of a WebSub hub, such as https://pubsubhubbub.appspot.com/. Feeds name it, and it is told when they"
        " change. Default: no hub.",
        values.read_address,
    )
    indexnow_key: str | None = setting(
        "Key of your own choice for IndexNow, 8 to 128 letters, digits and dashes. Search engines are then told of"
        " changed pages, and find the key at /KEY.txt. Default: they are not told.",
        values.read_indexnow_key,
    )
    indexnow_url: str = setting(
        "Address that is told of changed pages.", values.read_address, "https://api.indexnow.org/indexnow"
    )
    security_contact: str | None = setting(
        "Email or https address for reports of vulnerabilities, stated in /.well-known/security.txt. Default:"
        " SHOWGROUND_SELLER_EMAIL, or else the contact email of /admin/brand, or the page for reports of abuse.",
        values.read_contact,
    )
    rate_limits: float | None = setting(
        "Rate limits: `on`, `off`, or a factor such as `x100`.", values.read_factor, 1.0
    )
    fastpath_send: bool = setting(
        "`off` sends cached answers through uvicorn's public interface. They stay the same but cost more CPU time. For"
        " use if another version of uvicorn causes trouble.",
        values.read_switch,
        default=True,
    )
    fastpath_mcp: bool = setting(
        "`off` lets the MCP SDK answer every call. The answers stay the same but cost more CPU time. For use if another"
        " version of the SDK causes trouble.",
        values.read_switch,
        default=True,
    )
