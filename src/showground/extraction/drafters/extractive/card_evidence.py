"""Recognises cards that are not features: events, finished projects, towns, and the work of a person or a band.

A row of cards that no heading calls features is drafted only if nothing here rules it out. A blank field is better than
a wrong one.
"""

import re
from collections.abc import Sequence

from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.towns import is_town

# A date in any language: `04. Juli 2026`, `3 de mayo de 2026`, `7.6.2026`, `2026年7月4日`.
DATE = re.compile(
    r"(?<!\d)\d{1,2}(?:\.|er|º)?\s(?:de )?[^\W\d_]{3,12}\.?\s(?:de )?(?:19|20)\d\d(?!\d)"
    r"|(?<!\d)\d{1,2}[./]\s?\d{1,2}[./]\s?(?:19|20)?\d\d(?!\d)|(?:19|20)\d\d\s?[年년]\s?\d{1,2}"
)
MAX_DATED = 60  # characters of a line with a date
# Links to a finished project: `View project`.
VIEW_PROJECT = re.compile(
    r"\W*(?:(?:view|visit|see|open|explore)(?: the| this| our)? (?:live )?(?:web)?(?:site|project|work"
    r"|case(?: study)?|demo)"
    r"|(?:read|view)(?: the)? (?:case study|story)|case study|live (?:demo|site)"
    r"|(?:zur website|(?:zum )?projekt(?: ansehen)?|website (?:ansehen|besuchen)|referenz ansehen|zur fallstudie)"
    r"|voir le (?:site|projet)|visiter le site|ver (?:el )?(?:sitio|proyecto|caso)|ver (?:o )?(?:site|projeto)"
    r"|vedi (?:il )?(?:sito|progetto)|visita il sito|bekijk (?:de )?(?:site|website|het project)"
    r"|zobacz (?:projekt|stronę)"
    r"|смотреть (?:проект|сайт)|projeyi (?:gör|incele)|siteyi ziyaret et|サイトを見る|事例を見る|查看(?:项目|案例)"
    r"|프로젝트 보기)\W*",
    re.IGNORECASE,
)
# Two labels and no sentence: `Bakery · Southwold`.
TWO_LABELS = re.compile(r"[^.!?。！？]+\s[·•|/×]\s[^.!?。！？]+")
MAX_LABELS_LENGTH = 60
# Headings of a CV or of a band's page.
CV_OR_BAND_HEADING = re.compile(
    r"\W*(?:(?:my |work |professional |relevant )?(?:experience|employment|career)(?: history)?|(?:my )?education"
    r"|(?:technical |my |core )?skills|certifications?|publications|hobbies|résumé|resume"
    r"|curriculum(?: vitae)?|(?:my )?cv"
    r"|discography|tour dates|line-?up|band members|the band|set ?list|(?:upcoming |past )?(?:gigs|concerts|shows)"
    r"|lebenslauf|berufserfahrung|ausbildung|(?:technische )?(?:kenntnisse|fähigkeiten)|diskografie|die band|besetzung"
    r"|expériences?(?: professionnelles?)?|formations?|compétences|parcours|discographie|le groupe"
    r"|experiencia(?: laboral| profesional)?|formación(?: académica)?|educación|habilidades|discografía|la banda"
    r"|experiência(?: profissional)?|formação(?: acadêmica)?|habilidades|discografia|esperienz[ae](?: lavorativ[ae])?"
    r"|istruzione|competenze|doświadczenie|wykształcenie|umiejętności|опыт работы|образование|навыки|дискография"
    r"|deneyim(?:ler)?(?:im)?|eğitim|yetenekler(?:im)?|職歴|学歴|スキル|工作经历|教育背景|技能|경력|학력)\W*",
    re.IGNORECASE,
)
MIN_CV_HEADINGS = 2


def is_cv_or_band(page: ReadPage) -> bool:
    """Whether a page is a CV or the page of a band: it has two headings that only those have."""
    heads = {
        block.text.lower()
        for block in page.blocks
        if block.tag in HEADINGS[:4] and CV_OR_BAND_HEADING.fullmatch(block.text)
    }
    return len(heads) >= MIN_CV_HEADINGS


def without_other_rows(page: ReadPage, rows: Sequence[list[Block]]) -> list[list[Block]]:
    """Rows of cards without those in which more than half are events, projects, towns, or have only labels as text."""
    after = dict(zip(map(id, page.blocks), page.blocks[1:], strict=False))
    project_paths = [link.path for link in page.links if link.kind == "a" and VIEW_PROJECT.fullmatch(link.text)]
    project_paths += [
        block.path for block in page.blocks if len(block.text) <= MAX_DATED and VIEW_PROJECT.fullmatch(block.text)
    ]

    def is_other(head: Block) -> bool:
        text = after[id(head)].text if id(head) in after else ""
        card = head.path[:-1]
        dated = len(text) <= MAX_DATED and DATE.search(text)
        labelled = len(text) <= MAX_LABELS_LENGTH and TWO_LABELS.fullmatch(text)
        return bool(dated or labelled) or is_town(head.text) or any(path[: len(card)] == card for path in project_paths)

    return [row for row in rows if 2 * sum(map(is_other, row)) <= len(row)]


def with_shape_of_first(rows: Sequence[list[Block]]) -> list[list[Block]]:
    """The first row and the others with the same shape: groups of features look alike, other things don't."""
    shapes = [(row[0].tag, len(row[0].path)) for row in rows]
    return [row for row, shape in zip(rows, shapes, strict=True) if shape == shapes[0]]
