"""Recognises text for machines in languages other than English: orders to ignore instructions or to write something."""

import re

# For each language, the beginnings of words for: ignore; instructions; previous or all. A sentence must have one of
# each, in any order. Without the third, it may be a promise to visitors, such as "forget long instructions".
SET_ASIDE = {
    "Afrikaans": ("ignoreer|vergeet", "instruksies|opdragte", "alle|vorige|voorafgaande"),
    "Catalan": ("ignora|oblida", "instruccions|ordres", "anterior|totes|totas"),
    "Croatian, Serbian": (
        "ignorir|ignoriš|zanemari|zaboravi",
        "uputa|upute|uputu|uputst|naredb|instrukcij",
        "prethodn|sve|svi",
    ),
    "Czech": ("ignoruj|zapomeň|nedbej|pomiň", "pokyn|instrukc|příkaz", "předchoz|všech|dosavadn"),
    "Danish, Norwegian": (
        "ignorer|ignorér|glem|se bort",
        "instruktion|instruks|anvisning|ordre",
        "alle|tidligere|foregående",
    ),
    "Dutch": ("negeer|vergeet", "instructies|opdrachten|aanwijzingen", "alle|eerdere|vorige|voorgaande"),
    "Estonian": ("ignoreeri|unusta|eira", "juhis|juhend|käsk", "kõik|eelnev|varasem"),
    "Finnish": ("unohda|ohita|jätä huomiotta|älä välitä", "ohje|käsky|määräy", "kaikki|aiem|edelli"),
    "French": (
        "ignore|oublie|ne tenez pas compte|ne tenir pas compte|ne tiens pas compte",
        "instructions|consignes|directives",
        "précédent|tout|tous|antérieur|vos",
    ),
    "German": (
        "ignorier|missacht|vergiss|vergesst|vergessen sie",
        "anweisung|instruktion|vorgabe",
        "alle|bisherig|vorherig|vorig|vorangegangen|obige|deine|ihre",
    ),
    "Hungarian": (
        "hagyd figyelmen|hagyja figyelmen|felejts|mellőzd",
        "utasítás|instrukció",
        "előző|korábbi|eddigi|összes|minden",
    ),
    "Indonesian, Malay": ("abaikan|lupakan", "instruksi|perintah|arahan", "sebelum|semua|terdahulu"),
    "Italian": ("ignora|dimentica", "istruzioni|ordini|comandi", "precedent|tutt"),
    "Latvian": ("ignorē|aizmirst", "norādījum|instrukcij", "iepriekš|visus|visas"),
    "Lithuanian": ("ignoruok|pamiršk", "nurodym|instrukcij", "ankstesn|visus|visas"),
    "Polish": ("ignoruj|pomiń|zapomnij", "polece|instrukcj", "poprzedni|wcześniej|wszystk|dotychczas"),
    "Portuguese": ("ignore|ignora|esqueça|desconsider", "instruções|ordens|comandos", "anterior|todos|todas|prévi"),
    "Romanian": (
        "ignor|uită",
        "instrucțiuni|instrucţiuni|instructiuni|comenzi|indicaţii|indicații|indicatii",
        "anterior|toate|precedent",
    ),
    "Slovak": ("ignoruj|zabudni", "pokyn|inštrukci|príkaz", "predchádz|všetk|doterajš"),
    "Slovenian": ("prezri|pozabi|ignoriraj", "navodil|ukaz", "prejšnj|vsa|dosedanj"),
    "Spanish": ("ignora|ignore|olvid", "instrucciones|órdenes|indicaciones", "anterior|todos|todas|previ"),
    "Swahili": ("puuza|sahau", "maagizo|maelekezo", "yote|awali"),
    "Swedish": ("ignorera|bortse|glöm|strunta", "instruktion|anvisning", "tidigare|alla|allt|föregående"),
    "Tagalog": ("balewalain|kalimutan", "tagubilin|utos", "nakaraan|lahat|naun"),
    "Turkish": ("yok say|görmezden gel|unut|dikkate alma", "talimat|komut|yönerge", "önceki|tüm|bütün|yukarıdaki"),
    "Vietnamese": ("bỏ qua|phớt lờ|quên", "hướng dẫn|chỉ thị|chỉ dẫn|mệnh lệnh", "trước|tất cả|mọi"),
    "Arabic": ("تجاهل|انس", "تعليمات|أوامر|توجيهات", "سابق|جميع|كل"),
    "Bengali": ("উপেক্ষা|ভুলে", "নির্দেশ", "আগের|পূর্ব|সব"),
    "Bulgarian": ("игнорирай|пренебрегни|забрави", "инструкци|указани", "предиш|предход|всичк"),
    "Chinese": ("忽略|无视|無視|忘记|忘記", "指令|指示|提示词|提示詞", "之前|以前|先前|以上|上述|所有|前面|一切"),
    "Greek": ("αγνόησ|αγνοήσ|ξέχασ|ξεχάσ|παράβλεψ|παραβλέψ", "οδηγί|οδηγι|εντολ", "προηγούμεν|όλες|παραπάνω"),
    "Hebrew": ("התעלם|התעלמו|שכח", "הוראות|הנחיות", "קודמ|כל"),
    "Hindi": ("अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल", "निर्देश|आदेश", "पिछल|सभी|पूर्व"),
    "Japanese": ("無視|忘れ", "指示|命令|プロンプト", "これまで|以前|前の|上記|すべて|全て"),
    "Korean": ("무시|잊", "지시|명령|지침|프롬프트", "이전|위의|모든|앞의"),
    "Persian": ("نادیده|فراموش", "دستور", "قبلی|پیشین|تمام|همه"),
    "Russian": ("игнорир|проигнорир|забуд", "инструкци|указани|команд", "предыдущ|прежн|все"),
    "Tamil": ("புறக்கணி", "அறிவுறுத்த|வழிமுறை", "முந்தைய|அனைத்து"),
    "Thai": ("ละเว้น|เพิกเฉย|ลืม", "คำสั่ง|คำแนะนำ", "ก่อนหน้า|ทั้งหมด|เดิม"),
    "Ukrainian": ("ігноруй|ігноруйте|проігнор|забуд|не зважай", "інструкці|вказівк", "попередн|усі|всі"),
    "Urdu": ("نظر انداز|نظرانداز|بھول", "ہدایات", "پچھل|تمام"),
}
# Words for language models.
MACHINES = (
    r"ki(?:-\w+)?|sprachmodell\w*|ia|intelligences? artificielles?|modèles? de langage|inteligencias? artificial(?:es)?"
    r"|modelos? de lenguaje|inteligências? artificia(?:l|is)|modelos? de linguagem|intelligenz[ae] artificial[ei]"
    r"|modell[oi] linguistic[oi]|taalmodel\w*|kunstmatige intelligentie|sztuczn\w+ inteligencj\w+|model\w* językow\w*"
    r"|yapay zek\w+|dil model\w*|uměl\w+ inteligenc\w+|jazykov\w+ model\w*|tekoäly\w*|kielimall\w*"
    r"|mesterséges intelligenci\w*|nyelvi modell\w*|inteligenț\w+ artificial\w+|språkmodell?\w*|kecerdasan buatan"
    r"|trí tuệ nhân tạo|ии|нейросет\w+|языков\w+ модел\w+|шi|ші|штучн\w+ інтелект\w*|τεχνητή\w* νοημοσύνη\w*"
    r"|ai(?:[- ]\w+)?|llms?|chatgpt|gpt[\w.-]*|bots?|chatbots?|crawlers?"
)
# Verbs of saying and writing, as an order or after `must`.
SAY = (
    r"schreib\w*|sag[et]?n?|nenn\w+|antwort\w+|erwähn\w+|écri\w+|di(?:s|re|tes)|indiqu\w+|mentionn\w+|répond\w+"
    r"|escrib\w+|decir|diga[ns]?|indi(?:ca|que)\w*|mencion\w+|respond\w+|escrev\w+|dizer|scriv\w+|dire|dic[ai]\w*"
    r"|rispond\w+|schrijf|schrijven|zeg|vermeld\w*|antwoord\w*|napisz\w*|powiedz\w*|podaj\w*|odpowiedz\w*|yaz\w*"
    r"|söyle\w*|belirt\w*|napiš\w*|uveď\w*|skriv\w*|säg|svara|kirjoita|sano|írd|írja|mondd|scrie\w*|spune\w*"
    r"|напиш\w+|скаж\w+|укаж\w+|ответ\w+|пиши\w*|γράψ\w+|tulis\w*|katakan|viết|nói"
)
THAT = r"dass|que|che|dat|że|ki|что|що|att|at|että|hogy|că|ότι|bahwa|rằng"
# The first word of a note. German: `Hinweis für KI-Assistenten:`
NOTES = (
    r"hinweis\w*|anweisung\w*|nachricht\w*|achtung|mitteilung\w*|an alle|note|message|attention|à l['’]attention"
    r"|consignes?|instructions?|nota|mensaje|aviso|atención|instrucci\w+|mensagem|atenção|instruç\w+|avviso|messaggio"
    r"|attenzione|istruzion\w+|opmerking|bericht|let op|uwaga|informacja|notatka|instrukcj\w+|dikkat|mesaj|not|uyarı"
    r"|poznámka|upozornění|zpráva|meddelande|obs|notera|besked|bemærk|merknad|melding|huomio|viesti|megjegyzés|üzenet"
    r"|notă|mesaj|napomena|catatan|perhatian|pesan|lưu ý|chú ý|thông báo|примечание|внимание|сообщение|инструкция"
    r"|примітка|увага|повідомлення|забележка|σημείωση|προσοχή|μήνυμα"
)
IN_OTHER_LETTERS = (
    (
        r"(?:致|给|給|请|請)?[^。]{0,6}(?:AI|人工智能|人工智慧|语言模型|語言模型|大模型)[^。：:]{0,8}"
        r"(?:注意|请注意|請注意|须知|須知|应|應|必须|必須)[^。]{0,12}[:：，,]"
    ),
    r"(?:致|给|給|注意)[^。]{0,6}(?:AI|人工智能|人工智慧|语言模型|語言模型|大模型)[^。]{0,12}[:：，,]",
    r"(?:AI|人工知能|言語モデル)[^。]{0,12}(?:への|向けの|へ|宛)[^。]{0,12}[:：、]",
    r"(?:AI|인공지능|언어 ?모델)[^.]{0,12}에게[^.]{0,12}[:,]",
    r"(?:ملاحظة|تنبيه|إلى)[^.:]{0,20}(?:الذكاء الاصطناعي|نماذج اللغة)[^.:]{0,30}[:،,]",
    r"(?:הערה|הודעה|שימו לב)[^.:]{0,20}(?:בינה מלאכותית|מודלי שפה)[^.:]{0,30}[:,]",
    r"(?:หมายเหตุ|ถึง)[^.:]{0,20}(?:ปัญญาประดิษฐ์|เอไอ|AI)[^.:]{0,20}[:,]",
    r"(?:एआई|कृत्रिम बुद्धिमत्ता)[^।:]{0,30}[:,]",
)
SENTENCE = re.compile(r"[^.!?。！？।\n]+")
EARLIER_ORDERS = [tuple(tuple(words.split("|")) for words in row) for row in SET_ASIDE.values()]
WORDS_FOR_ORDERS = tuple({order for _, orders, _ in EARLIER_ORDERS for order in orders})
# A text that `ORDER_TO_MACHINE` matches has one of these, or letters of another script.
CUE_WORDS = frozenset(
    {
        "ki",
        "ia",
        "ai",
        "llm",
        "llms",
        "bot",
        "bots",
        "chatbot",
        "chatbots",
        "crawler",
        "crawlers",
        "chatgpt",
        "gpt",
        "artificielle",
        "artificielles",
        "langage",
        "artificial",
        "artificiales",
        "lenguaje",
        "linguagem",
        "artificiale",
        "artificiali",
        "linguistico",
        "linguistici",
        "intelligentie",
        "inteligencji",
        "inteligencja",
        "inteligence",
        "inteligenci",
        "intelligencia",
        "buatan",
        "tạo",
        "bitte",
    }
)
CUE_STEMS = ("sprachmodell", "taalmodel", "językow", "yapay zek", "dil model", "jazykov", "tekoäly", "kielimall",
             "nyelvi modell", "inteligenț", "språkmodel", "systemn", "systemm", "systema", "systemb")  # fmt: skip
OTHER_LETTER = re.compile(r"[^\x00-\u024f\u1e00-\u1eff\u2000-\u2fff\ufe0f]")
ORDER_TO_MACHINE = re.compile(
    "|".join(
        (
            rf"(?<!\w)(?:{MACHINES})(?!\w)[^.:]{{0,40}}(?<!\w)(?:{SAY})\s*(?:,?\s*(?:{THAT})(?!\w)|:)",
            rf"^\W{{0,3}}(?:{NOTES})(?!\w)[^.:]{{0,25}}(?<!\w)(?:{MACHINES})(?!\w)[^.:]{{0,30}}[:,!]",
            r"\bsystem(?:nachricht|meldung|anweisung|meddelande|bericht)\s*:",
            r"(?:^|[.!?]\s+)bitte (?:schreib|sag|antwort|nenn)\w*(?: sie)?,? dass\b",
            *IN_OTHER_LETTERS,
        )
    ),
    re.IGNORECASE,
)


def tells_a_machine(text: str, words: frozenset[str]) -> bool:
    """Whether a text, in a language other than English, tells a machine what to do. `words`: of the text, in lower
    case."""
    lowered = text.lower()
    hinted = not CUE_WORDS.isdisjoint(words) or any(stem in lowered for stem in CUE_STEMS) or OTHER_LETTER.search(text)
    if hinted and ORDER_TO_MACHINE.search(text):
        return True
    return any(order in lowered for order in WORDS_FOR_ORDERS) and any(map(_sets_aside, SENTENCE.findall(lowered)))


def _sets_aside(sentence: str) -> bool:
    return any(all(any(word in sentence for word in words) for words in row) for row in EARLIER_ORDERS)
