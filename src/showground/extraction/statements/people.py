"""Recognises names of people and founder titles."""

import re
from collections.abc import Sequence

from showground.extraction.statements.placeholders import is_stock_person
from showground.extraction.statements.said import OTHER_THING, Said
from showground.extraction.statements.text_folding import bare, comparable, sentences

PART = (
    r"(?:[A-ZÀ-ÖØ-ÞĀ-ŽȘȚİŚŁ][a-zß-öø-ÿā-žșțıśł]+(?:['’-][A-ZÀ-ÞŚŁa-zß-ÿ]+)*|[А-ЯЁ][а-яё]+|[A-Z][a-z]?['’][A-Z][a-z]+|"
    r"Mc[A-Z][a-z]+|Mac[A-Z][a-z]+|De[A-Z][a-z]+|[A-Z]\.)"
)
PARTICLE = r"(?:de|del|della|der|den|di|da|dos|do|la|le|van|von|zu|el|al|bin|ibn|ben|ní|ter|ten|af|e|y|st\.)"
NAME = rf"(?<!\w){PART}(?:\s+(?:{PARTICLE}\s+){{0,2}}{PART}){{1,3}}"
FULL_NAME = re.compile(NAME)
MAX_SENTENCE_LENGTH = 600
NO_NAME = frozenset(
    re.findall(
        r"\w+",
        "our the team meet about founder cofounder founders ceo cto coo learn more read view contact get start free "
        "pro plan "
        "product pricing home blog company careers join follow linkedin twitter github x email chief officer "
        "executive head "
        "lead manager director engineer engineering designer design marketing sales growth operations technology "
        "founding "
        "vice president advisor adviser investor board member partner capital ventures inc ltd llc gmbh privacy "
        "policy terms "
        "service all rights reserved united states new york san francisco los angeles how it works why we your "
        "customer "
        "support help center log sign request demo book call case study story stories data cloud open source "
        "software app "
        "web api docs north south east west street road university college school institute and of in at for with "
        "to by "
        "patent pending "
        "completed projects awards winner happy clients experience sdn bhd "
        "agency studio studios labs digital group media solutions technologies system systems software consulting "
        "technology tech web design works company team "
        "agentur agence agencia "
        "building former previously leading based making co full stack senior junior principal associate general",
    )
)
FOUNDER = re.compile(
    r"(?<![\w-])(?:co-?\s?founder(?:in)?|founder|(?:mit-?)?gründer(?:in)?|(?:co-?)?fondateur|(?:co-?)?fondatrice|"
    r"(?:co-?)?fundador[a]?|(?:co-?)?fondatore|(?:mede-?)?oprichter|(?:med)?grundare|(?:współ)?założyciel(?:ka)?|"
    r"(?:co-?)?founding partner|kurucu|perustaja|(?:со)?основатель(?:ница)?|founders?)(?![\w'’-])(?!'s\b|’s\b)"
    r"|創業者|创始人|創辦人|창업자|설립자|ผู้ก่อตั้ง|مؤسس|מייסד",
    re.IGNORECASE,
)
# `Founders` heads a section; the title of one person is in the singular.
NOT_A_TITLE = re.compile(
    r"\bfounders$|^(?:meet |our |the |about )+(?:co-?)?founder$"
    r"|\b(?:founders? (?:fund|mode|friendly|office|circle|club|network|hub|stories|of the year))\b",
    re.IGNORECASE,
)
ROLE_WORD = re.compile(
    r"^(?:ceo|cto|coo|cpo|cmo|cfo|cso|cro|chief|executive|technology|technical|operating|product|marketing|"
    r"financial|officer|"
    r"managing|director|president|head|of|engineering|engineer|design|designer|developer|research|science|"
    r"scientist|growth|"
    r"sales|lead|maker|chair|chairman|chairwoman|partner|and|the|a|our|solo|sole|creative|software|data|"
    r"operations|people|"
    r"geschäftsführer|geschäftsführerin|principal|architect|chief|strategy|commercial|business|development|vp|"
    r"board|member|"
    r"ortak|ortağı|müdür|yönetici|gérante?|dirigeante?|présidente?|direct(?:eur|rice|ora?)|soci[oa]|gerente|titolare|"
    r"prezes|inhaber(?:in)?|owner|editor|security|revenue|cio|ciso|cco|cdo|et|und|y|interim|global|innovation"
    r"|creator|writer|"
    r"illustrator|artist|general|manager|programmer|hardware|content|community|art|finance|legal|medical|clinical|ai|"
    r"ml)$",
    re.IGNORECASE,
)
OCCUPATION = re.compile(
    r"(?:architect|engineer|developer|designer|programmer|scientist|director|officer|manager|editor|writer|illustrator"
    r"|artist|producer|composer|consultant|coach|trainer|chef|researcher|strategist|specialist|analyst"
    r"|entwickler(?:in)?"
    r"|ingenieur(?:in)?|architekt(?:in)?|ingénieure?|développeu(?:r|se)|architecte|ingenier[oa]|desarrollador[a]?"
    r"|engenheir[oa]|desenvolvedor[a]?|ingegnere|sviluppat(?:ore|rice)|architetto|geliştirici|mühendis)$",
    re.IGNORECASE,
)
FIRST_NAME = re.compile(r"(?:[A-ZÀ-ÖØ-ÞŚŁŽŠČ][a-zß-öø-ÿāăąćčďęěğıłńňőřśşšťůźżž]{2,13}|[А-ЯЁ][а-яё]{2,13})")
ROLE_STARTS = ("and", "of", "the", "a", "our", "et", "und", "y", "people", "content", "data", "software", "hardware")
FORMER = re.compile(r"\b(?:former|formerly|ex|previous(?:ly)?|past|early|serial)\b", re.IGNORECASE)
FOUNDED_BY = re.compile(
    rf"\b(?i:founded|started|created|built|made|developed|gegründet|entwickelt|fondée?|créée?|développée?|fundad[ao]"
    rf"|cread[ao]|desarrollad[ao]|criad[ao]|desenvolvid[ao]|fondat[ao]|creat[ao]|sviluppat[ao]|opgericht"
    rf"|ontwikkeld)\b[^.;!?]{{0,"
    rf"40}}?\b(?:by|von|par|por|da|door)\s+"
    rf"(?P<names>{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&|und|et|y|e|en)\s+){NAME})*)"
)
# In these languages the verb comes last: `wurde von Jane Roe gegründet`.
NAMES = rf"{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&|und|et|y|e|en|og|och|ve)\s+){NAME})*"
BY_FOUNDED = re.compile(
    rf"\b(?:von|door)\s+(?P<names>{NAMES})\s+(?:(?:im Jahr|in|im)?\s*(?:\w+\s+)?(?:18|19|20)\d\d\s+)?(?:(?:in"
    rf"|aus)\s+\w+\s+)?"
    r"(?:gegründet|ins Leben gerufen|opgericht)\b"
    rf"|(?P<names2>{NAMES})\s+tarafından\s+(?:(?:18|19|20)\d\d\S*\s+(?:yılında\s+)?)?kurul\w+"
    rf"|\b(?:grundlagt|grundat|grundades|grunnlagt|stiftet)\b[^.;!?]{{0,30}}?\b(?:af|av)\s+(?P<names3>{NAMES})"
)
OUR_FOUNDERS = re.compile(
    rf"\b[Oo]ur (?:co-?)?founders?,?\s+(?P<names>{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&)\s+){NAME})*)(?=[\s,.]|$)"
)
X_FOUNDED = re.compile(
    rf"(?P<names>{NAME}(?:(?:\s*,\s*|\s*,?\s+(?:and|&)\s+){NAME})*)\s+(?:co-?)?(?:founded|started)\s+(?P<what>[^.,"
    rf";!?]{{2,50}})"
)
# `Jane Roe hat Tallow gegründet`, `Jane Roe a fondé Tallow`.
X_FOUNDED_ELSEWHERE = re.compile(
    rf"(?P<names>{NAMES})\s+(?:(?:hat|haben|heeft|hebben)\s+(?P<what>[^.,;!?]{{2,50}}?)\s+(?:gegründet|opgericht)\b"
    r"|(?:gründeten?|(?:a|ont) (?:co)?(?:fondé|créé)|(?:co)?fund(?:ó|aron|ou|aram)|(?:ha|hanno) fondato|grundade"
    r"|grundlagde"
    r"|założył[ai]?|основал[аи]?)\s+(?P<what2>[^.,;!?]{2,50}))"
)
# `I am Dr. Jane Roe, founder and CEO`: who speaks on the site is of the company, unless another one is named.
I_FOUNDED = re.compile(
    rf"\b(?:I am|I['’]m|[Mm]y name is)\s+(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+)*(?P<names>{NAME}),?\s+(?:and (?:I am"
    rf"|I['’]m) )?"
    r"(?:the |a )?(?P<title>[^.;!?]{0,20}?\b(?:[Cc]o-?)?[Ff]ounder\b(?! (?:of|at|behind)\b)[^.;!?]{0,60})"
)
THE_FOUNDER = re.compile(
    rf"(?P<names>{NAME}),\s+(?:our|the)\s+(?P<title>(?:[Cc]o-?)?[Ff]ounder\b(?! of\b| at\b)[^.;!?,]{{0,40}})"
)
FOUNDER_OF = re.compile(
    rf"(?:\b[Ii](?:['’]m| am)\s+)?(?P<names>{NAME})\s*(?:,|\(|is|–|—|-|and)\s*(?:the |a |our "
    rf")?(?P<title>[^.;!?()]{{0,40}}?"
    r"(?:[Cc]o-?[Ff]ounder|[Ff]ounder|(?:[Mm]aker|[Cc]reator|[Oo]wner) of|(?:[Mm]aker|[Cc]reator|[Dd]eveloper) behind)"
    r"[^.;!?()]{0,40})"
)


# Before a name, in a line of its own.
HONORIFIC = re.compile(
    r"^(?:Mr|Mrs|Ms|Dr|Prof|Monsieur|Madame|Mme|M|Herr|Frau|Señora?|Sra?|Dott|Ing)\.?\s+(?=[A-ZÀ-Þ])"
)
CAPITALS = re.compile(r"(?<!\w)([A-ZÀ-Þ])([A-ZÀ-Þ]{2,})(?!\w)")


def is_person_name(text: str) -> bool:
    text = text.strip()
    if not text.isupper():
        # `Jeanne MARTIN`, as the French write surnames.
        text = CAPITALS.sub(lambda name: name[1] + name[2].lower(), text)
    if not FULL_NAME.fullmatch(text) or len(text) > 60 or is_stock_person(text) or re.search(r"['’]s\b", text):
        return False
    first, *_, last = text.split()
    # The pattern above doesn't tell capital letters with accents from others.
    return (
        first[0].isupper()
        and last[0].isupper()
        and not any(comparable(word).strip(".") in NO_NAME for word in text.split())
    )


# Names in scripts without capital letters: only beside the word for a founder, because other words look like them.
SURNAMES = (
    r"[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜"
    r"崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚邵万萬钱錢严嚴覃武戴莫孔向汤湯]"
)
KOREAN_SURNAMES = r"[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진]"
EASTERN_NAME = re.compile(
    rf"{SURNAMES}[\u4e00-\u9fff]{{1,2}}|{KOREAN_SURNAMES}\s?[\uac00-\ud7af]{{2}}"
    r"|[\u4e00-\u9fff々]{1,3}[ \u3000][\u4e00-\u9fff々\u3040-\u30ffー]{1,4}"
    r"|[\u30a0-\u30ff]{2,8}[・＝][\u30a0-\u30ff・＝]{2,16}"
)
# Any two words in these scripts look like a name, so that they must share a line with the title.
SEMITIC_NAME = re.compile(
    r"[\u05d0-\u05ea'׳\"״-]{2,12}(?: [\u05d0-\u05ea'׳\"״-]{2,12}){1,2}"
    r"|[\u0621-\u064a]{2,12}(?: [\u0621-\u064a]{2,12}){1,3}"
)


# `Adrien M`: people who keep their surname to themselves.
INITIAL_LAST = re.compile(rf"{PART} [A-Z]{{1,2}}\.?")


def is_name_beside_title(text: str, *, in_line: bool = False) -> bool:
    """Whether a text is a person's name, given that the text beside it, or in the same line, is a founder's title."""
    text = HONORIFIC.sub("", text.strip())
    other = EASTERN_NAME.fullmatch(text) or INITIAL_LAST.fullmatch(text) or (in_line and SEMITIC_NAME.fullmatch(text))
    return is_person_name(text) or (bool(other) and not FOUNDER.search(text))


def is_first_name(text: str) -> bool:
    """Whether a text may be the first name by which somebody is called beside their title."""
    name = text.strip()
    return bool(FIRST_NAME.fullmatch(name)) and comparable(name) not in NO_NAME and not ROLE_WORD.match(name)


def is_founder_title(title: str, company: str) -> bool:
    """Whether a title makes somebody a founder of this company, and not of another."""
    if not FOUNDER.search(title) or NOT_A_TITLE.search(title) or FORMER.search(title) or len(title) > 160:
        return False
    where = re.search(r"(?:\bat\b|\bof\b|@|\bbei\b|\bchez\b|\ben\b)\s*(?P<where>[^,|·]+)", title)
    # `Directrice de création` names no company, `Fondatrice de Tallow` does.
    where = where or re.search(r"\b(?:de|du|di|von|da)\s+(?P<where>[A-ZÀ-Þ][^,|·]+)", title)
    if where:
        return is_company(where["where"], company)
    # `Founder, Other Ltd` names another company in all but words; `Founder, CEO` and `Co-founder, engineering` do not.
    rest = FOUNDER.sub(" ", title)
    return not any(
        names_other_company(part, company)
        for group in re.split(r"[,|/·–—-]", rest)
        if not is_department(group)
        for part in re.split(r"[&+]|\band\b", group)
        if part.strip()
    )


def is_department(text: str) -> bool:
    """Whether words joined by `and` are what somebody is responsible for: `Growth & Style`."""
    parts = [part.strip() for part in re.split(r"[&+]|\band\b", text) if part.strip()]
    return len(parts) > 1 and all(len(part.split()) == 1 for part in parts) and bool(ROLE_WORD.match(parts[0]))


def is_role(text: str) -> bool:
    """Whether a line is what somebody does in a company, in common words: `CEO`, `Head of Engineering`."""
    words = re.findall(r"[^\W\d_]+", text)
    return 1 <= len(words) <= 8 and all(ROLE_WORD.match(word) for word in words) and words[0].lower() not in ROLE_STARTS


def names_other_company(part: str, company: str) -> bool:
    words = re.findall(r"[^\W\d_]+", part)
    # `Salesforce Architect` is a job, although it contains a company's name.
    if not words or is_company(part, company) or OCCUPATION.match(words[-1]):
        return False
    return any(word[0].isupper() and not ROLE_WORD.match(word) for word in words)


def is_company(text: str, company: str) -> bool:
    wanted, given = (
        bare(company),
        bare(re.sub(r"\b(?:inc|ltd|llc|gmbh|the company|this company)\b", "", text, flags=re.IGNORECASE)),
    )
    if re.search(r"\b(?:the|this|our) (?:company|product|project|startup|studio)\b", text, re.IGNORECASE):
        return True
    return bool(wanted) and (given == wanted or given.startswith(wanted))


def named_founders(text: str, companies: Sequence[str]) -> list[Said[tuple[str, str | None]]]:
    """The people whom sentences call founders, each with the title given there; `companies` is what ours is called."""
    found: list[Said[tuple[str, str | None]]] = []
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE_LENGTH:
            continue
        for match in founded_by(sentence):
            # A page, a picture or a theme is built by somebody, too.
            weak = not re.match(r"found|gegründ|fond|fundad|opgericht", match[0], re.IGNORECASE)
            if weak and not sentence[: match.start()].strip(" ,"):
                continue
            found += untitled(match, weak=weak)
        found += named_elsewhere(sentence)
        for match in OUR_FOUNDERS.finditer(sentence):
            found += [Said((name, None), sentence, match.start() + 3, match.end()) for name in names_of(match)]
        for match in X_FOUNDED.finditer(sentence):
            # The founder is named before the verb, so the object decides: what was founded.
            found += untitled(match, match["what"])
        for match in I_FOUNDED.finditer(sentence):
            if any(is_founder_title(match["title"], one) for one in companies):
                found += untitled(match, "we")
        for match in THE_FOUNDER.finditer(sentence):
            found += untitled(match)
        for match in FOUNDER_OF.finditer(sentence):
            title = match["title"].strip(" ,")
            where = re.search(r"\b(?:at|of|behind)\s+(?P<where>.+)$", title)
            ours = where and not FORMER.search(title) and any(is_company(where["where"], one) for one in companies)
            if where and ours and is_person_name(match["names"]):
                named = (match["names"], re.sub(r"\s+(?:at|of|behind)\s.*$", "", title))
                found.append(Said(named, sentence, match.start(), match.end(), where["where"]))
    return found


def founded_by(sentence: str) -> list[re.Match[str]]:
    return [
        match for match in FOUNDED_BY.finditer(sentence) if not OTHER_THING.search(sentence[: match.start()].rstrip())
    ]


def named_elsewhere(sentence: str) -> list[Said[tuple[str, str | None]]]:
    """Founders in the word order of other languages."""
    found: list[Said[tuple[str, str | None]]] = []
    for match in BY_FOUNDED.finditer(sentence):
        names = match["names"] or match["names2"] or match["names3"]
        untold: list[tuple[str, str | None]] = [(name, None) for name in split_names(names)]
        found += [Said(one, sentence, match.start(), match.end()) for one in untold]
    for match in X_FOUNDED_ELSEWHERE.finditer(sentence):
        found += untitled(match, match["what"] or match["what2"])
    return found


def untitled(match: re.Match[str], what: str = "", *, weak: bool = False) -> list[Said[tuple[str, str | None]]]:
    """The people of a match, without titles."""
    return [Said((name, None), match.string, match.start(), match.end(), what, weak) for name in names_of(match)]


def names_of(match: re.Match[str]) -> list[str]:
    return split_names(match["names"])


def split_names(names: str) -> list[str]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&|und|et|y|e|en|og|och|ve)\s+", names)
    return [part for part in parts if is_person_name(part)]
