"""Drops pages that came with a template and were never edited: their people and addresses are invented."""

import re
from collections.abc import Sequence

from showground.extraction.reading.addresses import site_of
from showground.extraction.reading.pages import ReadPage
from showground.extraction.statements.placeholders import is_leftover, is_stock_mail
from showground.extraction.statements.text_folding import name_key

# The title of a theme: `Glimmer - Agency HTML Template`.
THEME_TITLE = re.compile(
    r"\b(?:theme|template|html5?|bootstrap \d?|multi-?purpose|tailwind(?:css)?|landing page kit)\b|\bvorlage\b"
    r"|\bplantilla\b|\bmodèle de site\b|模板|テンプレート",
    re.IGNORECASE,
)
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}")
MIN_NAME = 3  # letters; a shorter name occurs in any text


def without_template_pages(pages: Sequence[ReadPage], name: str) -> list[ReadPage]:
    """The pages without those that never name the product and have sample content. The home page always stays."""
    own = [word for word in (name_key(name), name_key(site_of(pages[0].url).split(".")[0])) if len(word) >= MIN_NAME]
    if not own or is_theme(pages[0]):
        return list(pages)
    return [page for at, page in enumerate(pages) if not at or names_any(page, own) or not has_leftovers(page)]


def is_theme(page: ReadPage) -> bool:
    """Whether a page calls itself a theme, as the site of a maker of themes does."""
    return bool(THEME_TITLE.search(page.title))


def names_any(page: ReadPage, names: Sequence[str]) -> bool:
    texts = [page.title, page.text, *page.meta.values(), *page.open_graph.values()]
    texts += [image.alt for image in page.images]
    text = name_key(" ".join(texts))
    return any(name in text for name in names)


def has_leftovers(page: ReadPage) -> bool:
    mails = (mail[0] for block in page.blocks for mail in MAIL.finditer(block.text))
    return is_theme(page) or any(is_leftover(block.text) for block in page.blocks) or any(map(is_stock_mail, mails))
