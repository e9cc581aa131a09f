"""Addresses: which belong to a site, which are the same page, and which matter most."""

import re
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

# The last part of the path that pages of a kind have: `/en/pricing`.
PATH_WORDS = {
    "pricing": r"pricing|prices?|plans?|preise?|tarife?s?|precios|precos|prezzi|prijzen|priser|cennik|buy|subscribe"
    r"|planes|planos|tarifas|preise-und-tarife|abonnements?|abos?|offres|ceny|cenik|tseny|tarify|fiyat(?:lar|landirma)?"
    r"|listino|membership|memberships|rates|ryokin|料金|価格|价格|價格|가격|ราคา|الأسعار|מחירים"
    r"|fees?|costs?|tariffs?|honorare?|honoraires|kosten|kostnader|tarieven|costi|costos|custos|koszty|stoimost"
    r"|hinnasto|hinnat|prislist[ae]|ar(?:ak|aink|lista)|preturi|cjenik|tsiny|harga|bang-gia",
    "about": r"about|about-us|aboutus|company|our-story|story|mission|who-we-are|ueber-uns|uber-uns|unternehmen"
    r"|a-propos|apropos|qui-sommes-nous|nosotros|sobre|sobre-nos|sobre-nosotros|quienes-somos|chi-siamo|over-ons"
    r"|om-oss|om-os|o-nas|azienda|entreprise|empresa|yritys|o-firmie|hakkimizda|kurumsal|o-kompanii|会社概要|关于我们|소개"
    r"|author|(?:notre-)?histoire|(?:unsere-)?geschichte|(?:la-nostra-)?storia|(?:nuestra-)?historia|ons-verhaal|over"
    r"|meista|tietoa-meista|rolunk|despre(?:-noi)?|pro-nas|overons|sobre-nos|quem-somos|tentang(?:-kami)?|gioi-thieu",
    "team": r"team|our-team|people|founders?|leadership|equipo|equipe|equipa|das-team|squadra|meet-the-team",
    "features": r"features?|product|produkte?|produit|producto|funktionen|fonctionnalites|funcionalidades"
    r"|caracteristicas|how-it-works|solutions?|platform|funzionalita|functies|tour|why"
    r"|(?:our-)?services|(?:unsere-)?leistungen|(?:nos-)?(?:services|prestations)|(?:nuestros-)?servicios"
    r"|(?:nossos-)?servicos|(?:i-nostri-)?servizi|(?:onze-)?diensten|uslugi|oferta|sluzby|hizmetler(?:imiz)?"
    r"|tjanster|tjenester|ydelser|услуги|サービス|服务|服務|서비스"
    r"|funktioner|ominaisuudet|palvelut|szolgaltatas(?:ok|aink)?|funkciok|servicii|functii|funkce|poslugy|ozellikler"
    r"|recursos|kenmerken|layanan|fitur|dich-vu",
    "faq": r"faqs?|questions|help|haeufige-fragen|preguntas-frecuentes|perguntas-frequentes|domande-frequenti|support"
    r"|fragen|questions-frequentes|foire-aux-questions|veelgestelde-vragen|sss|sikca-sorulan-sorular|pytania|voprosy"
    r"|よくある質問|常见问题|자주-묻는-질문|ukk|gyik|intrebari-frecvente|caste-dotazy|vanliga-fragor|sporgsmal|sporsmal"
    r"|duvidas|sorular|pertanyaan",
    "contact": r"contact|contact-us|contactus|kontakt|contacto|contato|contatti|impressum|imprint|mentions-legales"
    r"|aviso-legal|note-legali|get-in-touch|legal-notice|nous-contacter|contactez-nous|contattaci|fale-conosco|kontakty"
    r"|iletisim|tokusho\w*|特定商取引法\w*|お問い合わせ|联系我们|聯絡我們|문의"
    r"|yhteystiedot|ota-yhteytta|kapcsolat|elerhetoseg|kontakta(?:-oss)?|kontakt-oss?|hubungi-kami|lien-he",
    "press": r"press|media|newsroom|presse|prensa|imprensa|press-?kit|milestones|history|timeline",
}
PATH_PATTERNS = {kind: re.compile(rf"(?:{words})(?:\.(?:html?|php|aspx?))?") for kind, words in PATH_WORDS.items()}
KIND_ORDER = ("home", *PATH_WORDS, "other")
# The text of links to pages of a kind: `Plans & pricing`.
LINK_WORDS = {
    "pricing": r"^(?:pricing|prices?|plans(?: (?:&|and) pricing)?|preise|tarifs?|precios|preços|prezzi|planes"
    r"|planos|tarifas"
    r"|abonnements|cennik|ceny|цены|тарифы|fiyat(?:lar|landırma)|料金(?:プラン|表)?|価格|价格|價格|가격|요금|ราคา|الأسعار"
    r"|מחירים|מחירון|hinnasto|hinnat|priser|prislista|prisliste|prijzen|árak|áraink|árlista|prețuri|preturi|ceník|ціни"
    r"|harga|bảng giá)$",
    "about": r"^(?:about(?: us)?|company|our story|über uns|à propos|sobre(?: nosotros| nós)?|chi siamo|over ons"
    r"|qui sommes-nous ?\??|¿?quiénes somos\??|o nas|о нас|о компании|hakkımızda|会社概要"
    r"|关于我们|關於我們|회사 ?소개|เกี่ยวกับเรา|من نحن|אודות|om os|om oss|meistä|tietoa meistä|rólunk|despre(?: noi)?"
    r"|o nás|про нас|quem somos|tentang kami)$",
    "team": r"^(?:(?:the |our |meet the )?team|people|founders|equipo|équipe|equipe)$",
    "features": r"^(?:features|product|how it works|funktionen|fonctionnalités|funcionalidades|funzionalità"
    r"|(?:our )?services|(?:unsere )?leistungen|(?:nos )?(?:services|prestations)|(?:nuestros )?servicios"
    r"|(?:nossos )?serviços|(?:i nostri )?servizi|(?:onze )?diensten|usługi|oferta|služby|hizmetler(?:imiz)?|услуги"
    r"|サービス|服务|服務|서비스|خدماتنا|השירותים שלנו|שירותים|funktioner|ominaisuudet|palvelut|tjänster|tjenester"
    r"|ydelser|szolgáltatás(?:ok|aink)?|funkciók|servicii|funcții|funkce|послуги|özellikler|recursos|kenmerken)$",
    "faq": r"^(?:faqs?|questions|häufige fragen|preguntas frecuentes|help|questions fréquentes|perguntas frequentes"
    r"|domande frequenti|veelgestelde vragen|sss|sıkça sorulan sorular|pytania|вопросы"
    r"|よくある質問|常见问题|자주 묻는 질문|ukk|usein kysytyt kysymykset|gyik|întrebări frecvente|časté dotazy"
    r"|vanliga frågor|ofte stillede spørgsmål|ofte stilte spørsmål)$",
    "contact": r"^(?:contact(?: us)?|kontakty?|contacto|contato|contatti|contattaci|nous contacter|contactez-nous"
    r"|impressum"
    r"|imprint|mentions légales|aviso legal|note legali|контакты|iletişim|お問い合わせ|特定商取引法に基づく表記"
    r"|联系我们|聯絡我們|문의"
    r"|ติดต่อเรา|اتصل بنا|تواصل معنا|צור קשר|yhteystiedot|ota yhteyttä|kapcsolat|elérhetőség|kontakta oss|kontakt oss?"
    r"|contactează-ne|контакти|hubungi kami)$",
    "press": r"^(?:press|press kit|media|newsroom|presse|prensa)$",
}
LINK_WORD_PATTERNS = {kind: re.compile(words) for kind, words in LINK_WORDS.items()}
FILE_ENDING = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|ico|pdf|zip|gz|dmg|exe|msi|apk|mp4|webm|mp3|css|js|json|xml|rss|atom|txt|woff2?|pkg"
    r"|deb|rpm|csv|docx?|xlsx?|pptx?|ics|avif)$",
    re.IGNORECASE,
)
# Pages that are not about the product, or are similar on every site. They are read last.
UNIMPORTANT = re.compile(
    r"(?:^|/)(?:blog|posts?|news|articles?|tags?|category|categories|author|archive|changelog|docs?|documentation|wiki"
    r"|login|log-in|signin|sign-in|signup|sign-up|register|account|cart|checkout|wp-content|wp-json|wp-admin|feed"
    r"|search|terms|privacy|cookies?|legal|gdpr|dpa|careers?|jobs?|events?|webinars?|podcast|community|forum|status"
    r"|cdn-cgi|compare|vs|alternatives?|templates?|integrations?|customers?|case-studies|guides?|resources|glossary"
    r"|20\d\d)(?:/|$)",
    re.IGNORECASE,
)
# Forms and technical addresses that are never read.
NEVER_READ = re.compile(
    r"(?:^|/)(?:log-?in|log-?out|sign-?in|sign-?up|register|cart|checkout|wp-json|wp-admin|cdn-cgi)(?:/|$)"
)
TRACKING_PARAMETER = re.compile(r"^(?:utm_\w+|fbclid|gclid|ref|source|mc_cid|mc_eid|_ga)$")
LANGUAGE_FOLDER = re.compile(r"^/([a-z]{2})(?:[-_][a-z]{2})?(?=/|$)", re.IGNORECASE)
LANGUAGES = frozenset(
    re.findall(
        "[a-z]{2}",
        "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ka ko lt lv ms nb nl no pl pt ro ru sk "
        "sl sr "
        "sv th tr uk ur vi zh",
    )
)


@cache
def public_suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415  slow: it loads its list

    return PublicSuffixList()


def host_of(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower().rstrip(".")
    except ValueError:
        return ""


@lru_cache(4096)
def site_of(url: str) -> str:
    """The registrable domain of an address; for an IP address, the IP and port."""
    host = host_of(url)
    try:
        ip_address(host)
    except ValueError:
        return public_suffixes().privatesuffix(host) or host
    return urlsplit(url).netloc


def same_site(url: str, other: str) -> bool:
    """Whether two addresses belong to one site: the same registrable domain and port, on any host."""
    return site_of(url) == site_of(other) and port_of(url) == port_of(other)


def port_of(url: str) -> int | None:
    """The port of an address; None for 80 and 443, -1 if it is invalid, as in `http://host:PORT/`."""
    try:
        port = urlsplit(url).port
    except ValueError:
        return -1
    return None if port in (80, 443) else port


@lru_cache(4096)
def page_key(url: str) -> str:
    """The same key for all spellings of a page's address: without fragment, tracking, `www` and final slash."""
    parts = urlsplit(url)
    query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if not TRACKING_PARAMETER.match(name)])
    path = re.sub(r"/(?:index|default|home)\.(?:html?|php|aspx?)$", "/", unquote(parts.path), flags=re.IGNORECASE)
    path = re.sub(r"/{2,}", "/", path).rstrip("/").lower()
    netloc = (parts.hostname or "").lower().removeprefix("www.") + (f":{port}" if (port := port_of(url)) else "")
    return f"{netloc}{path}?{query}" if query else f"{netloc}{path}"


def without_fragment(url: str) -> str:
    return urlunsplit(urlsplit(url)._replace(fragment=""))


def is_page(url: str) -> bool:
    """Whether an address may be a page worth reading."""
    try:
        parts = urlsplit(url)
        port_of(url)
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and not FILE_ENDING.search(parts.path)
        and not NEVER_READ.search(parts.path.lower())
    )


def language_folder(url: str) -> str | None:
    """The language that the first folder of an address names."""
    found = LANGUAGE_FOLDER.match(urlsplit(url).path)
    return found[1].lower() if found and found[1].lower() in LANGUAGES else None


def kind_of(url: str, text: str = "") -> str:
    """What a page is for, by its address or by the text of a link to it."""
    path = unquote(urlsplit(url).path).lower()
    if language_folder(url):
        path = LANGUAGE_FOLDER.sub("", path)
    parts = [re.sub(r"[_\s]+", "-", part) for part in path.split("/") if part]
    if not parts or (len(parts) == 1 and re.fullmatch(r"(?:index|home)(?:\.\w+)?", parts[0])):
        return "home"
    if not UNIMPORTANT.search(path) and len(parts) <= 2:
        for kind, pattern in PATH_PATTERNS.items():
            if pattern.fullmatch(parts[-1]):
                return kind
        words = re.sub(r"\s+", " ", text).strip().lower()
        for kind, pattern in LINK_WORD_PATTERNS.items():
            if pattern.search(words):
                return kind
    return "other"


def rank(url: str, kind: str, in_menu: bool) -> tuple[int, int, int, int, str]:
    """A sort key that puts the most important addresses first."""
    path = urlsplit(url).path
    return (
        KIND_ORDER.index(kind),
        int(bool(UNIMPORTANT.search(path))),
        int(not in_menu),
        path.count("/"),
        url,
    )
