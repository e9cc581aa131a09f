"""Words that name sections of features, sections about something else, and lines that are no feature."""

import re

from showground.extraction.plans import PLAN_NAME
from showground.extraction.reading.pages import Block
from showground.extraction.site_model import ABOUT_OTHERS
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import UNSPACED

FEATURES = re.compile(
    r"\bfeatures?\b|what you (?:get|can do)|what it does|what['’]?s (?:included|inside)|everything you(?:['’]ll)? "
    r"(?:need|get)|capabilities|all the tools|what .{1,20} (?:can do|does)$|\bwhat we (?:offer|do)\b|\bservices\b|"
    r"\bfunktionen\b|was .{1,30} kann\b|leistungen\b|funktionsumfang|"
    r"fonctionnalités|caractéristiques|ce que vous obtenez|"
    r"características|funcionalidad|funciones|\bservicios\b|recursos principais|^recursos$|\bserviços\b|"
    r"funzionalità|caratteristiche|\bservizi\b|functies|\bdiensten\b|\bfunktioner\b|ominaisuudet|\busługi\b|"
    r"\bfunkcje\b|funkcjonalności|možnosti|özellik|\bhizmetler|возможности|функции|преимущества|\bуслуги\b|"
    r"機能|特徴|特長|できること|サービス(?:内容|一覧|紹介|$)|功能|特点|特色|服务(?:项目|内容|$)|服務(?:項目|內容|$)|기능|특징|"
    r"서비스(?: 소개|$)|ميزات|المميزات|خدمات|תכונות|שירותים|השירותים|คุณสมบัติ|ฟีเจอร์|บริการของ",
    re.IGNORECASE,
)
# Before a list: `We specialise in:`, `With Acme you can:`.
OFFERS = re.compile(
    r"\bwe (?:speciali[sz]e|offer|provide|deliver|do|build|make)\b|\byou (?:can|get)\b|\bit (?:can|lets)\b"
    r"|\bwir bieten\b|\bspezialisiert\b|\blösungen\b|\bnous (?:proposons|offrons)\b|\bsolutions\b"
    r"|\bofrecemos\b|\bsoluciones\b|\boferecemos\b|\bsoluções\b|\boffriamo\b|\bsoluzioni\b|\boferujemy\b"
    r"|\bпредлагаем\b|\bрешения\b|\bsunuyoruz\b|\bçözüm|\bwij bieden\b|\boplossingen\b",
    re.IGNORECASE,
)
DISTINCT = re.compile(
    r"^why\b(?!.*\?$.*pric)|what makes (?:us|it|.{1,30}) (?:different|special|unique)|what sets|\bbenefits\b|"
    r"\badvantages\b|how we['’]?re different|"
    r"^warum\b|^pourquoi\b|^por qu[eé]\b|^perché\b|^waarom\b|vorteile|avantages|ventajas|vantagens|vantaggi|the "
    r"difference|dlaczego|neden\b|почему|なぜ|選ばれる理由|为什么",
    re.IGNORECASE,
)
# Sections whose cards are something else than features.
OTHER_CARDS = re.compile(
    r"\bfor whom\b|\bwho (?:is it|it['’]?s|it is|we) |\bwho uses\b|use cases?\b|industr(?:y|ies)\b|\bsectors?\b|"
    r"solutions? for\b|screenshots?\b|\bgallery\b|get (?:it|the app)\b|\bdownload|\binstall|getting started|"
    r"how .{1,30} works?\b|in practice|^(?:the )?problems?\b|\bpain|in numbers|\bstatistics\b|learn more|\bcontact|"
    r"\bvisit us|opening hours|roadmap|change ?log|release|what['’]?s new|documentation|\baward|requirements|"
    r"coming soon|^(?:our |the |latest |recent |meet )*(?:customers|partners|clients|news|blog|articles|resources|"
    r"events|team|press|community|process|values|mission|projects|portfolio|work|menu|shop|catalogue?|updates)\b|"
    # German, French, Spanish, Portuguese, Italian, Polish, Russian, Turkish, Japanese, Chinese, Korean
    r"für wen|branchen|kunden|kontakt|pour qui|clients|actualités|para quién|sectores|clientes|contacto|"
    r"para quem|setores|per chi|settori|clienti|dla kogo|branże|klienci|для кого|отрасли|клиент|контакты|kimler için|"
    r"współprac|^jak .{1,30} działa|nasıl |как .{0,30}работает|使い方|の流れ|如何使用|사용 방법|so (?:geht|läuft)|"
    r"cómo funciona|come funziona|como funciona|comment ça|課題|お悩み|困りごと|고민|"
    r"お知らせ|導入事例|対象|お客様|会社|新闻|案例|고객|사례",
    re.IGNORECASE,
)
NOT_HERE = ABOUT_OTHERS | {"team", "pricing", "faq", "adviser", "legal", "logos", "modal"}
CALL = re.compile(
    r"^(?:(?:get|sign|try|learn|read|see|view|explore|discover|download|watch|buy|join|start|book|request|follow|talk|"
    r"choose|shop|order|visit)(?: (?:it|us|now|up|more|all|started|free|for free|here|today|with us|the app|our \w+|"
    r"your (?:free )?(?:trial|plan|demo)|a (?:demo|call|quote|meeting)|\w+ now|how it works|.{0,30} for free))?\W*$"
    r"|(?:ready|contact|subscribe|questions|faq|pricing|newsletter|stay (?:in|up)|about\b|our (?:team|mission|vision|"
    r"story|values)|blog|testimonials|trusted|loved|how it works|features|step \d|\d+ other|let['’]?s|and more|"
    r"and much more|what |who |built for|more\b|jetzt|mehr|en savoir|comienza|still |have (?:a|any|you)|need (?:help|"
    r"more)|coming|available|screenshots?|table of contents|welcome)\b(?! (?:sync|invoices|history)))",
    re.IGNORECASE,
)
LEAD = re.compile(r"^(?P<lead>[^.:–—]{3,50}?)\s?(?:\s[–—-]|:)\s+\S.{9,}$")
NO_FEATURE = re.compile(
    r"\brated\b|\b\d(?:\.\d)?/5\b|\b[1-5](?:\.\d)? stars\b|\breviews?\b$|\bcoming soon\b|\bin the works\b|"
    r"\btrusted by\b",
    re.IGNORECASE,
)
# A statistic, or the number of a step.
NUMBER = re.compile(
    r"^\W*(?:step |schritt |étape |paso |krok |шаг )?\d[\d.,:/]*\s?[+%km]?\W*(?:\w+\W*){0,2}$", re.IGNORECASE
)


def is_item(block: Block) -> bool:
    text = block.text.strip()
    if NOT_HERE.intersection(block.marks) or block.place not in ("main", "aside") or block.lang:
        return False
    least = 2 if UNSPACED.search(text) else 3
    if not least <= len(text) <= 110 or len(text.split()) > 14 or text.endswith(("?", ":")) or is_leftover(text):
        return False
    return (
        not CALL.match(text)
        and not PLAN_NAME.match(text)
        and not find_prices(text)
        and not NO_FEATURE.search(text)
        and not re.fullmatch(r"[\W\d]+\S{0,2}", text)
    )
