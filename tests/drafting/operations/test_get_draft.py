"""Reading a draft."""

from uuid import uuid4

import pytest

from tests.support.draft_world import Studio

pytestmark = pytest.mark.anyio


async def test_every_value_shows_where_it_comes_from(studio: Studio) -> None:
    draft = await studio.ready()
    assert draft["status"] == "ready"
    url = studio.url()
    assert draft["fields"]["founded_year"] == {
        "value": "2019",
        "state": "ai",
        "evidence": [{"quote": "Founded in 2019", "url": url, "source": "page"}],
    }
    assert draft["fields"]["city"] == {"value": None, "state": "not_found", "evidence": []}
    (faq,) = draft["faqs"]
    quotes = ("What does it cost?", "Free up to 5 GB, then 9 USD a month.")
    assert faq["evidence"] == [{"quote": quote, "url": url, "source": "page"} for quote in quotes]
    assert draft["founders"][0]["name"] == "Ada Moreno"
    assert draft["company_socials"] == {"github": "https://github.com/tidewater"}
    assert draft["story"] == {"problem": "Nobody tests a backup."}
    assert draft["milestones"][0]["date"] == "2019-04-01"
    assert draft["attributes"] == {"self_hosted": True}
    assert draft["part_states"]["story.problem"] == "ai"
    assert draft["part_evidence"]["company_socials.github"] == [
        {"quote": "https://github.com/tidewater", "url": url, "source": "page"}
    ]
    assert draft["missing"]["required"] == []
    assert "logo_url" in draft["missing"]["recommended"]
    assert 0 < draft["completeness"] < 100
    assert draft["progress"] == {"pages_read": 1, "pages_planned": 1, "now": "Ready"}


async def test_a_strangers_draft_is_the_same_as_none(studio: Studio) -> None:
    draft = await studio.begin()
    refused = await studio.world.get(f"/drafts/{draft['id']}", by="charlie")
    never = await studio.world.get(f"/drafts/{uuid4()}", by="charlie")
    assert refused.status_code == never.status_code == 404
    assert {**refused.json(), "request_id": ""} == {**never.json(), "request_id": ""}
    assert (await studio.world.get("/drafts/nonsense", by="alice")).status_code == 400
