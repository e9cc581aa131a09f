"""What the model learns from: texts with the slugs of the categories that they are about."""

import html
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from showground.extraction.drafters.extractive.category_zones import find_zones, texts_of
from showground.extraction.drafters.extractive.names import find_name
from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import prepare
from showground.extraction.statements.category_model import Text, features_of
from showground.extraction.statements.text_folding import comparable
from showground.extraction.template_pages import without_template_pages

WRITTEN = Path(__file__).parent / "websites.jsonl"
READ_AT = datetime(2026, 1, 1, tzinfo=UTC)
KEYWORDS_TOGETHER = 4  # in one example: more of them would each count less
MAX_KEYWORDS = 60  # that count in full; with many more, a category would be proposed for every site
KEYWORDS, DESCRIPTION, FULL = 4.0, 4.0, 1.0  # how much an example counts
TEXT_OF_KEYWORDS, TEXT_OF_DESCRIPTION = 3.0, 1.0  # how much its words count, as in titles and headings


@dataclass(frozen=True)
class Example:
    """Hashed features with their values, and what they are an example of."""

    features: dict[int, float]
    slugs: tuple[str, ...]
    """The categories that a careful person would accept."""
    source: str
    """`keywords`, `written`, or the domain of a real site."""
    language: str = ""
    weight: float = FULL


def shipped_categories() -> list[dict[str, Any]]:
    text = files("showground.categories").joinpath("categories.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["category"]


def keyword_examples() -> Iterator[Example]:
    for category in shipped_categories():
        keywords: list[str] = category.get("keywords", [])
        for start in range(0, len(keywords), KEYWORDS_TOGETHER):
            texts = [(comparable(word), TEXT_OF_KEYWORDS) for word in keywords[start : start + KEYWORDS_TOGETHER]]
            weight = KEYWORDS * min(1.0, MAX_KEYWORDS / len(keywords))
            yield Example(features_of(texts), (category["slug"],), "keywords", weight=weight)
        for text, weight in ((category["name"], TEXT_OF_KEYWORDS), (category["description"], TEXT_OF_DESCRIPTION)):
            yield Example(
                features_of([(comparable(text), weight)]), (category["slug"],), "keywords", weight=DESCRIPTION
            )


def written_examples() -> Iterator[Example]:
    """Websites that language models made up, in `websites.jsonl`."""
    for line in WRITTEN.read_text(encoding="utf-8").splitlines():
        website: dict[str, Any] = json.loads(line)
        texts, name = read([made_page(website)])
        yield Example(features_of(texts, name), (website["category"],), "written", website["language"])


def made_page(website: dict[str, Any]) -> ReadPage:
    title, summary, text = (html.escape(website[key]) for key in ("title", "description", "text"))
    headings = "".join(f"<h2>{html.escape(heading)}</h2>" for heading in website["headings"])
    head = f'<title>{title}</title><meta name="description" content="{summary}">'
    body = f"<header><h1>{title}</h1></header><main><p>{summary}</p>{headings}<p>{text}</p></main>"
    markup = f'<html lang="{website["language"]}"><head>{head}</head><body>{body}</body></html>'
    page = read_markup("https://site.test/", markup, READ_AT)
    page.kind = "home"
    return page


def read(pages: list[ReadPage]) -> tuple[list[Text], str]:
    """The texts of a site that say what it is, and its name, as drafting reads them."""
    site = prepare(pages)
    name = find_name(site)
    site.name = name.value if name else ""
    site.pages = without_template_pages(site.pages, site.name)
    return texts_of(find_zones(site)), comparable(site.name)


def site_examples(file: Path) -> Iterator[Example]:
    """Real sites, from `.sites`."""
    for line in file.read_text(encoding="utf-8").splitlines():
        site: dict[str, Any] = json.loads(line)
        texts = [(text, weight) for text, weight in site["texts"]]
        features = features_of(texts, site["name"])
        yield Example(features, tuple(site["slugs"]), site["domain"], site["language"])
