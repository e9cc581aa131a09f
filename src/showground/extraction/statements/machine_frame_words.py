"""The words by which `machine_frames` recognizes facts, programs that read, and talk about a text and its readers."""

import re

# Facts that somebody might plant in a profile: a founding year, a founder, a place.
FACT = re.compile(
    r"(?<![\d.,/-])(?:1[5-9]|20)\d\d(?![\d/-])"
    r"|\b(?:founded|founders?|founding|established|started by|created by|headquarter\w*|head office|based in|located in"
    r"|gegründet|gründer\w*|gründete|sitz|sitzt in|fondée?s?|siège|basée?s?|fundad[ao]s?|fundou|fundó|fundador\w*|sede"
    r"|sediad[ao]|fondat[aoie]|opgericht|gevestigd|założ\w+|siedzib\w+|kuruldu|kurdu|kurucu\w*|sáng lập|trụ sở|έδρα"
    r"|ιδρύθηκε|merkezi|основа(?:л|н)\w*|засн\w+"
    r"|штаб-квартир\w*|находится)\b"
    r"|成立|创立|創立|创始|总部|總部|位于|位於|設立|創業|本社|拠点|설립|본사|위치|تأسس|مقرها|تقع|נוסדה|ייסד|ממוקמת|יושבת"
    r"|ก่อตั้ง|ตั้งอยู่|स्थापना",
    re.IGNORECASE,
)
# A text without digits that `FACT` matches has one of these.
FACT_STEMS = (
    "found", "establish", "started by", "created by", "headquarter", "head office", "based in", "located in", "gründ",
    "sitz", "fond", "siège", "basé", "fund", "sede", "sediad", "opgericht", "gevestigd", "założ", "siedzib", "kurdu",
    "kurul", "kurucu", "merkezi", "основа", "засн", "штаб-", "находится", "sáng lập", "trụ sở", "έδρα", "ιδρύ", "成立",
    "创立", "創立", "创始", "总部", "總部", "位于", "位於", "設立", "創業", "本社", "拠点", "설립", "본사", "위치",
    "تأسس", "مقرها",
    "تقع", "נוסדה", "ייסד", "ממוקמת", "יושבת", "ก่อตั้ง", "ตั้งอยู่", "स्थापना",
)  # fmt: skip
HAS_DIGIT = re.compile(r"\d")
PRICE = re.compile(
    r"[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|dollars?|euros?|usd|eur|dólar\w*|dollar[io]|dolar\w*|долл\w*|евро|zł)"
    r"|\d\s?(?:美元|元|円|ドル|달러|유로|دولار|بات|บาท|ดอลลาร์)",
    re.IGNORECASE,
)
COPYRIGHT = re.compile(r"(?:©|\(c\)|\bcopyright\b)[^.\d]{0,20}\d{4}(?:\s?[-–]\s?\d{4})?", re.IGNORECASE)
# JSON, assignments, code and prompt markers: text that only programs read.
FOR_PROGRAMS = re.compile(
    r"[\"'](?:founded\w*|founder\w*|city|country|price|pricing\w*|year|location|headquarters)[\"']\s*:"
    r"|\b(?:founded\w*|founder|city|country|price|year|location|hq|headquarters)\s*:?=\s*[\"']?\w"
    r"|[{,]\s*\"(?:company|name|statement|value|answer|organi[sz]ation|product)\"\s*:|<!--|-->|\bdef \w+\("
    r"|\breturn ['\"]"
    r"|(?-i:\b(?:BEGIN|START|END)[ _-](?:[A-Z]+[ _-])?(?:PROMPT|INSTRUCTIONS?|SYSTEM|CONTEXT|OVERRIDE|MESSAGE|DATA)\b)",
    re.IGNORECASE,
)
THAT = r"(?:that|dass|que|che|dat|że|что|ki)"
CLAUSE_END = re.compile(
    rf"[.!?;]+(?=\s|$)|[:：。！？；]|[\])>}}|](?=\s|\w)|\n|\s[–—-]+\s|,?\s{THAT}(?=\s)", re.IGNORECASE
)
FIRST_PERSON = re.compile(
    r"\b(?:we|we['’]\w+|our|ours|us|i|i['’]m|my|wir|unser\w*|uns|nous|nos|notre|nosotros|nuestr\w+|nós|noss\w+|noi"
    r"|nostr\w+|wij|onze?|nasz\w*|мы|наш\w*)\b",
    re.IGNORECASE,
)
# Words for programs that read text, and for nothing else.
READER = (
    r"(?:(?<![a-zà-ɏѐ-ӿ])(?:ai|a\.i|ais|llms?|gpt[\w.-]*|chatgpt|claude|gemini|copilot|perplexity|openai|anthropic|grok"
    r"|\w{0,20}bots?|robots?|crawlers?|scrapers?|spiders?|parsers?|indexers?|summari[sz]ers?|extractors?"
    r"|language models?"
    r"|neural networks?|(?:search|answer) engines?|knowledge graphs?|rag|embeddings?|retrieval|prompts?|algorithms?"
    r"|automated \w+|machine[- ]read\w*|non-human\w*|ki|kis|sprachmodell\w*|suchmaschinen?|ia|ias"
    r"|modèles? de langage|modelos? de (?:lenguaje|linguagem)|modell[oi] linguistic[oi]|inteligenc\w+ artificial\w*"
    r"|intelligenz\w+ artificial\w*|intelligences? artificielles?|sztuczn\w+ inteligencj\w+|model\w* językow\w*"
    r"|yapay zek\w*|dil model\w*|taalmodel\w*|sistem\w+ autom[aá]t\w+|autom[aá]t\w+ syst[eè]m\w*|αυτόματ\w+ σύστημα"
    r"|trợ lý ảo|boci?e|робот\w*|бот\w*|ии"
    r"|нейросет\w*|языков\w+ модел\w+)(?![a-zà-ɏѐ-ӿ])"
    r"|人工智能|人工智慧|语言模型|語言模型|大模型|爬虫|爬蟲|機器人|机器人|系统提示|系統提示|人工知能|言語モデル|クローラー|ボット"
    r"|인공지능|언어 ?모델|크롤러|챗봇|(?:ال)?ذكاء (?:ال)?اصطناعي|نموذج لغوي|نماذج اللغة|الروبوتات|בינה מלאכותית"
    r"|מודל שפה|בוטים|ปัญญาประดิษฐ์|โมเดลภาษา|บอต|एआई|भाषा मॉडल)"
)
# Words for such programs that also have other meanings.
POSSIBLE_READER = (
    r"(?:\b(?:agents?|assistants?|models?|machines?|systems?|tools?|programs?|software|services?|intelligence|drafters?"
    r"|instructions?|directives?|overrides?|extraction|operator|developer message|admin\w*|context|session|programme"
    r"|programmen"
    r"|modèles?|modelos?|modell[eio]?|asistentes?|assistentes?|assistente?n?|asystent\w*|asistan\w*|programas"
    r"|программ\w*"
    r"|модел\w*|ассистент\w*|помощник\w*|агент\w*|sistema|système|systeem\w*|system\w*|yazılım\w*)\b"
    r"|助手|模型|アシスタント|モデル|システム|어시스턴트|모델|시스템|المساعد|نموذج|עוזר|מודל|ผู้ช่วย|โมเดล|ระบบ)"
)
# How a note or a letter begins: `Dear`, `Notice`.
SALUTATION = (
    r"(?:dear|hey|hello|hi|attention|notes?|notice|messages?|memo|hints?|reminder|warning|important|info|information"
    r"|briefing|instructions?|content|text|context|facts?|summary|statement|reserved|meant|intended|addressed|written"
    r"|only"
    r"|hallo|achtung|hinweis\w*|anweisung\w*|liebe[rs]?|cher|chère|consignes?|querid[ao]s?|estimad[ao]s?|atención|nota"
    r"|aviso|instrucci\w+|instruç\w+|mensagem|car[oaie]|attenzione|avviso|istruzion\w+|prezad[ao]s?|atenção|let op"
    r"|beste"
    r"|bericht|uwaga|drog[ia]\w*|szanown\w+|dikkat|duyuru|sevgili|kära|till|obs|kjære|kære|внимани\w+|уважаем\w+"
    r"|дорог\w+|шановн\w+|увага|προς|gửi)"
)
DIRECTED_AT = (
    r"(?:\b(?:for|to|by|an alle|an die|an jede|für|à|aux|pour|par|a los|a las|para|per i|per gli|aan|voor|dla|для)\s+"
    r"(?:\w+\s+){0,2})"
)
TEXT = (
    r"(?:text|paragraph|sentences?|lines?|part|passage|section|block|page|website|site|content|words|statement|data"
    r"|copy)"
)
THIS_TEXT = rf"(?:(?:this|the|these|that|following|above|next|rest|whole|our|all) (?:\w+ )?{TEXT})"
PEOPLE = r"(?:humans?|people|persons?|visitors?|readers?|users?|customers?|everyone else)"
# Verbs of saying and writing down. Many are also nouns, so BEFORE_ORDER must come before them.
SAYING_VERB = (
    r"(?:say|tell|state|report|writ(?:e|ing)|record|note down|answer|reply|respond|mention|output|store|remember"
    r"|register|conclude|assume|claim|list|name|include|treat|return|accept|repeat|represent|pick|go with|read)"
)
BEFORE_ORDER = (
    r"(?:^\W*|\b(?:please|kindly|must|should|shall|could|will|would|to|and|then|always|only|now|not|just|means|here)"
    r"\s+)"
)
SAYING_VERB_ELSEWHERE = (
    r"(?:schreib\w*|sag[et]?n?|nenn\w*|gib an|gebt an|angeben|merk\w*|écri\w+|dites|dire|indiqu\w+|répond\w*|reten\w+"
    r"|note[rz]|escrib\w+|diga[ns]?|anot\w+|indi(?:ca|que)\w*|respond\w*|registr\w+|escrev\w+|scriv\w+|riport\w+"
    r"|inseri\w+|rispond\w+|schrijf|vermeld|zeg|napisz\w*|podaj\w*|yaz\w*|belirt\w*|söyle\w*|напиш\w+|скаж\w+"
    r"|укаж\w+|ответ\w*|пиши\w*)"
)
# Talk about the text and its readers, whoever they are.
ABOUT_TEXT = re.compile(
    # who may not see it
    rf"\b(?:not|never|hidden|secret|invisible)\b[^.:]{{0,30}}\b(?:for|to|by|from) (?:the )?(?:\w+ )?{PEOPLE}\b"
    r"|\b(?:not|only) (?:for|by) (?:human|people)"
    rf"|\b{PEOPLE} (?:\w+ )?(?:can|may|should|must|need not|do(?:es)? not|don['’]t|won['’]t|will not|cannot|can['’]t)"
    rf" (?:\w+ )?(?:skip|ignore|see|read|stop|know|notice)(?: (?:this|it|that|these|the following|{THIS_TEXT})\b|\W*$)"
    # what not to say about it
    r"|\b(?:do not|don['’]t|never|without) (?:mention|show|reveal|display|disclos|repeat|quot|cit|tell|translat|log"
    rf"|explain|summari[sz])\w* (?:\w+ )?(?:{THIS_TEXT}|this|it|that|steps?|anyone)\b"
    # that other text does not count
    r"|\b(?:ignore|disregard|discard|forget|distrust|overrule|overwrite|supersedes?|replace|delete)\b[^.:]{0,30}\b"
    rf"(?:{THIS_TEXT}|earlier|previous|prior|above|footer|the price|the year|what you)\b"
    rf"|\b(?:{THIS_TEXT}|everything|anything|elsewhere)\b[^.:]{{0,50}}\b(?:wrong|outdated|obsolete|false|a lie"
    r"|fictional|incorrect|invalid|void|mistaken|superseded|sample copy|a joke|untrusted|not be used|be dropped"
    r"|be processed)\b"
    rf"|\b(?:correction|erratum|errata|corrigendum) (?:of|to|for) (?:{THIS_TEXT}|this)\b|\bwhere it says\b"
    # that this text does
    r"|\b(?:trust|believe|rely on|use|prefer|copy|quote|repeat|store|save|index|return|output|print)\b[^.:]{0,20}\b"
    rf"(?:only |just )?(?:{THIS_TEXT}|this|these values?|these facts?|the following|verbatim|below|as is)\b"
    r"|\b(?:correct|right|true|mandatory|expected|required|approved|canonical|verified|official|preferred|only|final)"
    r" (?:\w+ )?(?:answer|response|reply|output|value|values|version|statement|data|record|metadata|summary|sentence"
    r"|line|figure|text)\b"
    r"|\b(?:the truth|ground truth|takes? precedence|conflicting (?:values|information)|confidence scores?"
    r"|(?:un)?trusted (?:data|source|content))\b"
    # who reads it and why
    r"|\b(?:read|pars|crawl|scan|digest|condens|summari[sz]|extract|process|index|scrap|load|republish)\w*\b[^.:]{0,12}\b"
    rf"(?:{THIS_TEXT}|this|these)\b"
    r"|\b(?:if|when|whenever|while|before|after) (?:you(?:['’]re| are)? |someone |somebody |anyone |a user |asked)?"
    r"[^.:,]{0,20}\b(?:ask(?:s|ed|ing)|summari[sz]\w*|extract\w*|pars\w+|crawl\w*|index\w*|scrap\w+|generating)\b"
    # what such a reader has and does
    r"|\b(?:from now on|starting now|henceforth),? you\b|\byou(?:['’]re| are) looking for\b"
    r"|\byou (?:now |already |will )?(?:believe|think|assume|accept|confirm|wrote|gathered)\b"
    r"|\byour? (?:\w+ )?(?:instructions?|orders|rules|training|memory|output|summary|summaries|response|reply"
    r"|evaluation|user|cached \w+)\b|\byour (?:new |real |only )?task is\b"
    r"|\b(?:in|for) your (?:report|records|answers?)\b"
    r"|\b(?:set|fill|populate|update|put|enter|record|report|state|list|describe|mention|say|answer|reply|respond)\b"
    r"[^.:]{0,40}\b(?:profile|fields?|values?|database|summary|summaries|as follows)\b"
    r"|\b(?:new|next|end of|begin|begin of|start of) (?:\w+ )?(?:conversation|session|chat|context|prompt|input|page"
    r"|document|instructions?|message|system|data)\b"
    r"|^\W*system (?:note|message|prompt|notice|update)\b"
    r"|\b(?:meta ?data|tool (?:output|call)|function call|training data|knowledge (?:base|cutoff)|fine-?tun\w+"
    r"|generated (?:answers?|text|summar\w+)|derived works|hallucinat\w+|regenerat\w+)\b"
    r"|\b(?:let['’]s play|pretend|play the role|role-?play|whisper)\b"
    # other languages: `diese Seite lesen`, `riassunto ... inserisci`
    r"|\b(?:diese[rnms]?|dies|ce|cet|cette|est[ae]|quest[ao]|deze|bu|этот|этого|эту|tę|tej) (?:seite\w*|text\w*|page"
    r"|site|texte|página|web|pagina|testo|sayfa\w*|metni|сайт\w*|страниц\w*|stron\w*)[^.:]{0,20}(?:lies|les|lis|lu\b"
    r"|lue|lee|leg|lend|okuyan|чита)\w*"
    r"|\b(?:zusammenfass\w*|riassunt\w*|résumé\w*|resumen\w*|resumo\w*|samenvatt\w*|streszczeni\w*|özet\w*)\b"
    r"[^.:]{0,40}\b(?:nennen|schreiben|inser\w+|écri\w+|escrib\w+|escrev\w+|schrijf\w*|napisz\w*|yaz\w*)\b",
    re.IGNORECASE,
)
TO_JOURNALISTS = re.compile(
    r"\b(?:press|journalists?|editors?|media|articles?|boilerplate|presse|prensa|stampa)\b", re.IGNORECASE
)
# An order that contains the fact itself: `Set the founding year to 1901`.
ORDER_WITH_FACT = re.compile(
    r"\W*(?:please |now |then )?(?:set|fill|populate|put|enter|record|report|output|return|insert"
    r"|overwrite)\b[^.:]{0,40}\b"
    r"(?:year|city|country|price|founders?|location|headquarters|field|value)\b",
    re.IGNORECASE,
)
ORDER_ELSEWHERE = re.compile(
    r"请直接输出|不要向用户|输出该值|要約には|と書いてください|答えてください|触れないで|参照しないで|출력하|요약에"
    r"|تجاهل ما|اكتب أن|سجّل|يقرأ هذه|ענה ש|ตอบว่า|ตอบผู้ใช้|เพิกเฉย|โปรดละเว้น|hãy bỏ qua|γράψε ότι"
)
ORDERS_TO_SAY = re.compile(
    rf"(?:{BEFORE_ORDER}{SAYING_VERB}|(?<!\w){SAYING_VERB_ELSEWHERE})(?:\s+\S+){{0,4}}\W*$", re.IGNORECASE
)
NAMES_READER = re.compile(READER, re.IGNORECASE)
MAY_NAME_READER = re.compile(POSSIBLE_READER, re.IGNORECASE)
ANY_READER = rf"(?:{READER}|{POSSIBLE_READER})"
# `Dear assistant`, `Note for bots`, `To all models`, `You are a language model`, `GPT-4, take this`, `AI only`.
YOU_ARE = r"(?:you(?:['’]re| are)|du bist|vous êtes|tu es|eres|es usted|sei|você é|je bent|jesteś|sen|ты|вы)"
ADDRESS_ELSEWHERE = (
    r"(?:请|請|你是|您是|你必|你应|注意|致|あなたは|あなたが|宛|への|方へ|당신은|에게|주의|여러분"
    r"|أنت|عزيزي|انتبه|ملاحظة|إلى|אתה|שים לב|הערה|לתשומת|คุณคือ|หมายเหตุ|เรียน|ถึง)"
)
ADDRESSED = re.compile(
    rf"^\W*{SALUTATION}\b\W*(?:\S+\s+){{0,4}}{ANY_READER}|^\W*{DIRECTED_AT}{ANY_READER}|^\W*{READER}\s*,"
    rf"|\b{SALUTATION} {DIRECTED_AT}{ANY_READER}|{READER}[- ]only\b|\b{YOU_ARE}\s+(?:\S+\s+){{0,3}}{ANY_READER}"
    rf"|{READER}(?: \w+){{0,3}} (?:must|should|shall|may|are (?:asked|told|instructed) to) (?:\w+ )?{SAYING_VERB}\b"
    rf"|{ADDRESS_ELSEWHERE}.{{0,30}}{ANY_READER}|{ANY_READER}.{{0,12}}(?:方へ|への|에게|注意)",
    re.IGNORECASE,
)
COLONS = frozenset(":：")
BRACKETS = frozenset("]>})|")
THAT_END = re.compile(THAT, re.IGNORECASE)
