"""Recognises pricing models in a text."""

import re

from showground.extraction.statements.money import ONCE, PER_USE, RECURRING, find_prices

FREE_WORD = re.compile(
    r"(?<!risk-)(?<!risk )\b(?:free|kostenlos|gratis|gratuit|grátis|gratuito|ilmainen)\b(?![- ]?(?:trial|shipping|"
    r"demo|consultation|quote|time|testen|test))",
    re.IGNORECASE,
)
TRIAL = re.compile(
    r"\bfree trial\b|\b\d+[- ]days? (?:free )?trial\b|\btry (?:it )?(?:for )?free for \d+|\bfree for (?:the first "
    r")?\d+ days\b|\b\d+ tage (?:kostenlos|gratis) testen|\bessai gratuit\b|\bprueba gratuita\b|\bkostenlos "
    r"testen\b|\bprova gratuita\b",
    re.IGNORECASE,
)
NO_TRIAL = re.compile(r"\bno (?:free )?trial", re.IGNORECASE)
ALL_FREE = re.compile(
    r"\b(?:(?:is|it['’]s|stays|remains?|always|completely|totally|entirely|100\s?%|forever|absolutely) "
    r"(?:completely |totally |entirely |100% )?"
    r"(?:and always will be )?free\b(?! (?:trial|of|from|up|for \d|plan|tier|version|shipping|to try))|free "
    r"forever(?! plan)|free,? forever|free for everyone)",
    re.IGNORECASE,
)
# Part of it is free without a time limit.
FREE_OFFER = re.compile(
    r"\b(?:is|are|stays?|remains?|always) (?:always |completely |totally )?free(?: (?:to use|to download|forever|for "
    r"(?:individuals|personal use|everyone)))?(?=[.;,!]|$| and\b| with\b)"
    r"|^(?:we (?:have|offer) )?a free (?:plan|tier|version)\b"
    r"|\b(?:has|have|offers?|with|our|the) a? ?(?:generous )?free (?:plan|tier)\b|\bfree forever\b",
    re.IGNORECASE,
)
TO_CART = re.compile(r"\badd to (?:cart|bag|basket|trolley)\b", re.IGNORECASE)
IS_OPEN = re.compile(
    r"\b(?:is|are|it['’]s|fully|100\s?%|free and|completely|proudly|an?|the)\s+(?:\w+ )?open[- ]source\b|^open[- "
    r"]source\b|\b(?:released|licen[cs]ed|available|distributed) under (?:the |an? )?(?:terms of the )?(?:MIT|Apache|"
    r"[AL]?GPL|BSD|MPL|GNU)\b",
    re.IGNORECASE,
)
ON_REQUEST = re.compile(
    r"\b(?:contact (?:us|sales) for (?:a |our )?(?:pricing|prices|quote)|request (?:a )?(?:quote|pricing)|custom "
    r"pricing|pricing on request|"
    r"get a quote|ask (?:us )?for (?:a )?(?:quote|price)|preis auf anfrage|preise auf anfrage|sur devis|talk to "
    r"(?:us|sales) about pricing)\b",
    re.IGNORECASE,
)


def supports_model(model: str, text: str) -> bool:
    """Whether a text says that the product is paid for in this way."""
    prices = find_prices(text)
    paid, zero = any(not price.is_zero for price in prices), any(price.is_zero for price in prices)
    trial = bool(TRIAL.search(text)) and not NO_TRIAL.search(text)
    return {
        "free": bool(ALL_FREE.search(text)) and not paid,
        "freemium": (bool(FREE_WORD.search(text)) or zero) and paid,
        "free-trial": trial,
        "subscription": paid and bool(RECURRING.search(text)),
        "one-time": paid and bool(ONCE.search(text) or (TO_CART.search(text) and not RECURRING.search(text))),
        "usage-based": bool(PER_USE.search(text)),
        "open-source": bool(IS_OPEN.search(text)),
        "custom": bool(ON_REQUEST.search(text)),
    }.get(model, False)
