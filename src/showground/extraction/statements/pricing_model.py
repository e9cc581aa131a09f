"""Recognises pricing models in a text."""

import re
from functools import lru_cache

from showground.extraction.statements.money import find_prices, is_paid_once, is_per_use, recurs

FREE_WORD = re.compile(
    r"(?<!risk-)(?<!risk )\b(?:free|kostenlos|gratis|gratuit|grátis|gratuito|ilmainen|darmow\w+|za darmo"
    r"|бесплатн\w*(?!\s+(?:пробн|тест))|ücretsiz)\b(?![- ]?"
    r"(?:trial|shipping|demo|consultation|quote|time|testen|test|updates?|credits?|support|delivery"
    r"|returns?|of\b|from\b|hand\b|dene\w*|to contact|\d+))|無料(?!体験|トライアル|相談)|免费(?!试用|咨询)"
    r"|免費(?!試用)|무료(?! ?체험| ?상담)"
    r"|ฟรี|مجان[يا]\w*|חינם|חינמי",
    re.IGNORECASE,
)
DAYS = (
    r"(?:days?|weeks?|months?|tage?n?|wochen?|monate?|jours?|semaines?|mois|días?|semanas?|mes(?:es)?|dias?|giorni"
    r"|mesi|dagen"
    r"|dni|miesi\w+|дн\w+|месяц\w*|недел\w+|gün|ay|日間?|ヶ月|天|个月|個月|일|개월|วัน|يوم\w*|أيام|ימים|ימי|יום)"
)
FREE_WORDS = (
    r"(?:free|kostenlos\w*|gratis|gratuit\w*|grátis|za darmo|darmow\w+|бесплатн\w*|ücretsiz|無料|免费|免費|무료"
    r"|ฟรี|مجان\w*"
    r"|חינם|ניסיון)"
)
# Free for some time only: `15 days free`, `free for 30 days`, `2 meses grátis`.
FREE_FOR_DAYS = re.compile(
    rf"\b\d+[- ]?{DAYS}(?:\W+\w+){{0,2}}?\W*{FREE_WORDS}|\b{FREE_WORDS}\W+(?:\w+\W+){{0,3}}?\d+[- ]?{DAYS}",
    re.IGNORECASE,
)
TIME_LIMIT = re.compile(rf"(?:/|\b(?:for|für|por|pour|per|na|на)\b)\s*\d+\s?{DAYS}", re.IGNORECASE)
TRIAL = re.compile(
    r"\bfree trial\b|\b\d+[- ]days? (?:free )?(?:trial|pilot)\b|\btry (?:it )?(?:for )?free for \d+"
    r"|\bfree for (?:the first "
    r")?\d+ days\b|\b\d+ tage (?:lang )?(?:kostenlos|gratis|unverbindlich)|\bessai gratuit\b|\bessayez gratuitement\b"
    r"|\bprueba gratuita\b|\b(?:prueba|pruébalo) gratis\b|\bteste gr[áa]tis\b|\bkostenlos testen\b"
    r"|\bprova(?: gratuita| gratis)\b"
    r"|\bproefperiode\b|\bokres próbny\b|\b(?:wypróbuj|przetestuj)\b[^.!?]{0,20} za darmo\b|\bпробн\w+ период\w*\b"
    r"|\bпопроб\w+ бесплатно\b"
    r"|\bücretsiz den\w+|無料(?:体験|トライアル)|免费试用|免費試用|무료 ?체험|ทดลองใช้ฟรี|تجربة مجانية|ניסיון חינם",
    re.IGNORECASE,
)
NO_TRIAL = re.compile(
    # A beta costs nothing yet, and nobody knows what it will cost.
    r"\b(?:beta|alpha)\b|\bno (?:free )?trial|\bnot a (?:free )?trial|\bif (?:offered|any|available|applicable)\b",
    re.IGNORECASE,
)
# Sentences that say the whole product is free: `It's completely free`.
ALL_FREE = re.compile(
    r"\b(?:(?:is|it['’]s|stays|remains?|always|completely|totally|entirely|100\s?%|forever|absolutely) "
    r"(?:completely |totally |entirely |100% )?"
    r"(?:and always will be )?free\b(?! (?:trial|of|from|up|for \d|plan|tier|version|shipping|to (?:try|start|contact)"
    r"|to \w+ (?:up|for \d|with))|[- ](?:hand|range|form|time))"
    # `Free and source available`, `Download for Windows — free`, `Free.`
    r"|^free (?:&|and) (?:open|source)\b|^(?:get it|download)\b[^.!?]{0,30}(?: for|\s?[—–-]) free\W*$|^free\.$"
    r"|^(?:get|download)\b[^.!?]{0,30} (?:for )?free (?:on|from|in) (?:the )?(?:mac )?(?:app store|google play"
    r"|play store|steam)"
    r"|^(?:kostenlos (?:im|bei)|gratis (?:en|in|na|no)|gratuit sur) (?:l['’]|the |der |dem |la |el )?(?:app store"
    r"|google play)"
    r"|free forever(?! plan)|free,? forever|free for everyone|^free[- ]to[- ](?:play|use|enjoy|download)\b"
    r"|(?:100\s?%|komplett|völlig|vollständig|dauerhaft|immer) (?:kostenlos|gratis)|(?:ist"
    r"|bleibt) (?:\w+ )?kostenlos\b(?! test)"
    r"|(?:100\s?%|entièrement|totalement|toujours|est) gratuite?\b(?! pendant)"
    r"|(?:100\s?%|totalmente|completamente|siempre|sempre|es|é|è) (?:gratis|gratuit[oa]|grátis)\b"
    r"|(?:gratis|grátis|gratuit[oae]?|kostenlos|za darmo) (?:para sempre|para siempre|per sempre|pour toujours"
    r"|für immer|na zawsze)|^(?:free|kostenlos|gratis|grátis|gratuit[oae]?|darmow\w+),? (?:und|et|y|e|and|i)"
    r" (?:ohne|sans|sin|sem|senza|without|no|bez) (?:werbung|pub\w*|anuncios|anúncios|pubblicità|ads|reklam)"
    r"|(?:całkowicie|zawsze|jest) (?:darmow\w+|bezpłatn\w+|za darmo)|(?:полностью|всегда|абсолютно"
    r"|совершенно) бесплатн\w+"
    r"|(?:tamamen|her zaman|%\s?100) ücretsiz)|完全無料|全て無料|全機能無料|すべて無料|ずっと無料"
    r"|無料で(?:ご利用|使え|利用)|(?:月額|利用)料金?は(?:一切)?(?:ありません|かかりません|発生しません)|完全免费|永久免费|完全免費|永久免費"
    r"|무료로 (?:사용|이용|제공)|완전 ?무료|평생 ?무료|ใช้ฟรี|مجاني تمام|مجانا تماما|חינם לגמרי|לגמרי בחינם",
    re.IGNORECASE,
)
# Sentences that say part of the product is free without a time limit: `We have a free plan`.
FREE_OFFER = re.compile(
    r"\b(?:is|are|stays?|remains?|always) (?:always |completely |totally )?free(?: (?:to (?:use|download|play"
    r"|start)|forever|for "
    r"(?:individuals|personal use|everyone)))?(?=[.;,!]|$| and\b| with\b| up to\b)"
    r"|^(?:we (?:have|offer) )?a free (?:plan|tier|version)\b"
    r"|^(?:the |our )?free (?:plan|tier|version) (?:includes|gives|has|offers|lets|comes|covers|is)\b"
    r"|\bfree to (?:start|use|download)\b"
    r"|\b(?:has|have|offers?|with|our|the|on) (?:an? |the )?(?:generous )?free (?:plan|tier)\b|\bfree forever\b"
    r"|\b(?:ist|bleibt|sind) (?:dauerhaft |immer )?(?:kostenlos|gratis)(?=[.;,!]|$| und\b)"
    r"|\b(?:est|reste|sont) (?:toujours )?gratuite?s?(?=[.;,!]|$| et\b)"
    r"|\b(?:es|son|é|são|è|sono|resta) (?:siempre |sempre )?(?:gratis|grátis|gratuit[oaie]s?)(?=[.;,!]|$| [yeo]\b)"
    r"|\bjest (?:zawsze )?(?:darmow\w+|bezpłatn\w+)(?=[.;,!]|$)|\bбесплатн(?:о|а|ы)(?=[.;,!]|$)"
    r"|\bücretsiz(?:dir)?(?=[.;!]|$)",
    re.IGNORECASE,
)
TO_CART = re.compile(
    r"\badd to (?:cart|bag|basket|trolley)\b|\bin den warenkorb\b|\bajouter au panier\b|\bañadir al carrito\b"
    r"|\badicionar ao carrinho\b|\baggiungi al carrello\b|\bdodaj do koszyka\b|\bв корзину\b|\bsepete ekle\b"
    r"|カートに入れる"
    r"|加入购物车|加入購物車|장바구니",
    re.IGNORECASE,
)
# Buy buttons for one-time purchases, and shops that sell this way.
BUY = re.compile(
    r"\b(?:buy(?: it)?(?: now)?|get it now|order(?: it)? now|order for|purchase|pre-?order|jetzt kaufen|bestellen"
    r"|acheter"
    r"|commander|comprar|compra(?: ora)?|acquista|kopen|kup(?: teraz)?|zamów|купить|заказать|satın al|sipariş)\b"
    r"|\b(?:steam|app store|google play|play store|mac app store|gumroad|itch\.io|gearvr|oculus|playstation|xbox"
    r"|nintendo)\b"
    r"|購入|购买|購買|구매|ซื้อ|اشتر|קנה|קנו",
    re.IGNORECASE,
)
OPEN_SOURCE = re.compile(
    r"\b(?:is|are|it['’]s|fully|100\s?%|free and|free,|completely|proudly|an?|the)\s+(?:\w+ )?open[- ]source\b|^open[- "
    r"]source\b|\b(?:released|licen[cs]ed|available|distributed) under (?:the |an? )?(?:terms of the )?(?:MIT|Apache|"
    r"[AL]?GPL|BSD|MPL|GNU)\b",
    re.IGNORECASE,
)
ON_REQUEST = re.compile(
    r"\b(?:contact (?:us|sales) for (?:a |our )?(?:pricing|prices|quote)|request (?:custom )?pricing"
    r"|(?:get|request|receive|ask (?:us )?for) (?:an? |your |my )?(?:free |custom |instant |personali[sz]ed "
    r"|no[- ]obligation )*"
    r"quote|custom (?:pricing|quote)|pricing on request|customi[sz]e (?:an? |your )?(?:pricing|price|plan)"
    r"|(?:pricing|prices?) (?:is |are )?tailored|(?:tailored|bespoke|individual) pricing"
    r"|ask (?:us )?for a price|talk to (?:us|sales) about pricing"
    r"|determine the (?:fee|price) based on|(?:fee|price|quote|pricing)s? (?:depends?|is based|are based|varies"
    r"|vary) (?:up)?on"
    r"|(?:send|give|prepare|make)(?: (?:you|out))? an? (?:\w+ )?quote"
    r"|(?:enverr\w+|envoi\w*|établi\w*|prépar\w+) (?:\w+ ){0,2}?devis"
    r"|(?:enviar\w*|enviamos|prepara\w*) (?:\w+ ){0,2}?(?:presupuesto|orçamento)"
    r"|(?:invier\w+|inviamo|prepar\w+) (?:\w+ ){0,2}?preventivo"
    r"|(?:erstellen|schicken|senden|machen) (?:wir )?(?:ihnen|dir|euch) (?:gern\w* )?ein (?:\w+ )?angebot"
    r"|(?:sturen|maken) (?:we |wij )?(?:je |u )?een (?:\w+ )?offerte"
    r"|preise? (?:hängt|hängen|richtet sich|richten sich)|(?:prix|tarifs?) (?:dépend(?:ent)?|varie(?:nt)?)"
    r"|precios? (?:depende|dependen|varía|varían)|preços? (?:depende|dependem|varia|variam)"
    r"|prezz[io] (?:dipende|dipendono|varia|variano)|prijs (?:hangt af|is afhankelijk)|(?:цена|стоимость) зависит"
    r"|preise? auf anfrage|individuelles angebot|angebot (?:anfordern|einholen|anfragen)|sur devis|demande[zr] un devis"
    r"|devis (?:gratuit|personnalisé)|solicit[ae]r? (?:un )?presupuesto|pide (?:un )?presupuesto"
    r"|presupuesto (?:personalizado|sin compromiso|a medida)|orçamento (?:personalizado|sem compromisso)"
    r"|preventivo (?:gratuito|personalizzato)"
    r"|solicit[ae]r? (?:um )?orçamento"
    r"|peça (?:um )?orçamento|richiedi (?:un )?preventivo|offerte aanvragen|zapytaj o (?:cenę|wycenę)"
    r"|wycena indywidualna"
    r"|(?:ostateczna )?(?:wycena|cena) zależy od|цена по запросу|рассчитать стоимость|запросить цену|fiyat teklifi"
    r"|teklif (?:al|iste)\w*)\b|見積もり?(?:依頼|無料|を依頼)|お見積り|要相談|询价|獲取報價|获取报价|견적 ?(?:문의"
    r"|요청)|ขอใบเสนอราคา|اطلب عرض سعر"
    r"|הצעת מחיר",
    re.IGNORECASE,
)

# What a pricing page says instead of an amount: `Contact sales`.
CONTACT_SALES = re.compile(
    r"\b(?:contact|talk to|speak (?:to|with)|call|ask) (?:our )?sales\b|\bcontact us (?:to|for|and)\b"
    r"|\b(?:vertrieb kontaktieren|kontaktieren sie (?:uns|unseren vertrieb)|contactez-nous"
    r"|contacter le service commercial|contáct[ae]nos|contactar con ventas|hable con ventas|fale conosco"
    r"|fale com vendas|contattaci"
    r"|neem contact op|skontaktuj się|свяжитесь с нами|bize ulaşın|iletişime geçin)\b"
    r"|お問い合わせください|联系销售|聯絡銷售|문의하세요",
    re.IGNORECASE,
)
# Something is sold inside the app.
IN_APP_PURCHASES = re.compile(
    r"(?<!no )(?<!without )(?<!keine )(?<!sans )(?<!sin )(?<!sem )(?<!senza )\b(?:in-app[- ](?:purchases?|käufe[n]?)"
    r"|achats intégrés|compras (?:integradas|dentro de la app|no aplicativo)|acquisti in-app)\b"
    r"|アプリ内課金|应用内购|인앱 ?결제"
    # `Free to download, but you can unlock the paid features`
    r"|\b(?:paid|premium|pro) features?\b|\bupgrad(?:e|ing) to (?:the )?(?:pro|premium|plus|paid)\b",
    re.IGNORECASE,
)

# Things other than the product that may be free: shipping, a first call, support.
FREE_EXTRA = re.compile(
    r"\b(?:(?:first|erste[rs]?|premi(?:er|ère)|primer[ao]?|primeir[ao]|prim[ao]|eerste|pierwsz\w+|перв\w+|ilk)\s\w+"
    r"|shipping|delivery|returns?|support|parking|install\w*|set-?up|consult\w*|estimates?|quotes?|quotation"
    r"|admission|entry"
    r"|onboarding|training|migrations?|registration|sign-?up|cancell\w*|updates?|upgrades?|workshops?|webinars?"
    r"|ebooks?|guides?"
    r"|newsletter|samples?|advice|wi-?fi|call|calls|conversation|talk|audit|assessment|inspection|plan changes?"
    r"|gespräch|(?:erst)?beratungs?gespräch|erstberatung|besichtigung|bestandsaufnahme|analyse|appel|rendez-vous|échange"
    r"|diagnostic|llamada|cita|diagnóstico|ligação|chamada|conversa|chiamat[ae]|colloquio|sopralluogo|videochiamata"
    r"|gesprek|rozmowa|звонок|замер|görüşme|keşif|versand|lieferung|beratung|erstgespräch|angebot"
    r"|anmeldung"
    r"|registrierung|parken|rückgabe|livraison|devis|inscription|installation|conseil|envíos?|presupuesto|asesoría"
    r"|consulta"
    r"|registro|entrega|frete|orçamento|cadastro|instalação|spedizione|preventivo|consulenza|iscrizione|dostawa|wycena"
    r"|konsultacj\w+|rejestracja|доставк\w+|консультаци\w+|регистраци\w+|установк\w+|kargo|kurulum|danışmanlık|kayıt"
    # What a repair shop does first: diagnosis, call-out, pick-up.
    r"|diagnosis|diagnostics?|call-?outs?|collection|pick-?up|diagnose|fehlersuche|kostenvoranschlag|anfahrt|abholung"
    r"|déplacement|enlèvement|recogida|desplazamiento|avaliação|retirada|ritiro|diagnosi|diagnoza|dojazd|odbiór"
    r"|диагностик\w+|выезд\w*|курьер\w*|оценк\w+|осмотр\w*|arıza tespiti|servis ücreti)\b"
    r"|送料|相談|見積|登録(?!不要|なし)|配送|診断|点検|出張|咨询|注册|检测|诊断|上门|배송|상담|가입|진단|출장|จัดส่ง|الشحن|التوصيل"
    r"|تشخيص|معاينة|משלוח|ייעוץ|אבחון",
    re.IGNORECASE,
)


# Words for the product in a sentence that says it is free.
PRODUCT_WORD = re.compile(
    r"\b(?:it|this|that|which|everything|all|most|apps?|application|plans?|tiers?|versions?|editions?|services?|tools?"
    r"|software|games?|extensions?|plugins?|platform|products?|library|engine|core|basics?|accounts?|downloads?|us(?:e|ing)"
    r"|sites?|features?|membership|community|license|bot|api|starter|es|sie|das|alles|nutzung|konto|tarif|basis\w*|dienst"
    r"|anwendung|il|elle|tout|utilisation|compte|offre|abonnement|jeu|outil|logiciel|aplicaci[oó]n|aplicativo|versión"
    r"|versão|cuenta|conta|uso|juego|jogo|herramienta|ferramenta|todo|tudo|applicazione|versione|gioco|strumento|piano"
    r"|aplikacja|wersja|konto|gra|приложение|версия|тариф|игра|сервис|uygulama|sürüm)\b",
    re.IGNORECASE,
)
MAX_SUBJECT_WORDS = 4


def is_free_itself(sentence: str, name: str) -> bool:
    """Whether a sentence such as `... is free` can be about the product, unlike `Number transfer is free`."""
    found = FREE_OFFER.search(sentence)
    subject = sentence[: found.start()].split() if found else []
    if not 0 < len(subject) <= MAX_SUBJECT_WORDS:
        return found is not None
    named = any(word.lower() in sentence.lower() for word in name.split()) if name else False
    return named or bool(PRODUCT_WORD.search(" ".join(subject)))


# A line that ends with a call or meeting, which is not a product: `Free consultation`.
MEETING = re.compile(
    r"\b(?:call|consultation|conversation|audit|assessment|session|meeting|estimate|quote|workshop|review"
    r"|\w*gespräch|\w*beratung|appel|rendez-vous|audit gratuit|llamada|consulta|reunión|ligação|reunião|chiamata"
    r"|colloquio|consulenza|gesprek|rozmowa|konsultacja|звонок|консультация|görüşme|danışma)\W*$|相談$|咨询$|상담$",
    re.IGNORECASE,
)
MAX_MEETING_WORDS = 5


def names_meeting(line: str) -> bool:
    return len(line.split()) <= MAX_MEETING_WORDS and bool(MEETING.search(line))


def says_free(text: str) -> bool:
    """Whether a text says that something is free, and not just for some days."""
    return bool(FREE_WORD.search(FREE_FOR_DAYS.sub(" ", text)))


@lru_cache(maxsize=4096)  # each text is asked about by several rules
def offers_trial(text: str) -> bool:
    return bool(TRIAL.search(text)) and not NO_TRIAL.search(text)


def supports_model(model: str, text: str) -> bool:
    """Whether a text states this pricing model."""
    prices = find_prices(text)
    paid, zero = any(not price.is_zero for price in prices), any(price.is_zero for price in prices)
    once = is_paid_once(text) or ((TO_CART.search(text) or BUY.search(text)) and not recurs(text))
    return {
        "free": bool(ALL_FREE.search(text)) and not paid,
        "freemium": (says_free(text) or zero) and paid,
        "free-trial": offers_trial(text),
        "subscription": paid and recurs(text),
        "one-time": paid and bool(once),
        "usage-based": is_per_use(text),
        "open-source": bool(OPEN_SOURCE.search(text)),
        "custom": bool(ON_REQUEST.search(text)),
    }.get(model, False)
