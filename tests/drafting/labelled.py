"""The labelled websites: served on loopback, read, drafted and compared with what they state."""

import json
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from ipaddress import ip_network
from pathlib import Path
from typing import Any, cast

from showground.core.fetch import Fetcher, FetchRules
from showground.core.sandbox import CpuBudget
from showground.extraction.drafters import Drafter
from showground.extraction.pipeline import draft_with
from showground.extraction.proposal import AttributeChoice, CategoryChoice, Proposal
from showground.extraction.reading import ReadingProgress, SiteReading, read_site
from showground.extraction.sandbox_calls import draft_budget
from showground.extraction.statements.text_folding import comparable, numbers
from tests.support.dns import DnsServer
from tests.support.site import Answer, Site

FOLDER = Path(__file__).parent / "sites"
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
ANY = "*"  # whatever the site says there is right, as long as it is verified


@dataclass
class Score:
    """How often a field was right, wrong and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0


def categories() -> list[CategoryChoice]:
    """Those that are shipped."""
    return list(_shipped_categories())


@cache
def _shipped_categories() -> tuple[CategoryChoice, ...]:
    text = files("showground.categories").joinpath("categories.toml").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = tomllib.loads(text)["category"]
    by_slug = {row["slug"]: row for row in rows}
    choices: list[CategoryChoice] = []
    for row in rows:
        above: dict[str, Any] = by_slug.get(row.get("parent", ""), {})
        attributes: list[dict[str, Any]] = [*row.get("attributes", []), *above.get("attributes", [])]
        choices.append(
            CategoryChoice(
                name=row["name"],
                slug=row["slug"],
                parent=above.get("name"),
                keywords=row.get("keywords", []),
                attributes=[AttributeChoice.model_validate(attribute) for attribute in attributes],
            )
        )
    return tuple(choices)


def expected_of(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name / "expected.json").read_text(encoding="utf-8"))


def pages_of(name: str) -> Mapping[str, Answer]:
    """What the site's server answers; no character set in the headers, as on many old servers."""
    pages: dict[str, Answer] = {}
    for path in sorted((FOLDER / name).rglob("*.html")):
        relative = path.relative_to(FOLDER / name).as_posix()
        answer = Answer(path.read_bytes(), type="text/html")
        pages[f"/{relative}"] = answer
        pages["/" + relative.removesuffix(".html").removesuffix("index")] = answer
    return pages


async def read_labelled(name: str) -> SiteReading:
    host = expected_of(name)["host"]
    with Site(pages_of(name)) as site, DnsServer({host: ["127.0.0.2"]}) as dns:
        return await read(site.at(host), dns)


async def read(
    url: str, dns: DnsServer, told: list[ReadingProgress] | None = None, budget: CpuBudget | None = None
) -> SiteReading:
    rules = FetchRules("ShowgroundBot/1.0 (+http://localhost/crawler)", (ip_network("127.0.0.2/32"),), dns.address)

    async def tell(progress: ReadingProgress) -> None:
        if told is not None:
            told.append(progress)

    return await read_site(url, Fetcher(rules), budget or draft_budget("test"), now=lambda: NOW, tell=tell)


async def draft_labelled(name: str, drafter: Drafter) -> tuple[SiteReading, Proposal]:
    reading = await read_labelled(name)
    return reading, await draft_with(drafter, reading.pages, categories())


def compare(name: str, proposal: Proposal, scores: dict[str, Score]) -> list[str]:
    """Count into the scores; answers what was wrong or missed, in words."""
    expected = expected_of(name)
    faults: list[str] = []

    def count(field: str, wanted: Sequence[str], given: Sequence[str]) -> None:
        score = scores[field]
        for value in given:
            if value in wanted:
                score.right += 1
            else:
                score.wrong += 1
                faults.append(f"{name}: {field} is {value!r}, which is wrong")
        for value in wanted:
            if value not in given:
                score.missed += 1
                faults.append(f"{name}: {field} misses {value!r}")

    fields: dict[str, Any] = expected["fields"]
    for field in sorted({*fields, *proposal.fields}):
        drafted = proposal.fields.get(field)
        count(field, *comparison(field, fields.get(field), drafted.value if drafted else None))
    count(
        "faqs", [comparable(q) for q in expected.get("faqs", [])], [comparable(faq.question) for faq in proposal.faqs]
    )
    titles = {founder.name: founder.title for founder in proposal.founders}
    count("founders", list(expected.get("founders", {})), list(titles))
    count("founder titles", pairs(expected.get("founders", {})), pairs(titles))
    if "bios" in expected:
        count("founder bios", expected["bios"], [founder.name for founder in proposal.founders if founder.bio])
    for part in ("company_socials", "founder_socials", "attributes"):
        given = {key: drafted.value for key, drafted in getattr(proposal, part).items()}
        count(part, pairs(expected.get(part, {})), pairs(given))
    count("story", expected.get("story", []), list(proposal.story))
    count("milestones", expected.get("milestones", []), [f"{m.date} {m.title}" for m in proposal.milestones])
    return faults


def pairs(values: Mapping[str, object]) -> list[str]:
    return [f"{key}: {value}" for key, value in values.items() if value is not None]


def comparison(field: str, wanted: Any, given: Any) -> tuple[list[str], list[str]]:
    """What was wanted and what was given, as lists of what counts."""
    if wanted == ANY or (wanted is None and field in ("tags", "keywords")):
        # Whether it is there is the reader's choice; that it is true is the verifier's part.
        return [], []
    options, values = listed(wanted), listed(given)
    if field == "pricing_summary":
        return sorted(numbers(" ; ".join(options))), sorted(numbers(" ; ".join(values)))
    if field == "logo_url":
        return options, ["/" + value.split("/", 3)[3] for value in values]
    if field in ("features", "usps", "tags", "keywords"):
        return options, values
    # Of several that would do, one; of several categories, the first.
    first = values[:1]
    return (first if first and first[0] in options else options[:1]), first


def listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [str(item) for item in cast("list[Any]", value)] if isinstance(value, list) else [str(value)]


def new_scores() -> dict[str, Score]:
    return defaultdict(Score)
