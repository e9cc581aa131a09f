"""Reads sentences that say who founded the product and when, in any word order.

    Jane Roe set up Tallow in 2014.        2014 gründete Jane Roe Tallow.
    Nuria Ruiz creó Tallow en 2014.        Tallow perustettiin 2014.        Założyła w 2014 r. Jane Roe.

`statements/years.py` and `statements/founder_sentences.py` have a pattern for each usual order. Here the order doesn't
matter, but nobody else may be in the sentence: only the product or its maker, people next to the verb, places and one
year.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.founder_sentences import split_names
from showground.extraction.statements.people import FORMER, NAME, is_person_name
from showground.extraction.statements.statement import Statement, is_denied
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.statements.towns import is_town
from showground.extraction.subjects import OTHERS_PARTS, Mention, Subjects
from showground.extraction.work_places import IN_TOWN

MAX_SENTENCE = 400  # characters
# Verbs that are only used of companies, so in its own footer the company needn't be named.
FOUNDING_VERBS = (
    r"co-?founded|founded|gründeten?|gegründet|fund(?:ó|aron|amos|ou)|fundad[oa]|fond(?:ò|ata|ato)|(?:co)?fondée?"
    r"|opgericht|oprichtte|richtte|grundad(?:e|es)|grundat|grunnlagt|grunnla|grundlagt|grundlagde|stiftet|perusti"
    r"|perustivat|perustettiin|perustettu|perustanut|założył[ai]?|założyli(?:śmy)?|założon[aoey]|založil[ai]?"
    r"|založen[aoy]?"
    r"|alapított[aá]k?|alapította|înființat[ăa]?|основал[аи]?|основан[ао]?|заснува(?:в|ла|ли)|заснован[аоий]*|kurdu"
    r"|kuruldu|osnova(?:la|li|l|n[ao]?)|ustanovil[ai]?|ustanovljen[ao]?|ίδρυσε|ιδρύθηκε"
)
# Verbs that are also used of other things.
BEGINNING_VERBS = (
    r"created|started|began|begun|built|wrote|written|launched|set up|formed|established|devised|invented"
    r"|cre(?:ó|aron|ad[oa])|lanz(?:ó|aron)|montó|cri(?:ou|aram|ad[oa])|lançou|creat[oa]|creò"
    r"|avviato|créée?|créa|lança|lancée?|démarré|entwickelte|startete"
    r"|gestartet"
    r"|begann|erfand|begon|begonnen|bedacht|startade|startet|startede|skapade|skapt|skabte|skabt"
    r"|aloitti|kehitti|loi|stworzył[ai]?|stworzon[aoe]|wymyślił[ai]?|vytvořil[ai]?"
    r"|létrehozt[aá]k?|indította|creat[ăa]?|создал[аи]?|создан[ао]?|запустил[аи]?|створи(?:в|ла|ли)|geliştirdi"
    r"|yarattı"
)
# Verbs whose subject is the company: `Acme came about in 2014`.
BORN_VERBS = (
    r"came about|nasceu|nació|nacque|nasce|est née?|a vu le jour|entstand|ontstond|powstał[ao]?"
    r"|vznikl[ao]?|syntyi"
    r"|uppstod|opstod|oppsto|nastal[ao]?|született|s-a născut|появил(?:ся|ась|ось)|возник(?:ла|ло)?|виник(?:ла|ло)?"
)
VERB = re.compile(
    rf"(?<![\w-])(?:(?P<found>{FOUNDING_VERBS})|(?P<born>{BORN_VERBS})|(?P<begin>{BEGINNING_VERBS}))(?![\w-])",
    re.IGNORECASE,
)
YEAR = re.compile(r"(?<![\w.,/€$£-])(?:1[89]|20)\d\d(?![\w%€$£]|[.,/]\d|-\d)")
# The beginning of another clause, which may be about something else: `... , after she had left Acme`.
CLAUSE_START = re.compile(
    r"(?:[,;:–—(]\s*|\s)(?:after|when|while|because|before|who|whose|which|where|until|nachdem|als|weil|damals"
    r"|nach|zunächst"
    r"|cuando|donde|mientras|después|tras|quand|lorsque|après|qui|où|alors|quando|depois|dove|dopo|che|toen|nadat"
    r"|die|da|etter"
    r"|efter|när|kun|jolloin|kiedy|gdy|która|który|po tym|když|který|která|poté|amikor|miután|когда|после"
    r"|котор\w+|коли|після)\s"
    r"|[;(]|\s[–—]\s",
    re.IGNORECASE,
)
IN_YEAR = (
    r"(?:\b(?:back in|in the year|in|im jahre?|en(?: el año)?|em|nel|nell['’]anno|w|v(?: roce)?|vuonna|i(?: år)?"
    r"|año|anno|в|у|yılında"
    r"|sinds|since|seit|od(?: roku)?)\s+)?\d{4}(?:['’]?[dt][ae]|-ben|-ban)?(?:\s*(?:r\.|roku|г\.|году|р\.|році"
    r"|yılında|год[ау]))?"
)
BY = (
    r"(?:by|von|vom|par|por|da|dal|dalla|door|av|af|przez|od|tarafından|(?:de|da|di) la mano d[ei]|pela mão de"
    r"|par les mains de"
    r"|dalle mani di)"
)
JOINING = r"(?:and|und|et|y|e|en|og|och|i|ja|a|и|та|ve)"
ACTIVE = r"(?:who|che|qui|que|der|die|som|któr[ya]|kter[ýá]|has|had|have|first|originally|alone|hat|a|à|ha|heeft|har)"
PASSIVE = (
    r"(?:was|were|is|been|being|wurde|ist|été|est|fue|ha|sido|foi|è|stat[oa]|werd|wordt|zosta\w+|byl[ao]?|ble|blev)"
)
# After the product's name, when it is part of another name: `Tallow's blog`, `the Tallow museum`, `Tallow 2`.
PART_OF_PRODUCT = re.compile(r"[’']s\b|\s?\d")
NOUN = re.compile(r"\s(?P<word>[a-zà-ž]{3,})(?!\w)")
NOT_PART_WORDS = re.compile(
    rf"{BY}|{JOINING}|{ACTIVE}|{PASSIVE}|with|alone|together|because|since|from|for|out|over|back|mit|aus|seit"
    rf"|allein|zusammen|avec|seul\w*"
    r"|depuis|con|desde|sol[ao]|com|junto|sozinh[ao]|dal|insieme|met|samen|alleen|sinds|vuonna|roku|yılında|als"
    r"|as|una|uma|eine?"
    r"|blev|ble|ska|när|after|when|today|now",
    re.IGNORECASE,
)
# The object, if it is not the name of the product: `founded our company`.
THE_COMPANY = re.compile(
    r"\s+(?:the|our|this|die|das|unsere?|la|el|il|lo|de|het|notre|nuestra|nossa|a|o)\s+(?:company|firm|business"
    r"|studio|start-?up"
    r"|workshop|agency|firma|unternehmen|entreprise|société|empresa|compañía|azienda|società|bedrijf|zaak)\b"
    r"|\s+(?:l['’](?:entreprise|azienda)|företaget|firmaet|selskabet|firmę|spółkę|firmu|společnost|компанию"
    r"|компанію|yrityksen)\b",
    re.IGNORECASE,
)
PRONOUN = re.compile(
    r"(?:s?he|h(?:is|er|im)|they|their|them|ella|él|elle|il|lui|lei|ela|ele|er|sie|zij|hij)", re.IGNORECASE
)
APPOSITION = re.compile(r",[^,]{3,70},\s*")
ARTICLE = r"(?:the|die|das|der|el|la|le|il|lo|o|a|de|het|den|det|company|studio|firma|empresa|app|software)"
# `Tallow is a social enterprise founded in 2021`
KIND_OF_COMPANY = re.compile(
    r"(?:is|ist|est|es|é|è|jest|är|er|on|je)\s(?!.*\b(?:of|its|von|de|di|des|du|del|da|do)\b)(?:[a-zà-ž-]+\s*){1,5}"
)
AUXILIARY = re.compile(r"\s+(?:hat|haben|heeft|hebben|har|ha|hanno|a|ont)\s+")
RELATIVE_PRONOUN = re.compile(
    r",?\s+(?:that|which|che|que|das|die|den|der|dat|som|który|którą|které|který|которую|который)\s+"
)
JOB_TITLE = re.compile(
    r"(?!(?:after|before|under|about|around|against|during|gegen|nach|après|avant|contre|hasta|desde|sobre|przez"
    r"|przed|około|після"
    r"|после|перед|tegen|efter|under|ennen|ilman)$)[a-zà-žа-я]{5,14}"
)
PEOPLE = re.compile(NAME)


@dataclass(frozen=True)
class Founding:
    """What a sentence says about the founding of the product."""

    sentence: str
    year: str | None
    founders: tuple[str, ...]


def find_foundings(subjects: Subjects, page: ReadPage, block: Block) -> Iterator[Founding]:
    """What the sentences of a block say about the founding of the product or its maker."""
    if OTHERS_PARTS.intersection(block.marks) or not VERB.search(block.text):
        return
    for at, sentence in enumerate(sentences(block.text)):
        for verb in VERB.finditer(sentence) if len(sentence) <= MAX_SENTENCE else ():
            founding = read_sentence(subjects, page, block, sentence, verb, first=at == 0)
            if founding:
                yield founding
                break


def read_sentence(
    subjects: Subjects, page: ReadPage, block: Block, sentence: str, verb: re.Match[str], *, first: bool
) -> Founding | None:
    next_clause = CLAUSE_START.search(sentence, verb.end())
    clause = sentence[: next_clause.start()] if next_clause else sentence
    if is_denied(Statement(None, sentence, verb.start(), verb.end())) or FORMER.search(clause):
        return None
    mentions = subjects.mentions(clause, page.language)
    own = [one for one in mentions if one.party == "own" and one.named]
    if not is_about_us(subjects, page, block, own, verb, first=first) or any(
        is_part_of_product(clause, one, verb) for one in own
    ):
        return None
    # `2013 gründete Jane Roe Tallow`: three words, of which two are a name.
    without_us = clause
    own = [replace(one, end=end_of_name(subjects, clause, one)) for one in own]
    for one in own:
        without_us = without_us[: one.start] + "_" * (one.end - one.start) + without_us[one.end :]
    people = [one for one in PEOPLE.finditer(without_us) if is_person_name(one[0])]
    agents = [one for one in people if is_founder_of(clause, verb, one, people, own)]
    others = [one for one in mentions if one.party in ("other", "audience") and is_someone_else(clause, one, agents)]
    if others or (verb["begin"] and not agents) or not is_product_founded(clause, verb, people, agents, own):
        return None
    years = {year[0] for year in YEAR.finditer(clause)}
    year = years.pop() if len(years) == 1 else None
    if year and not 1800 <= int(year) <= subjects.site.year:
        return None
    founders = [name for one in agents for name in split_names(one[0]) or [one[0]]]  # `Rui Melo e Ana Castro` are two
    return Founding(sentence, year, tuple(founders)) if year or agents else None


def is_about_us(
    subjects: Subjects, page: ReadPage, block: Block, own: list[Mention], verb: re.Match[str], *, first: bool
) -> bool:
    """Whether the product or its maker is named. After a signature in the footer, it needn't be named again."""
    if own or (THE_COMPANY.match(verb.string, verb.end()) and subjects.stands_alone(page, block)):
        return True
    signed = block.place == "footer" and not first and subjects.is_name_of_ours(block.text.split(",")[0])
    return bool(verb["found"] or signed) and signed and subjects.stands_alone(page, block)


def end_of_name(subjects: Subjects, clause: str, own: Mention) -> int:
    """Where our name ends: `Tallow Pro` may be one name, but `Tallow Jane Roe` is two."""
    lengths = [len(name) for name in subjects.names if comparable(clause[own.start :]).startswith(comparable(name))]
    return min(own.end, own.start + max(lengths)) if lengths else own.end


def is_part_of_product(clause: str, own: Mention, verb: re.Match[str]) -> bool:
    if PART_OF_PRODUCT.match(clause, own.end) or clause[own.end - 2 : own.end] in ("'s", "’s"):
        return True
    noun = NOUN.match(clause, own.end)
    return bool(noun) and noun.start("word") != verb.start() and not NOT_PART_WORDS.fullmatch(noun["word"])


def is_someone_else(clause: str, mention: Mention, people: list[re.Match[str]]) -> bool:
    """Whether a mention is somebody else: not one of these people or a pronoun for them, a state, or an address."""
    covered = any(one.start() <= mention.start < one.end() for one in people)
    pronoun = bool(people) and PRONOUN.fullmatch(clause, mention.start, mention.end)
    region = any(
        town.start() <= mention.start < town.end() and is_town(town["town"]) for town in IN_TOWN.finditer(clause)
    )
    return not covered and not pronoun and not region and clause[mention.start - 1 : mention.start] != "@"


def is_founder_of(
    clause: str, verb: re.Match[str], person: re.Match[str], people: list[re.Match[str]], own: list[Mention]
) -> bool:
    """Whether only the product, the year and other people are between a person and the verb."""
    start, end = (person.end(), verb.start()) if person.end() <= verb.start() else (verb.end(), person.start())
    left = words_between(clause, start, end, [*(one.span() for one in people), *((one.start, one.end) for one in own)])
    left = re.sub(rf"\b(?:{BY}|{JOINING}|{ACTIVE})\b|[,\s]", "", left, flags=re.IGNORECASE)
    # `founded by engineer Jane Roe`, but not `founded under Jane Roe`
    return not left or (start == verb.end() and bool(JOB_TITLE.fullmatch(left)))


def is_product_founded(
    clause: str, verb: re.Match[str], people: list[re.Match[str]], agents: list[re.Match[str]], own: list[Mention]
) -> bool:
    """Whether the product was founded, unlike in `Tallow is proud of its logo, created by Jane Roe`."""
    active_founders = [person for person in agents if person.end() <= verb.start()]
    for one in own:
        if one.end <= verb.start() and active_founders and not is_object_before(clause, one, active_founders):
            continue
        start, end = (one.end, verb.start()) if one.end <= verb.start() else (verb.end(), one.start)
        left = words_between(clause, start, end, [person.span() for person in people])
        words = re.sub(rf"\b(?:{BY}|{JOINING}|{ACTIVE}|{PASSIVE}|{ARTICLE})\b|[,\s]", "", left, flags=re.IGNORECASE)
        if not words or (one.end <= verb.start() and KIND_OF_COMPANY.fullmatch(left.strip(" ,"))):
            return True
    return not own


def is_object_before(clause: str, own: Mention, active_founders: list[re.Match[str]]) -> bool:
    """Whether a name before the verb is its object: `Jane Roe hat Tallow gegründet`, `Tallow, che Jane ha ...`.

    In `Jane Roe, founder of Tallow, started her career in 2001`, it is not.
    """
    return any(
        AUXILIARY.fullmatch(clause, person.end(), own.start)
        or RELATIVE_PRONOUN.fullmatch(clause, own.end, person.start())
        for person in active_founders
    )


def words_between(clause: str, start: int, end: int, spans: list[tuple[int, int]]) -> str:
    """A part of a sentence without these names, appositions, years and towns."""
    letters = list(clause)
    for first, last in (*spans, *(town.span() for town in IN_TOWN.finditer(clause) if is_town(town["town"]))):
        letters[first:last] = " " * (last - first)
    text = APPOSITION.sub(" ", f"{''.join(letters[start:end])} ")
    return re.sub(IN_YEAR, " ", text, flags=re.IGNORECASE)
