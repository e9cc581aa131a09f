"""Words for headings of features, headings of other topics, and lines that are not a feature."""

import re

from showground.extraction.drafters.extractive.calls_to_action import is_call
from showground.extraction.drafters.extractive.page_names import names_page
from showground.extraction.pricing.plan_finder import PLAN_NAME
from showground.extraction.reading.pages import Block
from showground.extraction.site_model import ABOUT_OTHERS
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.text_folding import DENIAL, UNSPACED

# Headings of features: `Features`, `What you get`.
FEATURES_TITLE = re.compile(
    r"\bfeatures?\b|what you (?:get|can do)|what it does|what(?:['’]?s| is) (?:included|inside)|"
    r"^(?:\w+ )?highlights$|everything you(?:['’]ll)? "
    r"(?:need|get)|capabilities|all the tools|\btoolkit\b|what .{1,20} (?:can do|does)$|\bwhat we (?:offer|do)\b"
    r"|\bservices\b|^service$|\bwhat i (?:offer|do)\b|\b(?:our|areas of) expertise\b|"
    r"\bamit kapsz\b|\bszolgáltatás|\bfunkciók\b|\bpalvelu(?:t|mme)\b|\bmitä saat\b|\bvad (?:som )?ingår\b"
    r"|\bdet får du\b|\bhvad får du\b|\bdette får du\b|\bservicii\b|\bce (?:oferim|primești)\b|\bfuncții\b|\bfunkce\b"
    r"|\bco získáte\b"
    r"|\bщо (?:ми )?робимо\b|\bможливості\b|\bo que você (?:recebe|ganha)\b|\bwat (?:je|u) krijgt\b|"
    r"\bfunktionen\b|was .{1,30} kann\b|leistungen\b|funktionsumfang"
    r"|\bwas (?:wir|ich) .{0,20}(?:tun|mache?n?|bieten?)\b|"
    r"^(?:unser|mein|das) angebot$|"
    r"fonctionnalités|caractéristiques|ce que vous obtenez|\bprestations\b|\bce que (?:nous|je) (?:fai|propos|offr)|"
    r"^(?:notre|mon|l['’]) ?offre$|\b(?:qué|lo que) (?:hacemos|ofrecemos)\b|\bo que (?:fazemos|oferecemos)\b|"
    r"\bcosa (?:facciamo|offriamo)\b|\bdi cosa (?:ci|mi) occup|\bwat (?:ik|wij|we) (?:doe|doen|bieden?|aanbieden)\b|"
    r"\bco (?:robi|oferuje)my\b|^(?:nasza )?oferta$|\bzakres usług|\bco (?:děláme|nabízíme)\b|\bslužby\b|\btjänster\b|"
    r"\bvad vi (?:gör|erbjuder)\b|\btjenester\b|\bydelser\b|\bhva(?:d)? vi (?:gjør|gør|tilby[rd])"
    r"|что мы (?:делаем|предлагаем)|"
    r"\bпослуги\b|\bne(?:ler)? yapıyoruz|uzmanlık alanlar|"
    r"características|funcionalidad|funciones|\bservicios\b|recursos principais|^recursos$|\bserviços\b|"
    r"funzionalità|caratteristiche|\bservizi\b|functies|\bdiensten\b|\bfunktioner\b|ominaisuudet|\busługi\b|"
    r"\bfunkcje\b|funkcjonalności|možnosti|özellik|\bhizmetler|возможности|функции|преимущества|\bуслуги\b|"
    r"機能|特徴|特長|できること|サービス(?:内容|一覧|紹介|メニュー|$)|功能|特点|特色|服务(?:项目|内容|$)|服務(?:項目|內容|$)|기능|특징|"
    r"서비스(?: 소개|$)|ميزات|المميزات|خدمات|תכונות|שירותים|השירותים|คุณสมบัติ|ฟีเจอร์|บริการของ",
    re.IGNORECASE,
)
# A heading that says only `Features`.
ONLY_FEATURES = re.compile(
    r"\W*(?:(?:(?:key|main|core|game|gameplay|app|product|top|special) )*features?(?: list)?"
    r"|(?:die )?(?:haupt)?funktionen|features? im überblick|(?:principales )?(?:fonctionnalités|caractéristiques)"
    r"|(?:principales )?(?:características|funcionalidades|funciones)|características principales"
    r"|(?:principais )?recursos|(?:principali )?(?:caratteristiche|funzionalità)|(?:ana )?özellikler"
    r"|(?:основные )?(?:возможности|функции)|особенности|(?:główne )?funkcje|(?:主な)?(?:機能|特徴)|ゲームの特徴"
    r"|(?:主要|核心|游戏)?(?:功能|特色|特点)|(?:주요 )?(?:기능|특징)"
    r"|(?:게임 )?특징)\W*",
    re.IGNORECASE,
)
# Lines before a list of features: `We specialise in:`, `With Acme you can:`.
OFFERS = re.compile(
    r"\bwe (?:speciali[sz]e|offer|provide|deliver|do|build|make)\b|\byou (?:can|get)\b|\bit (?:can|lets)\b"
    r"|\bwir bieten\b|\bspezialisiert\b|\blösungen\b|\bnous (?:proposons|offrons)\b|\bsolutions\b"
    r"|\bofrecemos\b|\bsoluciones\b|\boferecemos\b|\bsoluções\b|\boffriamo\b|\bsoluzioni\b|\boferujemy\b"
    r"|\bпредлагаем\b|\bрешения\b|\bsunuyoruz\b|\bçözüm|\bwij bieden\b|\boplossingen\b",
    re.IGNORECASE,
)
# Headings of reasons to choose the product: `Why Acme`, `Benefits`.
WHY_TITLE = re.compile(
    r"^why\b(?! now\b)(?!.*\?$.*pric)|what makes (?:us|it|.{1,30}) (?:different|special|unique)|what sets|\bbenefits\b|"
    r"\badvantages\b|how we['’]?re different|"
    r"^warum\b(?! jetzt)|^pourquoi\b(?! maintenant)|^por qu[eé]\b(?! ahora| agora)|"
    r"^perché\b(?! ora\b)|^waarom\b(?! nu\b)|"
    r"vorteile|avantages|ventajas|vantagens|vantaggi|the "
    r"difference|dlaczego|neden\b(?! şimdi)|почему(?! сейчас)|なぜ.{0,20}(?:選ば|人気|できる)|選ばれる理由|为什么",
    re.IGNORECASE,
)
# Headings of cards that are not features: steps, customers, use cases.
OTHER_CARDS = re.compile(
    r"^(?:step|schritt|étape|paso|passo|stap|steg|trin|krok|шаг|adım)\b|\bfor whom\b|\bwho (?:is it|it['’]?s"
    r"|it is|we) |\bwho uses\b|use cases?\b|industr(?:y|ies)\b|\bsectors?\b|"
    r"solutions? for\b|screenshots?\b|\bgallery\b|get (?:it|the app)\b|\bdownload|\binstall(?!ations\b)|"
    r"getting started|how .{1,30} works?\b|in practice|^(?:the )?problems?\b|\bpain|in numbers|in zahlen|en chiffres|"
    r"en cifras|em números|in numeri|in cijfers|"
    r"w liczbach|в цифрах|rakamlarla|trusted by|vertrauen uns|font confiance|confían en|confiam em|zaufali"
    r"|нам доверяют|\bstatistics\b|learn more|\bcontact|"
    r"\bvisit us|opening hours|roadmap|change ?log|release|what['’]?s new|documentation|\baward|requirements|"
    r"coming soon|^(?:our |the |latest |recent |meet )*(?:customers|partners|clients|news|blog|articles|resources|"
    r"events|team|press|community|process|values|mission|projects|portfolio|work|menu|shop|catalogue?|updates)\b|"
    # German, French, Spanish, Portuguese, Italian, Polish, Russian, Turkish, Japanese, Chinese, Korean
    r"für wen|branchen|kunden|kontakt|pour qui|clients|actualités|para quién|sectores|clientes|contacto|"
    r"para quem|setores|per chi|settori|clienti|dla kogo|branże|klienci|для кого|отрасли|клиент|контакты|kimler için|"
    r"where (?:to buy|to find|you can buy|to get)|how to (?:buy|order)|wo (?:kaufen|erhältlich|sie uns finden)"
    r"|où (?:nous )?"
    r"(?:acheter|trouver)|comment commander|points? de vente|dónde (?:comprar|encontrar)|onde (?:comprar|encontrar)"
    r"|dove (?:acquistare|comprare|trovar)|waar (?:te koop|kopen)|gdzie kupić|где купить|nereden al|"
    r"współprac|^jak .{1,30} działa|nasıl |как .{0,30}работает|使い方|の流れ|如何使用|사용 방법|so (?:geht|läuft)|"
    r"cómo funciona|come funziona|como funciona|comment ça|課題|お悩み|困りごと|고민|"
    r"詳しく(?:知|見)|もっと知る|お知らせ|最新記事|新着|最新文章|yazılarımız|son yazılar|neueste beiträge|"
    r"derniers articles|últimos art[íi]|ultimi articoli|"
    r"ostatnie wpisy|последние статьи|導入事例|ケース|数字で見る|対象|お客様|会社|新闻|案例|고객|사례|"
    # The audience: `You are ...`, and under it several kinds of readers.
    r"^(?:are you\b|you are\b(?!n)|you['’]re (?:an?|the)\b|whom\b|sie sind\b|du bist\b|vous êtes\b|tu es\b"
    r"|eres\b|você é"
    r"\b|sei (?:un|una)\b|jesteś\b)|\bsecteurs?\b|métiers cibles|\bpublics?\b.{0,8}\bcibles?\b|zielgruppe"
    r"|\baudiences?\b"
    r"|público objetivo|público-alvo|\btarget\b|doelgroep|grupa docelowa|целевая аудитория|hedef kitle|"
    # Integrations and partners, and at the end principles and success stories.
    r"\bworks? with\b|\bcompatible (?:with|devices)\b|\bintegrat(?:es?|ions?)(?: with)?\b|\bpartners?$"
    r"|\bsupported (?:models|platforms|devices|browsers|sites|games|services)\b|\bkompatibel mit\b|funktioniert mit\b"
    r"|\bcompatible (?:avec|con)\b|\bcompatibile con\b|\bcompatível com\b|\bintegrationen\b|\bintégrations\b"
    r"|\bintegraciones\b|\bintegrações\b|\bintegrazioni\b|\bпартн[её]ры\b|интеграции|entegrasyonlar|\bpartneri?\b"
    r"|\bpartenaires\b|\bsocios\b|\bparceiros\b|対応(?:機種|サービス|モデル)|連携サービス|支持的平台|合作伙伴|연동|"
    r"philosoph\w+|^(?:our |the )?(?:\w+ )?principles\b(?! of\b)|\bprinciples\W*$"
    r"|grundsätze|prinzipien|principes|principios|princípios|principi\b|принципы|"
    r"哲学|理念|実例|事例|合格者|理念|철학",
    re.IGNORECASE,
)
# Headings about the reader's problems, which pages describe before the solution.
TROUBLES = re.compile(
    r"\b(?:problems?|risks?|dangers?|challenges?|struggl\w+|pains?|frustrat\w+|tired of|sick of|worr(?:y|ies)|mistakes?"
    r"|goes wrong|go wrong|costs? of (?:waiting|doing nothing|inaction)|kosten van (?:wachten|uitstel)"
    r"|kosten des wartens"
    r"|coût de l['’]inaction|el coste de no|sounds? familiar|probleme?|risik\w+|gefahr(?:en)?"
    r"|herausforderung\w*|kennen sie das"
    r"|kennst du das|fehler|problèmes?|risques?|défis?|difficultés|erreurs?|problemas?|riesgos?|desafíos?|retos|errores"
    r"|riscos?|desafios?|dores|erros|problem[ai]|rischi?|sfide|errori|difficoltà|probleem|problemen|risico\w*"
    r"|uitdaging\w*|gevolgen|problemy|ryzyk\w+|wyzwani\w+|bolączk\w+|błędy|проблем\w*|риск\w*|боли|трудност\w+"
    r"|ошибк\w+|знаком\w+|sorun\w*|zorluk\w*|masalah|tantangan)\b"
    r"|悩み|課題|問題|困りごと|不安|リスク|痛点|痛點|问题|难题|難題|困扰|困擾|风险|風險|고민|문제|어려움|위험|ปัญหา|مشكل|مشاكل"
    r"|تحديات|مخاطر|مشکل|چالش|בעיות|הבעיה|אתגרים|סיכונים|מכירים את זה",
    re.IGNORECASE,
)
# `We do not offer these services:`
DENIED_LIST = re.compile(
    rf"(?:{DENIAL.pattern}|(?<!\w)(?:לא|אין|אינני|איננו|لا|لن|ليس)(?!\w)|ません|ない).*[:：]\s*$", re.IGNORECASE
)
ENDS_QUESTION = re.compile(r"[?？؟]\W*$|(?:ません|です|ます)か$")
# Words of readers or customers in quotation marks.
QUOTED = re.compile(r"^\W*[\"“”„«»‹「『‘].*[\"“”»«›」』’]\W*$")
# A negation after the first word: `Guests do not return`, but not `No hidden costs`.
SAYS_WHAT_FAILS = re.compile(
    r"\w\s+(?:not|never|don['’]t|doesn['’]t|can['’]t|isn['’]t|aren['’]t|won['’]t|nicht|kein\w*|nie|unbe\w+|pas"
    r"|jamais|no se"
    r"|nunca|não|non|niet|geen|nooit|nie|не|нет|inte|ikke)(?!\w)|(?:ない|できず|いない|못|않|没有|沒有|不能|无法|無法)",
    re.IGNORECASE,
)
SKIPPED_MARKS = ABOUT_OTHERS | {"team", "pricing", "faq", "adviser", "legal", "logos", "modal", "trouble"}
CALL = re.compile(
    r"^(?:(?:get|sign|try|learn|read|see|view|explore|discover|download|watch|buy|join|start|book|request|follow|talk|"
    r"choose|shop|order|visit)(?: (?:it|us|now|up|more|all|started|free|for free|here|today|with us|the app|our \w+|"
    r"your (?:free )?(?:trial|plan|demo)|a (?:demo|call|quote|meeting)|\w+ now|how it works|.{0,30} for free))?\W*$"
    r"|(?:ready|contact|subscribe|questions|faq|pricing|newsletter|stay (?:in|up)|about\b|our (?:team|mission|vision|"
    r"story|values)|blog|testimonials|trusted|loved|how it works|features|step \d|\d+ other|let['’]?s|and more|"
    r"and much more|create (?:an?|your) (?:free )?account|set up (?:an?|your) account|choose (?:an?|your) plan|"
    r"what |who |more\b|jetzt|mehr|en savoir|comienza|still |have (?:a|any|you)|need (?:help|"
    r"more)|coming|available|screenshots?|table of contents|welcome)\b(?! (?:sync|invoices|history))"
    # The same in other languages: `Termin buchen`, `Demander un devis`.
    r"|(?:\S+ ){0,3}(?:buchen|anfragen|anfordern|vereinbaren|reservieren|bestellen|entdecken)\W*$"
    r"|(?:umów|zamów|zarezerwuj|skontaktuj|réserve[rz]|demande[rz]|commande[rz]|contactez|découvr(?:ir|ez)|reserv[ae]r?"
    r"|solicit[ae]r?|contáct\w+|agend[ae]r?|prenota|richiedi|contattaci|scopri|закажите|заказать|записаться|узнать"
    r"|rezervasyon yap|registrieren|konto (?:erstellen|anlegen)|crée[rz]? (?:un|votre) compte|inscrivez-vous"
    r"|cre[ae]r? (?:una |tu )?cuenta|regístrate|cri[ae]r? (?:uma |sua )?conta|cadastre-se|registrati"
    r"|crea (?:un )?account|załóż konto|zarejestruj|зарегистрируйтесь|создайте аккаунт|hesap oluştur|kayıt ol"
    r"|üye ol)(?!\w)|会員登録|アカウント(?:を)?作成|注册(?:账号|帐号)?$|회원 ?가입)",
    re.IGNORECASE,
)
# Cards with a state of development: `Available now`, `Planned`.
DEVELOPMENT_STATE = re.compile(
    r"\W*(?:(?:currently |now |already )?(?:available|in development|in progress|planned|in the works)(?: now| today)?"
    r"|(?:aktuell |jetzt |bereits )?(?:verfügbar|in entwicklung|geplant|in arbeit)"
    r"|(?:actuellement )?(?:disponible|en développement|prévu|à venir)|(?:ya )?(?:disponible|en desarrollo|planificado)"
    r"|(?:já )?(?:disponível|em desenvolvimento|planejado)|(?:già )?(?:disponibile|in sviluppo|in arrivo)"
    r"|w przygotowaniu|в разработке|(?:уже )?доступно|geliştiriliyor|yakında|開発中|開発予定|开发中|開發中|개발 중)\W*",
    re.IGNORECASE,
)
# The last card of many rows: `And more`.
AND_MORE = re.compile(
    r"\W*(?:(?:and |\+ ?|plus )?(?:so |much |many |lots |a lot )?more(?: (?:features|to come|to explore))?"
    r"|(?:(?:just|almost) )?(?:about )?(?:anything|everything)(?: else)? (?:that )?you (?:can|could) \w+(?: of)?"
    r"|also included|(?:und )?(?:vieles |noch )?mehr|et (?:bien )?plus(?: encore)?|et bien d['’]autres|y (?:mucho )?más"
    r"|e (?:muito )?mais|e (?:molto )?altro(?: ancora)?|en (?:nog )?(?:veel )?meer|i (?:wiele )?więcej"
    r"|(?:и )?(?:многое другое|ещё|другое)|(?:ve )?(?:çok )?daha fazlası|och (?:mycket )?mer|og (?:mye|meget) mere?"
    r"|そして.{0,3}(?:もっと|他にも)|その他|さらに"
    r"|还有更多|以及更多|更多(?:功能)?|還有更多|그리고 더|그 외(?:에도)?|더 많은 기능|والمزيد|ועוד)\W*",
    re.IGNORECASE,
)
# As a heading, `Built for bakers` names the audience. On a card among features, it names a strength.
BUILT_FOR = re.compile(r"built for\b", re.IGNORECASE)
# The name before an explanation: `Single file: copy it, back it up.`
LEADING_NAME = re.compile(r"^(?P<lead>[^.:–—]{3,50}?)\s?(?:\s[–—-]|:)\s+\S.{9,}$")
NOT_FEATURE = re.compile(
    r"\brated\b|\b\d(?:\.\d)?/5\b|\b[1-5](?:\.\d)? stars\b|\bcoming soon\b|\bin the works\b|"
    # Reviews of the product, but not `Code review`.
    r"(?:\d\W*|^|\b(?:customers?|clients?|users?|guests?|patients?|players?|google|trustpilot|store|our|your|their|my"
    r"|verified|read|see|real|recent|latest|top|[45][- ]star)['’]?s?['’]? )reviews?$|"
    r"\btrusted by\b|^meet \S+$|"
    # Versions, and requirements.
    r"\b(?:19|20)\d\d (?:release|update|edition)$|\brelease (?:19|20)?\d\d|"
    r"^(?!(?:no|zero|not|never|kein\w*|nicht|ohne|aucun\w*|pas|sans|sin|ningun\w*|sem|nenhum\w*|nessun\w*|senza|geen"
    r"|bez|nie)\b).*(?<!not)(?<!nicht)(?<!pas)(?<!nie)\s(?:required|requise?s?|erforderlich|requerid[oa]s?|richiest[oaie]"
    r"|vereist|wymagan\w+)$|"
    # Two cooperating companies: `Harrow x Tarnbrook`.
    r"^[^\W\d_]\S*(?: \S+)? [xX×] [^\W\d_]\S*(?: \S+)?$|"
    # Results: `$4.5M in new revenue`.
    r"[$€£¥]\s?\d[\d.,]*\s?(?:k|m|bn?|mio|mrd|million|billion)\b|#1 in\b|"
    # Special offers.
    r"\b(?:special|limited|exclusive|launch|introductory) (?:time )?(?:offer|deal|discount)|\blimited[- ]time\b"
    r"|\b\d+\s?% off\b|\b(?:sonder|einführungs|aktions)angebot\b|nur für kurze zeit"
    r"|\boffre (?:spéciale|limitée|de lancement)"
    r"|\boferta (?:\w+ )?(?:especial|limitada|de lanzamiento|de lançamento)"
    r"|\boffert[ae] (?:special[ei]|limitat[ae]|lancio)"
    r"|\b(?:speciale|tijdelijke) (?:aanbieding|korting)|\boferta (?:specjalna|limitowana)"
    r"|(?:специальное|ограниченное) предложение"
    r"|\b(?:özel|sınırlı) (?:teklif|fırsat)|期間限定|限时(?:优惠|特惠)|限時(?:優惠|特惠)|한정 (?:특가|할인)"
    r"|عرض (?:خاص|محدود)|מבצע מיוחד",
    re.IGNORECASE,
)
COMING_SOON = re.compile(
    r"\bcoming soon\b|\bdemnächst\b|\bbientôt\b|\bpróximamente\b|\bem breve\b|\bprossimamente\b|\bwkrótce\b|\bскоро\b"
    r"|\byakında\b|近日|即将",
    re.IGNORECASE,
)
# Items of a plan that name an amount or another plan: `30 photos`, `Everything in Basic`.
AMOUNT_OF = re.compile(
    r"^\W*(?:valid|gültig|valable|válid[oa]s?|valid[oiae]|geldig|ważn\w+|действ\w+|geçerli)\b"
    r"|^\W*(?:up to |only |bis zu |jusqu['’]à |hasta |até |fino a |do |до )?\d|∞"
    r"|^\W*(?:everything|all (?:features|of)\b|alles\b|tout(?:es)? \b|todo\b|tudo\b|tutto\b|wszystko\b"
    r"|всё\b|все\b|her şey|kaikki\b|allt i\b|alt i\b|minden\b|所有.{1,10}(?:版|套餐|方案)|すべての)"
    r"|\b(?:paket|plan)\w*(?: \w+)? (?:her şey|tüm özellik\w*)\W*$|(?:プラン|版)の(?:全|すべて)|(?:플랜|요금제)의 모든",
    re.IGNORECASE,
)
# A statistic, or the number of a step; but not `3D printing`.
NUMBER = re.compile(
    r"^\W*(?:step |schritt |étape |paso |krok |шаг )?\d[\d.,:/]*\s?[+%km]?(?![^\W\d_])\W*(?:\w+\W*){0,2}$",
    re.IGNORECASE,
)
# A number of people or cases, and nothing else: `約1,590万人`.
COUNT = re.compile(
    r"(?:約|およそ|累計|超)?[\d.,]+\s?[千万億萬亿만천]?\+?(?:人|件|社|名|回|店舗|本|％|%|명|개|건|家|位)\S{0,4}"
)
MIN_SENTENCE, MAX_SENTENCE = 25, 180  # characters
# A number above a label: `Delivery reach 10K+`.
STATISTIC = re.compile(r"(?:^|\s)[\d.,]+\s?(?:[kmb]\s?)?\+$|(?:^|\s)[\d.,]+\s?%$", re.IGNORECASE)


def may_be_feature(block: Block) -> bool:
    """Whether a line can be the name of a feature: short, and not about something else."""
    text = block.text.strip()
    if names_page(text):
        return False
    if SKIPPED_MARKS.intersection(block.marks) or block.place not in ("main", "aside") or block.lang:
        return False
    least = 2 if UNSPACED.search(text) else 3
    if not least <= len(text) <= 110 or len(text.split()) > 14 or text.endswith(("?", ":")) or is_leftover(text):
        return False
    if BUILT_FOR.match(text) and "feature" not in block.marks:
        return False
    return (
        not CALL.match(text)
        and not AND_MORE.fullmatch(text)
        and not DEVELOPMENT_STATE.fullmatch(text)
        and not is_call(text)
        and not PLAN_NAME.match(text)
        and not find_prices(text)
        and not NOT_FEATURE.search(text)
        and not COUNT.fullmatch(text)
        and not re.fullmatch(r"[\W\d]+\S{0,2}", text)
    )


def is_feature_sentence(block: Block) -> bool:
    """Whether a block can be a feature in a sentence or two, longer than `may_be_feature` allows."""
    sentence = block.text.strip()
    if SKIPPED_MARKS.intersection(block.marks) or block.place != "main" or block.lang or is_leftover(sentence):
        return False
    least = MIN_SENTENCE // 2 if UNSPACED.search(sentence) else MIN_SENTENCE
    other = CALL.match(sentence) or is_call(sentence) or NOT_FEATURE.search(sentence) or find_prices(sentence)
    return least <= len(sentence) <= MAX_SENTENCE and not sentence.endswith(("?", "？", ":", "：")) and not other
