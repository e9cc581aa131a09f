"""The search page."""

from typing import Any

import pytest

from tests.support.html import Page
from tests.surfaces.web.conftest import Fair, new_listing, slugs

pytestmark = pytest.mark.anyio

HOSTILE = '"><script>alert(1)</script>'


def chosen(page: Page) -> list[str | None]:
    return [option["value"] for option in page.all("option") if "selected" in option]


def faulty(page: Page) -> list[dict[str, Any]]:
    return [field for field in page.all("input", "select") if "aria-invalid" in field]


async def test_words_and_filters_combine_and_stay_in_the_form(fair: Fair) -> None:
    about = {"categories": ["databases"], "stage": "mvp", "country": "PT", "pricing_model": "free-trial"}
    await fair.add(
        new_listing("quince", tagline="Jam for backups", **about),
        new_listing("medlar", tagline="Jam for backups"),
        new_listing("sloe", **about),
    )
    address = "/listings?q=jam&category=databases&stage=mvp&country=pt&pricing_model=free-trial&status=live&sort=newest"
    page = await fair.see(address)
    assert slugs(page.links()) == ["quince"]
    assert "1 listing for “jam”" in page.text
    assert [field["value"] for field in page.all("input") if field.get("id") == "q"] == ["jam"]
    assert chosen(page) == ["databases", "mvp", "free-trial", "PT", "live", "newest"]


async def test_fields_left_empty_and_parameters_of_others_are_no_fault(fair: Fair) -> None:
    await fair.add(new_listing("quince"))
    page = await fair.see("/listings?q=&category=&country=&page=&utm_source=letter")
    assert slugs(page.links()) == ["quince"]


async def test_upcoming_listings_say_when(fair: Fair) -> None:
    await fair.add(new_listing("quince", status="scheduled", live_at=None, launch_week="2027-01-04"))
    page = await fair.see("/listings?status=upcoming")
    assert slugs(page.links()) == ["quince"]
    assert "launches in the week of 4 January 2027" in page.text
    assert "votes" not in page.text.replace("votes.", "")


async def test_pages_lead_to_each_other_and_keep_the_search(fair: Fair) -> None:
    await fair.add(*(new_listing(f"jam-{n}", tagline="Jam & more") for n in range(45)))
    seen: list[str] = []
    address, page = "/listings?q=jam+%26&sort=newest", None
    for number in (1, 2, 3):
        page = await fair.see(address)
        assert f"Page {number} of 3" in page.text
        seen += slugs(page.links())
        turns = {link["rel"]: link["href"] for link in page.all("a") if link.get("rel") in ("prev", "next")}
        assert ("prev" in turns, "next" in turns) == (number > 1, number < 3)
        address = turns.get("next") or turns["prev"] or ""
    assert len(set(seen)) == len(seen) == 45
    assert address == "/listings?q=jam+%26&sort=newest&page=2"


async def test_a_page_past_the_end_leads_back(fair: Fair) -> None:
    await fair.add(new_listing("quince"))
    page = await fair.see("/listings?sort=votes&page=7")
    assert "There is no page 7." in page.text
    assert "/listings?sort=votes" in page.links()


async def test_what_finds_nothing_says_how_to_go_on(fair: Fair) -> None:
    page = await fair.see("/listings?q=nothing")
    assert "No listings for “nothing”" in page.text
    assert "No listings match. Try fewer words, see all listings" in page.text
    assert "Listings will appear here once they launch." in (await fair.see("/listings")).text


async def test_a_fault_stands_beside_its_field(fair: Fair) -> None:
    for field, value, message in (
        ("country", "XX", "XX is not an ISO 3166 country code."),
        ("category", "databasse", "Did you mean databases?"),
        ("sort", "best", "Must be one of"),
        ("status", "draft", "Must be one of"),
        ("q", "a" * 201, "At most 200 characters; this has 201."),
    ):
        page = await fair.see(f"/listings?{field}={value}", 400)
        assert message in page.text
        [found] = faulty(page)
        assert (found["id"], found["aria-describedby"]) == (field, f"error-{field}")
        assert f"error-{field}" in page.ids()
        assert value in ([found["value"]] if field == "q" else chosen(page))


async def test_a_page_that_is_no_number_of_a_page_is_refused(fair: Fair) -> None:
    for number in ("0", "1001", "two", "99999999999999999999", "-1"):
        assert "Page number: Must be" in (await fair.see(f"/listings?page={number}", 400)).text


async def test_what_was_encoded_twice_is_decoded_once(fair: Fair) -> None:
    await fair.add(new_listing("quince"))
    page = await fair.see("/listings?q=%253Cb%253E%2526lt%253B")
    assert [field["value"] for field in page.all("input") if field.get("id") == "q"] == ["%3Cb%3E%26lt%3B"]
    assert (await fair.world.client.get("/listings/quinc%65")).status_code == 200
    assert (await fair.world.client.get("/listings/quinc%2565")).status_code == 404


async def test_hostile_parameters_stay_text(fair: Fair) -> None:
    for field in ("q", "category", "stage", "country", "pricing_model", "status", "sort", "page"):
        answer = await fair.world.client.get("/listings", params={field: HOSTILE})
        assert "<script>alert" not in answer.text
        assert [found for found in Page(answer.text).all("script") if "src" not in found] == []


async def test_a_search_is_not_for_indexes_but_the_list_is(fair: Fair) -> None:
    assert (await fair.see("/listings?q=jam")).meta()["robots"] == "noindex, follow"
    assert "robots" not in (await fair.see("/listings")).meta()


async def test_matches_are_highlighted_and_hostile_names_stay_text(fair: Fair) -> None:
    await fair.add(new_listing("quince", name="<b>Jam</b>", tagline="Café jam & bread", description=HOSTILE))
    text = (await fair.get("/listings?q=jam")).text
    assert "&lt;b&gt;<mark>Jam</mark>&lt;/b&gt;" in text
    assert "Café <mark>jam</mark> &amp; bread" in text
    text = (await fair.get("/listings?q=alert")).text
    assert "&#34;&gt;&lt;script&gt;<mark>alert</mark>(1)&lt;/script&gt;" in text
    assert "<mark>" not in (await fair.get("/listings")).text


async def test_each_filter_can_be_removed(fair: Fair) -> None:
    await fair.add(new_listing("quince", tagline="Jam", country="PT", stage="mvp", categories=["databases"]))
    page = await fair.see("/listings?q=jam&country=pt&stage=mvp&category=databases&sort=newest&page=1")
    chips = {link["href"] for link in page.all("a") if link.get("class") == "chip"}
    assert chips == {
        "/listings?q=jam&category=databases&stage=mvp&sort=newest",
        "/listings?q=jam&category=databases&country=pt&sort=newest",
        "/listings?q=jam&stage=mvp&country=pt&sort=newest",
    }
    assert "Remove filter: Country: Portugal" in page.text
    assert "/listings?q=jam" in page.links()
    page = await fair.see("/listings?q=jam&status=upcoming")
    assert "Remove filter: Status: Upcoming" in page.text
    assert "Remove all filters" not in page.text
    assert "Remove filter" not in (await fair.see("/listings?q=jam&status=live")).text


async def test_filters_that_narrow_down_are_offered_with_counts(fair: Fair) -> None:
    await fair.add(
        new_listing("quince", tagline="Jam", country="PT", pricing_model="free", categories=["databases"]),
        new_listing("medlar", tagline="Jam", country="DE", pricing_model="free", categories=["testing"]),
        new_listing("sloe", tagline="Jam", country="DE", pricing_model="free", categories=["investing"]),
    )
    page = await fair.see("/listings?q=jam")
    assert "Germany2" in page.text.replace(" ", "")
    assert "DeveloperTools2" in page.text.replace(" ", "")
    assert {"/listings?q=jam&country=DE", "/listings?q=jam&category=developer-tools"} <= set(page.links())
    assert not any("pricing_model" in link for link in page.links())  # all three are free
    page = await fair.see("/listings?q=jam&category=developer-tools")
    assert {"/listings?q=jam&category=databases", "/listings?q=jam&category=testing"} <= set(page.links())
    assert "/listings?q=jam&category=finance" not in page.links()
    page = await fair.see("/listings?q=jam&country=DE")
    assert not any("country=PT" in link for link in page.links())
    assert "/categories/developer-tools" in (await fair.see("/listings")).links()


async def test_a_typo_is_corrected_and_filters_stay(fair: Fair) -> None:
    await fair.add(new_listing("quince", tagline="A database", country="PT"))
    page = await fair.see("/listings?q=databse&country=PT")
    assert "Did you mean database?" in page.text
    assert "/listings?q=database&country=PT" in page.links()
    assert "Did you mean" not in (await fair.see("/listings?q=database")).text


async def test_similar_listings_follow_under_a_heading_of_their_own(fair: Fair) -> None:
    await fair.add(
        new_listing("zinnia", tagline="Watering for balcony plants", country="PT"),
        new_listing("aster", tagline="Watering plan for balcony and cactus", country="DE"),
    )
    page = await fair.see("/listings?q=watering+balcony+cactus")
    assert not any("country=" in link for link in page.links())  # the one listing leaves nothing to narrow down
    assert "1 listing for “watering balcony cactus”" in page.text
    assert slugs(page.links()) == ["aster", "zinnia"]
    assert page.text.index("plan for balcony") < page.text.index("Similar listings") < page.text.index("balcony plants")
    page = await fair.see("/listings?q=watering+balcony+flowers")
    assert "Similar to “watering balcony flowers”" in page.text
    assert "No listing matches exactly, but 2 are similar." in page.text
    assert "/listings?q=watering+balcony+flowers&country=DE" in page.links()
