"""Listing one's drafts."""

import pytest

from tests.support.draft_world import Studio

pytestmark = pytest.mark.anyio


async def test_own_drafts_newest_first(studio: Studio) -> None:
    first = await studio.ready("tidewater.test")
    studio.world.clock.move(minutes=1)
    second = await studio.begin("ebbtide.test")
    await studio.begin("other.test", by="charlie")
    body = (await studio.world.get("/drafts", by="alice")).json()
    assert (body["total"], body["page"], body["per_page"]) == (2, 1, 20)
    assert [item["id"] for item in body["items"]] == [second["id"], first["id"]]
    newest, oldest = body["items"]
    assert (newest["status"], newest["name"], newest["completeness"]) == ("crawling", None, 0)
    assert (oldest["status"], oldest["name"]) == ("ready", "Tidewater")
    assert oldest["completeness"] == first["completeness"] > 0
    page = (await studio.world.get("/drafts?page=2&per_page=1", by="alice")).json()
    assert [item["id"] for item in page["items"]] == [first["id"]]
    assert (await studio.world.get("/drafts", by="bob")).json()["items"] == []
