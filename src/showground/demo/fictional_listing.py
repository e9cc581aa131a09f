"""Generates a fictional listing for load tests."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from showground import launches
from showground.demo.dates_and_votes import months_ago, today
from showground.demo.vocabulary import Phrasebook
from showground.listings import counts, new_listings

WEEKS = 104
COUNTRIES, CITIES, STAGES, PRICING_MODELS = (
    line.split()
    for line in (
        "US US US US GB GB DE DE FR IN IN CA NL ES BR PL SE KE NG JP KR AU PT IT MX ID TR UA EE ZA",
        "Lisbon Nairobi Tallinn Bristol Pune Kyoto Lyon Gdańsk Recife Austin Malmö Łódź Izmir Oaxaca Leipzig",
        "idea mvp launched launched launched growing growing established",
        "free freemium freemium free-trial subscription subscription one-time usage-based open-source custom",
    )
)
PLATFORMS = ("github", "linkedin", "x", "youtube", "instagram")
UNKNOWN = ("founded_year", "city", "pricing_summary", "contact_email")


@dataclass(frozen=True)
class Kit:
    """The ingredients of all fictional listings."""

    book: Phrasebook
    categories: list[str]
    now: datetime


def slug_of(number: int) -> str:
    return f"load-{number:06}"


def make_listing(kit: Kit, number: int) -> new_listings.NewListing:
    """The listing with this number, which is always the same except for its week."""
    rng = Random(number)  # made-up data  # nosec B311
    pick, book = rng.choice, kit.book
    slug = slug_of(number)
    website = f"https://{slug}.example/"
    week = launches.this_week(kit.now) - timedelta(weeks=rng.randrange(WEEKS))
    live_at = launches.begin_of(week)
    created_at = live_at - timedelta(days=rng.randrange(5, 40))
    read_at = created_at.isoformat()
    votes = min(int(rng.paretovariate(0.9)) - 1, 20_000)
    paid = number % 5 == 0
    unknown = rng.sample(UNKNOWN, rng.randrange(3))
    pricing_summary = pick(book.sentences)
    return new_listings.NewListing(
        slug=slug,
        website=website,
        status="live",
        plan="paid" if paid else "free",
        unlocked=("story", "milestones", "media") if paid else (),
        launch_week=week,
        live_at=live_at,
        created_at=created_at,
        updated_at=live_at,
        demo=True,
        name=book.own_words(rng, 2).title(),
        tagline=f"{pick(book.phrases)} {book.word(rng)}",
        short_description=f"{pick(book.sentences)} {book.own_words(rng, 10)}.",
        description="\n\n".join(" ".join(rng.choices(book.sentences, k=3)) for _ in range(rng.randrange(2, 6))),
        stage=pick(STAGES),
        pricing_model=pick(PRICING_MODELS),
        pricing_summary=None if "pricing_summary" in unknown else pricing_summary,
        country=pick(COUNTRIES),
        city=None if "city" in unknown else pick(CITIES),
        founded_year=None if "founded_year" in unknown else kit.now.year - rng.randrange(12),
        contact_email=None if "contact_email" in unknown else f"hello@{slug}.example",
        features=rng.choices(book.phrases, k=rng.randrange(3, 8)),
        usps=rng.choices(book.phrases, k=2),
        keywords=[book.word(rng) for _ in range(6)],
        tags=rng.choices(book.words, k=3),
        socials={name: f"https://{name}.example/{slug}" for name in rng.sample(PLATFORMS, 2)},
        faqs=[
            {"question": pick(book.phrases) + "?", "answer": " ".join(rng.choices(book.sentences, k=2))}
            for _ in range(rng.randrange(4))
        ],
        evidence={
            "name": [{"quote": pick(book.sentences), "url": website, "read_at": read_at}],
            "pricing_model": [{"quote": pricing_summary, "url": f"{website}pricing", "read_at": read_at}],
        },
        not_found_on_website=unknown,
        categories=rng.sample(kit.categories, rng.randrange(1, 4)),
        founders=[
            new_listings.NewListingFounder(f"{slug}-founder", pick(book.words).title(), "Founder", pick(book.sentences))
        ],
        updates=[
            new_listings.NewUpdate(
                pick(book.phrases), pick(book.sentences), live_at + (kit.now - live_at) * rng.random()
            )
            for _ in range(pick((0, 0, 1, 2)))
        ],
        milestones=[new_listings.NewMilestone(created_at.date(), pick(book.phrases))] if paid else (),
        story={"title": pick(book.phrases), "story": " ".join(rng.choices(book.sentences, k=3))} if paid else None,
        domain_ratings={months_ago(n, kit.now): rng.randrange(90) for n in range(pick((0, 0, 1, 3)))},
        views=votes * 12 + rng.randrange(300),
        counts=counts.Counts(
            votes=votes,
            followers=votes // 5,
            trending=votes / (1 + (today(kit.now) - live_at).days),
        ),
    )
