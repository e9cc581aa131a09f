"""Inputs that the demo directory answers, for every read; several where they differ in what they show."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from uuid import uuid4

from showground.core.calls.action import Operation
from tests.support import bounds, listings
from tests.support.world import World

# Of reads with something in the path or required in the query; the others are asked with nothing.
INPUTS: dict[str, Sequence[dict[str, Any]]] = {
    "search_listings": (
        {},
        {"q": "letters"},
        {"q": "montréal", "sort": "newest"},
        {"status": "upcoming", "sort": "newest"},
        {"category": "developer-tools", "per_page": 3, "page": 2},
        {"country": "ca", "stage": "growing", "pricing_model": "usage-based", "domain": "gaugework.example"},
        {"page": 1000, "per_page": 100},
    ),
    "get_listing": ({"slug": "plainhand"}, {"slug": "tallyfern"}, {"slug": "lintel-vision"}, {"slug": "murmurline"}),
    "list_alternatives": ({"slug": "gaugework"}, {"slug": "ferryfolk"}, {"slug": "lintel-vision"}),
    "compare_listings": ({"a": "gaugework", "b": "stepwarden"}, {"a": "plainhand", "b": "hutbook"}),
    "list_categories": ({}, {"include_empty": False}, {"detail": "brief"}),
    "get_category": ({"slug": "ai"}, {"slug": "testing", "page": 2, "per_page": 1}),
    "get_launch_week": ({"week": "this"}, {"week": "last"}, {"week": "next"}, {"week": "2026-01-01"}),
    "list_launches": (
        {},
        *({"section": s} for s in ("today", "trending", "most-voted", "recent", "most-viewed", "most-followed")),
        {"section": "upcoming", "per_page": 3, "page": 2},
    ),
    "get_leaderboard": (
        *({"board": b} for b in ("community-weekly", "community-all-time", "billboard", "domain-rating", "revenue")),
        {"board": "community-weekly", "week": "last"},
    ),
    "list_awards": ({}, {"listing": "plainhand"}, {"page": 1000}),
    "get_listing_badges": (
        {"slug": "plainhand"},
        {"slug": "tallyfern", "shape": "banner", "mode": "dark", "size": "l"},
        {"slug": "murmurline", "shape": "square", "size": "s"},
        {"slug": "plainhand", "detail": "brief"},
    ),
    "list_founders": ({}, {"q": "wang", "country": "ke"}, {"per_page": 3, "page": 2}),
    "get_founder": ({"slug": "wangari-kimotho"}, {"slug": "eetu-pesonen"}, {"slug": "freja-holmgaard"}),
    "list_blog_posts": ({}, {"q": "launch"}, {"q": "price sen", "per_page": 1}),
    "get_blog_post": ({"slug": "pricing-in-one-sentence"}, {"slug": "what-a-launch-week-is"}),
}


async def _a_listing_of_alices(world: World) -> dict[str, Any]:
    alice = await account_of(world, "alice")
    known = {"status": "draft", "live_at": None, "categories": ["databases"], "members": {alice: "owner"}}
    (number,) = await listings.add(world, listings.listing(f"of-alice-{uuid4().hex[:8]}", **known))
    return {"listing_id": number}


async def _a_draft_of_alices(world: World) -> dict[str, Any]:
    answer = await world.request("POST", "/drafts", by="alice", json={"url": "https://tidewater.example"})
    return {"id": answer.json()["id"]}


async def _an_order_of_alices(world: World) -> dict[str, Any]:
    item = {"product": "ai_review", **await _a_listing_of_alices(world)}
    answer = await world.request("POST", "/orders/checkout", by="alice", json={"items": [item]})
    return {"number": answer.json()["number"]}


# Of reads of what is somebody's own: Alice gets such a thing first.
OWN: dict[str, Callable[[World], Awaitable[dict[str, Any]]]] = {
    "get_draft": _a_draft_of_alices,
    "get_my_listing": _a_listing_of_alices,
    "get_order": _an_order_of_alices,
}


async def account_of(world: World, name: str) -> int:
    return (await world.get("/me", by=name)).json()["account"]["id"]


async def happy_inputs(op: Operation[Any, Any], world: World) -> Sequence[dict[str, Any]]:
    if op.name in OWN:
        return (world.own.get(op.name) or await OWN[op.name](world),)
    if op.name in INPUTS:
        return INPUTS[op.name]
    assert not bounds.example(op), f"add an input of {op.name} that the demo directory answers"
    return ({},)
