"""Every setting: its name, meaning and default. Read once, by the roots, from the environment."""

import os
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from showground import setting_values
from showground.core.data_folder import default_data_dir
from showground.core.mail.smtp_address import SmtpServer
from showground.setting_values import Network

if TYPE_CHECKING:
    from showground.orders import TaxSeller

PREFIX = "SHOWGROUND_"
DEVELOPMENT_COUNTRY = "DE"  # of a seller who has not said; production asks for it


class BadSettings(Exception):
    """The settings do not fit; each line of the message names one and says how to mend it."""


def _setting(meaning: str, read: Callable[[str], Any] = str, default: Any = None) -> Any:
    return field(default=default, metadata={"meaning": meaning, "read": read})


def _data_dir(meaning: str) -> Any:
    """Its default depends on who starts it."""
    factory = partial(default_data_dir, os.environ)
    return field(default_factory=factory, metadata={"meaning": meaning, "read": Path})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an operator may set."""

    site_url: str = _setting("Public origin of the site.", setting_values.read_origin, "http://localhost:8000")
    site_name: str = _setting("The site's name.", str, "Showground")
    data_dir: Path = _data_dir(
        "Folder of the embedded database and of the secret made on first start; other users cannot look into it."
        " Without it, `data` in the checkout; where Showground was installed as a package, `showground` in"
        " `$XDG_DATA_HOME` or `~/.local/share`, on macOS in `~/Library/Application Support`. As root in a folder closed"
        " to others, the database lies in the system's state folder; `showground doctor` says where."
    )
    database_url: str | None = _setting(
        "Any PostgreSQL 15 or newer. Without it, the embedded one.", setting_values.read_postgres
    )
    direct_url: str | None = _setting(
        "The database's address past a pooler, for listeners and workers. Without it, the same address.",
        setting_values.read_postgres,
    )
    replica_url: str | None = _setting(
        "A streaming replica of the database, for public reads. While it lags or is away, the primary answers them.",
        setting_values.read_postgres,
    )
    redis_url: str | None = _setting(
        "Rate limits shared by several processes or machines. Without it each process counts for itself, with its"
        " part of each limit.",
        setting_values.read_redis,
    )
    env: Literal["development", "production"] = _setting(
        "`development` or `production`, which asks for https and mail, loads no demo, and logs JSON lines.",
        setting_values.one_of("development", "production"),
        "development",
    )
    secret: str | None = _setting(
        "Key that links and events are signed with; the same for all processes. Without it one is made and kept in the"
        " data folder; required in production.",
        setting_values.read_secret,
    )
    payments: Literal["sandbox", "stripe", "off"] = _setting(
        "How orders are paid: `sandbox` (test mode, no money moves; refused in production), `stripe` or `off`.",
        setting_values.one_of("sandbox", "stripe", "off"),
        "sandbox",
    )
    stripe_key: str | None = _setting("Secret key of your Stripe account.")
    stripe_webhook_secret: str | None = _setting("Signing secret of the webhook that Stripe has for /payments/stripe.")
    stripe_url: str | None = _setting("Another address of Stripe's API, for tests.", setting_values.read_address)
    seller_name: str | None = _setting("Who sells, as it stands on invoices. Without it, the site's name.")
    seller_address: str | None = _setting("The seller's address on invoices; lines are separated by `;`.")
    seller_country: str | None = _setting(
        "The seller's country, which decides about VAT. In development `DE` without it; required with `stripe` in"
        " production.",
        setting_values.read_country,
    )
    seller_vat: str | None = _setting("The seller's VAT number on invoices.")
    seller_tax_number: str | None = _setting(
        "The seller's national tax number on invoices, for a small business that has no VAT number."
    )
    seller_email: str | None = _setting(
        "Where buyers reach the seller: shown at the checkout, on the terms page and in receipts. Required with"
        " `stripe` in production.",
        setting_values.read_email,
    )
    seller_phone: str | None = _setting("The seller's telephone number, shown with the email address.")
    tax_regime: str | None = _setting(
        "What tax the seller accounts for: `eu-oss`, `eu-local`, `eu-threshold`, `small-business`, `own-tax` or `none`;"
        " docs/tax.md explains each. Without it `eu-oss` for a seller in the EU, else `none`.",
        setting_values.read_tax_regime,
    )
    tax_registrations: frozenset[str] = _setting(
        "Countries besides the seller's own whose tax the seller collects, separated by commas, such as `GB,CH`; `EU`"
        " for the non-Union one-stop shop.",
        setting_values.read_tax_registrations,
        frozenset(),
    )
    tax_rates: Path | None = _setting(
        "CSV file with tax rates that correct or extend the shipped ones; docs/tax.md shows its form.",
        setting_values.read_tax_rates,
    )
    tax_exemption: str | None = _setting(
        "What a `small-business` writes on invoices. Without it, the usual words of the seller's country."
    )
    country_header: str | None = _setting(
        "Request header in which your proxy names the visitor's country, such as `CF-IPCountry`: kept as evidence of"
        " where a buyer is. It counts only from SHOWGROUND_TRUSTED_PROXIES.",
        setting_values.read_header_name,
    )
    order_prefix: str = _setting(
        "What order numbers begin with, such as `SG` in SG-2026-000001: 1 to 8 capital letters and digits. Sites that"
        " share one payment account should differ in it.",
        setting_values.read_prefix,
        "SG",
    )
    invoice_prefix: str = _setting(
        "What invoice numbers begin with: 1 to 8 capital letters and digits.", setting_values.read_prefix, "INV"
    )
    credit_note_prefix: str = _setting(
        "What numbers of credit notes begin with: 1 to 8 capital letters and digits, others than those of invoices.",
        setting_values.read_prefix,
        "CN",
    )
    exchange_rates: str | None = _setting(
        "The European Central Bank's reference rates, for the VAT in the seller's currency on invoices: path or https"
        " address of one of its `eurofxref` files (XML or CSV). Without it the bank's own address in production; none"
        " in development.",
        setting_values.read_exchange_rates,
    )
    seller_currency: str | None = _setting(
        "Currency of the seller's books, such as `EUR`: invoices state the VAT in it as well. Without it, the currency"
        " of the seller's country.",
        setting_values.read_currency,
    )
    books_years: int = _setting(
        "How many years orders, documents, payments, refunds and tax evidence are kept after the end of the year they"
        " are from, then deleted: 5 to 50. Ask your accountant; the one-stop shop asks for 10.",
        setting_values.read_years,
        10,
    )
    vies_url: str = _setting(
        "Register that VAT numbers are looked up in.",
        setting_values.read_address,
        "https://ec.europa.eu/taxation_customs/vies/rest-api",
    )
    trusted_proxies: tuple[Network, ...] = _setting(
        "Networks of your proxies, separated by commas: whose X-Forwarded-For counts.", setting_values.read_networks, ()
    )
    metrics_token: str | None = _setting("Who may read /metrics from elsewhere than loopback, as a Bearer token.")
    traces_url: str | None = _setting(
        "OTLP/HTTP collector that traces are sent to, such as http://127.0.0.1:4318. It needs the packages of"
        " `showground[traces]`. Without it there are no traces.",
        setting_values.read_address,
    )
    ca_file: Path | None = _setting("Further certificate roots for outgoing https.", setting_values.read_certificates)
    smtp_url: str | None = _setting(
        "Where mail is handed in: smtp://, smtps:// or smtp+starttls://. Without it mails are kept and not sent."
    )
    mail_from: str = _setting("Sender of mails.", str, "Showground <no-reply@localhost>")
    staff_passkey: bool | None = _setting(
        "Whether staff have to sign in with a passkey before they reach /admin: `on` or `off`. Without it, on in"
        " production and off in development.",
        setting_values.read_switch,
    )
    github_client_id: str | None = _setting(
        "Client ID of your OAuth app at GitHub, whose callback is /sign-in/with/github/back here. Without it nobody"
        " signs in with GitHub."
    )
    github_client_secret: str | None = _setting("Its client secret.")
    github_url: str | None = _setting(
        "Your own GitHub Enterprise Server instead of github.com.", setting_values.read_address
    )
    google_client_id: str | None = _setting(
        "Client ID of your OAuth client at Google, whose redirect URI is /sign-in/with/google/back here. Without it"
        " nobody signs in with Google."
    )
    google_client_secret: str | None = _setting("Its client secret.")
    google_url: str | None = _setting("Another address of Google's sign-in, for tests.", setting_values.read_address)
    fetch_allow: tuple[Network, ...] = _setting(
        "Networks that fetching may reach besides public addresses, any port; for tests and intranets.",
        setting_values.read_networks,
        (),
    )
    dns_server: tuple[str, int] | None = _setting(
        "Resolver for claims and fetching: its address and port, such as 127.0.0.1:53.", setting_values.read_server
    )
    model: str | None = _setting(
        "The language model that drafts: `anthropic:NAME`, `openai:NAME`, or a name that the server at the model's"
        " address knows. Without it drafts are made without a model."
    )
    model_url: str | None = _setting(
        "Address of a server that speaks OpenAI's or Anthropic's language.", setting_values.read_address
    )
    model_key: str | None = _setting("The key for the model.")
    rate_limits: float | None = _setting("`on`, `off`, or a factor such as `x100`.", setting_values.read_factor, 1.0)

    @property
    def asks_staff_for_passkey(self) -> bool:
        return self.env == "production" if self.staff_passkey is None else self.staff_passkey

    def currency_of_seller(self) -> str:
        """The currency that the seller keeps books in."""
        from showground.orders import usual_currency  # noqa: PLC0415 - few commands need what is sold

        return self.seller_currency or usual_currency(self.seller_country or DEVELOPMENT_COUNTRY)

    def exchange_place(self) -> str | None:
        """Where exchange rates come from; None where none are needed."""
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
    if "data_dir" not in values:
        values["data_dir"] = default_data_dir(environ)
        if "database_url" not in values and (left := _left_behind(values["data_dir"])) is not None:
            wrong.append(left)
    if not wrong:
        wrong = _misfits(Settings(**values))
    if wrong:
        raise BadSettings("\n".join(wrong))
    return Settings(**values)


def _left_behind(data_dir: Path) -> str | None:
    """Earlier versions kept the data in the current folder; whoever relied on that must not find an empty site."""
    if data_dir.exists() or not Path("data").is_dir():
        return None
    from showground.core import embedded_postgres  # noqa: PLC0415 - only those who have such a folder need it

    if not embedded_postgres.is_made(Path("data")):
        return None
    old = Path("data").absolute()
    return (
        f"There is a Showground database in {old}, where earlier versions kept it, and none in {data_dir}, where this"
        f" version does. To go on with it, set {PREFIX}DATA_DIR={old}. To begin a new site, `mkdir -p '{data_dir}'`."
    )


def _misfits(settings: Settings) -> list[str]:
    """What does not fit together, and what production does not allow."""
    wrong = _half_pairs(settings)
    if settings.smtp_url is not None:
        try:
            SmtpServer.from_url(settings.smtp_url, settings.mail_from)
        except ValueError as error:
            wrong.append(f"{PREFIX}SMTP_URL or {PREFIX}MAIL_FROM does not fit. {error}")
    wrong += _wrong_model(settings)
    if settings.traces_url is not None:
        from showground.core import tracing  # noqa: PLC0415 - imports asyncio, which `--help` does without

        if not tracing.is_installed():
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
    wrong += _wrong_prefixes(settings)
    wrong += _wrong_tax(settings)
    if settings.env != "production":
        return wrong
    if settings.secret is None:
        wrong.append(f"{PREFIX}SECRET must be set in production, the same for all processes.")
    if settings.payments == "sandbox":
        wrong.append(f"{PREFIX}PAYMENTS must be stripe or off in production: the sandbox takes no money.")
    if settings.payments == "stripe":
        wrong += find_missing_for_sales(settings)
    addresses = {"SITE_URL": settings.site_url, "GITHUB_URL": settings.github_url, "GOOGLE_URL": settings.google_url}
    wrong += [
        f"{PREFIX}{name} must begin with https:// in production."
        for name, address in addresses.items()
        if address is not None and not address.startswith("https://")
    ]
    if settings.smtp_url is None:
        wrong.append(f"{PREFIX}SMTP_URL must be set in production: people sign in by mail.")
    return wrong


def _wrong_prefixes(settings: Settings) -> list[str]:
    """Numbers of invoices and credit notes never look alike, and only test documents say TEST."""
    prefixes = {"INVOICE_PREFIX": settings.invoice_prefix, "CREDIT_NOTE_PREFIX": settings.credit_note_prefix}
    wrong = [
        f"{PREFIX}{name} must not be TEST: numbers of test documents begin with it."
        for name, prefix in prefixes.items()
        if prefix == "TEST"
    ]
    if settings.invoice_prefix == settings.credit_note_prefix:
        wrong.append(f"{PREFIX}CREDIT_NOTE_PREFIX must differ from {PREFIX}INVOICE_PREFIX.")
    return wrong


def _wrong_tax(settings: Settings) -> list[str]:
    """What does not fit among the seller's tax settings; most sites set none of them."""
    if not (settings.seller_country or settings.seller_vat or settings.tax_regime or settings.tax_registrations):
        return []
    from showground.orders import find_conflicts  # noqa: PLC0415 - few commands need what is sold

    return [f"{PREFIX}{problem}" for problem in find_conflicts(settings.tax_seller())]


def find_missing_for_sales(settings: Settings) -> list[str]:
    """What the law asks for before real money is taken."""
    if settings.seller_country is None:
        return [f"{PREFIX}SELLER_COUNTRY must be set in production with stripe: tax depends on it."]
    from showground.orders import find_missing  # noqa: PLC0415

    wrong = [
        f"{PREFIX}{name} must be set in production with stripe: invoices must show it."
        for name, value in (("SELLER_NAME", settings.seller_name), ("SELLER_ADDRESS", settings.seller_address))
        if value is None
    ]
    if settings.seller_email is None:
        wrong.append(f"{PREFIX}SELLER_EMAIL must be set in production with stripe: buyers must be able to reach you.")
    return wrong + [f"{PREFIX}{problem}" for problem in find_missing(settings.tax_seller())]


def _wrong_model(settings: Settings) -> list[str]:
    if settings.model is None:
        if settings.model_url or settings.model_key:
            return [f"{PREFIX}MODEL must name the model that {PREFIX}MODEL_URL and {PREFIX}MODEL_KEY are for."]
        return []
    if settings.model.endswith(":"):
        return [f"{PREFIX}MODEL must name a model, such as anthropic:NAME or openai:NAME."]
    if settings.model_url is None and settings.model_key is None:
        return [f"{PREFIX}MODEL needs {PREFIX}MODEL_KEY, or {PREFIX}MODEL_URL of a server that asks for none."]
    return []


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
        default = (
            ""
            if f.default in (None, (), frozenset(), MISSING)
            else "`on`"
            if f.name == "rate_limits"
            else f"`{f.default}`"
        )
        rows.append(f"| `{PREFIX}{f.name.upper()}` | {f.metadata['meaning']} | {default} |")
    intro = (
        "# Settings\n\nShowground reads these from the environment when it starts. An unknown name that begins with"
        f" `{PREFIX}`, or a value that does not fit, stops the start with a sentence that names it.\n\n"
    )
    return intro + "\n".join(rows) + "\n"
