"""Pages never repeat or lose an item, whatever the order, and however many are alike."""

import json
from collections.abc import AsyncGenerator
from datetime import date, timedelta
from typing import Any, get_args

import pytest

from showground import accounts, blog, launches, people
from showground.core.calls.declare import PUBLIC
from showground.launches.models import BoardName, Section
from showground.listings import counts, new_listings
from showground.registry import all_operations
from showground.search import Sort
from tests.support.listings import add, listing
from tests.support.postgres import fresh_database
from tests.support.world import NOW, World, running_world

pytestmark = pytest.mark.anyio

COUNT = 23
SMALL = 4
PAGED = {op.name: op for op in all_operations() if op.scope == PUBLIC and "per_page" in op.fields}
WEEK = launches.this_week(NOW)
LAST_WEEK = WEEK - timedelta(weeks=1)

# Each with how many are found.
ORDERINGS: dict[str, list[tuple[dict[str, Any], int]]] = {
    "search_listings": [
        *(({"sort": sort, **more}, COUNT) for sort in get_args(Sort) for more in ({}, {"q": "tied"}, {"q": "tiedd"})),
        *(({"sort": sort, "status": "upcoming"}, COUNT) for sort in get_args(Sort)),
        *(({"sort": sort, "category": "ai", "country": "PT"}, COUNT) for sort in get_args(Sort)),
    ],
    "get_category": [({"slug": "ai"}, COUNT)],
    "list_launches": [({"section": section}, COUNT) for section in get_args(Section)],
    "get_leaderboard": [
        *(({"board": board}, COUNT) for board in get_args(BoardName)),
        ({"board": "community-weekly", "week": "last"}, COUNT),
    ],
    "list_awards": [({}, 3 * COUNT), ({"listing": "tied-1"}, COUNT)],
    "list_founders": [({}, COUNT), ({"q": "ada"}, COUNT), ({"country": "PT"}, COUNT)],
    "list_blog_posts": [({}, COUNT), ({"q": "tied"}, COUNT)],
}


def tied(slug: str, week: date, **more: Any) -> new_listings.NewListing:
    """Listings that no order tells apart but by their number."""
    return listing(
        slug,
        name="Tied",
        tagline="All alike",
        launch_week=week,
        categories=["ai"],
        country="PT",
        founders=[new_listings.NewListingFounder(f"{slug}-founder", "Ada")],
        domain_ratings={date(2026, 3, 1): 30},
        revenue=new_listings.StatedRevenue(9_900, False, NOW),
        views=5,
        counts=counts.Counts(3, 2, 1.0),
        **more,
    )


def post(slug: str) -> blog.NewPost:
    return blog.NewPost(slug=slug, title="Tied", summary="Alike", body="The same", author="Ada", published_at=NOW)


@pytest.fixture(scope="module")
async def alike(postgres: str) -> AsyncGenerator[World]:
    """Live and upcoming listings, founders, posts and weeks that are all alike."""
    slugs = [f"tied-{n}" for n in range(1, COUNT + 1)]
    next_week = WEEK + timedelta(weeks=1)
    with fresh_database(postgres) as url:
        async with running_world(url) as world:
            live = await add(world, *(tied(slug, WEEK, live_at=NOW - timedelta(hours=2)) for slug in slugs))
            waiting = [tied(f"waiting-{s}", next_week, status="scheduled", live_at=None) for s in slugs]
            upcoming = await add(world, *waiting)
            weeks = [LAST_WEEK - timedelta(weeks=n) for n in range(COUNT)]
            async with world.dispatcher.database.transaction() as db:
                await launches.add_launches(db, ((n, WEEK) for n in live))
                await launches.add_launches(db, ((n, next_week) for n in upcoming))
                await launches.add_launches(db, ((n, LAST_WEEK) for n in live))
                await launches.add_launches(db, ((n, week) for week in weeks[1:] for n in live[:3]))
                await launches.add_contributions(db, ((n, 500, NOW) for n in live))
                voters = await accounts.add_demo_accounts(db, {f"v{n}@fair.example": "V" for n in range(COUNT)}, NOW)
                for voter, week in zip(voters, weeks, strict=True):
                    begin = launches.begin_of(week)
                    await launches.add_votes(db, [launches.Cast(number, voter, begin) for number in live[:3]])
                for week in weeks:
                    await launches.close_week(db, week, launches.end_of(week))
                await people.add_founders(
                    db, (people.NewFounder(slug=f"{slug}-founder", name="Ada", country="PT") for slug in slugs)
                )
                await blog.add_posts(db, (post(slug) for slug in slugs))
            yield world


def test_every_paged_read_is_walked() -> None:
    assert ORDERINGS.keys() == PAGED.keys()


def address_of(name: str, asked: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The path and the query of a read."""
    path, query = PAGED[name].path, dict(asked)
    for field in PAGED[name].path_fields:
        path = path.replace(f"{{{field}}}", query.pop(field))
    return path, query


async def read_page(world: World, name: str, asked: dict[str, Any], **page: int) -> tuple[list[str], int]:
    """The items of a page as texts, and how many there are on all pages."""
    path, query = address_of(name, asked)
    answer = (await world.get(path, params=query | page)).json()
    return [json.dumps(item, sort_keys=True) for item in answer["items"]], answer["total"]


async def test_links_lead_from_page_to_page(alike: World) -> None:
    for name, orderings in ORDERINGS.items():
        asked, count = orderings[-1]
        path, query = address_of(name, asked)
        answer, walked = await alike.get(path, params=query | {"per_page": SMALL}), list[str]()
        previous, last = answer.links["first"]["url"], answer.links["last"]["url"]
        assert "prev" not in answer.links, name
        while True:
            walked += [json.dumps(item, sort_keys=True) for item in answer.json()["items"]]
            if "next" not in answer.links:
                break
            url = answer.links["next"]["url"]
            answer = await alike.client.get(url)
            assert answer.links["prev"]["url"] == previous, name
            previous = url
        assert answer.json()["items"] == (await alike.client.get(last)).json()["items"], name
        assert len(set(walked)) == count, name


async def test_an_empty_list_and_a_page_past_the_end_have_links(alike: World) -> None:
    empty = await alike.get("/listings", params={"country": "IS"})
    assert {name: link["url"].rpartition("?")[2] for name, link in empty.links.items()} == {
        "first": "country=IS&page=1",
        "last": "country=IS&page=1",
    }
    past = await alike.get("/listings", params={"per_page": SMALL, "page": 99})
    assert past.links["prev"] == past.links["last"] | {"rel": "prev"}
    assert "next" not in past.links


@pytest.mark.parametrize("name", PAGED)
async def test_pages_make_up_the_whole(alike: World, name: str) -> None:
    for asked, count in ORDERINGS[name]:
        whole, total = await read_page(alike, name, asked, per_page=100)
        assert len(whole) == len(set(whole)) == total == count, asked
        walked: list[str] = []
        for number in range(1, -(-count // SMALL) + 2):
            items, total = await read_page(alike, name, asked, page=number, per_page=SMALL)
            assert (len(items), total) == (min(SMALL, count - len(walked)), count), (asked, number)
            walked += items
        assert walked == whole, asked
