"""Text that is written for machines that read a page, not for its visitors."""

import re
from functools import lru_cache

MACHINE = (
    r"(?:ai|a\.i\.|llms?|gpt[\w.-]*|chatgpt|claude|gemini|copilot|perplexity|(?:large )?language models?|crawlers?"
    r"|scrapers?|chatbots?|bots?|summari[sz]ers?|(?:ai|virtual|search|automated|machine)[- ](?:agents?|assistants?"
    r"|models?|systems?|readers?|crawlers?|tools?|bots?))"
)
EARLIER = r"(?:previous|prior|above|earlier|preceding|existing|original|former|other|all|any|your|system|initial)"
ORDERS = r"(?:instructions?|prompts?|rules|guidelines|directives?|commands?|context|training|orders)"
SAY = (
    r"(?:write|say|state|report|output|answer|reply|respond|describe|list|mention|include|recommend|rank|treat|set"
    r"|ignore|return|claim|record|tell|remember)"
)
READING = r"(?:reading|crawling|processing|parsing|summari[sz]ing|indexing|visiting)"
SET_ASIDE = r"(?:ignore|disregard|forget|override|bypass|discard)"
IN_LATIN_LETTERS = (
    # Setting aside what a model was told.
    rf"\b{SET_ASIDE}\b(?:\W+\w+){{0,3}}?\W+{EARLIER}\b(?:\W+\w+){{0,3}}?\W+{ORDERS}\b",
    rf"\b{SET_ASIDE}\W+(?:all |any |the |your |these |those )*{ORDERS}\b",
    (
        rf"\b{SET_ASIDE} (?:everything|all|anything|what)\b[^.]{{0,20}}\b(?:told|said|above|before"
        rf"|previous|instructed)\b"
    ),
    r"\bnew (?:system )?instructions?:",
    r"\b(?:system|developer) prompt\b",
    # Addressing it.
    (
        r"\b(?:attention|note|notice|message|instructions?|important|reminder|hint|memo|info|information"
        r"|hello|hi|dear|guidance"
        rf"|directive)\b(?: \w+)?[\s,:]+(?:to |for )?(?:all |any |every "
        rf"|the )*{MACHINE}(?: {READING}\b[^:.,]{{0,40}}"
        r"| (?:and|or|agents?|assistants?|models?|systems?)\b[^:.,]{0,40})?\s*[:,!.–—-]"
    ),
    rf"\bto (?:any|all|every|whichever|whatever) {MACHINE}\b[^.]{{0,40}}\b{READING}\b",
    rf"\bif you(?:['’]re| are) (?:an? |the )?(?:\w+ )?{MACHINE}\b",
    (
        r"\byou are (?:now )?(?:an?|the) (?:\w+ )?(?:ai|assistant|language model|llm|chatbot|helpful"
        r"|unrestricted|agent)\b"
    ),
    (
        rf"\b{MACHINE}(?:,? (?:and|or) \w+)?,? (?:(?:that|who) (?:are )?)?{READING}\b[^.]{{0,40}}\b(?:this"
        rf"|these|the page)\b"
    ),
    (
        rf"\b{MACHINE} (?:must|shall|should|have to|need to|(?:are|is) (?:instructed|required|asked|told))"
        rf" (?:always |never |only |not )?(?:to )?{SAY}\b"
    ),
    rf"\b(?:chatgpt|claude|gemini|copilot|gpt|llm|ai)\s*[,:]\s+(?:please )?{SAY}\b",
    (
        r"\b(?:when|while|if|before) (?:you (?:are )?)?(?:summari[sz](?:e|ing)|extract(?:ing)?|pars(?:e"
        r"|ing)|index(?:ing)?"
        r"|scrap(?:e|ing)|describ(?:e|ing)|crawl(?:ing)?|draft(?:ing)?) (?:this|the|our|these) (?:page"
        r"|site|website|text"
        r"|document|content|company|pages)\b"
    ),
    (
        r"\b(?:report|state|write|set|output|return|record) (?:that )?(?:the )?(?:founding[ _]year|founded[_ ]year"
        r"|pricing[ _]model|contact[_ ]email|company (?:was|is) founded)\b"
    ),
    # Marks of a conversation, or of a message that poses as the operator's.
    (
        r"^\W{0,3}(?:assistant|human|ai)\s*:\s|^\W{0,3}system\s*:\s+(?:you|ignore|please|always|never"
        r"|override|new|the user)\b"
    ),
    r"<\|[\w-]{2,30}\|>|\[/?(?:inst|sys|system|assistant)\]|<</?sys>>|</?(?:system|assistant|instructions?)>",
    (
        r"\[\s*(?:begin|start|end)[ _-]+(?:\w+[ _-]+)?(?:admin|system|prompt|instructions?|override"
        r"|developer|operator|ai|llm)\b"
        r"[^\]]{0,40}\]"
    ),
    r"#{2,}\s*(?:system|instructions?|admin|override)\b",
    r"\b(?:begin|end) (?:of )?(?:system|admin|developer) (?:prompt|message|instructions?|override)\b",
    # The same in other languages: to set aside, then to address.
    (
        r"\b(?:ignorier\w*|missacht\w*|vergiss|vergesst|vergessen sie)\b[^.]{0,30}\b(?:anweisung"
        r"|instruktion|vorgabe|regel)"
    ),
    (
        r"\b(?:hinweis|anweisung|nachricht|achtung|mitteilung)\w*\b[^.:]{0,12}\b(?:ki"
        r"|sprachmodell)\b[^.:]{0,30}[:,!]"
    ),
    (
        r"\b(?:hinweis|anweisung|nachricht|achtung)\w* (?:für|an) (?:alle )?ki-[^.:]{0,30}[:,!]|\b(?:wenn"
        r"|falls) (?:du|sie) eine"
        r" ki\b"
    ),
    (
        r"\b(?:ignore[zr]?|oublie[zr]?|ne ten(?:ez|ir) pas compte)\b[^.]{0,30}\b(?:instructions|consignes"
        r"|directives|règles)\b"
    ),
    (
        r"\b(?:note|message|attention|consigne|instruction)s?\b[^.:]{0,20}\b(?:ia"
        r"|modèles? de langage)\b[^.:]{0,30}[:,!]"
    ),
    r"\b(?:ignora[rd]?|ignoren?|olvid[ae]\w*)\b[^.]{0,30}\b(?:instrucciones|órdenes|indicaciones|reglas)\b",
    (
        r"\b(?:nota|mensaje|aviso|atención|instrucci\w+)\b[^.:]{0,20}\b(?:ia"
        r"|modelos? de lenguaje)\b[^.:]{0,30}[:,!]"
    ),
    r"\b(?:ignor[ea]\w*|esqueça|desconsider\w+)\b[^.]{0,30}\b(?:instruções|ordens|comandos|regras)\b",
    r"\b(?:mensagem|atenção|aviso)\b[^.:]{0,20}\b(?:ia|modelos? de linguagem)\b[^.:]{0,30}[:,!]",
    r"\b(?:ignora\w*|dimentica\w*)\b[^.]{0,30}\b(?:istruzioni|ordini|regole|comandi)\b",
    r"\b(?:avviso|messaggio|attenzione)\b[^.:]{0,20}\b(?:ia|modelli? linguistic[oi])\b[^.:]{0,30}[:,!]",
    r"\b(?:negeer|vergeet)\b[^.]{0,30}\b(?:instructies|opdrachten|regels|aanwijzingen)\b",
    r"\b(?:z?ignoruj\w*|pomiń|zapomnij)\b[^.]{0,30}\b(?:polece\w+|instrukcj\w+|zasad\w*)\b",
    (
        r"\b(?:uwaga|informacja|notatka)\b[^.:]{0,20}\b(?:ai|sztucznej inteligencji"
        r"|model\w* językow\w*)\b[^.:]{0,30}[:,!]"
    ),
    r"\b(?:talimat|komut|yönerge)\w*[^.]{0,30}\b(?:yok say|görmezden gel|unut|dikkate alma)",
    r"\b(?:dikkat|mesaj|not)\b[^.:]{0,20}\b(?:yapay zek[aâ]|dil model)[^.:]{0,30}[:,!]",
)
IN_OTHER_LETTERS = (
    r"\b(?:игнорир\w+|проигнорир\w+|забуд\w+)\b[^.]{0,30}\b(?:инструкци|указани|команд|правил)",
    r"\b(?:примечание|внимание|сообщение)[^.:]{0,20}\b(?:ии\b|нейросет|языков\w+ модел)[^.:]{0,30}[:,!]",
    r"(?:忽略|无视|無視|忘记|忘記)[^。]{0,20}(?:指令|指示|提示|说明|規則|规则)",
    r"(?:致|给|給|注意)[^。]{0,6}(?:AI|人工智能|人工智慧|语言模型|語言模型|大模型)[^。]{0,12}[:：，,]",
    r"(?:指示|命令|プロンプト)[^。]{0,12}(?:無視|忘れ)",
    r"(?:AI|人工知能|言語モデル)[^。]{0,12}(?:への|向けの)[^。]{0,12}[:：、]",
    r"(?:지시|명령|지침|프롬프트)[^.]{0,12}(?:무시|잊)",
    r"(?:AI|인공지능|언어 ?모델)[^.]{0,12}에게[^.]{0,12}[:,]",
    r"(?:تجاهل|انس)[^.]{0,30}(?:التعليمات|الأوامر|التوجيهات|القواعد)",
    r"(?:ملاحظة|تنبيه|إلى)[^.:]{0,20}(?:الذكاء الاصطناعي|نماذج اللغة)[^.:]{0,30}[:،,]",
    r"(?:התעלם|התעלמו|שכח)[^.]{0,30}(?:הוראות|ההוראות|מההוראות|הנחיות|מההנחיות)",
    r"(?:הערה|הודעה|שימו לב)[^.:]{0,20}(?:בינה מלאכותית|מודלי שפה)[^.:]{0,30}[:,]",
    r"(?:ละเว้น|เพิกเฉย|ลืม)[^.]{0,20}(?:คำสั่ง|คำแนะนำ)",
    r"(?:หมายเหตุ|ถึง)[^.:]{0,20}(?:ปัญญาประดิษฐ์|เอไอ|AI)[^.:]{0,20}[:,]",
)
LATIN = re.compile("|".join(IN_LATIN_LETTERS), re.IGNORECASE)
OTHER = re.compile("|".join(IN_OTHER_LETTERS), re.IGNORECASE)
OTHER_LETTER = re.compile(r"[^\x00-\u024f\u2000-\u2fff\ufe0f]")
# Whatever the patterns match holds one of these. Most texts hold none, and looking for them is quick.
CUES = (
    "ignor", "disregard", "forget", "overrid", "bypass", "discard", "instruct", "prompt", " ai", "ai ", "ai:", "ai,",
    "a.i", "llm", "gpt", "claude", "gemini", "copilot", "perplex", "crawl", "language model", "scrap", "bots", "bot ",
    "summari", "assistant", "you are", "machine", "automated", "founding", "founded", "pricing model",
    "pricing_model", "contact email", "contact_email", "human:", "human :", "system", "<", "[", "##", "admin",
    "extract", "pars", "index", "describ", "draft", "missacht", "vergiss", "vergess", "vergeet", " ki",
    "sprachmodell", "oubli", "compte", " ia", "modèle", "olvid", "modelo", "esqueç", "desconsid", "dimentic",
    "modell", "negeer", "pomi", "zapomn", "sztuczn", "język", "talimat", "komut", "yönerge", "yapay", "dil model",
    "developer",
)  # fmt: skip


@lru_cache(maxsize=4096)  # the same header, footer and links are on every page
def is_for_machines(text: str) -> bool:
    """Whether a text tells a machine what to do or to believe. Texts of a page are cut to some thousand letters."""
    lowered = f" {text.lower()} "
    if any(cue in lowered for cue in CUES) and LATIN.search(text):
        return True
    return bool(OTHER_LETTER.search(text)) and bool(OTHER.search(text))
