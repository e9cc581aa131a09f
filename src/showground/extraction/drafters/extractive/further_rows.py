"""Adds rows that are very likely features, beside those that rules found, or where rules found none.

Many sites have several such rows: what a service includes, why to choose it, and more on a page about features. Rules
stop at the first. A row is added only if the model of `row_model` is much surer of it than of a row that it merely
leaves in, and if nothing says that it is about something else.
"""

import re
from urllib.parse import urlsplit

from showground.extraction.drafters.extractive.card_evidence import is_cv_or_band
from showground.extraction.drafters.extractive.cards import (
    MIN_CARDS,
    is_of_product,
    is_other_topic,
    titles_above,
    without_foreign_rows,
)
from showground.extraction.drafters.extractive.feature_drafts import FeatureRow
from showground.extraction.drafters.extractive.feature_rows import Place, TitleRow, rows_of
from showground.extraction.drafters.extractive.feature_words import (
    NUMBER,
    SKIPPED_MARKS,
    STATISTIC,
    WHY_TITLE,
)
from showground.extraction.drafters.extractive.other_items import BEFORE_LABEL, without_other_items
from showground.extraction.drafters.extractive.row_model import describe, get_weights, may_be_item
from showground.extraction.drafters.extractive.unconfirmed_marks import without_unconfirmed_marks
from showground.extraction.drafters.extractive.unnamed_features import CARD_NUMBER
from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel
from showground.extraction.statements.text_folding import DENIAL, name_key

# By how many hundredths the score of an added row exceeds that of a row that is merely left in.
MARGINS = {"home": 250, "features": 200}
TAGS = (*HEADINGS[2:], "li")  # larger headings begin sections of the page
PLAIN_TAGS = ("div", "p")
MAX_TITLES = 15  # of a row; a longer one is a catalogue
MIN_SHARE = 0.8  # of the titles of a row that may be features; the others are left out

# Addresses of articles and events.
ARTICLES = re.compile(
    r"/(?:blog|news|aktuelles|actualites|noticias|notizie|aktualnosci|articles?|artikel|posts?|insights?|magazin\w*|journal"
    r"|ratgeber|guides?|stories|events?|veranstaltungen|termine|agenda|press)(?:/|$)",
    re.IGNORECASE,
)
# Headings of rows that look like features: events, articles, jobs, what others say, what is planned, samples.
OTHER_ROWS = re.compile(
    r"\b(?:events?|what['’]?s on|programme|agenda|calendar|vacanc(?:y|ies)|careers|jobs|insights|magazine?|guides"
    r"|recipes|worth reading|wrote about|knowledge|small print|voices|feedback|people tell|left out|horizon|comes next"
    r"|where we work|service areas?|plays nicely|today|your board|example)\b"
    r"|\b(?:veranstaltungen|termine|ratgeber|stellen(?:angebote)?|stimmen|rezepte|einsatzgebiete?|beispiele?)\b"
    r"|\b(?:événements|agenda|actus|recettes|offres d['’]emploi|zones? d['’]intervention|exemples?)\b"
    r"|\b(?:eventos|recetas|empleo|receitas|vagas|eventi|ricette|lavora con noi|evenementen|recepten|vacatures)\b"
    r"|\b(?:wydarzenia|przepisy|oferty pracy|мероприятия|события|рецепты|вакансии|etkinlikler|tarifler)\b"
    r"|イベント|レシピ|採用|活动|活動|食谱|招聘|이벤트|채용",
    re.IGNORECASE,
)


def further_rows(site: SiteModel, first: FeatureRow | None) -> list[FeatureRow]:
    """Rows of the home page and of pages about features without the titles that rules found, the likeliest first."""
    first_page = first[0] if first else None
    known = list(first[1]) if first else []
    taken = {tuple(item.path) for item in known}
    found: list[tuple[int, FeatureRow]] = []
    for page in site.own_pages(*MARGINS):
        # If the features have no headings, headings on their page only explain some of them.
        on_first = page is first_page
        if (on_first and known[0].tag in PLAIN_TAGS) or is_cv_or_band(page):
            continue
        shown = without_unconfirmed_marks(page)
        for score, row in likely_rows(shown):
            old = on_first and not taken.isdisjoint(tuple(title.path) for title in row.titles)
            titles = [] if old else titles_of_features(shown, row, site.name)
            if titles:
                found.append((score, (shown, titles)))
    return [row for _, row in sorted(found, key=lambda one: -one[0])]


def likely_rows(page: ReadPage) -> list[tuple[int, TitleRow]]:
    """The rows that the model is sure of, with their scores."""
    weights, threshold = get_weights()
    rows = [row for row in rows_of(page) if row.titles[0].tag in TAGS and MIN_CARDS <= len(row.titles) <= MAX_TITLES]
    scores = [sum(weights.get(one, 0) for one in properties) for properties in describe(page, rows)]
    return [(score, row) for score, row in zip(scores, rows, strict=True) if score >= threshold + MARGINS[page.kind]]


def titles_of_features(page: ReadPage, row: TitleRow, name: str) -> list[Block]:
    """The titles of a row that may be features; none if the row or its section is about something else."""
    own = [title for title in row.titles if may_be_item(title)]
    if len(own) < MIN_SHARE * len(row.titles) or any(is_counted(page, title) for title in row.titles):
        return []
    if any(name_key(title.text) == name_key(name) for title in own) or leads_elsewhere(page, row):
        return []  # a family of products, a menu, or teasers
    around = titles_above(page)
    sections = around.get(id(row.titles[0]), [])
    if any(SKIPPED_MARKS.intersection(titled.section.heading.marks) for titled in sections):
        return []
    # Reasons to choose the product are drafted as such.
    if any(is_other_topic(title, WHY_TITLE) for titled in sections for title in titled.names):
        return []
    if any(says_otherwise(title) for nearest in sections[-1:] for title in nearest.names):
        return []
    own_rows = without_foreign_rows(page, [own]) if is_of_product(around, own) else []
    return own if own_rows and without_other_items(page, own) == own else []


def is_counted(page: ReadPage, title: Block) -> bool:
    """Whether a title is a step or names what is counted above it: `1`, `30+`. Cards are often numbered `01`."""
    at = page.positions[id(title)]
    above = page.blocks[at - 1].text if at else ""
    number = NUMBER.match(title.text) or (NUMBER.fullmatch(above) and not CARD_NUMBER.fullmatch(above))
    return "steps" in title.marks or bool(number) or STATISTIC.search(above) is not None


def leads_elsewhere(page: ReadPage, row: TitleRow) -> bool:
    """Whether a row of the home page is a list of links, or most of its cards lead to articles or events."""
    if page.kind != "home":
        return False
    links = [(tuple(link.path), link.url) for link in page.links if link.kind == "a"]
    listed = row.titles[0].tag == "li"

    def leads(card: Place) -> bool:
        return any(path[: len(card)] == card and (listed or ARTICLES.search(urlsplit(url).path)) for path, url in links)

    return 2 * sum(map(leads, row.cards)) > len(row.titles)


def says_otherwise(title: str) -> bool:
    """Whether a heading says that what is below it isn't there, not yet there, or isn't what the product does."""
    return bool(DENIAL.search(title) or BEFORE_LABEL.match(title) or OTHER_ROWS.search(title))
