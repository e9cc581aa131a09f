"""Pictures of badges, as other websites show them."""

import pytest

from showground.launches.badges.kinds import STYLES
from tests.support.launch_world import HIDDEN, NEXT_MONDAY, Fair
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


@pytest.fixture
def fair(world: World) -> Fair:
    return Fair(world)


async def test_a_picture_may_be_kept_and_shown_anywhere_and_does_nothing_else(fair: Fair) -> None:
    await fair.add("quince")
    client = fair.world.client
    address = "/badges/quince/launched-pill-dark-s.svg"
    answer = await client.get(address)
    again = await client.get(address, headers={"If-None-Match": answer.headers["etag"]})
    assert (answer.status_code, again.status_code, again.text) == (200, 304, "")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg ")
    for headers in (answer.headers, again.headers):
        assert headers["cache-control"] == "public, max-age=3600"
        assert headers["etag"].removeprefix("W/") == answer.headers["etag"].removeprefix("W/")
        policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        assert headers.get_list("content-security-policy") == [policy]
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers


async def test_pictures_have_a_limit_of_their_own(database_url: str) -> None:
    async with running_world(database_url, rate_limits=0.01) as world:  # a page a minute, and twelve pictures
        address = "/badges/quince/listed-pill-dark-s.svg"
        for _ in range(12):
            assert (await world.client.get(address)).status_code == 200
        refused = await world.client.get(address)
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert (await world.client.get("/listings")).status_code == 200
        assert (await world.client.get("/listings")).status_code == 429
        world.clock.move(minutes=1)
        assert (await world.client.get(address)).status_code == 200


async def test_uploaded_pictures_do_not_count_as_pages(database_url: str) -> None:
    async with running_world(database_url, rate_limits=0.01) as world:  # a page a minute, and sixty pictures
        for _ in range(60):
            for address in (f"/media/{'a' * 40}.webp", f"/brand/{'a' * 40}.png"):
                assert (await world.client.get(address)).status_code == 404
        assert (await world.client.get(f"/media/{'a' * 40}.webp")).status_code == 429
        assert (await world.client.get("/favicon.ico")).status_code == 200
        assert (await world.client.get("/listings")).status_code == 200
        assert (await world.client.get("/listings")).status_code == 429


async def test_what_is_not_public_answers_the_same_picture_as_any_other_name(fair: Fair) -> None:
    for status in HIDDEN:
        await fair.add(status.replace("_", "-"), status=status, name="A Secret Name")
    for style in STYLES:
        file = f"listed-{style.shape}-{style.mode}-{style.size}.svg"
        never = await fair.world.client.get(f"/badges/never/{file}")
        assert never.status_code == 200
        assert "Discover products on Showground" in never.text
        assert "Listed" not in never.text  # which would be untrue of most names
        for status in HIDDEN:
            hidden = await fair.world.client.get(f"/badges/{status.replace('_', '-')}/{file}")
            assert hidden.content == never.content
            assert {**hidden.headers, "x-request-id": ""} == {**never.headers, "x-request-id": ""}


async def test_a_public_listing_is_named_on_its_banner(fair: Fair) -> None:
    await fair.add("quince", NEXT_MONDAY, status="scheduled")
    assert ">Quince</text>" in (await fair.world.client.get("/badges/quince/listed-banner-light-m.svg")).text


@pytest.mark.parametrize("kind", ["launched", "featured", "verified", "launch-of-the-week"])
async def test_what_was_not_earned_is_not_found_whoever_asks_for_it(fair: Fair, kind: str) -> None:
    await fair.add("quince", NEXT_MONDAY, status="scheduled")
    await fair.add("hidden", status="suspended")
    texts: set[str] = set()
    for slug in ("quince", "hidden", "never"):
        answer = await fair.world.client.get(f"/badges/{slug}/{kind}-standard-auto-m.svg")
        assert answer.status_code == 404
        assert answer.headers["cache-control"] == "no-store"
        texts.add(answer.text.replace(f"/{slug}/", "/"))
    assert len(texts) == 1


@pytest.mark.parametrize(
    "name",
    ["listed", "listed-standard-auto-xl", "listed-round-auto-m", "sold-pill-auto-m", "-pill-auto-m", "listed-pill-m"],
)
async def test_other_addresses_lead_nowhere(fair: Fair, name: str) -> None:
    for slug in ("quince", "Not-A-Slug", "%00"):
        assert (await fair.world.client.get(f"/badges/{slug}/{name}.svg")).status_code == 404
    assert (await fair.world.client.get("/badges/Not-A-Slug/listed-pill-auto-m.svg")).status_code == 404
