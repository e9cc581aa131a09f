"""Checks of everything besides the database: Redis, email, payments, taxes, the model and DNS."""

import asyncio
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

from showground.core.fetch import Fetcher, FetchFailed, FetchRules
from showground.core.mail.smtp_address import SmtpServer
from showground.doctor.ask_database import ask_database
from showground.doctor.brand import find_brand, find_sender
from showground.doctor.models import CheckResult
from showground.orders.queries import seller_details
from showground.settings import Settings


def check_redis(settings: Settings) -> Iterator[CheckResult]:
    if settings.redis_url is None:
        yield CheckResult("redis", fine=True, sentence="not set: each process counts rate limits on its own")
        return
    from redis import Redis  # noqa: PLC0415 - an optional dependency
    from redis.exceptions import RedisError  # noqa: PLC0415

    try:
        Redis.from_url(settings.redis_url, socket_connect_timeout=3).ping()  # pyright: ignore[reportUnknownMemberType]
        yield CheckResult("redis", fine=True, sentence="responds; rate limits are shared")
    except (RedisError, OSError) as error:
        yield CheckResult("redis", fine=False, sentence=f"does not respond ({error}). Check SHOWGROUND_REDIS_URL.")


def check_payments(settings: Settings) -> Iterator[CheckResult]:
    if settings.payments != "stripe":
        told = "sandbox: test mode, no money moves" if settings.payments == "sandbox" else "off: orders cannot be paid"
        yield CheckResult("payments", fine=True, sentence=told)
        return
    from stripe import AuthenticationError, PermissionError, StripeError  # noqa: A004, PLC0415 - large

    from showground.orders.providers.stripe import Stripe  # noqa: PLC0415

    stripe = Stripe(settings.stripe_key or "", settings.stripe_webhook_secret or "", settings.stripe_url)
    mode = "a test key: no money moves" if stripe.test_mode else "a live key: real money moves"
    try:
        stripe.examine()
        yield CheckResult("payments", fine=True, sentence=f"Stripe accepts SHOWGROUND_STRIPE_KEY, which is {mode}")
    except (AuthenticationError, PermissionError) as error:
        told = f"Stripe rejects SHOWGROUND_STRIPE_KEY ({type(error).__name__}), so orders can't be paid."
        hint = "Copy a secret key from Stripe's dashboard (Developers, API keys)."
        yield CheckResult("payments", fine=False, sentence=f"{told} {hint}")
    except StripeError as error:
        told = f"Stripe does not respond ({type(error).__name__}). Check that this machine can reach api.stripe.com."
        yield CheckResult("payments", fine=False, sentence=told)


def check_taxes(settings: Settings) -> Iterator[CheckResult]:
    """Which tax rules apply, by the settings and what staff set, and what is missing before real payments."""
    from showground.orders import list_missing  # noqa: PLC0415 - few need what is sold
    from showground.wiring import default_brand, find_seller  # noqa: PLC0415

    source = find_seller(settings)
    source.staff = ask_database(settings, seller_details.read) or source.staff
    chosen = source.chosen
    seller = source.tax_seller(chosen)
    regime = seller.regime if chosen.regime else f"{seller.regime} (the default)"
    country = seller.country if chosen.country else f"{seller.country} (the seller's country is not set)"
    told = f"regime {regime}, seller in {country}"
    if seller.registrations:
        told += f", also registered in {', '.join(sorted(seller.registrations))}"
    missing = [message for _, message in list_missing(chosen, source.seller(chosen, default_brand(settings)), seller)]
    where = "Set it at /admin/seller or with environment variables."
    if not missing:
        yield CheckResult("taxes", fine=True, sentence=told)
    elif settings.payments == "stripe" and "_test_" not in (settings.stripe_key or ""):
        yield CheckResult("taxes", fine=False, sentence=f"{told}. {' '.join(missing)} {where}")
    else:
        sentence = f"{told}. Before you take real payments: {' '.join(missing)} {where}"
        yield CheckResult("taxes", fine=True, sentence=sentence)


def check_exchange(settings: Settings) -> Iterator[CheckResult]:
    """Whether exchange rates are available for stating VAT in the seller's currency; most sites need none."""
    place = settings.exchange_place()
    if settings.payments != "stripe" or place is None:
        return
    from showground.orders import ExchangeSource, needed_currencies  # noqa: PLC0415 - few need what is sold

    currencies = needed_currencies(settings.currency_of_seller())
    if not currencies:
        return
    rules = FetchRules(user_agent="showground-doctor", dns_server=settings.dns_server, ca_file=settings.ca_file)
    rates = asyncio.run(ExchangeSource(place, currencies).load(Fetcher(rules)))
    if rates:
        newest = max(rate.day for rate in rates)
        yield CheckResult("rates", fine=True, sentence=f"exchange rates up to {newest} from {place}")
    else:
        told = f"no exchange rates for {', '.join(currencies)} from {place}. Check SHOWGROUND_EXCHANGE_RATES."
        yield CheckResult("rates", fine=False, sentence=told)


def check_mail(settings: Settings) -> Iterator[CheckResult]:
    if settings.smtp_url is None:
        yield CheckResult("mail", fine=True, sentence="SHOWGROUND_SMTP_URL is not set: emails are stored, not sent")
        return
    from showground.core.mail import smtp  # noqa: PLC0415 - few commands send email

    sender = find_sender(find_brand(settings), settings)
    server = SmtpServer.from_url(settings.smtp_url, sender)
    place = f"{server.host}:{server.port}"
    try:
        asyncio.run(smtp.check_sign_in(server))
        signed_in = f", accepts the user {server.username}" if server.username else ""
        told = f"{place} responds{signed_in} and takes email from {server.sender.addr_spec}"
        yield CheckResult("mail", fine=True, sentence=told)
    except smtp.MailSignInRefused as problem:
        told = f"{place} refuses the user name or password ({problem})."
        yield CheckResult("mail", fine=False, sentence=f"{told} Correct them in SHOWGROUND_SMTP_URL.")
    except smtp.MailNotSecure as problem:
        told = f"no secure connection to {place} ({problem})."
        hint = "Check the server's certificate, and whether SHOWGROUND_SMTP_URL should begin with smtps:// (port 465)"
        yield CheckResult("mail", fine=False, sentence=f"{told} {hint} or smtp+starttls:// (port 587).")
    except smtp.MailRefused as problem:
        told = f"{place} does not take email from {server.sender.addr_spec} ({problem})."
        yield CheckResult("mail", fine=False, sentence=f"{told} Set SHOWGROUND_MAIL_FROM to a sender it allows.")
    except smtp.MailNotTaken as problem:
        reason = str(problem).removeprefix(smtp.MailServerAway.SENTENCE)
        yield CheckResult(
            "mail", fine=False, sentence=f"{place} does not respond ({reason}). Check SHOWGROUND_SMTP_URL."
        )
    if sender == Settings.mail_from:
        own = server.sender.addr_spec
        told = f"SHOWGROUND_MAIL_FROM is not set, so emails come from {own}, which most servers reject."
        hint = "Set it to an address of your domain, such as 'Launches <hello@launches.example>'."
        yield CheckResult("sender", fine=False, sentence=f"{told} {hint}")


def check_model(settings: Settings) -> Iterator[CheckResult]:
    """Whether the model's server accepts connections. We send it nothing, because every request costs money."""
    if settings.model is None:
        yield CheckResult("model", fine=True, sentence="SHOWGROUND_MODEL is not set: drafts are made without a model")
        return
    makers = "api.anthropic.com" if settings.model.startswith("anthropic:") else "api.openai.com"
    address = urlsplit(settings.model_url or f"https://{makers}")
    port = address.port or (443 if address.scheme == "https" else 80)
    yield _knock("model", address.hostname or "", port, "Check SHOWGROUND_MODEL_URL and your network.")


def _knock(what: str, host: str, port: int, hint: str) -> CheckResult:
    try:
        with socket.create_connection((host, port), timeout=5):
            return CheckResult(what, fine=True, sentence=f"{host}:{port} accepts connections")
    except OSError as error:
        return CheckResult(what, fine=False, sentence=f"{host}:{port} does not respond ({error}). {hint}")


def check_dns(settings: Settings) -> Iterator[CheckResult]:
    rules = FetchRules(user_agent="showground-doctor", dns_server=settings.dns_server)
    try:
        asyncio.run(Fetcher(rules).txt("showground-doctor.example"))
        yield CheckResult("names", fine=True, sentence="the DNS server responds")
    except FetchFailed as problem:
        hint = "Check the machine's resolver, or set SHOWGROUND_DNS_SERVER."
        yield CheckResult("names", fine=False, sentence=f"the DNS server does not respond ({problem.code}). {hint}")
