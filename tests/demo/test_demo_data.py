"""The demo directory keeps the bounds of the product it shows, and reads as written by a person."""

import io
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from babel import Locale
from PIL import Image, ImageChops

from showground.demo.data_files import Demo, DemoListing
from showground.demo.evidence import complete_evidence
from showground.demo.logos import read_logos
from tests.support.demo_data import DEMO
from tools.demo_logos import draw, read_drawings

CATEGORIES: list[dict[str, Any]] = tomllib.loads(
    (files("showground.categories") / "categories.toml").read_text(encoding="utf-8")
)["category"]
BY_SLUG = {category["slug"]: category for category in CATEGORIES}
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,219}")


def each_listing(check: Callable[[DemoListing], None]) -> Callable[[], None]:
    """One test that checks every listing, and names all that fail."""

    def check_all() -> None:
        failed: dict[str, str] = {}
        for listing in DEMO.listings:
            try:
                check(listing)
            except AssertionError as error:
                failed[listing.slug] = str(error)
        assert failed == {}

    return check_all


def top_level(slug: str) -> dict[str, Any]:
    return BY_SLUG[BY_SLUG[slug].get("parent", slug)]


def repeated(values: list[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]


def every_text(demo: Demo) -> str:
    return demo.model_dump_json()


# Categories


def test_categories_form_a_tree_of_two_levels():
    tops = [category for category in CATEGORIES if "parent" not in category]
    assert 75 <= len(CATEGORIES) <= 90
    assert 12 <= len(tops) <= 16
    assert repeated([category["slug"] for category in CATEGORIES]) == []
    assert repeated([category["name"] for category in CATEGORIES]) == []
    for category in CATEGORIES:
        assert SLUG.fullmatch(category["slug"])
        assert category["description"].endswith(".")
        assert 5 <= len(category["keywords"]) <= 400  # as many as staff can enter
        if "parent" in category:
            assert "parent" not in BY_SLUG[category["parent"]]


def test_top_level_categories_can_be_compared_and_answer_questions():
    for category in CATEGORIES:
        if "parent" in category:
            assert "attributes" not in category
            continue
        assert len(category["faqs"]) == 2
        assert 3 <= len(category["attributes"]) <= 5
        for attribute in category["attributes"]:
            assert set(attribute) == {"key", "label", "kind"}
            assert attribute["kind"] in {"text", "yes_no", "number", "list"}


def test_half_of_the_subcategories_answer_a_question():
    subcategories = [category for category in CATEGORIES if "parent" in category]
    answered = [category for category in subcategories if category.get("faqs")]
    assert 0.4 <= len(answered) / len(subcategories) <= 0.7


# The directory as a whole


def test_there_are_about_120_listings_each_with_its_own_name_and_domain():
    assert len(DEMO.listings) == 120
    assert repeated([listing.slug for listing in DEMO.listings]) == []
    assert repeated([listing.name.lower() for listing in DEMO.listings]) == []
    assert repeated([listing.website for listing in DEMO.listings]) == []
    assert repeated([listing.tagline.lower() for listing in DEMO.listings]) == []


def test_nearly_all_categories_have_a_listing():
    used = {slug for listing in DEMO.listings for slug in listing.categories}
    assert used <= set(BY_SLUG)
    assert len(used) >= 80


def test_nearly_all_categories_have_a_listing_that_is_live():
    live = [listing for listing in DEMO.listings if listing.status is None and (listing.launch_week or 0) <= 0]
    assert len({slug for listing in live for slug in listing.categories}) >= 70


def test_the_listings_come_from_many_countries_stages_and_prices():
    assert len({listing.country for listing in DEMO.listings}) >= 35
    assert len({listing.stage for listing in DEMO.listings}) == 5
    assert len({listing.pricing_model for listing in DEMO.listings}) == 8


def test_weeks_are_filled():
    weeks = Counter(listing.launch_week for listing in DEMO.listings if listing.status is None)
    assert 8 <= weeks[0] <= 10
    assert all(weeks[-ago] == 6 for ago in range(1, 13))
    assert sum(count for week, count in weeks.items() if week is not None and week > 0) == 14
    statuses = Counter(listing.status for listing in DEMO.listings)
    assert (statuses["draft"], statuses["awaiting_badge"], statuses["suspended"]) == (2, 2, 1)


def test_the_extras_are_spread_over_enough_listings():
    def having(field: str) -> int:
        return sum(bool(getattr(listing, field)) for listing in DEMO.listings)

    assert 40 <= sum(listing.plan == "paid" for listing in DEMO.listings) <= 60
    assert having("story") >= 25
    assert having("milestones") >= 25
    assert having("updates") >= 50
    assert having("reviews") >= 40
    assert having("domain_rating") >= 60
    assert having("revenue") >= 15
    assert having("billboard_cents") == 8
    assert having("alternatives") >= 10


def test_a_founder_of_two_listings_is_the_same_person():
    people: dict[str, set[tuple[str, str]]] = {}
    appearances = Counter[str]()
    for listing in DEMO.listings:
        for founder in listing.founders or ():
            people.setdefault(founder.slug, set()).add((founder.name, founder.bio))
            appearances[founder.slug] += 1
    assert all(len(faces) == 1 for faces in people.values())
    assert sum(times > 1 for times in appearances.values()) >= 4
    assert repeated([name for faces in people.values() for name, _ in faces]) == []


def test_no_two_descriptions_share_a_sentence():
    sentences = [
        sentence.strip().lower()
        for listing in DEMO.listings
        for text in (listing.description, listing.short_description, *(listing.story or {}).values())
        for sentence in re.split(r"(?<=[.?!])\s+", text)
    ]
    assert repeated(sentences) == []


def test_the_texts_are_written_and_calm():
    text = every_text(DEMO) + (files("showground.categories") / "categories.toml").read_text(encoding="utf-8")
    assert "lorem" not in text.lower()
    assert "!" not in text
    assert "\N{EM DASH}" not in text


def test_all_addresses_are_under_the_reserved_name():
    addresses = re.findall(r"https?://([^/\"\s]+)", every_text(DEMO))
    mailboxes = re.findall(r"@([\w.-]+)", every_text(DEMO))
    assert len(addresses) > 120
    assert [host for host in addresses + mailboxes if not host.endswith(".example")] == []


# Each listing


@each_listing
def test_the_bounds_of_the_contract_are_met(listing: DemoListing):
    assert 0 < len(listing.name) <= 160
    assert 0 < len(listing.tagline) <= 200
    assert 0 < len(listing.short_description) <= 300
    assert 0 < len(listing.description) <= 20_000
    assert len(listing.pricing_summary or "") <= 300
    assert len(listing.city or "") <= 120
    assert listing.founded_year is None or 1800 <= listing.founded_year <= 2100
    for values in (listing.tags, listing.features, listing.usps or (), listing.keywords):
        assert len(values) <= 20
        assert all(0 < len(value) <= 200 for value in values)
    for faq in listing.faqs or ():
        assert len(faq.question) <= 300
        assert len(faq.answer) <= 1500
    for founder in listing.founders or ():
        assert len(founder.name) <= 160
        assert len(founder.title) <= 160
        assert 0 < len(founder.bio) <= 3000
    assert len(listing.faqs or ()) <= 10
    assert len(listing.founders or ()) <= 6
    assert len(listing.milestones) <= 50
    assert all(len(item.title) <= 200 and len(item.description or "") <= 2000 for item in listing.milestones)
    assert all(len(text) <= (200 if key == "title" else 8000) for key, text in (listing.story or {}).items())
    assert all(len(update.title) <= 200 and len(update.body) <= 5000 for update in listing.updates)


@each_listing
def test_only_paid_listings_have_more_categories_a_story_or_milestones(listing: DemoListing):
    assert len(set(listing.categories)) == len(listing.categories)
    if listing.plan == "paid":
        assert 1 <= len(listing.categories) <= 4
    else:
        assert len(listing.categories) == 1
        assert listing.story is None
        assert listing.milestones == ()


@each_listing
def test_attributes_are_those_of_the_primary_category(listing: DemoListing):
    kinds = {item["key"]: item["kind"] for item in top_level(listing.categories[0])["attributes"]}
    types: dict[str, type | tuple[type, ...]] = {"text": str, "yes_no": bool, "number": (int, float), "list": tuple}
    for key, value in listing.attributes.items():
        assert isinstance(value, types[kinds[key]]), key


@each_listing
def test_country_is_an_iso_code(listing: DemoListing):
    assert re.fullmatch(r"[A-Z]{2}", listing.country or "")
    assert listing.country in Locale("en").territories


@each_listing
def test_what_the_website_did_not_state_is_absent(listing: DemoListing):
    for fact in listing.not_found_on_website:
        assert getattr(listing, fact) is None, fact


@each_listing
def test_evidence_is_about_a_fact_that_is_there_and_holds_its_value(listing: DemoListing):
    for evidence in complete_evidence(listing):
        field, _, key = evidence.field.partition(".")
        value = getattr(listing, field)
        assert value is not None
        assert evidence.quote
        assert evidence.page.startswith("/")
        if key:
            assert key in listing.attributes
        if field in {"city", "founded_year"}:
            assert str(value).partition(",")[0] in evidence.quote
        if field == "pricing_summary":
            prices = set(re.findall(r"\d[\d.,]*\d|\d", value))
            assert not prices or prices & set(re.findall(r"\d[\d.,]*\d|\d", evidence.quote))


@each_listing
def test_every_stated_fact_has_evidence(listing: DemoListing):
    facts = {"tagline", "short_description", "features", "usps", "pricing_summary", "country", "city", "founded_year"}
    facts |= {"pricing_model"}
    stated = {fact for fact in facts | {"contact_email", "founders"} if getattr(listing, fact)}
    stated |= {f"attributes.{key}" for key in listing.attributes}
    assert stated <= {evidence.field for evidence in complete_evidence(listing)}


def test_every_listing_has_a_logo_of_its_own_as_it_was_drawn():
    logos = read_logos()
    assert logos.keys() == {listing.slug for listing in DEMO.listings} == read_drawings().keys()
    assert len(set(logos.values())) == len(logos)
    with Image.open(io.BytesIO(logos["siltbase"])) as shipped, Image.open(io.BytesIO(draw_logo("siltbase"))) as drawn:
        assert ImageChops.difference(shipped, drawn).getbbox() is None


def draw_logo(slug: str) -> bytes:
    return draw(read_drawings()[slug], effort=0)


def test_collections_are_of_public_listings_by_known_visitors():
    public = {listing.slug for listing in DEMO.listings if listing.status is None and (listing.launch_week or 0) <= 0}
    assert len(DEMO.collections) >= 2
    for each in DEMO.collections:
        assert each.by in {visitor.slug for visitor in DEMO.visitors}
        assert set(each.listings) <= public
        assert repeated(list(each.listings)) == []


@each_listing
def test_what_people_wrote_came_after_the_launch(listing: DemoListing):
    days_live = -7 * (listing.launch_week or 0)
    assert all(review.days_ago <= days_live for review in listing.reviews)
    assert all(update.days_ago <= days_live for update in listing.updates)
    assert [update.days_ago for update in listing.updates] == sorted(update.days_ago for update in listing.updates)
    visitors = {visitor.slug for visitor in DEMO.visitors}
    assert {review.by for review in listing.reviews} <= visitors
    assert repeated([review.by for review in listing.reviews]) == []


@each_listing
def test_alternatives_are_other_live_listings(listing: DemoListing):
    others = {other.slug: other for other in DEMO.listings if other.slug != listing.slug}
    for slug in listing.alternatives:
        assert others[slug].status is None
        assert (others[slug].launch_week or 0) <= 0


@each_listing
def test_domain_rating_has_a_history(listing: DemoListing):
    if listing.domain_rating is not None:
        assert 6 <= len(listing.domain_rating) <= 13
        assert all(0 <= point <= 100 for point in listing.domain_rating)


# Posts and interviews


def test_posts_are_of_a_length_worth_reading():
    assert len(DEMO.posts) == 8
    assert repeated([post.slug for post in DEMO.posts]) == []
    for post in DEMO.posts:
        assert 400 <= len(post.body.split()) <= 900
        assert not post.body.startswith("#")


def test_interviews_answer_known_questions_by_known_founders():
    founders = {founder.slug for listing in DEMO.listings for founder in listing.founders or ()}
    questions = {question.key for question in DEMO.questions}
    assert len(questions) == 10
    assert len(DEMO.interviews) == 12
    assert {interview.founder for interview in DEMO.interviews} <= founders
    for interview in DEMO.interviews:
        assert {answer.question for answer in interview.answers} <= questions
        assert all(0 < len(answer.answer) <= 4000 for answer in interview.answers)
    assert {answer.question for interview in DEMO.interviews for answer in interview.answers} == questions


# Questions


def test_questions_are_about_live_listings_by_known_visitors_and_known_updates():
    listings = {listing.slug: listing for listing in DEMO.listings}
    visitors = {visitor.slug for visitor in DEMO.visitors}
    assert len(DEMO.listing_questions) >= 20
    assert repeated([f"{each.listing} {each.by}" for each in DEMO.listing_questions]) == []
    for each in DEMO.listing_questions:
        listing = listings[each.listing]
        assert listing.status is None
        assert listing.launch_week is not None
        assert listing.launch_week <= 0
        assert each.by in visitors
        assert each.question.endswith("?")
        assert each.update is None or each.update in {update.title for update in listing.updates}
        assert each.answer or not each.faq
    assert {True, False} == {each.answer is not None for each in DEMO.listing_questions}
