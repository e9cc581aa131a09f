"""What an operator may set, and what is said when it does not fit."""

from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from showground.core import data_folder
from showground.settings import BadSettings, Settings, describe, read_settings
from tests.support.certificates import Authority
from tests.support.command import ROOT
from tests.support.folders import as_ordinary_user

PRODUCTION = {
    "SHOWGROUND_ENV": "production",
    "SHOWGROUND_SITE_URL": "https://launches.example",
    "SHOWGROUND_SMTP_URL": "smtps://user:hunter2@mail.example",
    "SHOWGROUND_SECRET": "0123456789abcdef0123456789abcdef",
    "SHOWGROUND_PAYMENTS": "off",
}
NO_ORIGINS = (
    "launches.example",
    "ftp://a.example",
    "https://",
    "https://a.example/path",
    "https://a.example?x",
    "https://a.example#x",
    "https://user@a.example",
    "https://a.example:port",
    "https://[::1",
    "https://[::::]",
    "https://a.example:0",
    "https://a.example:99999",
    "https://a..example",
    "https://-a.example",
)


def refusal(**environ: str) -> str:
    with pytest.raises(BadSettings) as caught:
        read_settings({f"SHOWGROUND_{name.upper()}": value for name, value in environ.items()})
    return str(caught.value)


def test_without_any_setting_there_are_defaults() -> None:
    settings = read_settings({"PATH": "/bin", "HOME": "/root"})
    assert settings == Settings()
    assert settings.site_url == "http://localhost:8000"
    assert settings.site_name == "Showground"
    assert settings.data_dir == ROOT / "data"
    assert settings.env == "development"
    assert settings.rate_limits == 1.0
    assert settings.trusted_proxies == settings.fetch_allow == ()
    assert settings.database_url is settings.redis_url is settings.smtp_url is settings.metrics_token is None


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/showground"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data/ada"}, "/data/ada/showground"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "relative"}, "/home/ada/.local/share/showground"),
        ("darwin", {"HOME": "/Users/ada"}, "/Users/ada/Library/Application Support/showground"),
    ],
)
def test_an_installed_package_has_a_data_folder_for_each_user(
    platform: str, environ: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_folder, "_checkout", lambda: None)
    assert data_folder.default_data_dir(environ, platform) == Path(folder)


def test_a_database_in_the_current_folder_is_not_left_behind_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_folder, "_checkout", lambda: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data" / "postgres" / "data").mkdir(parents=True)
    home, old = tmp_path / "home", tmp_path / "data"
    default = home / ".local" / "share" / "showground"
    with pytest.raises(BadSettings) as refused:
        read_settings({"HOME": str(home)})
    assert str(refused.value) == (
        f"There is a Showground database in {old}, where earlier versions stored it, but none in {default}, where this"
        f" version looks for it. To keep using it, set SHOWGROUND_DATA_DIR={old}. To start a new site, run"
        f" `mkdir -p '{default}'`."
    )
    assert read_settings({"HOME": str(home), "SHOWGROUND_DATA_DIR": str(old)}).data_dir == old
    assert read_settings({"HOME": str(home), "SHOWGROUND_DATABASE_URL": "postgresql://db/x"}).data_dir == default
    default.mkdir(parents=True)
    assert read_settings({"HOME": str(home)}).data_dir == default


def test_a_folder_called_data_of_somebody_else_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_folder, "_checkout", lambda: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "numbers.csv").write_text("1")
    assert read_settings({"HOME": str(tmp_path)}).data_dir == tmp_path / ".local" / "share" / "showground"


def test_an_empty_value_is_no_value() -> None:
    assert read_settings({"SHOWGROUND_SITE_NAME": " ", "SHOWGROUND_RATE_LIMITS": ""}) == Settings()


@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_database_address_starts_no_other_database_in_production(empty: str) -> None:
    assert read_settings({"SHOWGROUND_DATABASE_URL": empty}).database_url is None
    assert read_settings(PRODUCTION).database_url is None
    with pytest.raises(BadSettings) as refused:
        read_settings(PRODUCTION | {"SHOWGROUND_DATABASE_URL": empty})
    assert str(refused.value) == (
        "SHOWGROUND_DATABASE_URL is empty; perhaps a secret is missing. Set it to an address such as"
        " postgresql://user:password@host/database. To use the embedded PostgreSQL, unset it."
    )


def test_values_are_read(tmp_path: Path) -> None:
    roots = Authority(tmp_path).file
    settings = read_settings(
        {
            "SHOWGROUND_SITE_URL": " https://Launches.example/ ",
            "SHOWGROUND_DATABASE_URL": "postgresql://a:b@db/x",
            "SHOWGROUND_DIRECT_URL": "host=/run/postgresql dbname=x",
            "SHOWGROUND_REDIS_URL": "redis://cache:6379/0",
            "SHOWGROUND_TRUSTED_PROXIES": "10.0.0.0/8, fd00::/8,",
            "SHOWGROUND_FETCH_ALLOW": "127.0.0.1",
            "SHOWGROUND_DNS_SERVER": "[::1]:5353",
            "SHOWGROUND_CA_FILE": str(roots),
            "SHOWGROUND_RATE_LIMITS": "x2.5",
            "SHOWGROUND_MODEL": "llama",
            "SHOWGROUND_MODEL_URL": "HTTPS://models.example/v1/",
        }
    )
    assert settings.site_url == "https://launches.example"
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
    assert settings.fetch_allow == (ip_network("127.0.0.1/32"),)
    assert settings.dns_server == ("::1", 5353)
    assert settings.ca_file == roots
    assert settings.rate_limits == 2.5
    assert settings.model_url == "HTTPS://models.example/v1"
    assert read_settings({"SHOWGROUND_RATE_LIMITS": "off"}).rate_limits is None
    assert read_settings({"SHOWGROUND_RATE_LIMITS": "on"}).rate_limits == 1.0


@pytest.mark.parametrize(
    ("name", "values", "sentence"),
    [
        (
            "site_url",
            NO_ORIGINS,
            "must be an origin such as https://launches.example, without a path.",
        ),
        (
            "database_url",
            ("mysql://a/b", "nonsense", "postgresql://[hunter2", "host=a nonsense=hunter2"),
            "must be an address such as postgresql://user:password@host/database.",
        ),
        (
            "browser_origins",
            ("https://a.example,", "*,https://a.example", "null", "https://a.example/mcp", "https://*.a.example"),
            "must be `*`, or origins such as https://app.example, separated by commas.",
        ),
        (
            "content_signals",
            ("yes", "ai-train=maybe", "search=yes,search=no", "search=yes;ai-train=no", "search=yes\nAllow: /"),
            "must say yes or no to any of search, ai-input and ai-train, such as search=yes, ai-train=no.",
        ),
        (
            "security_contact",
            ("somebody", "http://a.example", "https://", "a@b.example\nX: y"),
            "must be an email address or an address that begins with https://.",
        ),
        ("direct_url", ("nonsense",), "must be an address such as postgresql://user:password@host/database."),
        (
            "redis_url",
            ("http://a", "cache:6379", "redis://a:port", "redis://a:99999"),
            "must be an address such as redis://host:6379/0.",
        ),
        (
            "model_url",
            ("models.example/v1", "ftp://models.example", "http://[a", "https://a:99999/v1", "https://a/v1?key=x"),
            "must be an address such as https://api.example/path, without a query.",
        ),
        ("env", ("prod", "Production"), "must be development or production."),
        ("staff_passkey", ("yes", "ON"), "must be on or off."),
        ("ca_file", ("/nowhere/roots.pem",), "must be a file that exists and can be read."),
        ("ca_file", (__file__,), "must be a readable file of certificates in PEM format."),
        ("vies_url", ("https://user@[x",), "must be an address such as https://api.example/path, without a query."),
        (
            "dns_server",
            (
                "127.0.0.1",
                "127.0.0.1:",
                ":53",
                "a:b",
                "127.0.0.1:0",
                "127.0.0.1:65536",
                "127.0.0.1:5\u00b2",
                "dns.example:53",
                "[zz]:53",
            ),
            "must be an IP address and a port, such as 127.0.0.1:53.",
        ),
        (
            "rate_limits",
            ("x", "x0", "x0.0", "100", "x-1", "On", "x" + "9" * 400),
            "must be on, off, or a factor such as x100.",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_named(name: str, values: tuple[str, ...], sentence: str) -> None:
    for value in values:
        assert refusal(**{name: value}) == f"SHOWGROUND_{name.upper()} {sentence}"


@pytest.mark.parametrize("name", ["trusted_proxies", "fetch_allow"])
def test_networks_that_are_none_are_named(name: str) -> None:
    for value in ("nonsense", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/8;fd00::/8"):
        said = refusal(**{name: value})
        assert said.startswith(f"SHOWGROUND_{name.upper()} must be networks such as 10.0.0.0/8, separated by commas (")


def test_a_mail_server_that_does_not_fit_is_named_without_its_password() -> None:
    for value in ("mail.example", "http://mail.example", "smtp://user:hunter2@mail.example", "smtps://m.example:99999"):
        said = refusal(smtp_url=value)
        assert said.startswith("SHOWGROUND_SMTP_URL or SHOWGROUND_MAIL_FROM is not valid. ")
        assert "hunter2" not in said
    assert "The sender must look like" in refusal(smtp_url="smtps://mail.example", mail_from="nobody")


def test_a_models_address_or_key_needs_the_models_name() -> None:
    for name in ("model_url", "model_key"):
        assert refusal(**{name: "https://hunter2.example"}) == (
            "SHOWGROUND_MODEL must name the model that SHOWGROUND_MODEL_URL and SHOWGROUND_MODEL_KEY are for."
        )


def test_a_model_has_a_name_and_somebody_to_ask() -> None:
    assert refusal(model="anthropic:", model_key="x").startswith("SHOWGROUND_MODEL must name a model")
    assert refusal(model="openai:some").startswith("SHOWGROUND_MODEL needs SHOWGROUND_MODEL_KEY")
    for way in ({"model_key": "x"}, {"model_url": "http://127.0.0.1:11434/v1"}):
        assert read_settings({f"SHOWGROUND_{n.upper()}": v for n, v in {"model": "qwen3:8b", **way}.items()}).model


def test_an_unknown_name_is_named_with_the_nearest_that_is_known() -> None:
    said = "is not a Showground setting. Did you mean SHOWGROUND_SITE_URL? Run `showground settings` to list them all."
    assert refusal(site_ulr="x") == f"SHOWGROUND_SITE_ULR {said}"


def test_everything_is_said_at_once() -> None:
    assert refusal(site_url="x", rate_limits="x", unknown="x").splitlines() == [
        "SHOWGROUND_SITE_URL must be an origin such as https://launches.example, without a path.",
        "SHOWGROUND_RATE_LIMITS must be on, off, or a factor such as x100.",
        "SHOWGROUND_UNKNOWN is not a Showground setting. Run `showground settings` to list them all.",
    ]


def test_production_asks_for_https_mail_a_secret_and_real_payments() -> None:
    assert read_settings(PRODUCTION).env == "production"
    assert refusal(env="production").splitlines() == [
        (
            "SHOWGROUND_SECRET is required in production. Generate one with `openssl rand -hex 32`, and use it for all "
            "processes."
        ),
        "SHOWGROUND_PAYMENTS must be stripe or off in production: the sandbox charges no money.",
        "SHOWGROUND_SITE_URL must begin with https:// in production.",
        "SHOWGROUND_SMTP_URL is required in production: people sign in by email.",
    ]


def test_staff_are_asked_for_a_passkey_in_production_unless_told_otherwise() -> None:
    assert read_settings(PRODUCTION).asks_staff_for_passkey
    assert not Settings().asks_staff_for_passkey
    assert not read_settings(PRODUCTION | {"SHOWGROUND_STAFF_PASSKEY": "off"}).asks_staff_for_passkey
    assert read_settings({"SHOWGROUND_STAFF_PASSKEY": "on"}).asks_staff_for_passkey


def test_production_believes_nobody_over_plain_http() -> None:
    with pytest.raises(BadSettings, match="SHOWGROUND_GOOGLE_URL must begin with https:// in production"):
        read_settings(PRODUCTION | {"SHOWGROUND_GOOGLE_URL": "http://accounts.example"})


def test_stripe_needs_its_keys() -> None:
    assert refusal(payments="stripe").splitlines() == [
        "SHOWGROUND_STRIPE_KEY is required with SHOWGROUND_PAYMENTS=stripe.",
        "SHOWGROUND_STRIPE_WEBHOOK_SECRET is required with SHOWGROUND_PAYMENTS=stripe.",
    ]
    stripe = PRODUCTION | {
        "SHOWGROUND_PAYMENTS": "stripe",
        "SHOWGROUND_STRIPE_KEY": "sk_live_1",
        "SHOWGROUND_STRIPE_WEBHOOK_SECRET": "whsec_1",
    }
    assert read_settings(stripe).seller_country is None  # staff can set it; nothing is charged before
    seller = {
        "SHOWGROUND_SELLER_COUNTRY": "at",
        "SHOWGROUND_SELLER_NAME": "Fairground OG",
        "SHOWGROUND_SELLER_ADDRESS": "1 Prater; 1020 Wien",
        "SHOWGROUND_SELLER_VAT": "ATU13585627",
        "SHOWGROUND_SELLER_EMAIL": "Hello@fairground.example",
    }
    assert read_settings(stripe | seller).seller_country == "AT"
    assert refusal(payments="cash") == "SHOWGROUND_PAYMENTS must be sandbox or stripe or off."
    assert refusal(secret="short").startswith("SHOWGROUND_SECRET must have at least 32 characters")
    for unknown in ("Austria", "ZZ", "EL", "UK"):
        assert refusal(seller_country=unknown).startswith("SHOWGROUND_SELLER_COUNTRY must be a two-letter country code")


def test_numbers_of_invoices_and_credit_notes_never_look_alike() -> None:
    assert refusal(invoice_prefix="TEST") == (
        "SHOWGROUND_INVOICE_PREFIX must not be TEST: that prefix is reserved for test documents."
    )
    assert refusal(invoice_prefix="CN") == "SHOWGROUND_CREDIT_NOTE_PREFIX must differ from SHOWGROUND_INVOICE_PREFIX."


def test_exchange_rates_come_from_a_file_or_an_address(tmp_path: Path) -> None:
    for wrong in ("http://rates.example/x.xml", "ftp://rates.example", str(tmp_path / "none.csv")):
        assert refusal(exchange_rates=wrong).startswith("SHOWGROUND_EXCHANGE_RATES must be the path of a file")
    assert refusal(seller_currency="XYZ").startswith("SHOWGROUND_SELLER_CURRENCY must be a three-letter currency code")
    assert read_settings({}).exchange_place() is None
    assert (read_settings(PRODUCTION).exchange_place() or "").startswith("https://www.ecb.europa.eu/")
    assert read_settings({"SHOWGROUND_SELLER_CURRENCY": "sek"}).currency_of_seller() == "SEK"


@pytest.mark.parametrize("name", ["brand_file", "theme_dir", "ca_file", "exchange_rates", "tax_rates"])
def test_a_path_that_may_not_be_read_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o700)
    with as_ordinary_user(tmp_path / "closed"):
        said = refusal(**{name: str(tmp_path / "closed" / "inside")})
    assert said.startswith(f"SHOWGROUND_{name.upper()} must be ")
    assert "that exists and can be read" in said


def test_a_data_folder_that_may_not_be_entered_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_folder, "_checkout", lambda: None)
    inside = tmp_path / "closed" / "data"
    inside.parent.mkdir(mode=0o700)
    with as_ordinary_user(inside.parent):
        for folder in (inside, inside.parent):
            assert refusal(data_dir=str(folder)) == (
                f"SHOWGROUND_DATA_DIR must be a folder that this user can enter, and {folder} is not. Change its owner"
                " with chown, or set another."
            )
        with pytest.raises(BadSettings, match=r"^SHOWGROUND_DATA_DIR must be a folder that this user can enter"):
            read_settings({"XDG_DATA_HOME": str(inside)})
        elsewhere = read_settings({"XDG_DATA_HOME": str(inside), "SHOWGROUND_DATABASE_URL": "postgresql://db/x"})
        assert elsewhere.find_theme() is elsewhere.find_brand_file() is None


def test_every_setting_stands_in_the_documentation() -> None:
    written = Path(__file__).parent.parent / "docs" / "settings.md"
    assert written.read_text(encoding="utf-8") == describe(), "run `make docs`"
    for field in fields(Settings):
        assert f"| `SHOWGROUND_{field.name.upper()}` | " in describe()


@pytest.mark.parametrize("name", ["GITHUB", "GOOGLE"])
def test_half_a_pair_for_signing_in_elsewhere_is_refused_by_name(name: str) -> None:
    halves = f"SHOWGROUND_{name}_CLIENT_ID", f"SHOWGROUND_{name}_CLIENT_SECRET"
    for given, missing in (halves, halves[::-1]):
        with pytest.raises(BadSettings) as caught:
            read_settings({given: "x"})
        assert str(caught.value) == f"{missing} is required with {given}."
    settings = read_settings(dict.fromkeys(halves, "x"))
    assert getattr(settings, f"{name.lower()}_client_secret") == "x"


def test_tax_settings_have_to_fit_together(tmp_path: Path) -> None:
    assert refusal(tax_regime="oss").startswith("SHOWGROUND_TAX_REGIME must be eu-oss or")
    assert refusal(seller_country="US", tax_regime="eu-oss") == (
        "SHOWGROUND_TAX_REGIME=eu-oss is for sellers in the EU; use own-tax or none."
    )
    assert "'QQ' is neither" in refusal(tax_registrations="GB,QQ")
    assert refusal(tax_rates=str(tmp_path / "none.csv")).endswith("must be a file that exists and can be read.")
    own = tmp_path / "rates.csv"
    own.write_text("place,tax,rate,from\nFJ,VAT,15%,2020-01-01\n")
    assert "Line 2: `rate` must be a percentage" in refusal(tax_rates=str(own))
    own.write_text("place,tax,rate,from\nFJ,VAT,15,2020-01-01\n")
    set_up = {"SELLER_COUNTRY": "FJ", "TAX_REGIME": "own-tax", "TAX_RATES": str(own), "TAX_REGISTRATIONS": "AU,NZ"}
    settings = read_settings({f"SHOWGROUND_{name}": value for name, value in set_up.items()})
    assert settings.tax_seller().registrations == {"AU", "NZ"}
    assert refusal(country_header="two words").startswith(
        "SHOWGROUND_COUNTRY_HEADER must be the name of a request header"
    )


def test_what_programs_are_told_is_written_in_one_way() -> None:
    given = {
        "BROWSER_ORIGINS": "https://App.example:443, http://localhost:6274,http://a.example:80/",
        "CONTENT_SIGNALS": "search=yes,ai-train=no",
        "SECURITY_CONTACT": "https://fair.example/report",
    }
    settings = read_settings({f"SHOWGROUND_{name}": value for name, value in given.items()})
    assert settings.browser_origins == ("https://app.example", "http://localhost:6274", "http://a.example")
    assert settings.content_signals == "search=yes, ai-train=no"
    assert settings.security_contact == "https://fair.example/report"
    assert read_settings({"SHOWGROUND_BROWSER_ORIGINS": "*"}).browser_origins == ("*",)
