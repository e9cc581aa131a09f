"""Finds people who say that they made the product, or whom a sentence in another language calls its founder.

Hi, I'm Jane Roe. I built Tallow because I kept losing my notes.
Sono Jane Roe, fondatrice di Tallow.
"""

import re
from collections.abc import Sequence

from showground.extraction.statements.founder_sentences import NAMES, split_names, statements_without_title
from showground.extraction.statements.people import NAME, is_company, is_person_name
from showground.extraction.statements.statement import Statement
from showground.extraction.statements.text_folding import sentences

HONORIFIC = r"(?:(?:Dr|Prof|Mr|Mrs|Ms|Dott|Ing)\.?\s+)*"
# `I am`, `My name is`: how people introduce themselves.
INTRODUCES_SELF = (
    r"(?:I am|I['’]m|[Mm]y name is"
    r"|[Ii]ch bin|[Ii]ch heiße|[Mm]ein Name ist|[Jj]e suis|[Jj]e m['’]appelle|[Ss]oy"
    r"|[Mm]e llamo|[Mm]i nombre es|[Ss]ou|(?:[Ee]u )?[Mm]e chamo|[Mm]eu nome é|[Ss]ono|[Mm]i chiamo|[Ii]k ben"
    r"|[Mm]ijn naam is|[Jj]estem|[Nn]azywam się|[Jj]eg er|[Jj]ag heter|[Мм]еня зовут|[Bb]enim adım)\s+"
)
I_AM = re.compile(rf"(?<!\w){INTRODUCES_SELF}{HONORIFIC}(?P<names>{NAME})(?!['’]s\b)")
I_MADE = re.compile(
    r"(?<!\w)(?:I(?:['’]ve| have)?(?: \w+ly| also| then| just)? (?:built|made|created|started|founded|developed"
    r"|designed|launched|wrote|build|make|develop|run)|[Jj]['’]ai (?:créé|développé|fondé|lancé|conçu)"
    r"|[Hh]e (?:creado|desarrollado|fundado)|[Cc]reé|[Dd]esarrollé|[Ff]undé|[Cc]riei|[Dd]esenvolvi|[Ff]undei"
    r"|[Hh]o (?:creato|sviluppato|fondato)|[Ii]ch (?:entwickle|baue|betreibe|gründete)|[Ii]ch habe|[Ii]k heb"
    r"|[Ss]tworzył[ea]m|(?:[Яя] )?(?:создал|разработал|сделал)а?)\s+(?P<what>[^.;!?\n]{2,60})"
)
# In these languages the verb comes after what was made: `Ich habe Tallow entwickelt`.
VERB_LAST = re.compile(
    r"(?:ich habe|ik heb)\b.*\b(?:gebaut|entwickelt|gegründet|erstellt|programmiert|gemaakt|gebouwd|opgericht"
    r"|ontwikkeld)\b",
    re.IGNORECASE,
)
THIS_PRODUCT = re.compile(
    r"(?:this|diese[sn]?|cette|ce|cet|est[ae]|quest[ao]|deze|dit|tę|to) (?:\w+ )?(?:app|tool|site|website|webseite"
    r"|extension|plugin|game|spiel|product|project|projekt|service|software|application|outil|jeu|aplicación|juego"
    r"|herramienta|aplicativo|ferramenta|gioco|strumento|aplikację)\b",
    re.IGNORECASE,
)
# Words before a tool: `I made my site with Acme`.
MADE_WITH = re.compile(r"\b(?:with|using|in|on|via|thanks|mit|avec|con|com|met|z)\b", re.IGNORECASE)
MAX_SENTENCES = 3  # after an introduction, in which somebody may say what they made
FOUNDER_WORDS = (
    r"(?:[Cc]o-?)?[Ff]ondat(?:eur|rice|ore)|(?:[Cc]o-?)?[Ff]undador[a]?|(?:[Mm]it-?)?[Gg]ründer(?:in)?"
    r"|(?:[Mm]ede-?)?[Oo]prichter|(?:[Ww]spół)?[Zz]ałożyciel(?:ka)?|[Cc]réat(?:eur|rice)|[Cc]reador[a]?|[Cc]riador[a]?"
    r"|[Ii]deat(?:ore|rice)|[Cc]reat(?:ore|rice)"
)
FOUNDER_WORD = re.compile(rf"(?<!\w)(?:{FOUNDER_WORDS})")  # looking for it first saves most of the time
FOUNDER_OF = re.compile(
    rf"(?:\b{INTRODUCES_SELF})?{HONORIFIC}(?P<names>{NAME})\s*(?:,|\(|–|—|-|\b(?:est|è|ist|es|é|is)\b)\s*"
    r"(?:la |le |il |der |die |el |a |o |l['’])?"
    rf"(?P<title>(?:{FOUNDER_WORDS})(?:\s+(?:et|e|y|und|&)\s+[^\W\d_]+)?)"
    r"\s+(?:de|di|da|do|del|della|dell['’]|von|van|der|du|d['’])\s*(?P<what>[A-ZÀ-Þ0-9][^.;!?(),]{1,40})"
)

# `Geschäftsführung und Gründerin: Jane Roe`, `Jane Roe, zakladatelka firmy`.
TITLES = (
    r"(?:[Cc]o-?)?[Ff]ounder|(?:[Mm]it-?)?[Gg]ründer(?:in)?|(?:[Cc]o-?)?[Ff]ondat(?:eur|rice|ore)"
    r"|(?:[Cc]o-?)?[Ff]undadora?"
    r"|(?:[Mm]ede-?)?[Oo]prichter|[Gg]rundare|[Gg]rundlægger|[Gg]runnlegger|(?:[Ww]spół)?[Zz]ałożyciel(?:ka)?"
    r"|[Zz]akladatel(?:ka)?"
    r"|[Pp]erustaja|[Aa]lapító|[Kk]urucu|[Оо]снователь(?:ница)?|[Зз]асновни(?:к|ця)"
)
COMPANY = (
    r"(?:der Firma|des Unternehmens|firmy|společnosti|spółki|de la empresa|da empresa|de l['’]entreprise"
    r"|dell['’]azienda)"
)
LABELLED_FOUNDER = re.compile(
    rf"(?:^|[\s,;(])(?P<title>{TITLES})\s*:\s*(?P<names>{NAMES})"
    rf"|(?P<names2>{NAME}),\s+(?P<title2>{TITLES})(?: {COMPANY})?(?=\s*(?:[.;)]|$))"
)
# `Behind Tallow is Jane Roe`, `Hinter Tallow steht Jane Roe`.
BEHIND_PRODUCT = re.compile(
    r"\b(?:[Bb]ehind|[Hh]inter|[Dd]errière|[Dd]etrás de|[Pp]or trás d[eoa]|[Dd]ietro(?: a)?|[Aa]chter)\s+"
    r"(?P<what>[A-ZÀ-Þ0-9][^.;!?,]{1,40}?)\s+(?:is|are|steht|stehen|se cache(?:nt)?|il y a|está|están|c['’]è"
    rf"|staat|staan)\s+(?P<names>{NAMES})"
)
# `Tallow is a side project by Jane Roe`.
WORK_OF = re.compile(
    rf"\b(?:project|app|tool|game|creation|extension|plugin|library|product|projekt|projet|proyecto|projeto|progetto)"
    rf"\s+(?:by|von|de|di)\s+(?P<names>{NAMES})"
)


# `Tallow nasce nel 2025 da un'idea di Jane Roe e John Doe`.
IDEA_OF = re.compile(
    r"\b(?:nasce|nasceva|nat[oa]|est née?|naît|nace|nació|nasceu)\b[^.;!?]{0,40}?\s(?:da|d['’]|de)\s?"
    rf"(?:un['’]|una |une |uma )(?:idea|idée|ideia)\s(?:di|de)\s+(?P<names>{NAMES})"
)


def named_makers(text: str, companies: Sequence[str]) -> list[Statement[tuple[str, str | None]]]:
    """The people who say that they made the product. `companies`: the names of the product and its maker."""
    found: list[Statement[tuple[str, str | None]]] = []
    all_sentences = sentences(text)
    for at, sentence in enumerate(all_sentences):
        for match in FOUNDER_OF.finditer(sentence) if FOUNDER_WORD.search(sentence) else ():
            if is_person_name(match["names"]) and is_ours(match["what"], companies):
                value: tuple[str, str | None] = (match["names"], match["title"])
                found.append(Statement(value, sentence, match.start(), match.end(), match["what"]))
        for match in LABELLED_FOUNDER.finditer(sentence):
            people, title = match["names"] or match["names2"], match["title"] or match["title2"]
            found += [Statement((name, title), sentence, match.start(), match.end()) for name in split_names(people)]
        for match in BEHIND_PRODUCT.finditer(sentence):
            found += statements_without_title(match, match["what"]) if is_ours(match["what"], companies) else []
        for match in IDEA_OF.finditer(sentence):
            found += statements_without_title(match)
        for match in WORK_OF.finditer(sentence):
            found += statements_without_title(match, weak=True)
        introduction = I_AM.search(sentence)
        if introduction and is_person_name(introduction["names"]):
            after = [sentence[introduction.end() :], *all_sentences[at + 1 : at + MAX_SENTENCES]]
            if any(made_ours(part, companies) for part in after):
                found.append(
                    Statement((introduction["names"], None), sentence, introduction.start(), introduction.end(), "we")
                )
    return found


def made_ours(text: str, companies: Sequence[str]) -> bool:
    """Whether somebody says that they made the product, not that they made something with it."""
    for match in I_MADE.finditer(text):
        if re.match(r"(?:ich habe|ik heb)\b", match[0], re.IGNORECASE) and not VERB_LAST.search(match[0]):
            continue
        words = match["what"].split()
        starts = (
            " ".join(words[at:]) for at in range(min(3, len(words))) if not MADE_WITH.search(" ".join(words[:at]))
        )
        if THIS_PRODUCT.match(match["what"]) or any(is_ours(start, companies) for start in starts):
            return True
    return False


def is_ours(text: str, companies: Sequence[str]) -> bool:
    """Whether a text begins with the name of the product or its maker. Names of one or two letters don't count."""
    return any(len(name) > 2 and is_company(text, name) and begins_with_name(text, name) for name in companies)


def begins_with_name(text: str, name: str) -> bool:
    """Whether the name ends where a word ends: `Notesy` is not `Notes`."""
    return bool(re.match(rf"\W*{re.escape(name)}(?!\w)", text, re.IGNORECASE))
