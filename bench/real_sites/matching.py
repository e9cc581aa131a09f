"""When a drafted value and a labelled one count as the same."""

import re
import unicodedata
from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

from showground.extraction.statements.text_folding import name_key, plain_number

CURRENCIES = {
    "$": r"(?:us|ca|au|nz|hk|s|a|c)?\$|usd|cad|aud|nzd|sgd|hkd|dollars?",
    "€": r"€|eur(?:os?)?",
    "£": r"£|gbp|pounds?",
    "¥": r"¥|￥|円|元|jpy|cny|rmb",
    "R$": r"r\$|brl|reais",
    "₹": r"₹|inr|rs\.?",
    "₩": r"₩|원|krw",
    "₽": r"₽|руб\.?|(?-i:RUB)",  # noqa: RUF001
    "₺": r"₺|(?-i:TL|TRY)",
    "₴": r"₴|грн|uah",
    "₪": r"₪|ils",
    "₫": r"₫|đ|vnd",
    "฿": r"฿|บาท|thb",
    "zł": r"zł|pln",
    "Kč": r"kč|czk",
    "kr": r"kr\.?|sek|nok|dkk",
    "CHF": r"chf|fr\.",
    "Rp": r"rp\.?|idr",
    "Ft": r"(?-i:Ft)|huf",
    "E£": r"egp|ج\.م",
}
CURRENCY = "|".join(("r\\$", *CURRENCIES.values()))  # R$ before $
NUMBER = r"\d+(?:[.,'\u2019\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?"
MYRIADS = {"万": 10_000, "萬": 10_000, "만": 10_000, "千": 1_000, "천": 1_000}  # `3万円` is 30,000 yen
MONEY = re.compile(
    rf"(?<![a-z])(?P<before>{CURRENCY})\s?(?P<first>{NUMBER})|(?P<second>{NUMBER})\s?(?P<myriad>[万萬만千천])?(?P<after>{CURRENCY})(?![a-z])",
    re.IGNORECASE,
)
SOCIAL_HOSTS = {"twitter.com": "x.com", "fb.com": "facebook.com", "threads.com": "threads.net"}
MIN_PART_OF_TAGLINE = 0.4  # of the longer of two taglines; else a single word would match a sentence


def fold(text: str) -> str:
    """A text without case and punctuation."""
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", text).casefold()).strip()


def same_words(drafted: str, labelled: str) -> bool:
    """Whether one text contains the other, in whole words where the script has them."""
    shorter, longer = sorted((fold(drafted), fold(labelled)), key=len)
    return bool(shorter) and (f" {shorter} " in f" {longer} " or (not shorter.isascii() and shorter in longer))


def same_tagline(drafted: str, labelled: str) -> bool:
    lengths = sorted((len(fold(drafted)), len(fold(labelled))))
    return same_words(drafted, labelled) and lengths[0] >= MIN_PART_OF_TAGLINE * lengths[1]


def same_name(drafted: str, labelled: str) -> bool:
    return name_key(drafted) == name_key(labelled)


def same_email(drafted: str, labelled: str) -> bool:
    return drafted.casefold().removeprefix("mailto:") == labelled.casefold().removeprefix("mailto:")


def prices_in(text: str) -> list[str]:
    """The amounts above zero that a text names, as `$9.5`; each once."""
    found: dict[str, None] = {}
    for money in MONEY.finditer(text):
        amount = plain_number(money["first"] or money["second"])
        if money["myriad"]:
            amount = plain_number(f"{float(amount) * MYRIADS[money['myriad']]:.2f}")
        written = money["before"] or money["after"]
        currency = next(sign for sign, pattern in CURRENCIES.items() if re.fullmatch(pattern, written, re.IGNORECASE))
        if amount != "0":
            found[f"{currency}{amount}"] = None
    return list(found)


def same_price(drafted: str, labelled: str) -> bool:
    """Whether a label names a drafted amount (as `prices_in` writes it); a label may leave out the currency."""
    return drafted in prices_in(labelled) or _amount(drafted) == labelled.strip()


def same_logo(drafted: str, labelled: str) -> bool:
    """By path; also by host where the label has one."""
    given, wanted = urlsplit(drafted), urlsplit(labelled)
    if wanted.netloc and _host(given.netloc) != _host(wanted.netloc):
        return False
    if "url=" in given.query and same_logo(parse_qs(given.query)["url"][0], labelled):  # an image optimiser
        return True
    return unquote(given.path).lstrip("/") == unquote(wanted.path).lstrip("./")


def same_address(drafted: str, labelled: str) -> bool:
    """By host and path. A repository on GitHub and its owner are the same profile."""
    given, wanted = _address(drafted), _address(labelled)
    if given.startswith("github.com/") and wanted.startswith("github.com/"):
        return given.split("/")[1] == wanted.split("/")[1]
    return given == wanted


def same_video(drafted: str, labelled: str) -> bool:
    return _video(drafted) == _video(labelled)


MATCHERS: dict[str, Callable[[str, str], bool]] = {
    "name": same_name,
    "tagline": same_tagline,
    "pricing_model": same_name,
    "prices": same_price,
    "contact_email": same_email,
    "logo": same_logo,
    "socials": same_address,
    "founders": same_name,
    "founded_year": same_name,
    "country": same_name,
    "city": same_name,
    "video": same_video,
    "license": same_words,
    "categories": same_name,
}


def matches(field: str, drafted: str, labelled: str) -> bool:
    return MATCHERS.get(field, same_words)(drafted, labelled)


def _amount(price: str) -> str:
    return re.sub(r"^\D+", "", price)


def _host(netloc: str) -> str:
    host = re.sub(r"^(?:www|m|mobile|[a-z]{2}(?=\.\w+\.))\.", "", netloc.casefold())
    return SOCIAL_HOSTS.get(host, host)


def _address(url: str) -> str:
    parts = urlsplit(url if "//" in url else f"//{url}")
    path = unquote(parts.path).rstrip("/").casefold()
    if path.endswith("/profile.php"):
        path = f"{path}?{parts.query}"
    return _host(parts.netloc) + path.replace("/@", "/")


def _video(url: str) -> str:
    found = re.search(r"(?:v=|youtu\.be/|embed/|shorts/|vimeo\.com/(?:video/)?|/share/)([\w-]{6,})", url)
    return found[1] if found else _address(url)
