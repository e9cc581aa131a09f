"""A small fair to visit: a directory with a few listings of the tests' own."""

from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import httpx2
import pytest

from showground.categories import category_tree
from showground.listings import counts, new_listings
from tests.support.html import Page
from tests.support.world import NOW, World, running_world


def new_listing(slug: str, **more: Any) -> new_listings.NewListing:
    """A live listing of which only the name is known, unless said otherwise."""
    known: dict[str, Any] = {
        "slug": slug,
        "name": slug.title(),
        "website": f"https://{slug}.example/",
        "status": "live",
        "live_at": NOW - timedelta(days=3),
        "created_at": NOW,
        "updated_at": NOW,
    }
    return new_listings.NewListing(**known | more)


def full_listing(slug: str, text: str, address: str) -> new_listings.NewListing:
    """A listing with this text in every text, and this address in every address but its website's."""
    return new_listing(
        slug,
        name=text,
        unlocked=["story", "milestones"],
        tagline=text,
        short_description=text,
        description=f"{text}\n\n{text}",
        headline=text,
        stage=text,
        pricing_model=text,
        pricing_summary=text,
        country="PT",
        city=text,
        founded_year=2021,
        contact_email=text,
        demo_video_url=address,
        logo_url=address,
        features=[text],
        usps=[text],
        keywords=[text],
        tags=[text],
        socials={text: address, "github": address},
        faqs=[{"question": text, "answer": text}],
        attributes={text: text, "regions": [text], "self_hosted": True, "seats": 1200},
        evidence={
            field: [{"quote": text, "url": address, "read_at": "2026-03-02T23:30:00Z"}]
            for field in ("tagline", "short_description", "description", "features", "usps", "pricing_summary", "city",
                          "founded_year", "contact_email", "founders", f"attributes.{text}")
        },
        not_found_on_website=[text, "summary"],
        categories=["databases", "ai"],
        founders=[new_listings.NewListingFounder("ada-moreno", text, text, text)],
        updates=[new_listings.NewUpdate(text, text, NOW)],
        milestones=[new_listings.NewMilestone(date(2025, 5, 4), text, text, address)],
        story={"title": text, "story": text, "why_started": text, "whats_next": text},
        domain_ratings={date(2025, 12, 1): 10, date(2026, 1, 1): 14, date(2026, 3, 1): 22},
        counts=counts.Counts(1234, 56, 0.0, 4.25, 17),
    )  # fmt: skip


@dataclass
class Fair:
    """The world, as a visitor with a browser sees it."""

    world: World

    async def add(self, *listings: new_listings.NewListing) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await new_listings.add_listings(db, listings)

    async def get(self, address: str, **headers: str) -> httpx2.Response:
        return await self.world.client.get(address, headers=headers)

    async def see(self, address: str, status: int = 200) -> Page:
        answer = await self.get(address)
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        return Page(answer.text)


def slugs(addresses: Iterable[str], folder: str = "/listings/") -> list[str]:
    return [address.removeprefix(folder) for address in addresses if address.startswith(folder)]


@pytest.fixture
async def bare_fair(database_url: str) -> AsyncGenerator[Fair]:
    """Nothing stands in it yet, not even categories."""
    async with running_world(database_url) as world:
        yield Fair(world)


@pytest.fixture
async def fair(bare_fair: Fair) -> Fair:
    """The categories are there, and no listing."""
    async with bare_fair.world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
    return bare_fair
