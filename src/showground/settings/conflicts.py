"""Settings that are valid one by one but not together, and those that production requires."""

from showground.core.languages.catalogue import find_catalogues, list_shipped
from showground.core.mail.smtp_address import SmtpServer
from showground.settings.declare import PREFIX
from showground.settings.settings import Settings


def find_problems(settings: Settings) -> list[str]:
    """Errors in combinations of settings, and settings that production does not allow."""
    wrong = _half_pairs(settings)
    if settings.smtp_url is not None:
        try:
            SmtpServer.from_url(settings.smtp_url, settings.mail_from)
        except ValueError as error:
            wrong.append(f"{PREFIX}SMTP_URL or {PREFIX}MAIL_FROM is not valid. {error}")
    wrong += _wrong_model(settings)
    if settings.traces_url is not None:
        from showground.core import trace_export  # noqa: PLC0415 - imports asyncio, which `--help` does without

        if not trace_export.is_installed():
            wrong.append(
                f"{PREFIX}TRACES_URL needs packages that are not installed: run `pip install 'showground[traces]'`."
            )
    if settings.payments == "stripe":
        wrong += [
            f"{PREFIX}{name} is required with {PREFIX}PAYMENTS=stripe."
            for name, value in (
                ("STRIPE_KEY", settings.stripe_key),
                ("STRIPE_WEBHOOK_SECRET", settings.stripe_webhook_secret),
            )
            if value is None
        ]
    wrong += _missing_catalogues(settings)
    wrong += _wrong_storage(settings)
    wrong += _wrong_prefixes(settings)
    wrong += _wrong_tax(settings)
    if settings.env != "production":
        return wrong
    if settings.secret is None:
        wrong.append(
            f"{PREFIX}SECRET is required in production. Generate one with `openssl rand -hex 32`, and use it for all"
            " processes."
        )
    if settings.payments == "sandbox":
        wrong.append(f"{PREFIX}PAYMENTS must be stripe or off in production: the sandbox charges no money.")
    addresses = {"SITE_URL": settings.site_url, "GITHUB_URL": settings.github_url, "GOOGLE_URL": settings.google_url}
    addresses["S3_URL"] = settings.s3_url
    wrong += [
        f"{PREFIX}{name} must begin with https:// in production."
        for name, address in addresses.items()
        if address is not None and not address.startswith("https://")
    ]
    if settings.smtp_url is None:
        wrong.append(f"{PREFIX}SMTP_URL is required in production: people sign in by email.")
    return wrong


def _missing_catalogues(settings: Settings) -> list[str]:
    theme = settings.find_theme()
    folder = theme or settings.data_dir / "theme"
    return [
        f"{PREFIX}LANGUAGES names `{code}`, but there is no catalogue for it. Shipped are {', '.join(list_shipped())}."
        f" To add it, create {folder / 'locale' / f'{code}.po'}; docs/languages.md says how."
        for code in settings.languages
        if code != "en" and not find_catalogues(code, theme)
    ]


def _wrong_storage(settings: Settings) -> list[str]:
    keys = {"S3_KEY_ID": settings.s3_key_id, "S3_SECRET": settings.s3_secret}
    if (settings.backup_to or "").startswith("s3://"):
        return [
            f"{PREFIX}{name} is required with {PREFIX}BACKUP_TO={settings.backup_to}."
            for name, value in keys.items()
            if value is None
        ]
    return [
        f"{PREFIX}{name} is for storage, but {PREFIX}BACKUP_TO names none. Set that to s3://BUCKET, or unset"
        f" {PREFIX}{name}."
        for name, value in {**keys, "S3_URL": settings.s3_url}.items()
        if value is not None
    ]


def _wrong_prefixes(settings: Settings) -> list[str]:
    """Invoices and credit notes need different prefixes, and TEST is reserved for test documents."""
    prefixes = {"INVOICE_PREFIX": settings.invoice_prefix, "CREDIT_NOTE_PREFIX": settings.credit_note_prefix}
    wrong = [
        f"{PREFIX}{name} must not be TEST: that prefix is reserved for test documents."
        for name, prefix in prefixes.items()
        if prefix == "TEST"
    ]
    if settings.invoice_prefix == settings.credit_note_prefix:
        wrong.append(f"{PREFIX}CREDIT_NOTE_PREFIX must differ from {PREFIX}INVOICE_PREFIX.")
    return wrong


def _wrong_tax(settings: Settings) -> list[str]:
    """Conflicts between the seller's tax settings; most sites set none of them."""
    if not (settings.seller_country or settings.seller_vat or settings.tax_regime or settings.tax_registrations):
        return []
    from showground.orders import find_conflicts  # noqa: PLC0415 - few commands need what is sold

    return [f"{PREFIX}{problem.setting}" for problem in find_conflicts(settings.tax_seller())]


def _wrong_model(settings: Settings) -> list[str]:
    if settings.model is None:
        if settings.model_url or settings.model_key:
            return [f"{PREFIX}MODEL must name the model that {PREFIX}MODEL_URL and {PREFIX}MODEL_KEY are for."]
        return []
    if settings.model.endswith(":"):
        return [f"{PREFIX}MODEL must name a model, such as anthropic:NAME or openai:NAME."]
    if settings.model_url is None and settings.model_key is None:
        return [f"{PREFIX}MODEL needs {PREFIX}MODEL_KEY, or a {PREFIX}MODEL_URL whose server needs no key."]
    return []


def _half_pairs(settings: Settings) -> list[str]:
    wrong: list[str] = []
    for name, client_id, secret in (
        ("GITHUB", settings.github_client_id, settings.github_client_secret),
        ("GOOGLE", settings.google_client_id, settings.google_client_secret),
    ):
        if (client_id is None) != (secret is None):
            missing, given = ("ID", "SECRET") if client_id is None else ("SECRET", "ID")
            wrong.append(f"{PREFIX}{name}_CLIENT_{missing} is required with {PREFIX}{name}_CLIENT_{given}.")
    return wrong
