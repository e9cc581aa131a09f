"""Recognises lines that only welcome the reader or introduce the product by its name."""

import re

from showground.extraction.statements.text_folding import name_key

MAX_NAME_WORDS = 2
GREETING = re.compile(
    r"\W*(?:(?:welcome|willkommen|bienvenue|bienvenid[oa]s?|bem[- ]vind[oa]s?|benvenut[oiae]|welkom|välkommen"
    r"|velkommen|witamy"
    r"|witaj(?:cie)?|vítejte|добро пожаловать|ласкаво просимо|hoş ?geldiniz|selamat datang)\b(?:\s+(?:to|bei"
    r"|auf|zu|chez|sur"
    r"|à|a|al|en|ao|na|no|in|su|bij|op|till|til|w|do|na|v|в|на|до|di)\b)?(?:\s+(?:the|der|la|le|el|o|a|het|de)\b)?"
    r"|ようこそ|欢迎(?:来到|使用)?|歡迎|환영합니다|مرحبا(?: بكم)?(?: في)?|ברוכים הבאים ל?|ยินดีต้อนรับ(?:สู่)?)\W*",
    re.IGNORECASE,
)
# `Introducing Acme`
INTRODUCING = re.compile(
    r"(?:introducing|presenting|meet|say hello to|das ist|wir präsentieren|voici|découvrez|te presentamos|presentamos"
    r"|conheça|ti presentiamo|poznaj|познакомьтесь с|tanışın)\s+",
    re.IGNORECASE,
)


def is_greeting(text: str, name: str) -> bool:
    """Whether a line only welcomes the reader or introduces the product, with or without its name."""
    greeted = GREETING.match(text)
    # `Welcome to Acme`, of a product called `Acme Cleaning`.
    if greeted is not None:
        return name_key(name).startswith(name_key(text[greeted.end() :]))
    presented = INTRODUCING.match(text)
    return presented is not None and len(text[presented.end() :].split()) <= MAX_NAME_WORDS
