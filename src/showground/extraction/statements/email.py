"""Email addresses in a text."""

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from showground.extraction.statements.placeholders import is_stock_mail

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MAX_ADDRESSES = 50  # in one text; a limit against hostile pages
ADDRESS = re.compile(r"(?<![\w.+/@-])[a-z0-9][a-z0-9._+-]{0,62}@(?:[a-z0-9-]+\.)+[a-z]{2,24}(?![\w@-])", re.IGNORECASE)
# Mailboxes that are not for product questions.
OTHER_PURPOSE = re.compile(
    r"^(?:privacy|dpo|gdpr|legal|abuse|security|jobs?|careers?|hr|recruiting|press|media|pr|billing|invoices?"
    r"|accounting|dmca|copyright|unsubscribe|postmaster|webmaster|datenschutz|noreply|investors?|ir|partners?"
    r"|affiliates?|compliance|"
    r"bewerbung|karriere|talent|data-?protection)\b",
    re.IGNORECASE,
)
# Words near an address that is not for contact: donations, credits, complaints, examples.
NOT_CONTACT = re.compile(
    r"\b(?:paypal|donat\w*|donor|bitcoin|btc|ethereum|ko-?fi|patreon|liberapay|tips?|tip jar|sponsor\w*|buy (?:me"
    r"|us) a|spenden?\w*|faire un don|dons?|donaci\w+|doa[çr]\w*|donazion\w+|darowizn\w+|пожертв\w*|bağış\w*"
    r"|themes?|templates?|(?:web)?(?:site|page)? ?design(?:ed)? (?:by|von|par|por)|(?:web)?site (?:by|von|par|por)"
    r"|icons? by|photos? by|translated by|complain\w*|beschwerde\w*|aufsichtsbehörde|such as|e\.g\.|for example"
    r"|for instance|z\. ?b\."
    r"|zum beispiel|par exemple|por ejemplo|por exemplo|ad esempio)\b|寄付|捐|后援|후원|تبرع|תרומ|บริจาค",
    re.IGNORECASE,
)
# Mail providers: anybody can have such an address.
FREE_MAIL_DOMAINS = frozenset(
    re.findall(
        r"\S+",
        "gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de live.com msn.com"
        " outlook.de outlook.fr outlook.es yahoo.com yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.de yahoo.es yahoo.it"
        " yahoo.com.br ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com protonmail.ch pm.me"
        " tutanota.com tutanota.de tuta.io tuta.com fastmail.com fastmail.fm hey.com zoho.com zohomail.com zoho.eu"
        " gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de posteo.de posteo.net mailbox.org"
        " mail.de arcor.de orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it"
        " alice.it uol.com.br bol.com.br terra.com.br mail.ru inbox.ru list.ru bk.ru yandex.ru yandex.com ya.ru"
        " rambler.ru ukr.net wp.pl o2.pl onet.pl interia.pl op.pl seznam.cz email.cz centrum.cz qq.com 163.com"
        " 126.com sina.com sohu.com foxmail.com aliyun.com naver.com daum.net hanmail.net kakao.com nate.com"
        " docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com walla.co.il bezeqint.net duck.com disroot.org"
        " riseup.net runbox.com mailfence.com hushmail.com comcast.net verizon.net att.net bellsouth.net"
        " btinternet.com sky.com"
        " telenet.be skynet.be bluewin.ch ziggo.nl kpnmail.nl xs4all.nl simplelogin.com privaterelay.appleid.com",
    )
)
# The part before the @, the best contact address first.
PREFERRED_NAMES = (
    "hello",
    "hi",
    "hey",
    "contact",
    "info",
    "team",
    "kontakt",
    "hallo",
    "hola",
    "bonjour",
    "contacto",
    "support",
    "help",
    "sales",
)


def addresses_in(text: str) -> list[str]:
    """The addresses in a text, each once, in order."""
    if "@" not in text:
        return []
    named = islice(dict.fromkeys(ADDRESS.findall(text)), MAX_ADDRESSES)
    return [found for found in named if not is_stock_mail(found) and has_known_ending(found)]


def address_of_mailto(link: str) -> str | None:
    """The address of a mailto link."""
    if not link.lower().startswith("mailto:"):
        return None
    found = ADDRESS.fullmatch(unquote(link[7:].partition("?")[0]).strip())
    return found[0] if found and not is_stock_mail(found[0]) and has_known_ending(found[0]) else None


@cache
def known_suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415  slow: it loads its list

    return PublicSuffixList(accept_unknown=False)


def has_known_ending(address: str) -> bool:
    """Whether the top-level domain exists. A word joined to an address gives another one: `acme.comPress`."""
    host = address.rpartition("@")[2].lower()
    # Reserved names are allowed: test sites and examples use them.
    return host.rpartition(".")[2] in ("test", "example") or known_suffixes().publicsuffix(host) is not None
