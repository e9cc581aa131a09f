"""Recognises lines at the top of a page that say nothing about the product: notices, app states, `Follow us`."""

import re

# A notice above the page: `BETA v1.0: all services are free`, `Attention: closed on Monday`.
NOTICE = re.compile(
    r"\W*(?:(?:public |open |closed |private )?(?:beta|alpha|preview|demo)\b(?:\s+v?\d|\s*[:–—|]|\s*$)"
    r"|(?:notice|attention|important|warning|achtung|hinweis|wichtig|avviso|attenzione|aviso|atención|atenção|avis"
    r"|uwaga|внимание|важно|dikkat|duyuru)\s*[:!–—-]|(?:under|down for) (?:construction|maintenance)\b"
    r"|\d+ (?:free|kostenlose|gratis|gratuit\w*|grátis)\b\W*(?:\w+\W*){0,2}$|お知らせ|重要なお知らせ|公告|공지)",
    re.IGNORECASE,
)
# What an app shows while nothing is selected: `No results found`, `Please wait`.
APP_STATE = re.compile(
    r"(?:(?:still|currently|bisher|noch) )?(?:no|nothing|keine?|aucune?|ning[uú]n[oa]?|nenhum[a]?|nessun[ao]?"
    r"|geen|brak|нет)\b(?: \w+){0,3} "
    r"(?:selected|chosen|found|available|loaded|playing|connected|yet|results?|ausgewählt|gefunden|sélectionnée?"
    r"|trouvée?|seleccionad[oa]|encontrad[oa]|selecionad[oa]|selezionat[oa]|trovat[oa]|geselecteerd|wyników|выбрано)\W*"
    r"|please (?:select|choose|wait|enable|log|sign|enter|turn)\b.*",
    re.IGNORECASE,
)
# Invitations to follow the makers, anywhere in a line.
FOLLOW_US = re.compile(
    r"\b(?:join|follow|find|support|help) us (?:on|in|at|by)\b|\b(?:subscribe|su[bs]s?cribe) (?:to|on|in|our|now)\b"
    r"|\b(?:folg(?:t|en sie)? uns|suivez-nous|rejoignez-nous|síguenos|siga-nos|seguici|volg ons|obserwuj nas"
    r"|bizi takip)\b|подписывайтесь",
    re.IGNORECASE,
)


# An offer under a condition: `If you rent six games, a seventh is free.`
CONDITIONAL_OFFER = re.compile(
    r"\W*(?:if|when|als|wanneer|wenn|si|se|quando|cuando|jeśli|если|när|hvis|jos)\b.*\b(?:free|gratis|kostenlos|gratuit\w*"
    r"|grátis|regalo|za darmo|бесплатн\w+|ilmaiseksi)\b",
    re.IGNORECASE,
)


def is_announcement(text: str) -> bool:
    """Whether a line is about the current situation, and not about what the product is."""
    return bool(
        NOTICE.match(text) or APP_STATE.fullmatch(text) or FOLLOW_US.search(text) or CONDITIONAL_OFFER.match(text)
    )
