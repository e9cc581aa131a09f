"""A person's claims."""

import pytest

from tests.support.owners import Owners

pytestmark = pytest.mark.anyio


async def test_everybody_sees_their_own_the_newest_first(owners: Owners) -> None:
    await owners.add(members={})
    made = [
        await owners.call("POST", "/claims", {"slug": "tidewater", "method": method}, by="charlie", status=201)
        for method in ("dns", "meta", "file")
    ]
    listed = await owners.call("GET", "/claims?per_page=2", by="charlie")
    assert (listed["items"], listed["total"]) == (made[:0:-1], 3)
    assert (await owners.call("GET", "/claims?per_page=2&page=2", by="charlie"))["items"] == made[:1]
    for name in ("alice", "bob"):
        assert (await owners.call("GET", "/claims", by=name))["items"] == []
    owners.world.clock.move(days=30)
    listed = await owners.call("GET", "/claims", by="charlie")
    assert {claim["status"] for claim in listed["items"]} == {"expired"}
