"""Whatever a drafter proposes, only what the site says becomes a draft."""

from collections.abc import Sequence

import pytest

from showground.extraction.pipeline import draft_with
from showground.extraction.proposal import (
    CategoryChoice,
    Drafted,
    DraftedFaq,
    DraftedFounder,
    DraftedMilestone,
    Proposal,
    SourceQuote,
)
from showground.extraction.reading import ReadPage
from showground.extraction.reading.markup import read_markup
from tests.drafting.labelled import NOW, categories
from tests.support.draft_world import HOME, Studio, tidewater

pytestmark = pytest.mark.anyio

URL = "https://tidewater.test/"
PAGE = read_markup(URL, HOME, NOW)
PAGE.kind = "home"


def drafted(value: object, quote: str, url: str = URL) -> Drafted:
    return Drafted(value=value, quotes=[SourceQuote(quote=quote, url=url)])


class Several:
    """Proposes all that it is given."""

    def __init__(self, *proposals: Proposal) -> None:
        self._proposals = proposals

    async def propose(self, pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> Sequence[Proposal]:
        assert pages
        assert categories
        return self._proposals


def inventions(url: str) -> Proposal:
    """One of every kind: with no quote, with one that stands nowhere, and with a true one that does not say it."""
    said = SourceQuote(quote="Backups for small databases.", url=url)
    return Proposal(
        fields={
            "tagline": Drafted(value="Loved by millions", quotes=[]),
            "founded_year": drafted("1999", "Founded in 1999", url),
            "city": drafted("Lisbon", "Founded in 2019 in Porto, Portugal", url),
            "features": drafted(["Time travel"], said.quote, url),
            "made_up": drafted("x", said.quote, url),
        },
        faqs=[DraftedFaq(question="Is it free?", answer="For ever.", quotes=[said])],
        founders=[DraftedFounder(name="Jane Roe", quotes=[said])],
        company_socials={"x": drafted("https://x.com/tidewater", "https://x.com/tidewater", url)},
        founder_socials={"x": drafted("https://x.com/jane", "https://x.com/jane", url)},
        story={"problem": drafted("Everybody loses data.", said.quote, url)},
        milestones=[DraftedMilestone(date="2020-01-01", title="First million", quotes=[said])],
        attributes={"self_hosted": drafted(False, "Tidewater can be self-hosted.", url)},
        seo={"title": drafted("The best backups", said.quote, url)},
    )


async def test_what_a_drafter_invents_reaches_no_draft(studio: Studio) -> None:
    draft = (await studio.begin())["id"]
    true, invented = tidewater(studio.url()), inventions(studio.url())
    studio.drafter.proposal = invented.model_copy(update={"fields": invented.fields | {"name": true.fields["name"]}})
    await studio.work(draft)
    now = await studio.get(draft)
    assert {name for name, field in now["fields"].items() if field["value"] is not None} == {"name"}
    parts = ("faqs", "founders", "company_socials", "founder_socials", "story", "milestones", "attributes")
    assert not any(now[part] for part in parts), now
    assert now["seo"] == {"title": None, "meta": None}
    again = await studio.edit(draft, regenerate=["tagline", "founded_year"])
    assert (again["fields"]["tagline"]["value"], again["fields"]["founded_year"]["value"]) == (None, None)


async def test_of_several_proposals_an_invention_takes_the_place_of_nothing() -> None:
    true = tidewater(URL)
    alone = await draft_with(Several(true), [PAGE], categories())
    assert await draft_with(Several(true, inventions(URL)), [PAGE], categories()) == alone
    assert await draft_with(Several(inventions(URL), true), [PAGE], categories()) == alone


async def test_of_several_proposals_the_first_has_the_facts_and_the_last_the_words() -> None:
    other = Proposal(
        fields={
            "tagline": drafted("Every backup is restored once", "Every backup is restored once, so that you know."),
            "pricing_model": drafted("free", "Free up to 5 GB, then 9 USD a month."),
            "city": drafted("Porto", "Founded in 2019 in Porto, Portugal"),
        },
    )
    found = await draft_with(Several(tidewater(URL), other), [PAGE], categories())
    values = {name: found.fields[name].value for name in ("tagline", "pricing_model", "city")}
    assert values == {"tagline": "Every backup is restored once", "pricing_model": "freemium", "city": "Porto"}
