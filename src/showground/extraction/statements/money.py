"""Finds prices in a text, and recognises how they are paid: repeatedly, once, or per use."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

SYMBOL = (
    r"(?:US|CA|AU|NZ|HK|NT|S|A|C|R)?\$|€|£|[¥￥]|₹|₩|₽|₺|₪|₴|₫|฿|₦|₱|R\$|zł|kr(?:\.|on(?:or|er|a|ur)"
    r"|ónur)?(?![^\W\d_])|CHF|Fr\.|Kč|руб(?:\.|лей|ля|ль)?"
    r"|грн|[万萬千]?(?:円|元)|[만천]?원|บาท|(?:ريال|درهم|جنيه|دينار)(?:ًا|اً|ا)?|دنانير|دراهم|ש[\"״]ח|שקל(?:ים)?|(?-i:TL"
    r"|Ft|Rp\.?|Rs\.?"
    r"|lei)(?![^\W\d_])"
)
CODE = (
    r"USD|EUR|GBP|CHF|CAD|AUD|NZD|INR|JPY|SEK|NOK|DKK|PLN|CZK|BRL|MXN|SGD|ZAR|KES|NGN|(?-i:TRY|EGP|SAR|AED|MAD"
    r"|ILS|NIS|RUB|UAH|KRW|CNY|RMB|TWD|HKD|THB|IDR|MYR|VND|VNĐ|HUF|RON|ARS|COP|CLP|PEN)|euros?|dollars?|pounds|reais"
)
GROUPED = r"[1-9]\d{0,2}(?:[.,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d{1,2}(?:,\d{2})+,\d{3}"
RATE = r"0[.,]\d{3,6}"  # a rate, such as the price of a kilowatt-hour
AMOUNT = rf"{GROUPED}|{RATE}|\d+(?:[.,]\d{{1,2}})?"
# `2 400 zł`: before a currency, a space may separate thousands.
AMOUNT_BEFORE = rf"\d{{1,3}}(?: \d{{3}})+(?:[.,]\d{{1,2}})?|{AMOUNT}"
PRICE = re.compile(
    rf"(?:(?P<before>{SYMBOL}|\b(?:{CODE}))\s?(?P<amount>{AMOUNT})(?![\d%])|(?<![\d.,"
    rf"])(?P<amount2>{AMOUNT_BEFORE})\*?\s?(?P<after>{SYMBOL}|(?:{CODE})\b|đ(?![^\W\d_])))"
    r"(?P<scale>\s?(?:k|m|bn?|million|billion|thousand|mio|mrd|lakh|crore|тыс|млн)\b|\+(?!\s?/))?\+?",
    re.IGNORECASE,
)
UNIT = (
    r"month|mo\b|mth|year|yr|annum|week|wk|day|hour|hr|quarter|user|seat|member|person|agent|editor|site|project"
    r"|minute|"
    r"gb|request|vehicle|student|"
    r"monat|jahr|nutzer|mois|an\b|année|utilisateur|mes\b|año|usuario|mês|ano\b|usuário|mese|anno|utente|maand|jaar|"
    r"gebruiker|"
    r"måned(?:en)?|månad(?:en)?|mån\b|md\b|år(?:et)?|veckan?|uken?|ugen?|mies\b|miesiąc|rok|mesiac|měsíc|мес\b"
    r"|месяц|год|ay\b|yıl|"
    r"trimestre|semestre|quartal|trimestr|kwartał|квартал|semana|semaine|woche|неделю|hora|heure|stunde|час"
    r"|saat|día|dia|jour|tag"
    r"|giorno|gün|день|hó\b|hónap|év\b|lun[ăa]\b|μήνα|χρόνο|місяць|рік|месец|година|tháng|năm|bulan|tahun|vuosi"
    r"|km|session|"
    r"night|nacht|nuit|noche|noite|notte|natta?\b|natten|døgn|dygn|dag\b|timme|time\b|uur|tunti|tunnilta|päivä|vrk|"
    r"godzin[ęa]|dzień|hodin[au]|óra|ночь|сутки|class|lesson|clase|aula|cours|"
    r"device|team|company|workspace|store|credit|page|month\.|letter|call|employee|licen[cs]e|kk"
)
# Periods in scripts without spaces between words.
UNSPACED_PERIOD = (
    r"(?:[/／]\s?|每)?(?:ヶ?月|か月|カ月|个月|個月|年)(?:額|间|間)?|[/／]\s?(?:개?월|년|연)|/?\s?(?:ต่อ\s?)?(?:เดือน|ปี)"
    r"|/?\s?ל?(?:חודש|שנה)|/?\s?(?:في |لكل )?(?:ال)?(?:شهر|سنة)(?:يا|ياً|يًا)?"
)
PERIOD = re.compile(
    rf"\s*(?:(?:/|per|pr\.?|a|an|each|every|pro|par|al|por|por cada|im"
    rf"|je|all'|om|i|each|na|za|w|в|за|на|pe|τον|το|ανά|mỗi|một)\s*"
    rf"(?:\d{{1,2}}\s?)?(?:{UNIT})s?\b\.?"
    rf"(?:\s*(?:/|per|and|,)\s*(?:{UNIT})\b)?"
    r"|(?:monthly|yearly|annually|quarterly|mtl\.|monatlich|jährlich|mensuel\w*|mensual|mensal|mensile|miesięcznie"
    r"|rocznie"
    r"|ежемесячно|щомісяця|kuukaudessa|vuodessa|měsíčně|mesačne|ročne|ročně|havonta|évente|lunar|mj?esečno|godišnje"
    r"|μηνιαίως|ετησίως|месечно|/?\s?(?:aylık|yıllık)|one[- ]time|once|lifetime|forever|einmalig|jednorazowo)\b"
    rf"|{UNSPACED_PERIOD})",
    re.IGNORECASE,
)
# `月額 3万円`: in these languages the period comes before the amount.
PERIOD_BEFORE = re.compile(r"(?:月額|年額|月々|毎月|每月|每年|月费|年费|월|매월|연|เดือนละ|ปีละ)\s?$")
# Words right before or after an amount that isn't the current price: a saving, a former price, a fine, a budget.
NOT_PRICE_BEFORE = re.compile(
    r"(?:[≈~]|\b(?:soit|equivalent to|equals|weniger als|moins de|menos de|meno di|minder dan|mniej niż|менее"
    r"|umgerechnet|omgerekend|works out (?:at|to)|entspricht|das sind|equivale a|equivalente a|cioè|pari a"
    r"|czyli|yani"
    r"|save|saves|saved|saving|savings?|discount|off|instead of|rather than|was|were|previously|formerly"
    r"|used to (?:be|cost)|regular(?:ly)?(?: price)?|normal(?:ly)?|original(?:ly)?|list price|rrp|msrp|worth"
    r"|valued? at|compared to|versus|vs\.?|fines?|fined|penalt\w+|refund|raised|funding|revenue|earn(?:ed|s|ing)?"
    r"|make|made|makes|win|prize|budget|salary|invoice|(?:sub-?)?total|zwischensumme|sous-total|balance|lost?"
    r"|losing|loses|lose|donated?"
    r"|donations?|coffee for|beer for|tip|gift card"
    r"|voucher|credit of|deposit|fee of|minimum of|more than|less than|up to|bis zu|jusqu['’]à|hasta|até|fino a"
    r"|tot wel|až|nawet do|opp til|op til|upp till|jopa|sparen(?: sie)?|spare"
    r"|sparst|bespaart|gespart"
    r"|ersparnis|rabatt|statt|bisher|früher|uvp|ehemals|bußgeld\w*|économise[zr]?|économie|remise|au lieu de|avant"
    r"|prix barré|amende|ahorr\w+|descuento|en (?:lugar|vez) de|antes|multa|economi[zs]e\w*|poupe|desconto"
    r"|spara(?: upp till)?|spar|ord(?:\.|inarie)(?: pris)?|normalpris"
    r"|säästä\w*|ušetříte|sleva|megtakarít\w+|economisi\w*"
    r"|em vez de|ao invés de|risparmi\w*|sconto|invece di|anziché|prima|bespaar|korting|in plaats van|oszczęd\w*"
    r"|rabat|zamiast|экономи\w*|скидк\w*|вместо|tasarruf|indirim|yerine)\b|節約|割引|お得|省|立减|立減|优惠|原价|原價|할인"
    r"|절약|خصم|وفر|הנחה|ลด|ประหยัด)"
    r"(?:\s+(?:ca\.?|circa|etwa|rund|knapp|env\.?|environ|approx\.?|approximately|only|just|nur|ungefähr|około|около"
    r"|of|you|up to|about|around|over|von|de|bis zu|jusqu['’]à|hasta|até|fino a|a|an|the))*\W{0,3}$",
    re.IGNORECASE,
)
NOT_PRICE_AFTER = re.compile(
    r"^\W{0,3}(?:(?:(?:/|per|a|pro|par|al|por)\s?\w+\s+)?(?:less|more|off|cheaper|discount|savings?|saved|voucher"
    r"|credits?\b(?! per)|gift card|cash ?back|refund|in (?:revenue|funding|savings|sales|fines)|worth|günstiger"
    r"|weniger|rabatt|gespart|sparen|de remise"
    r"|moins|économisés|de descuento|menos|de desconto|di sconto|in meno|korting|taniej|скидк\w*|дешевле|indirim"
    r"|割引|引き|オフ|优惠|할인))\b",
    re.IGNORECASE,
)
# Words before other amounts next to a price: tax, shipping, instalments, the list price of an earlier model.
BESIDE_PRICE = re.compile(
    r"(?:\b(?:enthalten\w*|darin|davon|of which|dont|di cui|waarvan|w tym|в том числе|varav|heraf)\s+(?:\d+\s?%\s+)?"
    r"(?:enthaltene\s+)?(?:mwst|ust|vat|tva|iva|btw|ндс|kdv|moms)\b\.?"
    r"|\b(?:versand(?:kosten)?|shipping(?: and handling)?|postage|frais de (?:port|livraison)|gastos de envío|frete"
    r"|spese di spedizione|spedizione|verzendkosten|koszt(?:y)? (?:wysyłki|dostawy)"
    r"|доставка|kargo ücreti|frakt|fragt)\b"
    r"|運費|运费|送料|배송비|\b(?:raten|monatsraten|instal?ments|mensualités|cuotas|parcelas|termijnen|taksit)\b"
    r"|\b(?:uvp|rrp|msrp|list price) (?:des|der|of|for)\b)[^\d.!?;]{0,30}$",
    re.IGNORECASE,
)
AFTER_MINUS = re.compile(r"\s\(?[-−]$")
DECIMALS = re.compile(r"[.,](\d{1,2})$")
# A fee per payment: `5% + $0.50`.
AFTER_PERCENTAGE = re.compile(r"\d\s?%\s*(?:\+|plus|und|et|e|y|and)\s*$", re.IGNORECASE)
# A yearly price expressed per day: `$35.90 a year, only $0.10/day`.
BY_THE_DAY = re.compile(r"(?:/|per|a|pro|par|al|por|je)\s?(?:day|tag|jour|día|dia|giorno|gün|dag)\b", re.IGNORECASE)
COMPARISON_BEFORE = re.compile(
    r"(?:save|sparen|économ|ahorr|only|just|nur|seulement|sólo|solo|apenas|sadece)\b[^.!?]{0,20}$", re.IGNORECASE
)
# An arrow from the old price to the new one: `1000 ₽ → 390 ₽`.
ARROW_TO_PRICE = re.compile(rf"\s*(?:→|⟶|➜|➔|➝|➡|⇒|->|=>|>>)\ufe0f?\s*(?:{SYMBOL}|\d)", re.IGNORECASE)
MAX_PRICES = 40  # in one text
# Words before a price with a plus: `Business Plan at $220+`.
BEFORE_LEAST_PRICE = re.compile(
    r"\b(?:plan|package|tier|paket|forfait|paquete|pacote|pacchetto|pakket|pakiet)\s*(?:at|from|for|ab|dès|desde|da"
    r"|vanaf|od)?\s*[:–—-]?\s*$|\b(?:starts?|starting|begins) (?:at|from)\s*$",
    re.IGNORECASE,
)
MAX_WORDS_WITH_LEAST_PRICE = 6
DIGIT = re.compile(r"\d")
ENDS_WITH_SCALE = re.compile(r"\d\s?(?:тыс|млн|mln|tys|mio)\b\.?\s?$", re.IGNORECASE)
TWO_DIGITS_FOLLOW = re.compile(r"\s\d{2}(?!\d)")
RECURRING = re.compile(
    r"(?:\b(?:month(?:ly)?|mo|mth|year(?:ly)?|yr|annual(?:ly)?|annum|week(?:ly)?|quarter(?:ly)?|monat(?:lich|e)?|jahr|"
    r"woche|wöchentlich|semaine|hebdomadaire|semanal|semana|settimana|settimanale|tydzień|tygodniowo|hafta|haftalık|"
    r"jährlich|mois|mensuel\w*|an|année|annuel\w*|mes|mensual(?:es)?|año|anual|mês|mensal|ano|mese|mensile|anno"
    r"|annuale|"
    r"maand\w*|jaar\w*|måned|månad|år|subscriptions?|abo|abonnement|abonament\w*|suscripción|assinatura|abbonamento|"
    r"månaden|måneden|mån|md|kuukau\w+|vuod\w+|měsíčně|mesačne|ročn\w+|havonta|évente|hó|hónap\w*|lun[ăa]|lunar|μήνα|"
    r"місяц\w*|щомісяц\w*|месечно|mj?esečn\w+|godišnj\w+|tháng|bulan|"
    r"mies|miesi[ąę]\w+|roczn\w+|rok|měsíc\w*|мес|месяц\w*|год|ежемесячн\w+|подписк\w+|aylık|yıllık|ay|yıl"
    r"|abonelik|kk)\b"
    r"|月額|年額|月々|毎月|[/／每]\s?年|[/／每]\s?[个個]?月|サブスク|订阅|訂閱|[/／]\s?(?:개?월|년)|매월|월 ?\d"
    r"|구독|เดือน|รายปี|חודש|לשנה"
    r"|شهر|سنوي|اشتراك)",
    re.IGNORECASE,
)
ONCE = re.compile(
    r"\b(?:one[- ]time|once|one[- ]off|lifetime|pay once|one payment|single payment|upfront|yours forever|einmalig\w*"
    r"|einmalzahlung|lebenslang\w*|paiement unique|à vie|pago único|de por vida|pagamento único|vitalíci\w+"
    r"|pagamento unico|una tantum|a vita|eenmalig\w*|jednorazow\w+|единоразов\w+|разовый платёж|навсегда|tek seferlik"
    r"|ömür boyu|no subscription)\b|買い切り|买断|買斷|永久|평생|일회성|ตลอดชีพ|ครั้งเดียว|חד[- ]?פעמי|مرة واحدة"
    r"|مدى الحياة",
    re.IGNORECASE,
)
# `not per month`, `no subscription`.
NOT_RECURRING = re.compile(
    r"\b(?:no|not|never|without|zero|kein\w*|ohne|sans|aucun|pas d['’e]|sin|sem|senza|bez|без|nie)\s?(?:an? |any |per |"
    r"monthly |yearly |recurring |hidden |more )*(?:subscriptions?|months?|monthly|years?|abos?|abonnements?"
    r"|abonament\w*"
    r"|suscripci\w+|assinaturas?|mensualit\w+|mensalidades?|abbonament\w+|подписк\w+)(?: fees?)?\b"
    r"|サブスク(?:リプション)?(?:なし|不要)"
    r"|无需订阅|구독 없",
    re.IGNORECASE,
)
PER_USE = re.compile(
    r"(?:/|\bper\b|\bpro\b|\bpar\b)\s*(?:[\d.,]+\s*k?\s*)?(?:requests?|calls?|api call|credits?|minutes?|hours?|gb|"
    r"tb|1k|1,000|1000|"
    r"million|token\w*|messages?|emails?|sms|transactions?|pages?|documents?|case runs?|runs?|images?)\b|\bpay as "
    r"you go\b|\bpay-as-you-go\b|"
    r"\busage[- ]based\b|\bonly pay for what you use\b",
    re.IGNORECASE,
)
HOURS = r"hour|hr|stunde|heure|hora|uur|saat|час|timme|(?<!one.)time|tunti|tunnilta|godzin[ęa]|hodin[au]|óra"
NIGHTS = r"night|nacht|nuit|noche|noite|notte|natta?|natten|døgn|dygn|vrk|ночь|сутки"
# Periods of prices for use: per hour, night or day.
WHILE_USED = re.compile(
    rf"\b(?:{HOURS}|{NIGHTS}|day|tag|jour|d[ií]a|giorno|dag|dzień|gün|день|päivä)s?\b|\ball['’]ora\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Price:
    """An amount with its currency, as written, and its period."""

    written: str
    period: str
    start: int
    end: int
    amount: str
    currency: str

    @property
    def is_open(self) -> bool:
        """Whether it ends with a plus: a minimum price, or a count such as `$5,000+ raised`."""
        return self.written.endswith("+")

    @property
    def is_zero(self) -> bool:
        return not re.search(r"[1-9]", self.amount)


def find_prices(text: str) -> list[Price]:
    """The prices in a text, without amounts in thousands or millions, and without most open-ended ones (`$5,000+`)."""
    return list(_prices_in(text)) if DIGIT.search(text) else []


@lru_cache(maxsize=4096)  # each text is asked about by several rules
def _prices_in(text: str) -> tuple[Price, ...]:
    prices: list[Price] = []
    for found in islice(PRICE.finditer(text), MAX_PRICES):
        # `from $250` is sometimes written `$250+`, in a line of its own.
        is_minimum = found["scale"] == "+" and (
            found[0] == text.strip() or ends_with_least_price(text, found.start(), found.end())
        )
        if (found["scale"] or "").strip() and not is_minimum:
            continue
        # `88-132 тыс ₽ 400 тыс ֏`: the sign belongs to the amount before it.
        if found["before"] and ENDS_WITH_SCALE.search(text[max(0, found.start() - 12) : found.start()]):
            continue
        # `25 99` may be 25.99 in two elements, or two numbers.
        if TWO_DIGITS_FOLLOW.match(text, found.end()):
            continue
        amount = to_ascii_digits(found["amount"] or found["amount2"])
        currency = (found["before"] or found["after"]).upper()
        period = PERIOD.match(text, found.end())
        end = period.end() if period else found.end()
        before = PERIOD_BEFORE.search(text[max(0, found.start() - 6) : found.start()])
        start = found.start() - (len(before[0]) if before and not period else 0)
        written = text[start : found.end()].strip()
        prices.append(Price(written, period[0].strip() if period else "", start, end, amount, currency))
    return tuple(prices)


def ends_with_least_price(text: str, start: int, end: int) -> bool:
    """Whether a short line ends with a minimum price: `Business Plan at $220+`."""
    short = len(text.split()) <= MAX_WORDS_WITH_LEAST_PRICE and not text[end:].strip(" .")
    return short and BEFORE_LEAST_PRICE.search(text[:start]) is not None


def to_ascii_digits(amount: str) -> str:
    """An amount in the digits 0 to 9, if it is written in those of another script."""
    return "".join(str(unicodedata.digit(letter)) if letter.isdigit() else letter for letter in amount)


def recurs(text: str) -> bool:
    """Whether a text says that one pays repeatedly."""
    return bool(RECURRING.search(NOT_RECURRING.sub(" ", text)))


def is_per_use(text: str) -> bool:
    return bool(PER_USE.search(text)) or any(WHILE_USED.search(price.period) for price in find_prices(text))


def is_paid_once(text: str) -> bool:
    return bool(ONCE.search(text) or NOT_RECURRING.search(text))


def is_current_price(text: str, price: Price) -> bool:
    """Whether an amount is a current price, not a saving, a former price or another amount."""
    end = price.end if price.period else price.start + len(price.written)
    whole = text[price.start : end]
    return not (
        re.fullmatch(RATE, price.amount)
        or NOT_PRICE_BEFORE.search(text[max(0, price.start - 40) : price.start])
        or BESIDE_PRICE.search(text[max(0, price.start - 60) : price.start])
        or is_discount(text, price)
        or AFTER_PERCENTAGE.search(text[max(0, price.start - 12) : price.start])
        or (BY_THE_DAY.match(price.period) and COMPARISON_BEFORE.search(text[max(0, price.start - 30) : price.start]))
        or ARROW_TO_PRICE.match(text, end)
        or NOT_PRICE_AFTER.match(text[price.start + len(price.written) :])
        or NOT_PRICE_AFTER.match(text[price.start + len(whole) :])
    )


def is_discount(text: str, price: Price) -> bool:
    """Whether an amount is taken off the one right before it: `250 zł -30 zł`, but not `from €9 -€19`."""
    minus = AFTER_MINUS.search(text[max(0, price.start - 3) : price.start])
    if not minus:
        return False
    at = len(text[: price.start - len(minus[0])].rstrip())
    before = next((other for other in find_prices(text) if other.end == at), None)
    return before is not None and number_in(price) < number_in(before)


def number_in(price: Price) -> float:
    """The amount as a number. A mark before the last one or two digits is the decimal one."""
    cents = DECIMALS.search(price.amount)
    whole = re.sub(r"\D", "", price.amount[: cents.start()] if cents else price.amount)
    return float(f"{whole}.{cents[1]}" if cents else whole)
