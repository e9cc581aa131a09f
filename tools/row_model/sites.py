"""The labelled sites that the model learns from, as drafting sees them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.real_sites.labels import ANY, Label, load_labels
from bench.real_sites.matching import matches
from showground.extraction.drafters.extractive.feature_rows import rows_of
from showground.extraction.drafters.extractive.feature_words import LEADING_NAME
from showground.extraction.drafters.extractive.features import features_by_rules
from showground.extraction.drafters.extractive.names import find_name
from showground.extraction.drafters.extractive.row_model import TRAINED_KINDS, describe, may_be_item
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.site_model import SiteModel, prepare
from showground.extraction.template_pages import without_template_pages


@dataclass
class LabelledRow:
    """A row and how many of its titles are stated features, and how many the label doesn't name at all."""

    properties: list[str]
    stated: int
    others: int
    drafted: int
    """How many of the stated ones the rules find."""
    false: int
    """How many others the rules take for features."""


@dataclass
class LabelledSite:
    """The rows of one site's pages."""

    domain: str
    rows: list[LabelledRow] = field(default_factory=list[LabelledRow])


def load_sites(readings: Path) -> Iterator[LabelledSite]:
    """Sites of the tuning half whose features are labelled."""
    labels, _ = load_labels()
    for label in labels:
        file = readings / f"{label.domain}.json"
        texts = [*label.allowed_of("features"), *(text for fact in label.facts("features") for text in fact)]
        if label.half == "tune" and not label.problem and ANY not in texts and file.exists():
            pages = [ReadPage.model_validate(page) for page in json.loads(file.read_text(encoding="utf-8"))]
            if pages:
                yield label_rows(label, pages)


def label_rows(label: Label, pages: list[ReadPage]) -> LabelledSite:
    site = prepare(pages)
    name = find_name(site)
    site.name = name.value if name else ""
    site.pages = without_template_pages(site.pages, site.name)
    drafted = drafted_by_rules(site)
    made = LabelledSite(label.domain)
    for page in site.pages:
        if page.kind not in TRAINED_KINDS:
            continue
        rows = rows_of(page)
        for row, properties in zip(rows, describe(page, rows), strict=True):
            titles = [title for title in row.titles if may_be_item(title)]
            stated = [title for title in titles if is_stated(label, title)]
            others = [title for title in titles if not is_stated(label, title) and not is_allowed(label, title)]
            found = [{(page.url, title.text) for title in some} & drafted for some in (stated, others)]
            counts = len(stated), len(others), len(found[0]), len(found[1])
            if stated or others:
                made.rows.append(LabelledRow(properties, *counts))
    return made


def drafted_by_rules(site: SiteModel) -> set[tuple[str, str]]:
    """The page and the words of each feature that is drafted without the model."""
    found = features_by_rules(site, keep=lambda _page, items: list(items))
    return {(found[0].url, item.text) for item in found[1]} if found else set()


def is_stated(label: Label, title: Block) -> bool:
    return any(matches("features", name_of(title), text) for fact in label.facts("features") for text in fact)


def is_allowed(label: Label, title: Block) -> bool:
    return any(matches("features", name_of(title), text) for text in label.allowed_of("features"))


def name_of(title: Block) -> str:
    lead = LEADING_NAME.match(title.text) if title.tag == "li" else None
    return lead["lead"] if lead else title.text
