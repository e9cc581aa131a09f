"""Every setting: its name, meaning and default."""

import os
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from datetime import timedelta
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from showground.core.brand import SHIPPED_NAME
from showground.core.data_folder import default_data_dir
from showground.settings import values
from showground.settings.values import Network

if TYPE_CHECKING:
    from showground.backup import BackupPlan, BackupStore
    from showground.orders import TaxSeller

PREFIX = "SHOWGROUND_"
DEVELOPMENT_COUNTRY = "DE"  # used if the seller's country is not set; in production it is required


def _setting(meaning: str, read: Callable[[str], Any] = str, default: Any = None) -> Any:
    return field(default=default, metadata={"meaning": meaning, "read": read})


def _data_dir(meaning: str) -> Any:
    """A setting whose default depends on the environment, so it is computed on start."""
    factory = partial(default_data_dir, os.environ)
    return field(default_factory=factory, metadata={"meaning": meaning, "read": Path})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an operator may set."""

    site_url: str = _setting("Public origin of the site.", values.read_origin, "http://localhost:8000")
    site_name: str = _setting("The site's name, unless it is set at /admin/brand.", str, SHIPPED_NAME)
    languages: tuple[str, ...] = _setting(
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
    brand_file: Path | None = _setting(
        "TOML file with the site's brand; see docs/brand.md. Its values can't be changed at /admin/brand. Default:"
        " `brand.toml` in the data folder, if there is one.",
        values.read_file,
    )
    theme_dir: Path | None = _setting(
        "Folder with templates and CSS of your own; see docs/themes.md. Default: `theme` in the data folder, if there"
        " is one.",
        values.read_folder,
    )
    database_url: str | None = _setting(
        "Address of a PostgreSQL server, 15 or newer. Default: the embedded PostgreSQL.", values.read_postgres
    )
    direct_url: str | None = _setting(
        "Direct address of the database, if SHOWGROUND_DATABASE_URL leads to a connection pooler. Used for listeners,"
        " workers and migrations. Default: SHOWGROUND_DATABASE_URL.",
        values.read_postgres,
    )
    replica_url: str | None = _setting(
        "Address of a streaming replica that serves public reads. While it lags or is down, the primary serves them.",
        values.read_postgres,
    )
    redis_url: str | None = _setting(
        "Address of a Redis server, to share rate limits between processes and machines. Default: each process counts"
        " on its own and enforces its share of each limit.",
        values.read_redis,
    )
    env: Literal["development", "production"] = _setting(
        "`development` or `production`. Production requires https and email, loads no demo data and logs JSON lines.",
        values.one_of("development", "production"),
        "development",
    )
    secret: str | None = _setting(
        "Key used to sign links and events; the same for all processes. Required in production. Default: generated on"
        " the first start and stored in the data folder.",
        values.read_secret,
    )
    payments: Literal["sandbox", "stripe", "off"] = _setting(
        "Payment provider: `sandbox` (test mode, no money moves; not allowed in production), `stripe` or `off`.",
        values.one_of("sandbox", "stripe", "off"),
        "sandbox",
    )
    stripe_key: str | None = _setting("Secret key of your Stripe account.")
    stripe_webhook_secret: str | None = _setting("Signing secret of your Stripe webhook for /payments/stripe.")
    stripe_url: str | None = _setting("Alternative address of Stripe's API, for tests.", values.read_address)
    seller_name: str | None = _setting("The seller's name on invoices. Default: the site's name.")
    seller_address: str | None = _setting("The seller's address on invoices. Separate lines with `;`.")
    seller_country: str | None = _setting(
        "The seller's country, which determines VAT. Required before `stripe` takes payments in production, here or at"
        " /admin/seller. Default in development:"
        " `DE`.",
        values.read_country,
    )
    seller_vat: str | None = _setting("The seller's VAT number on invoices.")
    seller_tax_number: str | None = _setting(
        "The seller's national tax number on invoices, for a small business without a VAT number."
    )
    seller_email: str | None = _setting(
        "Email address at which buyers can reach the seller. Shown at checkout, on the terms page and in receipts."
        " Required with `stripe` in production.",
        values.read_email,
    )
    seller_phone: str | None = _setting("The seller's phone number, shown with the email address.")
    tax_regime: str | None = _setting(
        "Tax rules that apply to the seller: `eu-oss`, `eu-local`, `eu-threshold`, `small-business`, `own-tax` or"
        " `none`. docs/tax.md explains each. Default: `eu-oss` for a seller in the EU, otherwise `none`.",
        values.read_tax_regime,
    )
    tax_registrations: frozenset[str] = _setting(
        "Other countries in which the seller is registered to collect tax, separated by commas, such as `GB,CH`. `EU`"
        " stands for the non-Union one-stop shop.",
        values.read_tax_registrations,
        frozenset(),
    )
    tax_rates: Path | None = _setting(
        "CSV file with tax rates that override or extend the shipped ones. docs/tax.md describes its format.",
        values.read_tax_rates,
    )
    tax_exemption: str | None = _setting(
        "Exemption notice on a `small-business` invoice. Default: the usual wording in the seller's country."
    )
    country_header: str | None = _setting(
        "Request header in which your proxy reports the visitor's country, such as `CF-IPCountry`. Stored as evidence"
        " of where a buyer is located, and counted by day for owners' statistics. Only trusted from"
        " SHOWGROUND_TRUSTED_PROXIES. Default: countries are not counted.",
        values.read_header_name,
    )
    order_prefix: str = _setting(
        "Prefix of order numbers, such as `SG` in SG-2026-000001: 1 to 8 capital letters and digits. Use a different"
        " prefix for each site that shares a payment account.",
        values.read_prefix,
        "SG",
    )
    invoice_prefix: str = _setting(
        "Prefix of invoice numbers: 1 to 8 capital letters and digits.", values.read_prefix, "INV"
    )
    credit_note_prefix: str = _setting(
        "Prefix of credit note numbers: 1 to 8 capital letters and digits, different from the invoice prefix.",
        values.read_prefix,
        "CN",
    )
    exchange_rates: str | None = _setting(
        "Path or https address of a European Central Bank `eurofxref` file (XML or CSV) with its reference rates, used"
        " to state VAT in the seller's currency on invoices. Default: the bank's own address in production; none in"
        " development.",
        values.read_exchange_rates,
    )
    seller_currency: str | None = _setting(
        "Currency of the seller's books, such as `EUR`. Invoices also state the VAT in this currency. Default: the"
        " currency of the seller's country.",
        values.read_currency,
    )
    books_years: int = _setting(
        "Years to store orders, documents, payments, refunds and tax evidence after the end of the year they are from,"
        " 5 to 50. After that they are deleted. Ask your accountant; the one-stop shop requires 10.",
        values.read_years,
        10,
    )
    vies_url: str = _setting(
        "Address of the service that validates VAT numbers.",
        values.read_address,
        "https://ec.europa.eu/taxation_customs/vies/rest-api",
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        "Networks of your proxies, separated by commas. Only their X-Forwarded-For is trusted.",
        values.read_networks,
        (),
    )
    backup_to: str | None = _setting(
        "Where scheduled backups go: the path of a folder, or `s3://BUCKET/FOLDER` for S3-compatible storage. `off`"
        " says that you back up by other means. Default: no scheduled backups.",
        values.read_backup_place,
    )
    backup_hours: int = _setting("Hours between scheduled backups.", values.read_count(1, 720), 24)
    backup_keep: int = _setting(
        "How many scheduled backups are kept; older ones are deleted.", values.read_count(1, 1000), 14
    )
    s3_url: str | None = _setting(
        "Address of the S3-compatible storage, without the bucket, such as https://s3.eu-central-1.amazonaws.com."
        " Default: Amazon S3 in SHOWGROUND_S3_REGION.",
        values.read_address,
    )
    s3_region: str = _setting("Region of the storage, as its provider names it.", values.read_region, "us-east-1")
    s3_key_id: str | None = _setting("ID of the access key for the storage.")
    s3_secret: str | None = _setting("Secret of that access key.")
    log_addresses: bool = _setting(
        "Whether the log of requests contains the IP addresses of visitors: `on` or `off`. The shipped privacy policy"
        " says which.",
        values.read_switch,
        default=False,
    )
    metrics_token: str | None = _setting("Bearer token that allows reading /metrics from other machines.")
    traces_url: str | None = _setting(
        "Address of the OTLP/HTTP collector that receives traces, such as http://127.0.0.1:4318. Requires the packages"
        " of `showground[traces]`. Default: no traces.",
        values.read_address,
    )
    ca_file: Path | None = _setting(
        "File of additional CA certificates to trust for outgoing https.", values.read_certificates
    )
    smtp_url: str | None = _setting(
        "Address of your mail server: smtp://, smtps:// or smtp+starttls://. Default: emails are stored, not sent."
    )
    mail_from: str = _setting(
        "Sender of all email: an address, or a name with an address. Without a name, the site's name is used.",
        str,
        "no-reply@localhost",
    )
    mail_report_secret: str | None = _setting(
        "Secret with which a mail server reports bounces and complaints to /mail/reports, at least 32 characters."
        " Default: only `showground mail report` takes them.",
        values.read_secret,
    )
    staff_passkey: bool | None = _setting(
        "Whether staff must sign in with a passkey to open /admin: `on` or `off`. Default: on in production, off in"
        " development.",
        values.read_switch,
    )
    github_client_id: str | None = _setting(
        "Client ID of your GitHub OAuth app. Set the app's callback to /sign-in/with/github/back on this site. Default:"
        " no sign-in with GitHub."
    )
    github_client_secret: str | None = _setting("Client secret of your GitHub OAuth app.")
    github_url: str | None = _setting(
        "Address of your GitHub Enterprise Server, used instead of github.com.", values.read_address
    )
    google_client_id: str | None = _setting(
        "Client ID of your Google OAuth client. Set its redirect URI to /sign-in/with/google/back on this site."
        " Default: no sign-in with Google."
    )
    google_client_secret: str | None = _setting("Client secret of your Google OAuth client.")
    google_url: str | None = _setting("Alternative address of Google's sign-in, for tests.", values.read_address)
    fetch_allow: tuple[Network, ...] = _setting(
        "Networks that Showground may fetch from besides public addresses, on any port. For tests and intranets.",
        values.read_networks,
        (),
    )
    dns_server: tuple[str, int] | None = _setting(
        "IP address and port of the DNS resolver for claims and fetching, such as 127.0.0.1:53. Default: the system's"
        " resolver.",
        values.read_server,
    )
    model: str | None = _setting(
        "Language model that writes drafts: `anthropic:NAME`, `openai:NAME`, or a model name known to the server at"
        " SHOWGROUND_MODEL_URL. Default: drafts are made without a model."
    )
    model_url: str | None = _setting(
        "Address of a server compatible with the OpenAI or Anthropic API.", values.read_address
    )
    model_key: str | None = _setting("API key for the model.")
    browser_origins: tuple[str, ...] = _setting(
        "Origins of web apps that may call /mcp from a browser, separated by commas, such as"
        " `https://inspector.example`. `*` allows any: only tokens count there, never cookies. Default: none.",
        values.read_origins,
        (),
    )
    content_signals: str | None = _setting(
        "What AI and search companies may do with the public pages, stated in robots.txt as Content-Signal, such as"
        " `search=yes, ai-input=yes, ai-train=no`. Default: nothing is stated.",
        values.read_content_signals,
    )
    data_license: str | None = _setting(
        "Under what terms others may use the public data, stated in the nightly dump, such as `CC BY 4.0,"
        " https://creativecommons.org/licenses/by/4.0/`. Default: nothing is stated."
    )
    websub_hub: str | None = _setting(
        "Address of a WebSub hub, such as https://pubsubhubbub.appspot.com/. Feeds name it, and it is told when they"
        " change. Default: no hub.",
        values.read_address,
    )
    indexnow_key: str | None = _setting(
        "Key of your own choice for IndexNow, 8 to 128 letters, digits and dashes. Search engines are then told of"
        " changed pages, and find the key at /KEY.txt. Default: they are not told.",
        values.read_indexnow_key,
    )
    indexnow_url: str = _setting(
        "Address that is told of changed pages.", values.read_address, "https://api.indexnow.org/indexnow"
    )
    security_contact: str | None = _setting(
        "Email or https address for reports of vulnerabilities, stated in /.well-known/security.txt. Default:"
        " SHOWGROUND_SELLER_EMAIL, or else the page for reports of abuse.",
        values.read_contact,
    )
    rate_limits: float | None = _setting(
        "Rate limits: `on`, `off`, or a factor such as `x100`.", values.read_factor, 1.0
    )
    fastpath_send: bool = _setting(
        "`off` sends cached answers through uvicorn's public interface. They stay the same but cost more CPU time. For"
        " use if another version of uvicorn causes trouble.",
        values.read_switch,
        default=True,
    )
    fastpath_mcp: bool = _setting(
        "`off` lets the MCP SDK answer every call. The answers stay the same but cost more CPU time. For use if another"
        " version of the SDK causes trouble.",
        values.read_switch,
        default=True,
    )

    @property
    def asks_staff_for_passkey(self) -> bool:
        return self.env == "production" if self.staff_passkey is None else self.staff_passkey

    def find_brand_file(self) -> Path | None:
        """The brand's file; None if there is none."""
        usual = self.data_dir / "brand.toml"
        return self.brand_file or (usual if usual.is_file() else None)

    def find_theme(self) -> Path | None:
        """The folder of the theme; None if there is none."""
        usual = self.data_dir / "theme"
        return self.theme_dir or (usual if usual.is_dir() else None)

    def backup_store(self) -> "BackupStore | None":
        """Where scheduled backups go; None if there are none."""
        if self.backup_to in (None, "off"):
            return None
        from showground.backup import open_store  # noqa: PLC0415 - few commands need it

        url = self.s3_url or f"https://s3.{self.s3_region}.amazonaws.com"
        keys = (self.s3_key_id or "", self.s3_secret or "", self.s3_region)
        return open_store(self.backup_to, url, keys, self.dns_server, self.ca_file)

    def backup_days(self) -> int | None:
        """After how many days the oldest scheduled backup is deleted; None if there are none."""
        return None if self.backup_to in (None, "off") else ceil(self.backup_keep * self.backup_hours / 24)

    def backup_plan(self, conninfo: str) -> "BackupPlan | None":
        """How backups are scheduled, of the database at this address."""
        store = self.backup_store()
        if store is None:
            return None
        from showground.backup import BackupPlan, Source  # noqa: PLC0415

        source = Source(self.direct_url or conninfo, None if self.secret else self.data_dir / "secret")
        return BackupPlan(source, store, timedelta(hours=self.backup_hours), self.backup_keep)

    def currency_of_seller(self) -> str:
        """The currency that the seller keeps books in."""
        from showground.orders import usual_currency  # noqa: PLC0415 - few commands need what is sold

        return self.seller_currency or usual_currency(self.seller_country or DEVELOPMENT_COUNTRY)

    def exchange_place(self) -> str | None:
        """Where exchange rates come from; None if none are needed."""
        if self.exchange_rates or self.env != "production":
            return self.exchange_rates
        from showground.orders import EUROPEAN_CENTRAL_BANK  # noqa: PLC0415 - few commands need what is sold

        return EUROPEAN_CENTRAL_BANK

    def tax_seller(self) -> "TaxSeller":
        """The seller as tax rules see them."""
        from showground.orders import describe_seller  # noqa: PLC0415 - few commands need what is sold

        return describe_seller(
            self.seller_country or DEVELOPMENT_COUNTRY,
            regime=self.tax_regime,
            number=self.seller_vat,
            tax_number=self.seller_tax_number,
            registrations=self.tax_registrations,
            rates=self.tax_rates,
        )


def describe() -> str:
    """docs/settings.md."""
    rows = ["| setting | meaning | default |", "|---|---|---|"]
    for f in fields(Settings):
        default = (
            ""
            if f.default in (None, (), frozenset(), MISSING)
            else "`on`"
            if f.name == "rate_limits" or f.default is True
            else "`off`"
            if f.default is False
            else f"`{','.join(Settings.languages)}`"
            if f.name == "languages"
            else f"`{f.default}`"
        )
        rows.append(f"| `{PREFIX}{f.name.upper()}` | {f.metadata['meaning']} | {default} |")
    intro = (
        "# Settings\n\nShowground reads these environment variables when it starts. It refuses to start if a variable"
        f" that begins with `{PREFIX}` is unknown or a value is invalid, and tells you which one and how to fix"
        " it.\n\n"
    )
    return intro + "\n".join(rows) + "\n"
