"""Recognises names of people and founder titles."""

import re

from showground.extraction.statements.placeholders import is_stock_person
from showground.extraction.statements.text_folding import comparable, name_key

NAME_PART = (
    r"(?:[A-ZÀ-ÖØ-ÞĀ-ŽȘȚİŚŁ][a-zß-öø-ÿā-žșțıśł]+(?:['’-][A-ZÀ-ÞŚŁa-zß-ÿ]+)*|[А-ЯЁ][а-яё]+|[A-Z][a-z]?['’][A-Z][a-z]+|"
    r"Mc[A-Z][a-z]+|Mac[A-Z][a-z]+|De[A-Z][a-z]+|[A-Z]\.)"
)
PARTICLE = r"(?:de|del|della|der|den|di|da|dos|do|la|le|van|von|zu|el|al|bin|ibn|ben|ní|ter|ten|af|e|y|st\.)"
NAME = rf"(?<!\w){NAME_PART}(?:\s+(?:{PARTICLE}\s+){{0,2}}{NAME_PART}){{1,3}}"
FULL_NAME = re.compile(NAME)
NOT_NAME_WORDS = frozenset(
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
# `Founders` is the heading of a section, not a title. `Founder mode` is something else.
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


# A form of address before a name.
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
    # Checked here because the pattern also accepts some small letters with accents.
    return (
        first[0].isupper()
        and last[0].isupper()
        and not any(comparable(word).strip(".") in NOT_NAME_WORDS for word in text.split())
    )


# Names in scripts without capital letters. Other words look like them, so they count only next to a founder's title.
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
# Hebrew and Arabic: any two words look like a name, so they must be in the same line as the title.
SEMITIC_NAME = re.compile(
    r"[\u05d0-\u05ea'׳\"״-]{2,12}(?: [\u05d0-\u05ea'׳\"״-]{2,12}){1,2}"
    r"|[\u0621-\u064a]{2,12}(?: [\u0621-\u064a]{2,12}){1,3}"
)


# A surname that is only an initial: `Adrien M`.
INITIAL_LAST = re.compile(rf"{NAME_PART} [A-Z]{{1,2}}\.?")


def is_name_beside_title(text: str, *, in_line: bool = False) -> bool:
    """Whether a text is a person's name, given that a founder's title is next to it, or in the same line."""
    text = HONORIFIC.sub("", text.strip())
    other = EASTERN_NAME.fullmatch(text) or INITIAL_LAST.fullmatch(text) or (in_line and SEMITIC_NAME.fullmatch(text))
    return is_person_name(text) or (bool(other) and not FOUNDER.search(text))


def is_first_name(text: str) -> bool:
    """Whether a text may be a first name, given that a title is next to it."""
    name = text.strip()
    return bool(FIRST_NAME.fullmatch(name)) and comparable(name) not in NOT_NAME_WORDS and not ROLE_WORD.match(name)


def is_founder_title(title: str, company: str) -> bool:
    """Whether a title makes somebody a founder of this company, and not of another."""
    if not FOUNDER.search(title) or NOT_A_TITLE.search(title) or FORMER.search(title) or len(title) > 160:
        return False
    where = re.search(r"(?:\bat\b|\bof\b|@|\bbei\b|\bchez\b|\ben\b)\s*(?P<where>[^,|·]+)", title)
    # `Directrice de création` names no company, `Fondatrice de Tallow` does.
    where = where or re.search(r"\b(?:de|du|di|von|da)\s+(?P<where>[A-ZÀ-Þ][^,|·]+)", title)
    if where:
        return is_company(where["where"], company)
    # `Founder, Other Ltd` implies another company; `Founder, CEO` and `Co-founder, engineering` don't.
    rest = FOUNDER.sub(" ", title)
    return not any(
        names_other_company(part, company)
        for group in re.split(r"[,|/·–—-]", rest)
        if not is_department(group)
        for part in re.split(r"[&+]|\band\b", group)
        if part.strip()
    )


def is_department(text: str) -> bool:
    """Whether words joined by `and` are departments: `Growth & Style`."""
    parts = [part.strip() for part in re.split(r"[&+]|\band\b", text) if part.strip()]
    return len(parts) > 1 and all(len(part.split()) == 1 for part in parts) and bool(ROLE_WORD.match(parts[0]))


def is_role(text: str) -> bool:
    """Whether a line is a job title in common words: `CEO`, `Head of Engineering`."""
    words = re.findall(r"[^\W\d_]+", text)
    return 1 <= len(words) <= 8 and all(ROLE_WORD.match(word) for word in words) and words[0].lower() not in ROLE_STARTS


def names_other_company(part: str, company: str) -> bool:
    words = re.findall(r"[^\W\d_]+", part)
    # `Salesforce Architect` is a job, although it contains a company's name.
    if not words or is_company(part, company) or OCCUPATION.match(words[-1]):
        return False
    return any(word[0].isupper() and not ROLE_WORD.match(word) for word in words)


def is_company(text: str, company: str) -> bool:
    own_name, other_name = (
        name_key(company),
        name_key(re.sub(r"\b(?:inc|ltd|llc|gmbh|the company|this company)\b", "", text, flags=re.IGNORECASE)),
    )
    if re.search(r"\b(?:the|this|our) (?:company|product|project|startup|studio)\b", text, re.IGNORECASE):
        return True
    return bool(own_name) and (other_name == own_name or other_name.startswith(own_name))
