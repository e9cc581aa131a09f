"""Finds sentences that say in plain words in which town the company works.

    We work from Halifax, Canada.      Nos bureaux sont à Dijon, en France.      Tallow is run from Taos, New Mexico.

`statements/places.py` has patterns for clear phrases (`based in`). Here, only words about working somewhere may be
between the company and the town. Without a country or a state, they must be about people: things are also made in Rust.
"""

import re
from collections.abc import Iterator

from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.places import PLACE_NAME, Located, country_of, is_city
from showground.extraction.statements.regions import NO_CITY, NOT_REGIONS
from showground.extraction.statements.statement import Statement, is_denied
from showground.extraction.statements.text_folding import comparable, sentences
from showground.extraction.statements.towns import is_town
from showground.extraction.subjects import Mention, Subjects

MAX_SENTENCE = 400  # characters
ARTICLE = r"(?:(?:the|der|den|die|la|les|los|las|o|a|os|as)\s+)?"
IN_TOWN = re.compile(
    r"(?<![\w-])(?:from|out of|in|at|near|à|en|em|a|ad|aus|uit|från|fra|i|w|we|v|ve|z|ze|u|в|из|у)\s+"
    rf"(?P<town>{PLACE_NAME})(?:(?:,\s+(?:(?:in|en|au|aux|em|na|no|w|i|v)\s+)?|\s+(?:in|en|au|aux|em|na|no|w|i"
    rf"|v)\s+){ARTICLE}"
    rf"(?P<country>{PLACE_NAME}))?"
)
# If the town is named without a country or state, one of these is needed, and none of MAKING_WORDS.
PEOPLE_WORDS = re.compile(
    r"work|works|working|live|lives|sit|sits|office|offices|people|team|studio|workshop|home|kitchen|garage|us|run"
    r"|arbeiten|arbeitet|sitzen|sitzt|leben|büros?|zweit|dritt|viert|menschen|leute|bureaux?|travaillons"
    r"|travaille|équipe|personnes"
    r"|oficinas?|trabajamos|trabaja|personas|equipo|taller|escritórios?|trabalhamos|fica|ficam|pessoas|equipa|equipe"
    r"|uffici|ufficio|lavoriamo|persone|squadra|werken|kantoor|zitten|mensen|arbetar|kontor|sitter|människor"
    r"|arbejder|kontoret|jobber"
    r"|pracujemy|biuro|osób|osoby|sídlíme|pracujeme|kancelář|работаем|офис|команда",
    re.IGNORECASE,
)
MAKING_WORDS = re.compile(
    r"made|built|written|developed|designed|crafted|produced|maintained|entwickel[nt]|machen", re.IGNORECASE
)
# Verbs that include the subject `we`.
WE_VERBS = re.compile(
    r"(?:trabajamos|vivimos|trabalhamos|vivemos|lavoriamo|viviamo|pracujemy|mieszkamy|sídlíme|pracujeme|lucrăm"
    r"|radimo|delamo"
    r"|dolgozunk|työskentelemme)(?!\w)",
    re.IGNORECASE,
)
STATES = NO_CITY - NOT_REGIONS
ALLOWED_WORDS = re.compile(
    r"(?:work|works|working|operate|operates|operating|run|runs|made|built|written|developed|designed|crafted"
    r"|produced|maintained"
    r"|live|sit|sits|are|is|am|be|been|right|out|of|today|now|still|proudly|happily|small|tiny|little|family|team"
    r"|company|studio"
    r"|people|person|us|a|an|the|and|by|do|does|it|all|this|office|offices|workshop|desk|desks|headquarters"
    r"|independent|owned"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|\d{1,3}|home|kitchen|garage|business"
    r"|arbeiten|arbeitet|entwickeln|entwickelt|sitzen|sitzt|kommen|kommt|leben|machen|büros?|sind|ist|zu|zweit"
    r"|dritt|viert|ein|eine"
    r"|kleines|kleine|menschen|leute|team|heute"
    r"|bureaux?|sont|est|travaillons|travaille|équipe|une|petite|de|nous|sommes|personnes|aujourd['’]hui"
    r"|oficinas?|están|está|estamos|trabajamos|trabaja|somos|personas|equipo|un|una|pequeño|hoy|taller"
    r"|escritórios?|fica|ficam|estão|trabalhamos|trabalha|pessoas|equipa|equipe|hoje"
    r"|uffici|ufficio|lavoriamo|lavora|siamo|persone|squadra|oggi|si|trova|trovano|sono|è"
    r"|werken|werkt|kantoor|zit|zitten|mensen|vandaag|is|zijn|het|ons"
    r"|arbetar|kontor|finns|ligger|sitter|människor|arbejder|kontoret|holder|til|jobber|vi|er|är"
    r"|pracujemy|pracuje|biuro|mieści|się|jest|są|jesteśmy|osób|osoby|sídlíme|sídlí|pracujeme|kancelář|je"
    r"|работаем|работает|офис|находится|мы|наш|команда)",
    re.IGNORECASE,
)


def work_places(subjects: Subjects, page: ReadPage, block: Block) -> Iterator[Statement[Located]]:
    """Towns in which a block says that the product is made or its maker works."""
    for sentence in sentences(block.text):
        if len(sentence) > MAX_SENTENCE:
            continue
        for match in IN_TOWN.finditer(sentence):
            town, after_town = match["town"].strip(" .'’"), (match["country"] or "").strip(" .'’")
            if not is_town(town) or not is_city(town):
                continue
            country = country_of(after_town, page.language)
            alone = not country and comparable(after_town) not in STATES
            earlier = [one for one in subjects.mentions(sentence, page.language) if one.end <= match.start()]
            before = [one for one in earlier if one.party != "audience"]  # `people` may be ourselves
            statement = Statement(Located(town, country), sentence, match.start(), match.end())
            we_verb = WE_VERBS.match(sentence) if not before else None
            if we_verb or (before and is_ours(subjects, page, block, statement, before[-1])):
                words = re.findall(
                    r"[^\W_]+(?:['’]\w+)?", sentence[we_verb.end() if we_verb else before[-1].end : match.start()]
                )
                words += ["team"] if we_verb else []
                people = any(map(PEOPLE_WORDS.fullmatch, words)) and not any(map(MAKING_WORDS.fullmatch, words))
                if all(map(ALLOWED_WORDS.fullmatch, words)) and (people or not alone):
                    yield statement


def is_ours(subjects: Subjects, page: ReadPage, block: Block, statement: Statement[Located], last: Mention) -> bool:
    itself = last.party == "itself" and subjects.owns(page, block, statement)
    return not is_denied(statement) and (last.party == "own" or itself)
