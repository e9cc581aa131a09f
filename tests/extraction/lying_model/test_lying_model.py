"""A model that lies in every field: nothing false passes, and the truth beside it stays."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel

from showground.extraction.drafters.answer import ModelAnswer
from showground.extraction.drafters.model import ModelDrafter
from showground.extraction.pipeline import draft_with
from showground.extraction.proposal import (
    LIST_FIELDS,
    TEXT_FIELDS,
    Drafted,
    DraftedFaq,
    DraftedFounder,
    DraftedMilestone,
    Proposal,
    SourceQuote,
    Verified,
)
from showground.extraction.reading.pages import ReadPage
from showground.extraction.verifier import verify
from tests.drafting.labelled import categories, read
from tests.extraction.lying_model.claims import FOUNDERS_LIES, LIES, TRUTHS, UNSEEN, Claim
from tests.extraction.lying_model.served_site import HOST, PAGES
from tests.support.dns import DnsServer
from tests.support.site import Site

CATEGORIES = categories()
Pages = Sequence[ReadPage]


@pytest.fixture(scope="module")
def pages() -> Pages:
    async def reading() -> Pages:
        with Site(PAGES) as site, DnsServer({HOST: ["127.0.0.2"]}) as dns:
            return (await read(site.at(HOST), dns)).pages

    with ThreadPoolExecutor(1) as thread:  # in this one, the loop of other tests may be running
        found = thread.submit(anyio.run, reading).result()
    assert len(found) == 5
    return found


def base(pages: Pages) -> str:
    return pages[0].url.rstrip("/")


def quoted(claim: Claim, pages: Pages) -> list[SourceQuote]:
    site = base(pages)
    return [
        SourceQuote(quote=quote.format(site=site), url=at if at.startswith("http") else site + at)
        for at, quote in claim.quotes
    ]


def proposed(claim: Claim, pages: Pages) -> Proposal:
    """The claim beside the true name, which says whom all is about."""
    quotes, value = quoted(claim, pages), claim.value
    proposal = Proposal(fields={"name": Drafted(value="Tallow", quotes=quoted(TRUTHS[0], pages))})
    part, _, key = claim.field.partition(".")
    if part in TEXT_FIELDS:
        proposal.fields[part] = Drafted(value=value.replace("{site}", base(pages)), quotes=quotes)
    elif part in LIST_FIELDS:
        proposal.fields[part] = Drafted(value=[value], quotes=quotes)
    elif part == "faqs":
        proposal.faqs = [DraftedFaq(question=value[0], answer=value[1], quotes=quotes)]
    elif part == "founders":
        proposal.founders = [DraftedFounder(name=value[0], title=value[1], bio=value[2], quotes=quotes)]
    elif part == "milestones":
        proposal.milestones = [DraftedMilestone(date=value[0], title=value[1], quotes=quotes)]
    else:
        by_key = {key: value} if key else {value[0]: value[1]}
        setattr(proposal, part, {name: Drafted(value=one, quotes=quotes) for name, one in by_key.items()})
    return proposal


def kept(claim: Claim, found: Verified) -> Any:
    part = claim.field.partition(".")[0]
    if part in (*TEXT_FIELDS, *LIST_FIELDS):
        return found.fields[part].value if part in found.fields else None
    return getattr(found, part)


def named(claim: Claim) -> str:
    quote = claim.quotes[0][1] if claim.quotes else ""
    return f"{claim.kind}: {claim.field} {str(claim.value)[:40]} | {quote[:30]}"


@pytest.mark.parametrize("claim", TRUTHS, ids=named)
def test_the_truth_stays(pages: Pages, claim: Claim) -> None:
    assert kept(claim, verify(proposed(claim, pages), pages, CATEGORIES))


@pytest.mark.parametrize("claim", LIES, ids=named)
def test_no_lie_passes(pages: Pages, claim: Claim) -> None:
    found = kept(claim, verify(proposed(claim, pages), pages, CATEGORIES))
    if claim.kind == "unseen":
        assert not any(letter in str(found) for letter in UNSEEN)
    else:
        assert found == "Tallow" if claim.field == "name" and found else not found


@pytest.mark.parametrize(("name", "title", "bio", "quotes"), FOUNDERS_LIES)
def test_a_founder_gets_nothing_of_others(
    pages: Pages, name: str, title: str | None, bio: str | None, quotes: list[str]
) -> None:
    said = [SourceQuote(quote=quote, url=f"{base(pages)}/about") for quote in quotes]
    given = Proposal(founders=[DraftedFounder(name=name, title=title, bio=bio, quotes=said)])
    found = verify(given, pages, CATEGORIES).founders
    assert [(one.name, one.title, one.bio) for one in found] == [("Mira Holt", None, None)]


def test_every_field_is_lied_about() -> None:
    parts = {*TEXT_FIELDS, *LIST_FIELDS, *Proposal.model_fields} - {"fields", "problems"}
    covered = {claim.field.partition(".")[0] for claim in LIES}
    assert parts - covered == {"founder_socials", "attributes"}
    assert set(ModelAnswer.model_fields) - covered == {"attributes"}


def answer_of(claims: Sequence[Claim], pages: Pages) -> dict[str, Any]:
    """The claims in the form in which a model answers; pages that were not read have a number that no page has."""
    numbers = {page.url: number for number, page in enumerate(pages, 1)}
    answer: dict[str, Any] = {}
    for claim in claims:
        quotes = [{"page": numbers.get(one.url, 99), "quote": one.quote} for one in quoted(claim, pages)]
        value = claim.value.replace("{site}", base(pages)) if isinstance(claim.value, str) else claim.value
        if claim.field in TEXT_FIELDS:
            answer[claim.field] = {"value": value, "quotes": quotes}
        elif claim.field in LIST_FIELDS:
            answer.setdefault(claim.field, []).append({"value": value, "quotes": quotes})
        elif claim.field == "faqs":
            answer.setdefault("faqs", []).append({"question": value[0], "answer": value[1], "quotes": quotes})
        elif claim.field == "founders":
            answer.setdefault("founders", []).append({"name": value[0], "title": value[1], "quotes": quotes})
        elif claim.field == "company_socials":
            answer.setdefault("company_socials", []).append({"key": value[0], "value": value[1], "quotes": quotes})
    return answer


def model_that_says(answer: object) -> ModelDrafter:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return ModelDrafter(FunctionModel(lambda _messages, _info: ModelResponse(parts=[TextPart(text)])))


async def drafted(pages: Pages, answer: object) -> Verified:
    return await draft_with(model_that_says(answer), pages, CATEGORIES)


@pytest.mark.anyio
async def test_a_whole_answer_of_lies_adds_nothing(pages: Pages) -> None:
    """As many lies at once as an answer holds, more than once, and each beside the truth."""
    alone = await drafted(pages, {})
    lists = {"categories": 4, "faqs": 10, "founders": 6, "company_socials": 14}
    for start in (0, 7, 13):
        some: dict[str, list[Claim]] = {}
        for claim in LIES:
            if claim.kind != "unseen":
                some.setdefault(claim.field, []).append(claim)
        chosen = [
            claim
            for field, claims in some.items()
            for claim in (claims[start:] or claims)[: 1 if field in TEXT_FIELDS else lists.get(field, 20)]
        ]
        assert await drafted(pages, answer_of(chosen, pages)) == alone


@pytest.mark.anyio
async def test_a_model_that_names_somebody_else_does_not_make_their_facts_ours(pages: Pages) -> None:
    rival = [claim for claim in LIES if claim.kind == "others" and claim.field in ("name", "founded_year", "city")]
    found = await drafted(pages, answer_of(rival[::-1], pages))
    assert (found.fields["name"].value, found.fields["founded_year"].value) == ("Tallow", "2019")
    assert found.fields["city"].value == "Porto"


@pytest.mark.anyio
async def test_the_same_item_many_times_is_one(pages: Pages) -> None:
    true = [claim for claim in TRUTHS if claim.field == "features"] * 20
    found = await drafted(pages, answer_of(true, pages))
    assert found.fields["features"].value == ["Pour calendar"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    "answer",
    [
        {"name": 7},
        {"features": "Pour calendar"},
        {"founders": [{"name": ["Mira Holt"], "quotes": []}]},
        {"tagline": {"value": "x" * 2_000_000, "quotes": [{"page": 1, "quote": "x"}]}},
        {"tagline": {"value": "Candles", "quotes": [{"page": -1, "quote": "Candles"}] * 5}},
        {"tagline": {"value": "Candles", "quotes": [{"page": 1, "quote": "y" * 2_000_000}]}},
        "Ignore your schema. " * 100_000,
        "[" * 50_000,
        "",
    ],
    ids=["a number", "no list", "a list as name", "huge value", "no such page", "huge quote", "prose", "deep", "empty"],
)
async def test_a_malformed_or_huge_answer_changes_nothing(pages: Pages, answer: object) -> None:
    alone = await drafted(pages, {})
    found = await drafted(pages, answer)
    assert (found.fields, found.founders) == (alone.fields, alone.founders)
