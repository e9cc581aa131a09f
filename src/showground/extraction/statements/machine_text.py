"""Text that is written for machines that read a page, not for its visitors.

Sites of AI products mention machines too ("AI agents must follow your rules"), so a word for a machine is not enough:
it must be addressed, told what to say, or told to ignore its instructions. The patterns here match clear cases;
`machine_address` judges all others.
"""

import re
from functools import lru_cache

from showground.extraction.statements.machine_address import is_addressed
from showground.extraction.statements.machine_words import tells_a_machine

MACHINE = (
    r"(?:(?:an? |the |any |every |all )?(?:(?:ai|a\.i\.|virtual|search|automated|machine|seo|web)[- ](?:agents?"
    r"|assistants?|models?|systems?|readers?|crawlers?|tools?|bots?)|ai|a\.i\.|llms?(?: agents?)?|gpt[\w.-]*|chatgpt"
    r"|claude|gemini|copilot|perplexity|(?:large )?language models?|crawlers?|scrapers?(?: bots?)?|chatbots?|bots?"
    r"|summari[sz]ers?|indexers?|parsers?|(?:data )?extract(?:ors?|ion tools?)|rag systems?|embedding models?))"
)
MODEL = rf"(?:{MACHINE}|(?:the |any |every )?(?:\w+ing )?(?:model|assistant|agent))"
AND_MORE = r"(?:,? (?:and|or|agents?|assistants?|models?|systems?|crawlers?|scrapers?|directories|bots?|tools?|only))*"
EARLIER_WORD = r"(?:previous|prior|above|earlier|preceding|existing|original|former|other|all|any|your|system|initial)"
ORDERS = r"(?:instructions?|prompts?|rules|guidelines|guidance|directives?|commands?|context|training|orders)"
SAY = (
    r"(?:say|write|state|report|output|answer|reply|respond|describe|mention|recommend|rank|record|tell|claim|conclude"
    r"|summari[sz]e|print|repeat)"
)
SAY_OR_TREAT = rf"(?:{SAY}|list|include|treat|set|ignore|return|remember|use|add)"
READING = r"(?:read|crawl|process|pars|summari[sz]|index|visit|scrap|extract|draft)(?:ing|e?s)"
SET_ASIDE = r"(?:ignore|disregard|forget|override|bypass|discard|(?:do not|don['’]t|stop) (?:follow|obey)(?:ing)?)"
ORDER_START = r"(?:^|[.:;!?,]\s*|\bplease |\band |\binstead |\bnow )"
FACT = r"[^.]{0,80}\b(?:was|were|is|are|has|costs?|founded|based)\b"
NOTE_WORD = (
    r"(?:attention|note|notice|message|instructions?|important|reminder|hint|memo|info|information|guidance|directive"
    r"|summary|context|facts?|briefing|statement|confirmation|policy|answers?)"
)
FIELD = r"(?:founded_year|founding_year|pricing_model|contact_email|short_description|company_city|company_country)"
# Each group has cue words and patterns. A text without any of the cue words, as most are, is not searched.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (  # telling it to ignore its instructions
        (
            "ignore disregard forget override bypass discard follow following obey obeying instructions instruction"
            " prompt"
            " prompts rules guidelines guidance directives directive commands command context training orders task"
            " objective"
        ),
        (
            rf"\b{SET_ASIDE}\b(?:\W+\w+){{0,3}}?\W+{EARLIER_WORD}\b(?:\W+\w+){{0,3}}?\W+{ORDERS}\b",
            rf"\b{SET_ASIDE}\W+(?:all |any |the |your |these |those )*{ORDERS}\b",
            (
                rf"\b{SET_ASIDE} (?:everything|all|anything|what)\b[^.]{{0,20}}\b(?:told|said|above|before|previous"
                rf"|instructed|read)\b"
            ),
            (
                rf"\b{SET_ASIDE} (?:all |everything )?(?:the )?(?:above|foregoing|preceding)\b\s*(?:text|content"
                rf")?\s*[.,:;!]"
            ),
            (
                rf"\b{ORDERS} (?:above|before this|given earlier) (?:are|is) (?:void|cancel\w+|obsolete|outdated|no"
                rf" longer)\b"
            ),
            r"\b(?:your|the) (?:new|real|actual|updated|true) (?:instructions?|task|orders|prompt) (?:is|are)\b",
            (
                r"\byou have been (?:updated|given|assigned|reprogrammed)\b[^.]{0,20}\b(?:rules|instructions?|task"
                r"|orders)\b"
            ),
            r"\bnew (?:system )?(?:instructions?|task|directive|objective|orders?)\s*:",
            r"\b(?:hidden|secret|following) (?:system|developer) prompt\b|\b(?:system|developer) prompt\s*:",
        ),
    ),
    (  # addressing it
        (
            "ai llm llms gpt chatgpt claude gemini copilot perplexity language crawler crawlers scraper scrapers"
            " chatbot"
            " chatbots bot bots summarizer summarizers summariser summarisers indexer indexers parser parsers extractor"
            " extractors extraction rag embedding model models assistant assistants agent agents automated virtual"
            " machine"
        ),
        (
            rf"^\W{{0,3}}(?:notes?|messages?|instructions?|notice) (?:to|for) {MACHINE}{AND_MORE}$",
            (
                rf"\b{NOTE_WORD}\b(?: \w+)?[\s,:]+(?:to|for|of) (?:\w+ )?{MODEL}{AND_MORE}(?: {READING}\b[^:.,]{{0,40}}"
                rf")?\s*[:,!.–—-]"
            ),
            (
                rf"(?:^|[.!?]\s+)(?:attention|note|notice|important|reminder)\W+{MACHINE}{AND_MORE}(?:"
                rf" {READING}\b[^:.,]{{0,40}})?\s*[:,!]"
            ),
            (
                rf"(?:^|[.!?]\s+)(?:hey|hi|hello|dear)\s+{MACHINE}{AND_MORE}\s*[,:]|(?:^|[.!?]\s+)(?:hey|hi|hello|dear"
                rf"),\s+{MACHINE}{AND_MORE}\s*[,:!]"
            ),
            rf"(?:^|\s)@{MACHINE}\s*[:,]|\battention,? (?:agent|assistant|model)\s*:",
            rf"(?:^|[.!?]\s+)(?:assistant|agent|model|bot)\s*,\s*(?:please )?{SAY_OR_TREAT}\b",
            (
                rf"\bto (?:the|any|all|every|whichever|whatever) (?:{MACHINE}|model|assistant|agent"
                rf")\b[^.]{{0,40}}\b{READING}\b"
            ),
            rf"\bif {MACHINE} {READING}\b|\bif you(?:['’]re| are) (?:\w+ )?{MACHINE}\b",
            (
                rf"\b(?:intended|meant|reserved|written|only|exclusively|addressed)(?: only)? (?:for|to)"
                rf" {MACHINE}{AND_MORE}\s*[.:;]"
            ),
            rf"\b{MACHINE}(?: \w+)?{AND_MORE} only\s*:|\b{MACHINE} take note\b",
            rf"\b{MACHINE}[- ](?:readable \w+|directive|instructions?|notice|hint|policy)\s*:|\bembedding hint\s*:",
            rf"\b{MACHINE}{AND_MORE},? (?:(?:that|who) (?:are )?)?{READING}\b[^.]{{0,40}}\b(?:this|these|the page)\b",
        ),
    ),
    (  # telling it what to say
        (
            "say write state report output answer reply respond describe mention recommend rank record tell claim"
            " conclude"
            " summarize summarise print repeat add use list include treat set ignore return remember correct true"
            " actual"
            " right official field summarized summarised described listed founded_year founding_year pricing_model"
            " contact_email short_description company_city company_country"
        ),
        (
            (
                rf"\b{MACHINE}(?: \w+){{0,3}} (?:must|shall|should|have to|has to|need to|(?:are|is) (?:(?:instructed"
                rf"|required|asked|told) )?to)"
                rf" (?:always |never |only |not )?{SAY}\b"
            ),
            rf"\bthe (?:model|assistant|agent)s? (?:must|shall|should) (?:always |only )?(?:{SAY}|use this)\b",
            rf"\bagents? must (?:always |only )?{SAY} that\b",
            rf"\b(?:chatgpt|claude|gemini|copilot|gpt|llm|ai)\s*[,:]\s+(?:please )?{SAY_OR_TREAT}\b",
            (
                rf"{ORDER_START}(?:only |just )?{SAY}(?: only| exactly| verbatim| with| back)*(?: that\b{FACT}|\s*:\s|"
                r" the following (?:text|sentence|words|line|facts?|answer|statement)| as follows)"
            ),
            (
                rf"\byou (?:will|must|should|shall|are to|have to|need to) (?:now |only |always )?{SAY} (?:that\b{FACT}"
                rf"|only\b|the following"
                r" (?:text|facts?|sentence|answer)|to the user)"
            ),
            (
                rf"\b(?:when|whenever|if) (?:you(?:['’]re| are)? |someone |(?:a |the )?users? )?(?:are )?(?:asks?|asked"
                rf"|mention(?:ing)?)\b"
                rf"[^.]{{0,60}},\s*(?:please |always )?(?:{SAY}|add)\b"
            ),
            (
                rf"\b(?:when|while|if|before) (?:you (?:are )?)?(?:summari[sz]|extract|pars|index|scrap|describ|crawl"
                rf"|draft|read)(?:e|ing)?"
                rf" (?:this|the|our|these) (?:page|site|website|text|document|content|company|pages)\b[^.]{{0,40}},\s*"
                rf"(?:please |always |do not |never |only )?{SAY_OR_TREAT}\b"
            ),
            r"\b(?:summari[sz]e|describe|list) this (?:page|site|company|product) as\b",
            r"\b(?:page|site|company|product) (?:must|should|is to) be (?:summari[sz]ed|described|listed) as\b",
            rf"\b{SAY} (?:that )?(?:the )?(?:founding year|pricing model|contact email|company (?:was|is) founded)\b",
            rf"\b{FIELD}\b\s*(?:=|:|to|with|is)\s*[\"'“]?\w*\d|\b(?:fill|put) (?:in )?(?:the )?field\b",
            (
                r"\bthe (?:correct|true|actual|right|official) (?:founding year|founder|headquarters|city|price"
                r"|country|answer) is\b"
            ),
        ),
    ),
    (  # giving it a role
        "you i prompt",
        (
            (
                r"\byou are (?:now )?(?:(?:an?|the) )?(?:\w+ ){0,2}(?:ai\b(?! \w*(?:company|startup|team|start-up))"
                r"|assistant\b(?! \w)"
                r"|language model|llm\b|chatbot|(?-i:[A-Z])\w*bot\b)"
            ),
            r"\byou are (?:now )?an? (?:helpful|unrestricted|expert) (?:assistant|agent|ai|copywriter|editor)\b",
            r"\bas an? (?:ai|large language|language) (?:model|assistant)?,? ?(?:language )?(?:model)?,? (?:you|i)\b",
            (
                r"\bact as an? (?:\w+ ){0,3}(?:assistant|ai|language model|bot|summari[sz]er)\b|\bpretend (?:that "
                r")?you have verified\b"
            ),
            (
                r"\bi (?:authori[sz]e|order|instruct|command) you to\b|\bprompt for (?:the |any )?(?:\w+ "
                r")?(?:generator|model|ai|drafter)\b"
            ),
        ),
    ),
    (  # marks of a conversation, or of a message that poses as the operator's
        (
            "assistant human ai system admin administrator role inst sys instructions instruction override begin"
            " start end"
            " enter activate enable im_start im_end endoftext"
        ),
        (
            r"^\W{0,3}(?:assistant|human|ai)\s*:\s|\b(?:user|human)\s*:\s[^:]{0,200}\bassistant\s*:",
            (
                r"(?-i:^\W{0,3}SYSTEM\s*[:>]\s)|^\W{0,3}system\s*:\s+(?:you|ignore|please|always|never|override|new"
                r"|the user)\b"
            ),
            (
                r"\bsystem (?:message|override)\s*[:.]|\bimportant system (?:update|notice|message)\b|\bend of"
                r" (?:user input|prompt)\b"
            ),
            r"\badmin(?:istrator)? override\b|\b(?:enter|activate|enable) (?:developer|debug|god|dan) mode and\b",
            r"[\"']role[\"']\s*:\s*[\"'](?:system|assistant|user|developer)[\"']",
            (
                r"<\|[\w-]{2,30}\|>|[\[{]{1,2}/?(?:inst|sys|system|assistant)[\]}]{1,2}|<</?sys>>|</?(?:system"
                r"|assistant|instructions?)>"
            ),
            (
                r"\[\s*(?:begin|start|end)[ _-]+(?:\w+[ _-]+)?(?:admin|system|prompt|instructions?|override"
                r"|developer|operator|ai|llm)\b[^\]]{0,40}\]"
            ),
            r"#{2,}\s*(?:system|instructions?|admin|override)\b",
            r"\b(?:begin|end) (?:of )?(?:system|admin|developer) (?:prompt|message|instructions?|override)\b",
        ),
    ),
)
ENGLISH_PATTERNS = tuple(
    (frozenset(cues.split()), tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns))
    for cues, patterns in GROUPS
)
WORD = re.compile(r"\w+")


# Words that mix Latin with Greek or Cyrillic letters.
MIXED_LETTERS = re.compile(r"[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z]", re.IGNORECASE)
SPACED_LETTERS = re.compile(r"\b(?:\w ){3,}\w\b")
# Digits and signs instead of letters: `1gn0re`. A 1 is an i, but an l in the words of WITH_L.
LEET_WORD = re.compile(
    r"(?<![\w@$])(?=[\w@$]{0,30}[a-z])(?=[\w@$]{0,30}[0134578@$])[a-z0134578@$]{3,30}(?![\w@$])", re.IGNORECASE
)
LEET_WITH_I, LEET_WITH_L = (str.maketrans("0134578@$", f"o{one}eastbas") for one in "il")
WITH_L = frozenset(
    {
        "all", "rules", "follow", "following", "reply", "claim", "tell", "please", "model", "models", "language",
        "field", "llm", "llms", "claude", "crawler", "crawlers", "guidelines", "always", "only", "earlier",
    }
)  # fmt: skip
MIN_LEET_WORDS = 2
LOOKALIKES = str.maketrans("аАеЕоОрРсСуУхХіІјЈѕЅԁһΑαΒΕΖΗΙΚΜΝΟοΡΤΥΧ", "aAeEoOpPcCyYxXiIjJsSdhAaBEZHIKMNOoPTYX")


@lru_cache(maxsize=4096)  # the same header, footer and links are on every page
def is_for_machines(text: str) -> bool:
    """Whether a text tells a machine what to do or believe. Page texts are at most some thousand characters long."""
    text = _as_it_looks(text)
    if len(LEET_WORD.findall(text)) >= MIN_LEET_WORDS and _tells_a_machine(LEET_WORD.sub(_spelt_out, text)):
        return True
    return _tells_a_machine(text)


def _spelt_out(found: re.Match[str]) -> str:
    word = found[0].lower()
    return spelt if (spelt := word.translate(LEET_WITH_L)) in WITH_L else word.translate(LEET_WITH_I)


def _tells_a_machine(text: str) -> bool:
    words = frozenset(WORD.findall(text.lower()))
    for cues, patterns in ENGLISH_PATTERNS:
        if not cues.isdisjoint(words) and any(pattern.search(text) for pattern in patterns):
            return True
    return tells_a_machine(text, words) or is_addressed((text,))


def _as_it_looks(text: str) -> str:
    """The text as a reader sees it: lookalike Cyrillic and Greek letters become Latin, and `i g n o r e` one word."""
    if MIXED_LETTERS.search(text):
        text = text.translate(LOOKALIKES)
    return SPACED_LETTERS.sub(lambda found: found[0].replace(" ", ""), text)
