"""The page of one listing."""

import json
import re
from dataclasses import replace
from datetime import date

import pytest

from tests.surfaces.web.conftest import Fair, full_listing, new_listing

pytestmark = pytest.mark.anyio

HOSTILE = "</script></title><script>alert('1')</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}&amp;"
SHARED = (
    r"mailto:\?subject=",
    r"https://www\.linkedin\.com/sharing/",
    r"https://bsky\.app/intent/",
    r"https://x\.com/intent/",
)
TEXTS = 30  # at least so often does the text of a full listing stand on its page


async def test_everything_that_is_known_is_shown(fair: Fair) -> None:
    await fair.add(full_listing("quince", "Quite Plain", "https://www.quince.example/about/us/"))
    page = await fair.see("/listings/quince")
    assert page.text.count("Quite Plain") >= TEXTS
    for words in (
        "Founded2021", "CountryPortugal", "Self hostedYes", "Seats1,200", "RegionsQuite Plain", "Followers56",
        "Rating4.25 out of 5 (17 reviews)", "Live since8 March 2026", "1,234 votes", "Databases",
        "Domain Rating out of 100", "10December 2025", "22March 2026", "1 January 202614", "Why it was started",
        "What's next", "4 May 2025", "11 March 2026", "Not stated on their website", "Quite Plain, summary",
        "“Quite Plain”quince.example/about/us, read on 2 March 2026",
    ):  # fmt: skip
        assert words in page.text, words
    assert page.all("figure").count({"class": "slip"}) == 11
    assert "Sample listing" not in page.text


async def test_evidence_never_stands_inside_a_paragraph(fair: Fair) -> None:
    await fair.add(full_listing("quince", "Plain", "https://quince.example/"))
    html = (await fair.see("/listings/quince")).html
    assert "<details" in html
    assert not re.search(r"<p[ >](?:(?!</p>).)*<details", html, re.DOTALL)


async def test_hostile_text_stays_text_in_every_field(fair: Fair) -> None:
    await fair.add(full_listing("quince", HOSTILE, "https://quince.example/\"><script>alert('3')</script>"))
    page = await fair.see("/listings/quince")
    assert page.text.count("<img src=x onerror=alert(2)>{{ 7*7 }}&amp;") >= TEXTS
    assert page.all("img") == []
    assert [script.get("type") for script in page.all("script") if "src" not in script] == ["application/ld+json"]
    assert not any(name.startswith("on") or name == "style" for _, found in page.elements for name in found)
    for address in ("/", "/listings", "/categories/databases"):
        other = await fair.see(address)
        assert HOSTILE in other.text
        assert {script.get("type") for script in other.all("script") if "src" not in script} <= {"application/ld+json"}
        assert other.all("img") == []


async def test_only_web_addresses_become_links(fair: Fair) -> None:
    hostile = ("javascript:alert(1)", "data:text/html,x", " javascript:alert(1)", "//evil.example", "ftp://a.example")
    for number, address in enumerate(hostile):
        slug = f"quince-{number}"
        await fair.add(replace(full_listing(slug, "Plain", address), website=f"{address}{number}"))
        page = await fair.see(f"/listings/{slug}")
        ours = (*SHARED, r"/[a-z]|/$|#|http://localhost:8000|mailto:Plain$")
        assert [link for link in page.links() if not any(re.match(one, link) for one in ours)] == []


async def test_links_out_do_not_open_our_window(fair: Fair) -> None:
    await fair.add(full_listing("quince", "Plain", "https://elsewhere.example/"))
    out = [link for link in (await fair.see("/listings/quince")).all("a") if ".example" in (link["href"] or "")]
    assert len(out) > 10
    assert {link["rel"] for link in out} == {"noopener"}


async def test_a_logo_elsewhere_is_not_fetched_and_one_of_ours_is(fair: Fair) -> None:
    await fair.add(
        new_listing("away", logo_url="https://away.example/logo.png"),
        new_listing("ours", logo_url="http://localhost:8000/logos/ours.png"),
    )
    assert (await fair.see("/listings/away")).all("img") == []
    [image] = (await fair.see("/listings/ours")).all("img")
    assert image["src"] == "/logos/ours.png"
    assert "loading" not in image, "it is the first thing that visitors see"
    assert {image["loading"] for image in (await fair.see("/listings")).all("img")} == {"lazy"}


async def test_little_is_shown_of_a_listing_of_which_little_is_known(fair: Fair) -> None:
    await fair.add(new_listing("quince"))
    page = await fair.see("/listings/quince")
    for heading in (
        "About",
        "Features",
        "Their story",
        "Milestones",
        "Domain Rating",
        "None",
    ):
        assert heading not in page.text
    assert "costs" not in page.ids()


QUOTE = [{"quote": "Words", "url": "https://quince.example/", "read_at": "2026-03-02T23:30:00Z"}]


@pytest.mark.parametrize("fact", ["pricing_summary", "pricing_model"])
@pytest.mark.parametrize("quoted", [True, False])
async def test_only_a_quoted_price_is_stated_on_their_website(fair: Fair, fact: str, *, quoted: bool) -> None:
    other = {"pricing_model": "pricing_summary"}.get(fact, "pricing_model")
    values = {fact: "freemium", "evidence": {fact if quoted else other: QUOTE}}
    await fair.add(new_listing("quince", **values))
    page = await fair.see("/listings/quince")
    assert ("Pricing As stated on their website" in page.text) == quoted
    assert ("Pricing Stated by the maker" in page.text) != quoted
    assert page.all("figure").count({"class": "slip"}) == (1 + (fact == "pricing_model")) * quoted


@pytest.mark.parametrize(
    ("quoted", "told"),
    [
        (["description"], "Typed short. Stated by the maker Typed long. From their website"),
        (["short_description"], "Typed long. Stated by the maker"),
        (["short_description", "description"], "Typed long. From their website"),
        ([], "Typed short. Typed long."),
    ],
)
async def test_of_two_texts_each_has_its_own_source(fair: Fair, quoted: list[str], told: str) -> None:
    evidence = dict.fromkeys(quoted, QUOTE)
    texts = {"short_description": "Typed short.", "description": "Typed long."}
    await fair.add(new_listing("quince", evidence=evidence, **texts))
    about = " ".join((await fair.see("/listings/quince")).text.split()).partition("About")[2]
    assert told in about
    assert about.count("Stated by the maker") == (len(quoted) == 1)


async def test_the_mark_of_quotes_is_explained_where_there_are_some(fair: Fair) -> None:
    week = date(2026, 3, 2)
    await fair.add(new_listing("quince", evidence={"city": QUOTE}, city="Leeds", launch_week=week))
    await fair.add(new_listing("plum", city="Leeds"))
    explained = "§ shows the words on their website."
    page = await fair.see("/listings/quince")
    assert explained in page.text
    assert f"/launches/{week}" in page.links()
    assert explained not in (await fair.see("/listings/plum")).text


async def test_a_shown_fact_is_not_among_the_unstated_ones(fair: Fair) -> None:
    shown = {"pricing_model": "subscription", "city": "Porto", "stage": "mvp"}
    await fair.add(
        new_listing("quince", **shown, not_found_on_website=[*shown, "pricing_summary", "founded_year", "country"])
    )
    page = await fair.see("/listings/quince")
    assert "Pricing modelSubscription" in page.text
    assert "Not stated on their websitePrices, year founded, country" in page.text
    markdown = (await fair.get("/listings/quince", accept="text/markdown")).text
    assert "- Not stated on their website: Prices, Year founded, Country\n" in markdown


async def test_one_rating_is_a_number_without_a_line(fair: Fair) -> None:
    await fair.add(new_listing("quince", domain_ratings={date(2026, 3, 1): 31}))
    page = await fair.see("/listings/quince")
    assert "311 March 2026" in page.text
    assert page.all("figure") == []


async def test_an_upcoming_listing_says_when_it_launches(fair: Fair) -> None:
    await fair.add(new_listing("quince", status="scheduled", live_at=None, launch_week=date(2027, 1, 4), demo=True))
    page = await fair.see("/listings/quince")
    assert "Launches in the week of 4 January 2027." in page.text
    assert "Sample listing (fictional)." in page.text
    assert "0 votes" not in page.text


async def test_what_is_not_public_is_not_there(fair: Fair) -> None:
    for number, status in enumerate(("draft", "awaiting_badge", "suspended", "withdrawn")):
        await fair.add(new_listing(f"quince-{number}", status=status, live_at=None))
        page = await fair.see(f"/listings/quince-{number}", 404)
        assert "There is no public listing at this address." in page.text
        assert "Quince" not in page.text


async def test_a_slug_that_nothing_has_or_can_have_leads_nowhere(fair: Fair) -> None:
    for slug in ("nobody", "No-Body", "a%00b", "a%2Fb", "%F0%9F%8E%AA", "%FF", "-", "a" * 300):
        await fair.see(f"/listings/{slug}", 404)


async def test_a_shared_link_says_what_the_listing_is(fair: Fair) -> None:
    await fair.add(full_listing("quince", "Plain <b>", "https://quince.example/"))
    page = await fair.see("/listings/quince")
    meta = page.meta()
    assert (meta["og:title"], meta["og:description"], meta["description"]) == ("Plain <b>",) * 3
    assert (meta["og:url"], meta["twitter:card"]) == ("http://localhost:8000/listings/quince", "summary_large_image")
    assert {"rel": "canonical", "href": "http://localhost:8000/listings/quince"} in page.all("link")
    [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page.html)
    product, questions, way = json.loads(data)["@graph"]
    assert product["@type"] == "SoftwareApplication"
    assert (product["name"], product["description"]) == ("Plain <b>", "Plain <b>")
    assert product["url"] == "http://localhost:8000/listings/quince"
    assert product["sameAs"] == ["https://quince.example/"] * 3
    assert product["applicationCategory"] == "Databases"
    assert product["aggregateRating"]["ratingValue"] == 4.25
    assert [author["name"] for author in product["author"]] == ["Plain <b>"]
    assert questions["mainEntity"][0]["acceptedAnswer"]["text"] == "Plain <b>"
    assert [step["name"] for step in way["itemListElement"]] == ["Categories", "Databases", "Plain <b>"]
