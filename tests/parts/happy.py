"""Inputs that the demo directory answers, for every read; several where they differ in what they show."""

from collections.abc import Sequence
from typing import Any

from showground.core.operation import Operation
from tests.parts import bounds

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
    "list_categories": ({}, {"include_empty": False}),
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
    ),
    "list_founders": ({}, {"q": "wang", "country": "ke"}, {"per_page": 3, "page": 2}),
    "get_founder": ({"slug": "wangari-kimotho"}, {"slug": "eetu-pesonen"}, {"slug": "freja-holmgaard"}),
    "list_blog_posts": ({}, {"q": "launch"}, {"q": "price sen", "per_page": 1}),
    "get_blog_post": ({"slug": "pricing-in-one-sentence"}, {"slug": "what-a-launch-week-is"}),
}


def happy_inputs(op: Operation[Any, Any]) -> Sequence[dict[str, Any]]:
    if op.name in INPUTS:
        return INPUTS[op.name]
    assert not bounds.example(op), f"add an input of {op.name} that the demo directory answers"
    return ({},)
